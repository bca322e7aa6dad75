#include "calls.h"

#define SIZE .n = N, .rows = N, .nnz = general.nnz
#define STATUS .status = c.status
#define BOUNDS .unz = c.SPQR_istat[0], .lnz = c.SPQR_istat[1]

void spqr(int xtype)
{
	cholmod_common c;
	cholmod_sparse a = {.nrow = N, .ncol = N, .nzmax = MOST, .p = general.lp, .i = general.li, .itype = CHOLMOD_LONG, .xtype = xtype,
		.dtype = CHOLMOD_DOUBLE, .sorted = 1, .packed = 1, .x = xtype == CHOLMOD_COMPLEX ? general.c : general.x};
	cholmod_l_start(&c);
	cholmod_dense *b = checked(cholmod_l_ones(N, 2, xtype, &c)), *x, *y;
	x = checked(SuiteSparseQR_C_backslash_default(&a, b, &c));
	SAY("SuiteSparseQR_C_backslash_default", "analyze+factor+solve", SIZE, .nrhs = 2, STATUS, BOUNDS, .flops = c.SPQR_flopcount);
	cholmod_l_free_dense(&x, &c);
	x = checked(SuiteSparseQR_C_backslash(SPQR_ORDERING_AMD, SPQR_DEFAULT_TOL, &a, b, &c));
	SAY("SuiteSparseQR_C_backslash", "analyze+factor+solve", SIZE, .nrhs = 2, STATUS, BOUNDS, .flops = c.SPQR_flopcount);
	cholmod_l_free_dense(&x, &c);
	cholmod_sparse *r;
	SuiteSparseQR_C(SPQR_ORDERING_AMD, SPQR_DEFAULT_TOL, 0, 2, &a, NULL, b, NULL, &x, &r, NULL, NULL, NULL, NULL, &c);
	SAY("SuiteSparseQR_C", "analyze+factor+solve", SIZE, STATUS, .selector = 2, BOUNDS, .flops = c.SPQR_flopcount);
	cholmod_l_free_dense(&x, &c);
	cholmod_l_free_sparse(&r, &c);
	SuiteSparseQR_C_factorization *qr = checked(SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_DEFAULT_TOL, &a, &c));
	SAY("SuiteSparseQR_C_factorize", "analyze+factor", SIZE, STATUS, BOUNDS, .flops = c.SPQR_flopcount);
	y = checked(SuiteSparseQR_C_qmult(SPQR_QTX, qr, b, &c));
	SAY("SuiteSparseQR_C_qmult", "other", .nrhs = 2, STATUS, .selector = SPQR_QTX);
	x = checked(SuiteSparseQR_C_solve(SPQR_RETX_EQUALS_B, qr, y, &c));
	SAY("SuiteSparseQR_C_solve", "solve", .nrhs = 2, STATUS, .selector = SPQR_RETX_EQUALS_B);
	SuiteSparseQR_C_free(&qr, &c);
	SAY("SuiteSparseQR_C_free", "free");
	qr = checked(SuiteSparseQR_C_symbolic(SPQR_ORDERING_DEFAULT, 0, &a, &c));
	SAY("SuiteSparseQR_C_symbolic", "analyze", SIZE, STATUS, BOUNDS, .flops = c.SPQR_flopcount_bound);
	SuiteSparseQR_C_numeric(SPQR_DEFAULT_TOL, &a, qr, &c);
	SAY("SuiteSparseQR_C_numeric", "factor", SIZE, STATUS, BOUNDS, .flops = c.SPQR_flopcount);
	SuiteSparseQR_C_free(&qr, &c);
	SAY("SuiteSparseQR_C_free", "free");
	cholmod_l_free_dense(&x, &c);
	cholmod_l_free_dense(&y, &c);
	cholmod_l_free_dense(&b, &c);
	cholmod_l_finish(&c);
}
