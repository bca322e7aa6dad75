/* Times the trees and counts of CXSparse and CHOLMOD.
 *
 *   cc -O2 -o etree etree.c -I/usr/include/suitesparse -lcxsparse -lcholmod -lm
 *   etree FILE REPETITIONS [PERM]
 *
 * FILE is as peer.h describes. With PERM, 32-bit integers, the matrix is
 * permuted by it, rows and columns where it is square and columns otherwise.
 *
 * Kernels, each with 32-bit integers, and again with 64-bit ones as NAME64:
 *
 *   etree, postorder, counts       of the upper triangle of A+A'
 *   coletree, colpostorder, colcounts   of A'A
 *   rowcolcounts                   CHOLMOD's, of the same triangle; counts of
 *                                  rows and columns, depths, first descendants
 *
 * Figures: etree.lnz, coletree.rnz, and super.count and super.size, the
 * supernodes of cholmod_analyze and the entries it sets aside for them.
 */
#include "peer.h"

#include <cholmod.h>
#include <cs.h>

static double *no_values;

/* Everything that comes in two widths: P is the prefix of CXSparse, T the
 * integer type, W what kernel names end in. */
#define KERNELS(P, T, W)                                                          \
    static P *P##_triangle(const matrix *a, const int *perm)                      \
    {                                                                             \
        P *c = P##_spalloc(a->rows, a->cols, a->nnz, 0, 0);                       \
        T *inv = allocate((size_t)a->rows, sizeof *inv);                          \
        for (int k = 0; k < a->rows; k++) inv[perm ? perm[k] : k] = k;            \
        c->p[0] = 0;                                                              \
        for (int k = 0; k < a->cols; k++) {                                       \
            int j = perm ? perm[k] : k;                                           \
            T at = c->p[k];                                                       \
            for (int p = a->p[j]; p < a->p[j + 1]; p++) c->i[at++] = inv[a->i[p]]; \
            c->p[k + 1] = at;                                                     \
        }                                                                         \
        free(inv);                                                                \
        P *t = P##_transpose(c, 0);                                               \
        P *s = P##_add(c, t, 0, 0);                                               \
        P##_fkeep(s, P##_above, NULL);                                            \
        P##_spfree(c);                                                            \
        P##_spfree(t);                                                            \
        t = P##_transpose(s, 0); /* sorts */                                      \
        P##_spfree(s);                                                            \
        s = P##_transpose(t, 0);                                                  \
        P##_spfree(t);                                                            \
        return s;                                                                 \
    }                                                                             \
                                                                                  \
    static P *P##_columns(const matrix *a, const int *perm)                       \
    {                                                                             \
        P *c = P##_spalloc(a->rows, a->cols, a->nnz, 0, 0);                       \
        c->p[0] = 0;                                                              \
        for (int k = 0; k < a->cols; k++) {                                       \
            int j = perm ? perm[k] : k;                                           \
            T at = c->p[k];                                                       \
            for (int p = a->p[j]; p < a->p[j + 1]; p++) c->i[at++] = a->i[p];     \
            c->p[k + 1] = at;                                                     \
        }                                                                         \
        return c;                                                                 \
    }                                                                             \
                                                                                  \
    static double P##_run(const P *a, int ata, const char *const *names)          \
    {                                                                             \
        double sum = 0, t = cpu_seconds();                                        \
        T *parent = P##_etree(a, ata);                                            \
        seconds(names[0], cpu_seconds() - t);                                     \
        t = cpu_seconds();                                                        \
        T *post = P##_post(parent, a->n);                                         \
        seconds(names[1], cpu_seconds() - t);                                     \
        t = cpu_seconds();                                                        \
        T *counts = P##_counts(a, parent, post, ata);                             \
        seconds(names[2], cpu_seconds() - t);                                     \
        if (a->n && (!parent || !post || !counts)) fail("out of memory");         \
        for (T j = 0; j < a->n; j++) sum += (double)counts[j];                    \
        free(parent), free(post), free(counts);                                   \
        return sum;                                                               \
    }

static int cs_di_above(int i, int j, double x, void *o) { (void)x, (void)o; return i <= j; }
static cs_long_t cs_dl_above(cs_long_t i, cs_long_t j, double x, void *o) { (void)x, (void)o; return i <= j; }

KERNELS(cs_di, int, "")
KERNELS(cs_dl, cs_long_t, "64")

static const char *const names[2][3] = {{"etree", "postorder", "counts"},
                                        {"coletree", "colpostorder", "colcounts"}};
static const char *const names64[2][3] = {{"etree64", "postorder64", "counts64"},
                                          {"coletree64", "colpostorder64", "colcounts64"}};

/* cholmod_sparse around arrays that belong to CXSparse. */
static cholmod_sparse view(void *p, void *i, size_t n, size_t nnz, int itype)
{
    cholmod_sparse a = {0};
    a.nrow = a.ncol = n;
    a.nzmax = nnz;
    a.p = p, a.i = i, a.x = no_values;
    a.stype = 1, a.itype = itype, a.xtype = CHOLMOD_PATTERN, a.dtype = CHOLMOD_DOUBLE;
    a.sorted = a.packed = 1;
    return a;
}

/* CHOLMOD wants the lower triangle for its counts: it is the upper one of the
 * transpose, which is made outside the clock. */
static void rowcolcounts(const cs_di *u, int reps)
{
    cholmod_common c;
    cholmod_start(&c);
    size_t n = (size_t)u->n;
    cs_di *low = cs_di_transpose(u, 0);
    cholmod_sparse a = view(low->p, low->i, n, (size_t)low->p[n], CHOLMOD_INT);
    a.stype = -1;
    int *parent = cs_di_etree(u, 0), *post = cs_di_post(parent, u->n);
    int *work = allocate(4 * n, sizeof *work);
    for (int r = 0; r < reps; r++) {
        double t = cpu_seconds();
        if (!cholmod_rowcolcounts(&a, NULL, 0, parent, post, work, work + n, work + 2 * n, work + 3 * n, &c))
            fail("cholmod_rowcolcounts failed");
        seconds("rowcolcounts", cpu_seconds() - t);
    }
    free(parent), free(post), free(work);
    cs_di_spfree(low);
    cholmod_finish(&c);
}

/* The supernodes of CHOLMOD in the order of the matrix, but for a postorder. */
static void supernodes(const cs_dl *u)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    c.nmethods = 1;
    c.method[0].ordering = CHOLMOD_NATURAL;
    c.postorder = 1;
    c.supernodal = CHOLMOD_SUPERNODAL;
    cholmod_sparse a = view(u->p, u->i, (size_t)u->n, (size_t)u->p[u->n], CHOLMOD_LONG);
    cholmod_factor *l = cholmod_l_analyze(&a, &c);
    if (l && l->is_super) {
        figure("super.count", (double)l->nsuper);
        figure("super.size", (double)l->xsize);
    }
    cholmod_l_free_factor(&l, &c);
    cholmod_l_finish(&c);
}

static int *read_perm(const char *path, int n)
{
    int *perm = allocate((size_t)n, sizeof *perm);
    FILE *f = fopen(path, "rb");
    if (!f || fread(perm, sizeof *perm, (size_t)n, f) != (size_t)n) fail("cannot read the permutation");
    fclose(f);
    return perm;
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    int *perm = argc > 3 ? read_perm(argv[3], a.cols) : NULL;
    double sum = 0;
    cs_di *c = cs_di_columns(&a, perm);
    cs_dl *c64 = cs_dl_columns(&a, perm);
    for (int r = 0; r < reps; r++) {
        sum = cs_di_run(c, 1, names[1]);
        cs_dl_run(c64, 1, names64[1]);
    }
    figure("coletree.rnz", sum);
    if (a.rows != a.cols) return 0;
    cs_di *u = cs_di_triangle(&a, perm);
    cs_dl *u64 = cs_dl_triangle(&a, perm);
    for (int r = 0; r < reps; r++) {
        sum = cs_di_run(u, 0, names[0]);
        cs_dl_run(u64, 0, names64[0]);
    }
    figure("etree.lnz", sum);
    rowcolcounts(u, reps);
    supernodes(u64);
    return 0;
}
