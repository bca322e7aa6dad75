/* Times SuperLU's dgstrf under orders of analyze order --for superlu, with relaxed
 * supernodes as SuperLU makes them and without.
 *
 *   superlu_orders FILE ROUNDS SECONDS ORDER…
 *
 * FILE is as peer.h says. order.h is in docs/handing-over.md. The settings take turns, for
 * ROUNDS rounds with batches of about SECONDS of CPU time each. For each order and each
 * number of relaxed columns prints the number, the entries that SuperLU stores, those
 * that are not zero, the supernodes, the pivots off the diagonal, and the least CPU seconds of a
 * factorization without ordering and analysis.
 */
#include <malloc.h>
#include <slu_ddefs.h>

#include "../../peers/peer.h"
#include "order.h"

typedef struct {
    superlu_options_t options;
    SuperMatrix ac, l, u;
    int *perm_c, *perm_r, *etree, relax, factored;
    GlobalLU_t glu;
    SuperLUStat_t stat;
    double least;
    long count;
} side;

static void factor(side *s)
{
    int status;
    if (s->factored) {
        Destroy_SuperNode_Matrix(&s->l);
        Destroy_CompCol_Matrix(&s->u);
    }
    dgstrf(&s->options, &s->ac, s->relax, sp_ienv(1), s->etree, NULL, 0, s->perm_c, s->perm_r, &s->l, &s->u, &s->glu, &s->stat, &status);
    if (status) fail("dgstrf failed");
    s->factored = 1;
}

static double batch(side *s, long count)
{
    double t = cpu_seconds();
    for (long k = 0; k < count; k++) factor(s);
    return cpu_seconds() - t;
}

static long nonzeros(const double *values, long count)
{
    long found = 0;
    for (long k = 0; k < count; k++) found += values[k] != 0;
    return found;
}

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc < 5) fail("usage: superlu_orders FILE ROUNDS SECONDS ORDER...");
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* memory that was freed stays with the process, for all sides alike */
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    SuperMatrix A;
    dCreate_CompCol_Matrix(&A, a.cols, a.cols, a.nnz, a.x, a.i, a.p, SLU_NC, SLU_D, SLU_GE);
    int sides = 2 * (argc - 4);
    side *all = calloc((size_t)sides, sizeof *all);
    for (int k = 0; k < sides; k++) {
        side *s = &all[k];
        const char *path = argv[4 + k / 2];
        set_default_options(&s->options);
        s->options.ColPerm = MY_PERMC;
        if (*order_array(path, "superlu", "symmetric_mode", NULL)) {
            s->options.SymmetricMode = YES;
            s->options.DiagPivotThresh = 0.001;
        }
        s->perm_c = order_array(path, "superlu", "perm_c", NULL);
        s->perm_r = allocate((size_t)a.cols, sizeof(int));
        s->etree = allocate((size_t)a.cols, sizeof(int));
        s->relax = k % 2 ? 1 : sp_ienv(2);
        StatInit(&s->stat);
        sp_preorder(&s->options, &A, s->perm_c, s->etree, &s->ac);
        s->least = batch(s, 1);
        s->count = (long)(atof(argv[3]) / (s->least > 1e-7 ? s->least : 1e-7)) + 1;
    }
    for (int r = 0; r < atoi(argv[2]); r++)
        for (int k = 0; k < sides; k++) {
            double t = batch(&all[k], all[k].count) / (double)all[k].count;
            if (t < all[k].least) all[k].least = t;
        }
    for (int k = 0; k < sides; k++) {
        side *s = &all[k];
        SCformat *l = s->l.Store;
        NCformat *u = s->u.Store;
        long off = 0;
        for (int j = 0; j < a.cols; j++) off += s->perm_r[j] != s->perm_c[j];
        printf("%d %ld %ld %d %ld %.9g\n", s->relax, (long)l->nzval_colptr[a.cols] + u->nnz, nonzeros(l->nzval, l->nzval_colptr[a.cols]) + nonzeros(u->nzval, u->nnz),
               l->nsuper + 1, off, s->least);
    }
    return 0;
}
