/* Times UMFPACK with a given order: umfpack_di_qsymbolic, umfpack_di_numeric and
 * umfpack_di_solve without iterative refinement. The strategy is the symmetric one,
 * which prefers pivots from the diagonal.
 *
 *   cc -O2 -o umfpack umfpack.c -I/usr/include/suitesparse -lumfpack
 */
#include <umfpack.h>

#include "repeat.h"

static void *s, *f;
static double control[UMFPACK_CONTROL], info[UMFPACK_INFO];

static void analyze(void)
{
    if (s) umfpack_di_free_symbolic(&s);
    if (order ? umfpack_di_qsymbolic(a.rows, a.cols, a.p, a.i, a.x, order, &s, control, info)
              : umfpack_di_symbolic(a.rows, a.cols, a.p, a.i, a.x, &s, control, info))
        fail("the analysis failed");
}

static void factor(void)
{
    if (f) umfpack_di_free_numeric(&f);
    if (umfpack_di_numeric(a.p, a.i, a.x, s, &f, control, info)) fail("umfpack_di_numeric failed");
}

static void solve(void)
{
    double ignored[UMFPACK_INFO];
    umfpack_di_solve(UMFPACK_A, a.p, a.i, a.x, x, b, f, control, ignored);
}

int main(int argc, char **argv)
{
    start(argc, argv);
    keep_memory();
    umfpack_di_defaults(control);
    if (order) control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
    control[UMFPACK_IRSTEP] = 0;
    repeat("analyze", analyze);
    repeat("factor", factor);
    repeat("solve", solve);
    figure("l", info[UMFPACK_LNZ]);
    figure("u", info[UMFPACK_UNZ]);
    figure("flops", info[UMFPACK_FLOPS]);
    figure("off_diagonal_pivots", info[UMFPACK_NOFF_DIAG]);
    figure("symmetric_strategy", info[UMFPACK_STRATEGY_USED] == UMFPACK_STRATEGY_SYMMETRIC);
    return 0;
}
