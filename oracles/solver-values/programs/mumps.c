/* Calls MUMPS with each job, and prints what MUMPS says. The argument is sym. */
#include <stdio.h>
#include <string.h>
#include <mpi.h>
#include HEADER
#include "grid.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static void call(STRUC *id, int job, const char *phase, int nrhs)
{
	id->job = job;
	JOIN(P, mumps_c)(id);
	printf("SAY " NAME "mumps_c selector=%d phase=%s", job, phase);
	if (job != -2)
		printf(" status=%d", id->infog[0]);
	if (job > 0)
		printf(" n=%d nnz=%lld", id->n, id->nnz != 0 ? (long long)id->nnz : id->nz);
	if (nrhs > 0)
		printf(" nrhs=%d", nrhs);
	if (job == 1)
		printf(" flops=%.17g", (double)id->rinfog[0]);
	if (job == 2 || job > 3)
		printf(" lnz=%d flops=%.17g pivots=%d memory=%lld", id->infog[28], (double)id->rinfog[2], id->infog[12], id->infog[21] * 1000000LL);
	printf("\n");
}

int main(int argc, char **argv)
{
	struct grid g = grid(60);
	int sym = argc > 1 ? atoi(argv[1]) : 0, *irn = malloc((size_t)g.nnz * sizeof *irn), *jcn = malloc((size_t)g.nnz * sizeof *jcn);
	C *a = calloc((size_t)g.nnz, sizeof *a), *b = calloc((size_t)g.n * 2, sizeof *b);
	STRUC id;
	MPI_Init(&argc, &argv);
	memset(&id, 0x5a, sizeof id); /* nothing is known of it before job -1 */
	id.par = 1;
	id.sym = sym;
	id.comm_fortran = -987654;
	call(&id, -1, "setup", 0);
	id.icntl[0] = id.icntl[1] = id.icntl[2] = -1;
	id.icntl[3] = 0;
	int nnz = 0;
	for (int j = 0; j < g.n; j++)
		for (int k = g.ap[j]; k < g.ap[j + 1]; k++)
			if (sym == 0 || g.ai[k] <= j) {
				irn[nnz] = g.ai[k] + 1;
				jcn[nnz] = j + 1;
				*(R *)&a[nnz++] = g.ax[k];
			}
	for (int k = 0; k < 2 * g.n; k++)
		*(R *)&b[k] = k % 5 - 1;
	id.n = g.n;
	if (sym == 0)
		id.nnz = nnz;
	else
		id.nz = nnz; /* the older member */
	id.irn = irn;
	id.jcn = jcn;
	call(&id, 1, "analyze", 0);
	id.a = a;
	call(&id, 2, "factor", 0);
	id.rhs = b;
	id.nrhs = 2;
	id.lrhs = g.n;
	call(&id, 3, "solve", 2);
	id.nrhs = 1;
	id.icntl[8] = 0; /* with the transpose */
	call(&id, 3, "solve", 1);
	id.icntl[8] = 1;
	for (int k = 0; k < nnz; k++)
		*(R *)&a[k] *= 1.25 + k % 3;
	call(&id, 5, "factor+solve", 1);
	call(&id, 4, "analyze+factor", 0);
	call(&id, 6, "analyze+factor+solve", 1);
	call(&id, -2, "free", 0);
	MPI_Finalize();
	printf("MATRICES 2\n");
	return 0;
}
