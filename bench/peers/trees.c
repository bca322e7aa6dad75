/* What CXSparse, AMD, COLAMD, METIS and BTF say of a pattern.
 *
 *   trees FILE DIR
 *
 * FILE is as peer.h describes. For each order it writes to DIR, as
 * 32-bit integers, ORDER.perm, ORDER.parent and ORDER.counts: of A+A' for
 * natural, amd and metis, of A'A for colamd. It prints lines "name<TAB>number":
 * ORDER.lnz, ORDER.flops and ORDER.levels, colamd.vnz and colamd.rnz from cs_sqr,
 * dm.rank, dm.blocks and dm.rr0.. of cs_dmperm, and btf.blocks, btf.largest.
 */
#include "peer.h"

#include <amd.h>
#include <btf.h>
#include <colamd.h>
#include <cs.h>
#include <metis.h>

static const char *dir;

static void write_ints(const char *order, const char *what, const int *x, int n)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", dir, order, what);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(x, sizeof *x, (size_t)n, f) != (size_t)n || fclose(f)) fail("cannot write a result");
}

static void line(const char *order, const char *what, double v)
{
    char name[256];
    snprintf(name, sizeof name, "%s.%s", order, what);
    figure(name, v);
}

static int keep_above(int i, int j, double x, void *o) { (void)x, (void)o; return i < j; }
static int keep_off(int i, int j, double x, void *o) { (void)x, (void)o; return i != j; }

static cs_di wrap(const matrix *a)
{
    cs_di c = {0};
    c.m = a->rows, c.n = a->cols, c.p = a->p, c.i = a->i, c.nz = -1, c.nzmax = a->nnz;
    return c;
}

/* Levels of the tree by the height of a node, computed from the leaves up. */
static int height(const int *parent, const int *post, int n)
{
    int *level = calloc((size_t)n + 1, sizeof *level), most = 0;
    for (int k = 0; k < n; k++) {
        int j = post[k];
        if (level[j] + 1 > most) most = level[j] + 1;
        if (parent[j] >= 0 && level[parent[j]] < level[j] + 1) level[parent[j]] = level[j] + 1;
    }
    free(level);
    return most;
}

/* Tree and counts of the upper triangle of A+A' in the order perm. */
static void symmetric(const char *order, const cs_di *both, const int *perm)
{
    int n = both->n;
    int *inv = cs_di_pinv(perm, n);
    cs_di *c = cs_di_permute(both, inv, perm, 0);
    cs_di_fkeep(c, keep_above, NULL);
    int *parent = cs_di_etree(c, 0), *post = cs_di_post(parent, n), *counts = cs_di_counts(c, parent, post, 0);
    double lnz = 0, flops = 0;
    for (int j = 0; j < n; j++) lnz += counts[j], flops += (double)counts[j] * counts[j];
    write_ints(order, "perm", perm, n);
    write_ints(order, "parent", parent, n);
    write_ints(order, "counts", counts, n);
    line(order, "lnz", lnz);
    line(order, "flops", flops);
    line(order, "levels", height(parent, post, n));
    cs_di_free(inv), cs_di_free(parent), cs_di_free(post), cs_di_free(counts);
    cs_di_spfree(c);
}

static void column(const char *order, const cs_di *a, const int *perm)
{
    int n = a->n;
    cs_di *c = cs_di_permute(a, NULL, perm, 0);
    int *parent = cs_di_etree(c, 1), *post = cs_di_post(parent, n), *counts = cs_di_counts(c, parent, post, 1);
    cs_dis *s = cs_di_sqr(0, c, 1);
    if (!s) fail("cs_sqr failed");
    write_ints(order, "perm", perm, n);
    write_ints(order, "parent", parent, n);
    write_ints(order, "counts", counts, n);
    line(order, "vnz", s->lnz);
    line(order, "rnz", s->unz);
    cs_di_sfree(s);
    cs_di_free(parent), cs_di_free(post), cs_di_free(counts);
    cs_di_spfree(c);
}

static void square_orders(const matrix *a, const cs_di *c)
{
    int n = a->cols, *perm = allocate((size_t)n, sizeof *perm);
    cs_di *t = cs_di_transpose(c, 0), *both = cs_di_add(c, t, 0, 0);
    cs_di_spfree(t);
    cs_di_fkeep(both, keep_off, NULL);
    for (int k = 0; k < n; k++) perm[k] = k;
    symmetric("natural", both, perm);
    if (amd_order(n, a->p, a->i, perm, NULL, NULL) < AMD_OK) fail("amd_order failed");
    symmetric("amd", both, perm);
    if (n > 1 && both->p[n] > 0) { /* METIS divides by the number of edges */
        idx_t nv = n, *inv = allocate((size_t)n, sizeof *inv), *p = allocate((size_t)n, sizeof *p), opt[METIS_NOPTIONS];
        METIS_SetDefaultOptions(opt);
        opt[METIS_OPTION_SEED] = 1;
        if (METIS_NodeND(&nv, both->p, both->i, NULL, opt, p, inv) != METIS_OK) fail("METIS_NodeND failed");
        for (int k = 0; k < n; k++) perm[k] = (int)p[k];
        symmetric("metis", both, perm);
        free(inv), free(p);
    }
    cs_di_spfree(both);
    free(perm);
}

static void colamd_order(const matrix *a, const cs_di *c)
{
    size_t length = colamd_recommended(a->nnz, a->rows, a->cols);
    int *work = allocate(length, sizeof *work), *perm = allocate((size_t)a->cols + 1, sizeof *perm), stats[COLAMD_STATS];
    memcpy(work, a->i, (size_t)a->nnz * sizeof *work);
    memcpy(perm, a->p, ((size_t)a->cols + 1) * sizeof *perm);
    if (!colamd(a->rows, a->cols, (int)length, work, perm, NULL, stats)) fail("colamd failed");
    column("colamd", c, perm);
    free(work), free(perm);
}

static void blocks(const matrix *a, const cs_di *c)
{
    cs_did *d = cs_di_dmperm(c, 1);
    if (!d) fail("cs_dmperm failed");
    figure("dm.rank", d->rr[3]);
    figure("dm.blocks", d->nb);
    for (int k = 0; k < 5; k++) {
        char name[16];
        snprintf(name, sizeof name, "dm.rr%d", k), figure(name, d->rr[k]);
        snprintf(name, sizeof name, "dm.cc%d", k), figure(name, d->cc[k]);
    }
    cs_di_dfree(d);
    if (a->rows != a->cols || a->cols == 0) return;
    int n = a->cols, *p = allocate((size_t)n, sizeof *p), *q = allocate((size_t)n, sizeof *q),
        *r = allocate((size_t)n + 1, sizeof *r), *work = allocate(5 * (size_t)n, sizeof *work), matched, largest = 0;
    double did;
    int nb = btf_order(n, a->p, a->i, 0, &did, p, q, r, &matched, work);
    for (int k = 0; k < nb; k++)
        if (r[k + 1] - r[k] > largest) largest = r[k + 1] - r[k];
    figure("btf.matched", matched);
    if (matched == n) { /* of a singular matrix the blocks depend on the matching */
        figure("btf.blocks", nb);
        figure("btf.largest", largest);
    }
    free(p), free(q), free(r), free(work);
}

int main(int argc, char **argv)
{
    peer_name = "trees";
    if (argc != 3) fail("usage: trees FILE DIR");
    dir = argv[2];
    matrix a = read_matrix(argv[1]);
    cs_di c = wrap(&a);
    if (a.rows == a.cols) square_orders(&a, &c);
    if (a.cols > 0 && a.rows > 0) colamd_order(&a, &c);
    blocks(&a, &c);
    return 0;
}
