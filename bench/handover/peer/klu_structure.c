/* Times one klu_refactor under KLU's AMD and one under an order of analyze order --for
 * klu, without klu_factor.
 *
 *   klu_structure FILE ORDER [...]
 *
 * It is for matrices that klu_factor works on for many minutes. FILE is as peer.h says;
 * its pattern is symmetric, with a full diagonal. The structure of L and U for pivots from
 * the diagonal comes from the elimination tree, and klu_refactor fills in the values. The
 * matrix is one block under both orders. Prints lines as klu_orders does; the line of AMD
 * first. A solve with the factors has to leave a small residual.
 */
#include <klu.h>
#include <math.h>

#include "../../peers/peer.h"
#include "order.h"

typedef struct {
    int n, *place, *parent, *mark; /* place of each row, elimination tree, marks of the rows of a column of U */
    int *stack, *path;
} tree;

/* Makes the elimination tree. */
static tree plant(const matrix *a, const klu_symbolic *s)
{
    int n = a->cols, *ancestor = allocate((size_t)n, sizeof(int));
    tree t = {n, allocate((size_t)n, sizeof(int)), allocate((size_t)n, sizeof(int)), allocate((size_t)n, sizeof(int)),
              allocate((size_t)n, sizeof(int)), allocate((size_t)n, sizeof(int))};
    for (int k = 0; k < n; k++) t.place[s->P[k]] = k;
    for (int k = 0; k < n; k++) {
        t.parent[k] = ancestor[k] = -1;
        for (int p = a->p[s->Q[k]]; p < a->p[s->Q[k] + 1]; p++)
            for (int i = t.place[a->i[p]], next; i != -1 && i < k; i = next) {
                next = ancestor[i];
                ancestor[i] = k;
                if (next == -1) t.parent[i] = k;
            }
    }
    free(ancestor);
    return t;
}

/* Puts the rows of column k of U, without the diagonal, at the end of t->stack, sources
 * first. Returns the place of the first. */
static int rows_of(const matrix *a, const klu_symbolic *s, tree *t, int k)
{
    int top = t->n;
    t->mark[k] = k;
    for (int p = a->p[s->Q[k]]; p < a->p[s->Q[k] + 1]; p++) {
        int length = 0;
        for (int i = t->place[a->i[p]]; i <= k && t->mark[i] != k; i = t->parent[i]) t->path[length++] = i, t->mark[i] = k;
        while (length > 0) t->stack[--top] = t->path[--length];
    }
    return top;
}

/* Units of 8 bytes that a column of so many entries takes. */
static size_t units(int count) { return ((size_t)count * sizeof(int) + 7) / 8 + (size_t)count; }

/* Lays out the columns of L and U, and enters their rows. */
static double *lay_out(const matrix *a, const klu_symbolic *s, tree *t, klu_numeric *m)
{
    int n = t->n, *filled = calloc((size_t)n, sizeof(int));
    size_t at = 0;
    for (int k = 0; k < n; k++) t->mark[k] = -1;
    for (int k = 0; k < n; k++) {
        int top = rows_of(a, s, t, k);
        m->Ulen[k] = n - top;
        for (; top < n; top++) m->Llen[t->stack[top]]++;
    }
    for (int k = 0; k < n; k++) {
        m->Lip[k] = (int)at, at += units(m->Llen[k]);
        m->Uip[k] = (int)at, at += units(m->Ulen[k]);
        if (at > 2147483647) fail("the factors are too large for int");
    }
    double *lu = allocate(at, sizeof *lu);
    for (int k = 0; k < n; k++) t->mark[k] = -1;
    for (int k = 0; k < n; k++) {
        int top = rows_of(a, s, t, k), *rows = (int *)(lu + m->Uip[k]);
        for (; top < n; top++) {
            int j = t->stack[top];
            *rows++ = j;
            ((int *)(lu + m->Lip[j]))[filled[j]++] = k;
        }
    }
    free(filled);
    return lu;
}

/* Fails if the factors do not solve A x = 1. */
static void check(const matrix *a, klu_symbolic *s, klu_numeric *m, klu_common *c)
{
    int n = a->cols;
    double *x = allocate((size_t)n, sizeof *x), *r = allocate((size_t)n, sizeof *r), largest = 0, longest = 0, worst = 0;
    for (int k = 0; k < n; k++) x[k] = r[k] = 1;
    if (!klu_solve(s, m, n, 1, x, c)) fail("klu_solve failed");
    for (int j = 0; j < n; j++) {
        longest = fmax(longest, fabs(x[j]));
        for (int p = a->p[j]; p < a->p[j + 1]; p++) r[a->i[p]] -= a->x[p] * x[j], largest = fmax(largest, fabs(a->x[p]));
    }
    for (int k = 0; k < n; k++) worst = fmax(worst, fabs(r[k]));
    if (!(worst < 1e-10 * (largest * longest + 1))) fail("the residual is large");
    free(x), free(r);
}

/* Times a refactorization under KLU's AMD, or under an order. */
static void measure(const char *name, matrix *a, const char *order)
{
    size_t n = (size_t)a->cols;
    klu_common c;
    klu_defaults(&c);
    c.btf = 0;
    int *p = order ? order_array(order, "klu", "P", NULL) : NULL, *q = order ? order_array(order, "klu", "Q", NULL) : NULL;
    klu_symbolic *s = order ? klu_analyze_given(a->cols, a->p, a->i, p, q, &c) : klu_analyze(a->cols, a->p, a->i, &c);
    if (!s || memcmp(s->P, s->Q, n * sizeof(int))) fail("want one permutation for rows and columns");
    tree t = plant(a, s);
    klu_numeric m = {0};
    m.n = a->cols, m.nblocks = 1, m.Pnum = s->P, m.Pinv = t.place;
    m.Lip = allocate(n, sizeof(int)), m.Uip = allocate(n, sizeof(int)), m.Llen = calloc(n, sizeof(int)), m.Ulen = calloc(n, sizeof(int));
    void *blocks[1] = {lay_out(a, s, &t, &m)};
    m.LUbx = blocks;
    m.Udiag = allocate(n, sizeof(double)), m.Rs = allocate(n, sizeof(double)), m.Xwork = m.Work = allocate(4 * n, sizeof(double));
    m.Offp = calloc(n + 1, sizeof(int)), m.Offi = allocate(1, sizeof(int)), m.Offx = allocate(1, sizeof(double));
    double flops = 0, entries = (double)n, start = cpu_seconds();
    if (!klu_refactor(a->p, a->i, a->x, s, &m, &c)) fail("klu_refactor failed");
    double took = cpu_seconds() - start;
    check(a, s, &m, &c);
    for (size_t k = 0; k < n; k++) {
        flops += 2.0 * m.Llen[k] * m.Llen[k] + m.Llen[k]; /* row k of U has as many entries as column k of L */
        entries += m.Llen[k] + m.Ulen[k];
    }
    printf("%s %.0f %.0f 0 %.9g\n", name, entries, flops, took);
    fflush(stdout);
    free(blocks[0]), free(m.Lip), free(m.Uip), free(m.Llen), free(m.Ulen), free(m.Udiag), free(m.Rs), free(m.Xwork), free(m.Offp), free(m.Offi), free(m.Offx);
    free(t.place), free(t.parent), free(t.mark), free(t.stack), free(t.path), free(p), free(q);
    klu_free_symbolic(&s, &c);
}

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc < 3) fail("usage: klu_structure FILE ORDER");
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    measure("amd", &a, NULL);
    measure("given", &a, argv[2]);
    return 0;
}
