/* Calls SuperLU_DIST with the whole matrix on one process, and prints what it says. */
#include <stdio.h>
#include <superlu_ddefs.h>
#include "grid.h"

int main(int argc, char **argv)
{
	static const fact_t order[] = {DOFACT, FACTORED, SamePattern, SamePattern_SameRowPerm};
	static const char *const phases[] = {"analyze+factor+solve", "factor+solve", "factor+solve", "solve"};
	struct grid g = grid(15);
	gridinfo_t process;
	superlu_dist_options_t o;
	dScalePermstruct_t scale;
	dLUstruct_t lu;
	int n = g.n;
	MPI_Init(&argc, &argv);
	superlu_gridinit(MPI_COMM_WORLD, 1, 1, &process);
	set_default_options_dist(&o);
	o.PrintStat = NO;
	o.Equil = NO;
	o.RowPerm = NOROWPERM;
	o.IterRefine = NOREFINE; /* it would want the A that the call before left */
	dScalePermstructInit(n, n, &scale);
	dLUstructInit(n, &lu);
	for (int k = 0; k < 4; k++) {
		/* The library changes A and b. */
		double *a = doubleMalloc_dist(g.nnz), *b = doubleMalloc_dist(2 * n), berr[2];
		int_t *ai = intMalloc_dist(g.nnz), *ap = intMalloc_dist(n + 1);
		SuperMatrix m;
		SuperLUStat_t s;
		int info;
		for (int i = 0; i < g.nnz; i++) {
			ai[i] = g.ai[i];
			a[i] = g.ax[i] * (k < 2 ? 1 : 1.5);
		}
		for (int i = 0; i <= n; i++)
			ap[i] = g.ap[i];
		for (int i = 0; i < 2 * n; i++)
			b[i] = i % 3;
		if (order[k] == SamePattern)
			dDestroy_LU(n, &process, &lu);
		dCreate_CompCol_Matrix_dist(&m, n, n, g.nnz, a, ai, ap, SLU_NC, SLU_D, SLU_GE);
		o.Fact = order[k];
		PStatInit(&s);
		pdgssvx_ABglobal(&o, &m, &scale, b, n, 2, &process, &lu, berr, &s, &info);
		printf("SAY pdgssvx_ABglobal selector=%d phase=%s n=%d rows=%d nnz=%d nrhs=2 status=%d pattern=1 values=%d", o.Fact, phases[o.Fact], n, n,
			g.nnz, info, k < 2 ? 1 : 2);
		if (o.Fact != FACTORED)
			printf(" flops=%.17g", (double)s.ops[FACT]);
		printf("\n");
		PStatFree(&s);
	}
	printf("COUNT pdgstrf 3\nCOUNT symbfact 2\nCOUNT get_perm_c_dist 1\nMATRICES 2\n");
	MPI_Finalize();
	return 0;
}
