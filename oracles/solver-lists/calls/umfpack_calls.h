/* The calls of one variant of UMFPACK: included with NAME, P, INT, AP, AI, COMPLEX. */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define U(name) PASTE(P, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#if COMPLEX
#define PACKED int packed
#define A ap, ai, ax, az
#define X x, xz
#define B b, bz
#else
#define PACKED void
#define A ap, ai, ax
#define X x
#define B b
#endif
#define SIZE .n = N, .rows = N, .nnz = nnz
#define ANALYSIS .status = status, .lnz = info[UMFPACK_LNZ_ESTIMATE], .unz = info[UMFPACK_UNZ_ESTIMATE], \
	.flops = info[UMFPACK_FLOPS_ESTIMATE], .memory = info[UMFPACK_SYMBOLIC_PEAK_MEMORY] * info[UMFPACK_SIZE_OF_UNIT]

void NAME(PACKED)
{
	INT *ap = general.AP, *ai = general.AI, order[N], iw[N];
	double control[UMFPACK_CONTROL], info[UMFPACK_INFO], x[2 * N], b[2 * N], w[10 * N], nnz = general.nnz;
	void *s, *f;
	double status;
#if COMPLEX
	double *ax = packed ? general.c : general.x, *az = packed ? NULL : general.im;
	double *xz = packed ? NULL : x + N, *bz = packed ? NULL : b + N;
#else
	double *ax = general.x;
#endif
	for (int k = 0; k < N; k++)
		order[k] = N - 1 - k;
	for (int k = 0; k < 2 * N; k++)
		b[k] = k;
	U(defaults)(control);
	control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC; /* counts pivots that are not on the diagonal */
	control[UMFPACK_SINGLETONS] = 0;
	status = U(symbolic)(N, N, A, &s, control, info);
	SAY(STRING(U(symbolic)), "analyze", SIZE, ANALYSIS);
	status = U(numeric)(A, s, &f, control, info);
	SAY(STRING(U(numeric)), "factor", SIZE, .status = status, .lnz = info[UMFPACK_LNZ], .unz = info[UMFPACK_UNZ],
		.flops = info[UMFPACK_FLOPS], .rcond = info[UMFPACK_RCOND], .pivots = info[UMFPACK_NOFF_DIAG],
		.memory = info[UMFPACK_PEAK_MEMORY] * info[UMFPACK_SIZE_OF_UNIT]);
	for (int sys = UMFPACK_A; sys <= UMFPACK_Pt_L; sys++) {
		status = U(solve)(sys, A, X, B, f, NULL, info);
		SAY(STRING(U(solve)), "solve", SIZE, .nrhs = 1, .status = status, .selector = sys, .iterations = info[UMFPACK_IR_TAKEN]);
	}
	status = U(wsolve)(UMFPACK_A, A, X, B, f, NULL, info, iw, w);
	SAY(STRING(U(wsolve)), "solve", SIZE, .nrhs = 1, .status = status, .selector = 0, .iterations = info[UMFPACK_IR_TAKEN]);
	U(free_symbolic)(&s);
	SAY(STRING(U(free_symbolic)), "free");
	U(free_numeric)(&f);
	SAY(STRING(U(free_numeric)), "free");
	status = U(qsymbolic)(N, N, A, order, &s, NULL, info);
	SAY(STRING(U(qsymbolic)), "analyze", SIZE, ANALYSIS);
	status = U(numeric)(A, s, &f, NULL, NULL); /* without Info */
	SAY(STRING(U(numeric)), "factor", SIZE, .status = status);
	U(free_symbolic)(&s);
	SAY(STRING(U(free_symbolic)), "free");
	U(free_numeric)(&f);
	SAY(STRING(U(free_numeric)), "free");
}

#undef NAME
#undef P
#undef INT
#undef AP
#undef AI
#undef COMPLEX
#undef U
#undef PACKED
#undef A
#undef X
#undef B
#undef SIZE
#undef ANALYSIS
