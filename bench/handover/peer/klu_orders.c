/* Times klu_refactor under KLU's own orders and under an order of analyze order --for klu.
 *
 *   klu_orders FILE ORDER ROUNDS SECONDS
 *
 * FILE is as peer.h says. order.h is in docs/handing-over.md. The orders take turns, for
 * ROUNDS rounds with batches of about SECONDS of CPU time each. For each order prints its
 * name, the entries of L, U and between blocks, the flops, the pivots off the diagonal,
 * and the least CPU seconds of a refactorization; or the name and "failed". Above
 * 100,000 rows KLU does not run with COLAMD, which fills for minutes. An order that takes
 * more than a millisecond and three times the least time at first runs once only.
 */
#include <klu.h>

#include "../../peers/peer.h"
#include "order.h"

#define ORDERS 5
#define LARGE 100000 /* rows of a matrix on which COLAMD is left out */

static const char *names[ORDERS] = {"btf+amd", "btf+colamd", "amd", "colamd", "given"};

typedef struct {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    double least;
    long count;
} side;

static void analyze(side *s, int which, matrix *a, const char *order)
{
    klu_defaults(&s->common);
    if (which < 4) {
        s->common.btf = which < 2;
        s->common.ordering = which % 2;
        s->symbolic = klu_analyze(a->cols, a->p, a->i, &s->common);
        return;
    }
    int *btf = order_array(order, "klu", "btf", NULL), *p = order_array(order, "klu", "P", NULL);
    int *q = order_array(order, "klu", "Q", NULL);
    s->common.btf = *btf;
    s->symbolic = klu_analyze_given(a->cols, a->p, a->i, p, q, &s->common);
    free(btf), free(p), free(q);
}

static double batch(side *s, matrix *a, long count)
{
    double t = cpu_seconds();
    for (long k = 0; k < count; k++)
        if (!klu_refactor(a->p, a->i, a->x, s->symbolic, s->numeric, &s->common)) fail("klu_refactor failed");
    return cpu_seconds() - t;
}

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 5) fail("usage: klu_orders FILE ORDER ROUNDS SECONDS");
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    side sides[ORDERS] = {0};
    double best = 0;
    for (int k = 0; k < ORDERS; k++) {
        side *s = &sides[k];
        if (a.cols > LARGE && k % 2 == 1) continue; /* COLAMD */
        analyze(s, k, &a, argv[2]);
        s->numeric = s->symbolic ? klu_factor(a.p, a.i, a.x, s->symbolic, &s->common) : NULL;
        if (!s->numeric) continue;
        klu_flops(s->symbolic, s->numeric, &s->common);
        double t = batch(s, &a, 1);
        s->least = t;
        s->count = (long)(atof(argv[4]) / (t > 1e-7 ? t : 1e-7)) + 1;
        if (!best || t < best) best = t;
    }
    for (int r = 0; r < atoi(argv[3]); r++)
        for (int k = 0; k < ORDERS; k++) {
            side *s = &sides[k];
            if (!s->numeric || (s->least > 3 * best && s->least > 1e-3)) continue;
            double t = batch(s, &a, s->count) / (double)s->count;
            if (t < s->least) s->least = t;
        }
    for (int k = 0; k < ORDERS; k++) {
        side *s = &sides[k];
        if (!s->numeric)
            printf("%s failed\n", names[k]);
        else
            printf("%s %ld %.0f %d %.9g\n", names[k], (long)s->numeric->lnz + s->numeric->unz - a.cols + s->symbolic->nzoff,
                   s->common.flops, s->common.noffdiag, s->least);
    }
    return 0;
}
