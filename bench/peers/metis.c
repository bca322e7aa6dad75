/* Times METIS's nested dissection of A+A' and counts the fill of its order.
 *
 *   metis FILE REPETITIONS [PERM]
 *
 * FILE is as peer.h describes, square. Kernel: metis (METIS_NodeND with the
 * defaults and seed 1, of a graph that is ready), and metis.wall, its elapsed
 * seconds. Figures: metis.lnz and metis.levels, of the elimination tree of the
 * order. With PERM, writes the order there as 32-bit integers. */
#include "peer.h"

#include <cs.h>
#include <metis.h>

static int keep_off(int i, int j, double x, void *o) { (void)x, (void)o; return i != j; }
static int keep_above(int i, int j, double x, void *o) { (void)x, (void)o; return i < j; }

static cs_di *graph(const matrix *a)
{
    cs_di c = {0};
    c.m = a->rows, c.n = a->cols, c.p = a->p, c.i = a->i, c.nz = -1, c.nzmax = a->nnz;
    cs_di *t = cs_di_transpose(&c, 0), *g = cs_di_add(&c, t, 0, 0);
    cs_di_spfree(t);
    cs_di_fkeep(g, keep_off, NULL);
    return g;
}

/* Prints nnz(L) and the levels of the tree in the given order. */
static void fill(const cs_di *g, const int *perm)
{
    int n = g->n, *inv = cs_di_pinv(perm, n);
    cs_di *c = cs_di_permute(g, inv, perm, 0);
    cs_di_fkeep(c, keep_above, NULL);
    int *parent = cs_di_etree(c, 0), *post = cs_di_post(parent, n), *counts = cs_di_counts(c, parent, post, 0);
    int *level = calloc((size_t)n + 1, sizeof *level), most = 0;
    double lnz = 0;
    for (int k = 0; k < n; k++) {
        int j = post[k], up = parent[j];
        lnz += counts[j];
        if (level[j] >= most) most = level[j] + 1;
        if (up >= 0 && level[up] <= level[j]) level[up] = level[j] + 1;
    }
    figure("metis.lnz", lnz);
    figure("metis.levels", most);
    cs_di_free(inv), cs_di_free(parent), cs_di_free(post), cs_di_free(counts), free(level);
    cs_di_spfree(c);
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols) fail("want a square matrix");
    cs_di *g = graph(&a);
    if (g->p[g->n] == 0) fail("METIS does not take a graph without edges");
    size_t n = (size_t)a.cols, nnz = (size_t)g->p[g->n];
    idx_t nv = a.cols, options[METIS_NOPTIONS];
    idx_t *xadj = allocate(n + 1, sizeof *xadj), *adj = allocate(nnz, sizeof *adj);
    idx_t *perm = allocate(n, sizeof *perm), *inv = allocate(n, sizeof *inv);
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    for (int r = 0; r < reps; r++) {
        for (size_t k = 0; k <= n; k++) xadj[k] = g->p[k];
        for (size_t k = 0; k < nnz; k++) adj[k] = g->i[k];
        double t = cpu_seconds(), w = wall_seconds();
        if (METIS_NodeND(&nv, xadj, adj, NULL, options, perm, inv) != METIS_OK) fail("METIS_NodeND failed");
        seconds("metis", cpu_seconds() - t);
        seconds("metis.wall", wall_seconds() - w);
    }
    int *p = allocate(n, sizeof *p);
    for (size_t k = 0; k < n; k++) p[k] = (int)perm[k];
    fill(g, p);
    if (argc > 3) save_order(argv[3], p, a.cols);
    return 0;
}
