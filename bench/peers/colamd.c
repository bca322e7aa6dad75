/* Times SuiteSparse's COLAMD.
 *
 *   cc -O2 -o colamd colamd.c -I/usr/include/suitesparse -lcolamd -lcxsparse -lsuitesparseconfig
 *   colamd FILE REPETITIONS [PERM [DENSE_ROW DENSE_COL AGGRESSIVE]]
 *
 * FILE is as peer.h describes. With PERM, writes what colamd returns there,
 * as 32-bit integers, before any postorder. The knobs are those of colamd.h.
 *
 * Kernels:
 *
 *   colamd        colamd with the copy it destroys, and the postorder of the
 *                 column elimination tree of the permuted matrix by CXSparse
 *   colamd_order  colamd alone, on a copy that is ready
 *   colamd_copy   colamd with the copy it destroys
 *
 * Figures, of the order without postorder: colamd.nnz_v, colamd.nnz_r, of a QR
 * factorisation; colamd.rows_out, colamd.cols_out, rows left out and columns
 * placed last because they are dense or empty; and colamd.hash, a 32-bit
 * FNV-1a hash of the order as 32-bit little-endian integers.
 */
#include "peer.h"

#include <colamd.h>
#include <cs.h>

/* Orders the columns of a; times the copy from t0 and the call from t1. */
static int *order(const matrix *a, double knobs[COLAMD_KNOBS], int stats[COLAMD_STATS])
{
    double t0 = cpu_seconds();
    size_t length = colamd_recommended(a->nnz, a->rows, a->cols);
    int *work = allocate(length, sizeof *work);
    int *perm = allocate((size_t)a->cols + 1, sizeof *perm);
    memcpy(work, a->i, (size_t)a->nnz * sizeof *work);
    memcpy(perm, a->p, ((size_t)a->cols + 1) * sizeof *perm);
    double t1 = cpu_seconds();
    if (!colamd(a->rows, a->cols, (int)length, work, perm, knobs, stats)) fail("colamd failed");
    double t2 = cpu_seconds();
    free(work);
    seconds("colamd_order", t2 - t1);
    seconds("colamd_copy", t2 - t0);
    return perm;
}

static uint32_t fnv(const int *p, int n)
{
    uint32_t h = 2166136261u;
    for (int k = 0; k < n; k++) {
        uint32_t x = (uint32_t)p[k];
        for (int b = 0; b < 4; b++, x >>= 8) h = (h ^ (x & 255)) * 16777619u;
    }
    return h;
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    double knobs[COLAMD_KNOBS];
    int stats[COLAMD_STATS];
    colamd_set_defaults(knobs);
    if (argc > 6) {
        knobs[COLAMD_DENSE_ROW] = atof(argv[4]);
        knobs[COLAMD_DENSE_COL] = atof(argv[5]);
        knobs[COLAMD_AGGRESSIVE] = atof(argv[6]);
    }
    cs_di view = {.nzmax = a.nnz, .m = a.rows, .n = a.cols, .p = a.p, .i = a.i, .nz = -1};
    int *perm = NULL;
    cs_di *permuted = NULL;
    for (int r = 0; r < reps; r++) {
        free(perm);
        cs_di_spfree(permuted);
        double t = cpu_seconds();
        perm = order(&a, knobs, stats);
        permuted = cs_di_permute(&view, NULL, perm, 0);
        int *parent = cs_di_etree(permuted, 1), *post = cs_di_post(parent, a.cols);
        seconds("colamd", cpu_seconds() - t);
        if (!permuted || (a.cols && (!parent || !post))) fail("out of memory");
        free(parent), free(post);
    }
    cs_dis *s = cs_di_sqr(0, permuted, 1);
    if (s) {
        figure("colamd.nnz_v", s->lnz);
        figure("colamd.nnz_r", s->unz);
    }
    figure("colamd.rows_out", stats[COLAMD_DENSE_ROW]);
    figure("colamd.cols_out", stats[COLAMD_DENSE_COL]);
    figure("colamd.hash", fnv(perm, a.cols));
    if (argc > 3) save_order(argv[3], perm, a.cols);
    return 0;
}
