/* Times CHOLMOD's best of nine orderings of A+A'.
 *
 *   cholmod9 FILE REPETITIONS [PERM [METHODS]]
 *
 * FILE is as peer.h describes, square. Kernel: cholmod (cholmod_analyze with
 * METHODS methods, 9 unless given, of the upper triangle of A+A' that is
 * ready; the method of least nnz(L) is taken, and its order postordered), and
 * cholmod.wall, its elapsed seconds. Figures: cholmod.lnz, cholmod.flops (of
 * Cholesky, the squares of the column counts) and cholmod.ordering, the number
 * in cholmod.h of the method taken. With PERM, writes the order there as
 * 32-bit integers. */
#include "peer.h"

#include <cholmod.h>
#include <cs.h>

static int keep_upper(int i, int j, double x, void *o) { (void)x, (void)o; return i <= j; }

/* The upper triangle of A+A' as a symmetric matrix without values. */
static cholmod_sparse *graph(const matrix *a, cholmod_common *c)
{
    cs_di m = {0};
    m.m = a->rows, m.n = a->cols, m.p = a->p, m.i = a->i, m.nz = -1, m.nzmax = a->nnz;
    cs_di *t = cs_di_transpose(&m, 0), *g = cs_di_add(&m, t, 0, 0);
    if (!t || !g) fail("out of memory");
    cs_di_spfree(t);
    cs_di_fkeep(g, keep_upper, NULL);
    size_t n = (size_t)g->n, nnz = (size_t)g->p[g->n];
    cholmod_sparse *s = cholmod_allocate_sparse(n, n, nnz, 0, 1, 1, CHOLMOD_PATTERN, c);
    if (!s) fail("out of memory");
    memcpy(s->p, g->p, (n + 1) * sizeof(int));
    memcpy(s->i, g->i, nnz * sizeof(int));
    cs_di_spfree(g);
    return s;
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols) fail("want a square matrix");
    cholmod_common c;
    cholmod_start(&c);
    c.nmethods = argc > 4 ? atoi(argv[4]) : 9;
    c.supernodal = CHOLMOD_SIMPLICIAL;
    cholmod_sparse *s = graph(&a, &c);
    cholmod_factor *l = NULL;
    for (int r = 0; r < reps; r++) {
        cholmod_free_factor(&l, &c);
        double t = cpu_seconds(), w = wall_seconds();
        l = cholmod_analyze(s, &c);
        seconds("cholmod", cpu_seconds() - t);
        seconds("cholmod.wall", wall_seconds() - w);
        if (!l) fail("cholmod_analyze failed");
    }
    figure("cholmod.lnz", c.lnz);
    figure("cholmod.flops", c.fl);
    figure("cholmod.ordering", l->ordering);
    if (argc > 3) save_order(argv[3], l->Perm, a.cols);
    cholmod_free_factor(&l, &c);
    cholmod_free_sparse(&s, &c);
    cholmod_finish(&c);
    return 0;
}
