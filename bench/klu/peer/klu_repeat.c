/* Runs KLU on a matrix again and again, as often as standard input says.
 *
 *   cc -O2 -o klu_repeat klu_repeat.c -I/usr/include/suitesparse -lklu
 *   klu_repeat FILE
 *
 * FILE is as peer.h says. KLU has its defaults: block triangular form, AMD,
 * rows scaled by their largest entry, pivot tolerance 0.001.
 *
 * Each line of input is KERNEL COUNT: factor, refactor or solve, and how often.
 * The answer is a line with the CPU seconds that took. Before the first, the
 * lines "figure<TAB>number" of peer.h and then an empty line are printed.
 */
#include <klu.h>

#include "../../peers/peer.h"

static double run(const char *kernel, long count, matrix *a, klu_symbolic *s, klu_numeric **f,
                  double *x, const double *b, klu_common *c)
{
    size_t bytes = (size_t)a->cols * sizeof *x;
    double t = cpu_seconds();
    if (!strcmp(kernel, "factor"))
        for (long r = 0; r < count; r++) {
            klu_free_numeric(f, c);
            if (!(*f = klu_factor(a->p, a->i, a->x, s, c))) fail("klu_factor failed");
        }
    else if (!strcmp(kernel, "refactor"))
        for (long r = 0; r < count; r++) {
            if (!klu_refactor(a->p, a->i, a->x, s, *f, c)) fail("klu_refactor failed");
        }
    else if (!strcmp(kernel, "solve"))
        for (long r = 0; r < count; r++) {
            memcpy(x, b, bytes);
            klu_solve(s, *f, a->cols, 1, x, c);
        }
    else
        fail("no such kernel");
    return cpu_seconds() - t;
}

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 2) fail("usage: klu_repeat FILE");
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    klu_common c;
    klu_defaults(&c);
    klu_symbolic *s = klu_analyze(a.cols, a.p, a.i, &c);
    klu_numeric *f = s ? klu_factor(a.p, a.i, a.x, s, &c) : NULL;
    if (!f) fail("KLU refused the matrix");
    double *x = allocate((size_t)a.cols, sizeof *x), *b = allocate((size_t)a.cols, sizeof *b);
    for (int i = 0; i < a.cols; i++) b[i] = 1;
    figure("lnz", f->lnz);
    figure("unz", f->unz);
    figure("blocks", s->nblocks);
    klu_flops(s, f, &c);
    figure("flops", c.flops);
    printf("\n");
    fflush(stdout);
    char kernel[32];
    long count;
    while (scanf("%31s %ld", kernel, &count) == 2) {
        printf("%.9g\n", run(kernel, count, &a, s, &f, x, b, &c));
        fflush(stdout);
    }
    return 0;
}
