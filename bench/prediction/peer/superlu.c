/* Times SuperLU with a given order: sp_preorder, dgstrf, dgstrf with the same row
 * permutation, and dgstrs. Mode and pivot threshold are what its guide advises for
 * orders of A+A': SymmetricMode, and the diagonal entry from 0.001 of the largest on.
 *
 *   cc -O2 -o superlu superlu.c -I/usr/include/superlu -lsuperlu
 */
#include <slu_ddefs.h>

#include "repeat.h"

static superlu_options_t options;
static SuperMatrix A, AC, L, U, B;
static int *perm_c, *perm_r, *etree, analyzed, factored;
static GlobalLU_t glu;
static SuperLUStat_t stat;

static void analyze(void)
{
    if (analyzed) Destroy_CompCol_Permuted(&AC);
    if (order)
        for (int k = 0; k < a.cols; k++) perm_c[order[k]] = k; /* sp_preorder puts a postorder into it */
    else
        get_perm_c(COLAMD, &A, perm_c);
    options.Fact = DOFACT;
    sp_preorder(&options, &A, perm_c, etree, &AC);
    analyzed = 1;
}

static void numeric(void)
{
    int status;
    dgstrf(&options, &AC, sp_ienv(2), sp_ienv(1), etree, NULL, 0, perm_c, perm_r, &L, &U, &glu, &stat, &status);
    if (status) fail("dgstrf failed");
}

static void factor(void)
{
    if (factored) {
        Destroy_SuperNode_Matrix(&L);
        Destroy_CompCol_Matrix(&U);
    }
    options.Fact = DOFACT;
    numeric();
    factored = 1;
}

static void refactor(void)
{
    options.Fact = SamePattern_SameRowPerm;
    numeric();
}

static void solve(void)
{
    int status;
    memcpy(x, b, (size_t)a.cols * sizeof *x);
    dgstrs(NOTRANS, &L, &U, perm_c, perm_r, &B, &stat, &status);
}

int main(int argc, char **argv)
{
    start(argc, argv);
    keep_memory();
    set_default_options(&options);
    if (order) {
        options.ColPerm = MY_PERMC;
        options.SymmetricMode = YES;
        options.DiagPivotThresh = 0.001;
    }
    StatInit(&stat);
    perm_c = allocate((size_t)a.cols, sizeof *perm_c);
    perm_r = allocate((size_t)a.cols, sizeof *perm_r);
    etree = allocate((size_t)a.cols, sizeof *etree);
    dCreate_CompCol_Matrix(&A, a.rows, a.cols, a.nnz, a.x, a.i, a.p, SLU_NC, SLU_D, SLU_GE);
    dCreate_Dense_Matrix(&B, a.rows, 1, x, a.rows, SLU_DN, SLU_D, SLU_GE);
    repeat("analyze", analyze);
    repeat("factor", factor);
    repeat("solve", solve);
    figure("l", ((SCformat *)L.Store)->nnz);
    figure("u", ((NCformat *)U.Store)->nnz);
    figure("supernodes", ((SCformat *)L.Store)->nsuper + 1);
    int off = 0;
    for (int j = 0; j < a.cols; j++) off += perm_r[j] != perm_c[j];
    figure("off_diagonal_pivots", off);
    repeat("refactor", refactor);
    return 0;
}
