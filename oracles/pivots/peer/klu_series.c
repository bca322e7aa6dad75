/* Factors the first matrix of a series with KLU and refactors the others.
 *
 *   cc -O2 -o klu_series klu_series.c -I/usr/include/suitesparse -I../../../bench/peers -lklu -lamd -lbtf -lcolamd -lm
 *   klu_series ORDER FILE...
 *
 * FILEs are as peer.h says, with one pattern. The pivot tolerance is so small that the
 * diagonal of the order is the pivot wherever it is not zero. Writes KLU's order to
 * ORDER, as bench/peers/klu.c does. Figures of matrix K, from 0: K.rgrowth of
 * klu_rgrowth, K.rcond of klu_rcond, K.condest of klu_condest, and offdiag.
 */
#include <klu.h>

#include "peer.h"

static void write_order(const char *path, const klu_symbolic *s)
{
    FILE *f = fopen(path, "wb");
    size_t n = (size_t)s->n, b = (size_t)s->nblocks;
    if (!f || fwrite(&s->nblocks, sizeof(int), 1, f) != 1 || fwrite(s->P, sizeof(int), n, f) != n ||
        fwrite(s->Q, sizeof(int), n, f) != n || fwrite(s->R, sizeof(int), b + 1, f) != b + 1 || fclose(f))
        fail("cannot write the order");
}

static void put(int k, const char *what, double v)
{
    char name[64];
    snprintf(name, sizeof name, "%d.%s", k, what);
    figure(name, v);
}

int main(int argc, char **argv)
{
    if (argc < 3) fail("usage: klu_series ORDER FILE...");
    klu_common c;
    klu_defaults(&c);
    c.tol = 1e-200;
    c.halt_if_singular = 0;
    klu_symbolic *s = NULL;
    klu_numeric *f = NULL;
    for (int k = 0; k < argc - 2; k++) {
        matrix a = read_matrix(argv[k + 2]);
        if (k == 0) {
            s = klu_analyze(a.cols, a.p, a.i, &c);
            if (!s) fail("klu_analyze refused the matrix");
            write_order(argv[1], s);
            f = klu_factor(a.p, a.i, a.x, s, &c);
            if (!f || c.status != KLU_OK) {
                figure("singular", 1);
                return 0;
            }
            figure("offdiag", c.noffdiag);
        } else if (!klu_refactor(a.p, a.i, a.x, s, f, &c) || c.status != KLU_OK) {
            put(k, "singular", 1);
            continue;
        }
        if (!klu_rgrowth(a.p, a.i, a.x, s, f, &c)) fail("klu_rgrowth failed");
        put(k, "rgrowth", c.rgrowth);
        if (!klu_rcond(s, f, &c)) fail("klu_rcond failed");
        put(k, "rcond", c.rcond);
        if (!klu_condest(a.p, a.x, s, f, &c)) fail("klu_condest failed");
        put(k, "condest", c.condest);
        free(a.p), free(a.i), free(a.x);
    }
    return 0;
}
