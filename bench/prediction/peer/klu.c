/* Times KLU with a given order: klu_analyze_given, klu_factor, klu_refactor and
 * klu_solve. KLU finds the diagonal blocks, scales rows by their largest entry,
 * and takes the diagonal entry as pivot from 0.001 of the largest on.
 *
 *   cc -O2 -o klu klu.c -I/usr/include/suitesparse -lklu
 */
#include <klu.h>

#include "repeat.h"

static klu_common c;
static klu_symbolic *s;
static klu_numeric *f;

static void analyze(void)
{
    if (s) klu_free_symbolic(&s, &c);
    s = order ? klu_analyze_given(a.cols, a.p, a.i, order, order, &c) : klu_analyze(a.cols, a.p, a.i, &c);
    if (!s) fail("the analysis failed");
}

static void factor(void)
{
    if (f) klu_free_numeric(&f, &c);
    f = klu_factor(a.p, a.i, a.x, s, &c);
    if (!f) fail("klu_factor failed");
}

static void refactor(void)
{
    if (!klu_refactor(a.p, a.i, a.x, s, f, &c)) fail("klu_refactor failed");
}

static void solve(void)
{
    memcpy(x, b, (size_t)a.cols * sizeof *x);
    klu_solve(s, f, a.cols, 1, x, &c);
}

int main(int argc, char **argv)
{
    start(argc, argv);
    klu_defaults(&c);
    repeat("analyze", analyze);
    repeat("factor", factor);
    repeat("refactor", refactor);
    repeat("solve", solve);
    klu_flops(s, f, &c);
    figure("l", f->lnz);
    figure("u", f->unz);
    figure("flops", c.flops);
    figure("off_diagonal_pivots", c.noffdiag);
    return 0;
}
