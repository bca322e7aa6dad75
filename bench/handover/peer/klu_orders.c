/* Times klu_refactor under KLU's own orders and under an order of analyze order --for klu.
 *
 *   klu_orders FILE ORDER ROUNDS SECONDS [floor]
 *
 * FILE is as peer.h says. order.h is in docs/handing-over.md. The orders take turns, for
 * ROUNDS rounds with batches of about SECONDS of CPU time each. For each order prints its
 * name, the entries of L, U and between blocks, the flops, the pivots off the diagonal,
 * and the least CPU seconds of a refactorization; or the name and "failed". Above
 * 100,000 rows KLU does not run with COLAMD, which fills for minutes. An order that takes
 * more than a millisecond and three times the least time in its first runs has no others. KLU's
 * own order that equals another one does not run; the given order then has its time.
 *
 * With floor, each order takes part a second time, with "floor:" before its name: L and
 * U keep only the entries that the matrix has at the same places. Then klu_refactor does
 * the work of an order without fill; its values mean nothing.
 */
#include <klu.h>
#include <math.h>

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
    int floor;
    int twin; /* an earlier side with the same order, or -1 */
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

/* Units of 8 bytes that the indices of a column take. */
static size_t units(int count) { return ((size_t)count * sizeof(int) + 7) / 8; }

/* Moves the marked entries of a column, which lies at offset in from, to at in to, and
 * returns how many units they take. */
static size_t keep(const double *from, int *offset, int *length, double *to, size_t at, const int *mark, int column)
{
    const int *rows = (const int *)(from + *offset);
    const double *values = from + *offset + units(*length);
    int kept = 0, next = 0;
    for (int t = 0; t < *length; t++) kept += mark[rows[t]] == column;
    int *new_rows = (int *)(to + at);
    double *new_values = to + at + units(kept);
    for (int t = 0; t < *length; t++)
        if (mark[rows[t]] == column) new_rows[next] = rows[t], new_values[next++] = values[t];
    *offset = (int)at;
    *length = kept;
    return units(kept) + (size_t)kept;
}

/* Takes all entries out of L and U that the matrix does not have. */
static void strip(side *s, matrix *a)
{
    klu_symbolic *y = s->symbolic;
    klu_numeric *n = s->numeric;
    int *mark = allocate((size_t)a->cols, sizeof *mark); /* by row of the block: the last column with an entry there */
    for (int k = 0; k < a->cols; k++) mark[k] = -1;
    for (int b = 0; b < y->nblocks; b++) {
        int first = y->R[b], last = y->R[b + 1];
        if (last - first == 1) continue;
        double *from = n->LUbx[b], *to = allocate(n->LUsize[b], sizeof *to);
        size_t at = 0;
        for (int k = first; k < last; k++) {
            for (int t = a->p[y->Q[k]]; t < a->p[y->Q[k] + 1]; t++)
                if (n->Pinv[a->i[t]] >= first) mark[n->Pinv[a->i[t]] - first] = k;
            at += keep(from, &n->Lip[k], &n->Llen[k], to, at, mark, k);
            at += keep(from, &n->Uip[k], &n->Ulen[k], to, at, mark, k);
        }
        memcpy(from, to, at * sizeof *to);
        free(to);
    }
    free(mark);
    s->common.halt_if_singular = 0;
}

/* Returns the first of count sides that has the order of s, or -1. */
static int twin_of(const side *s, const side *sides, int count, int n)
{
    size_t size = (size_t)n * sizeof(int);
    for (int k = 0; s->symbolic && k < count; k++) {
        const klu_symbolic *x = sides[k].symbolic, *y = s->symbolic;
        if (x && sides[k].floor == s->floor && sides[k].twin < 0 && x->nblocks == y->nblocks && !memcmp(x->P, y->P, size) &&
            !memcmp(x->Q, y->Q, size) && !memcmp(x->R, y->R, ((size_t)x->nblocks + 1) * sizeof(int)))
            return k;
    }
    return -1;
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
    if (argc != 5 && (argc != 6 || strcmp(argv[5], "floor"))) fail("usage: klu_orders FILE ORDER ROUNDS SECONDS [floor]");
    int count = argc == 6 ? 2 * ORDERS : ORDERS;
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    side sides[2 * ORDERS] = {0};
    double best = 0;
    for (int k = 0; k < count; k++) {
        side *s = &sides[k];
        int which = k % ORDERS;
        s->twin = -1;
        if (a.cols > LARGE && which % 2 == 1) continue; /* COLAMD */
        analyze(s, which, &a, argv[2]);
        s->floor = k >= ORDERS;
        if ((s->twin = twin_of(s, sides, k, a.cols)) >= 0) continue;
        s->numeric = s->symbolic ? klu_factor(a.p, a.i, a.x, s->symbolic, &s->common) : NULL;
        if (!s->numeric) continue;
        klu_flops(s->symbolic, s->numeric, &s->common);
        if (s->floor) strip(s, &a);
        double t = batch(s, &a, 1);
        if (t < 1) t = fmin(t, batch(s, &a, 1)); /* the first run also fetches memory */
        s->least = t;
        s->count = (long)(atof(argv[4]) / (t > 1e-7 ? t : 1e-7)) + 1;
        if (!s->floor && (!best || t < best)) best = t;
    }
    for (int r = 0; r < atoi(argv[3]); r++)
        for (int k = 0; k < count; k++) {
            side *s = &sides[k];
            if (!s->numeric || (s->least > 3 * best && s->least > 1e-3)) continue;
            double t = batch(s, &a, s->count) / (double)s->count;
            if (t < s->least) s->least = t;
        }
    for (int k = 0; k < count; k++) {
        const side *s = &sides[k];
        if (s->twin >= 0 && k % ORDERS < ORDERS - 1) continue;
        if (s->twin >= 0) s = &sides[s->twin];
        const char *name = names[k % ORDERS], *begin = s->floor ? "floor:" : "";
        if (!s->numeric)
            printf("%s%s failed\n", begin, name);
        else
            printf("%s%s %ld %.0f %d %.9g\n", begin, name, (long)s->numeric->lnz + s->numeric->unz - a.cols + s->symbolic->nzoff,
                   s->common.flops, s->common.noffdiag, s->least);
    }
    return 0;
}
