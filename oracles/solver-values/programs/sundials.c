/* Integrates with CVODE and a dense solver, then solves with KINSOL, and prints what
 * SUNDIALS counted. */
#include <stdio.h>
#include <cvode/cvode.h>
#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

enum { N = 6 };

static int rate(realtype t, N_Vector y, N_Vector to, void *data)
{
	realtype *x = N_VGetArrayPointer(y), *f = N_VGetArrayPointer(to);
	(void)t, (void)data;
	for (int k = 0; k < N; k++)
		f[k] = -50 * (k + 1) * x[k] + x[(k + 1) % N] * x[(k + 2) % N];
	return 0;
}

static int residual(N_Vector y, N_Vector to, void *data)
{
	rate(0, y, to, data);
	for (int k = 0; k < N; k++)
		N_VGetArrayPointer(to)[k] += 10;
	return 0;
}

int main(void)
{
	SUNContext context;
	long setups, iterations, linear;
	realtype t = 0;
	SUNContext_Create(NULL, &context);
	N_Vector y = N_VNew_Serial(N, context), one = N_VNew_Serial(N, context);
	N_VConst(1, y);
	N_VConst(1, one);
	void *cvode = CVodeCreate(CV_BDF, context);
	CVodeInit(cvode, rate, 0, y);
	CVodeSStolerances(cvode, 1e-6, 1e-8);
	SUNMatrix a = SUNDenseMatrix(N, N, context);
	SUNLinearSolver solver = SUNLinSol_Dense(y, a, context);
	CVodeSetLinearSolver(cvode, solver, a);
	for (int k = 1; k <= 3; k++) {
		int status = CVode(cvode, k * .1, y, &t, CV_NORMAL);
		printf("SAY CVode status=%d selector=%d phase=integrate\n", status, CV_NORMAL);
	}
	CVodeGetNumLinSolvSetups(cvode, &setups);
	CVodeGetNumNonlinSolvIters(cvode, &iterations);
	printf("COUNT CVode 3\n");
	void *kinsol = KINCreate(context);
	KINInit(kinsol, residual, y);
	SUNMatrix b = SUNDenseMatrix(N, N, context);
	SUNLinearSolver second = SUNLinSol_Dense(y, b, context);
	KINSetLinearSolver(kinsol, second, b);
	N_VConst(1, y);
	int status = KINSol(kinsol, y, KIN_LINESEARCH, one, one);
	printf("SAY KINSol status=%d selector=%d phase=newton\n", status, KIN_LINESEARCH);
	KINGetNumNonlinSolvIters(kinsol, &linear);
	long jacobians;
	KINGetNumJacEvals(kinsol, &jacobians);
	printf("COUNT SUNLinSolSetup %ld\nCOUNT SUNLinSolSetup_Dense %ld\n", setups + jacobians, setups + jacobians);
	printf("COUNT SUNLinSolSolve %ld\nCOUNT SUNLinSolSolve_Dense %ld\n", iterations + linear, iterations + linear);
	printf("EACH SUNLinSolSetup_Dense n=%d rows=%d nnz=%d pattern=1 status=0 phase=factor\n", N, N, N * N);
	printf("EACH SUNLinSolSolve_Dense n=%d rows=%d nrhs=1 status=0 phase=solve\n", N, N);
	SUNLinSolFree(solver);
	SUNLinSolFree(second);
	printf("COUNT SUNLinSolFree 2\n");
	return 0;
}
