/* The calls of one variant of KLU: included with NAME, Z, P, INT, AP, AI, AX, COMPLEX. */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define F(name) PASTE(Z, name)
#define S(name) PASTE(P, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#define STATISTICS .status = c.status
#define SIZE .n = N, .rows = N

void NAME(void)
{
	S(common) c;
	INT *ap = general.AP, *ai = general.AI;
	double *ax = general.AX, b[4 * N], nnz = general.nnz;
	S(defaults)(&c);
	for (int ordering = 0; ordering < 2; ordering++) {
		c.ordering = ordering;
		c.tol = ordering == 0 ? 0.001 : 1; /* with 1 pivots leave the diagonal */
		S(symbolic) *s = checked(S(analyze)(N, ap, ai, &c));
		if (ordering == 0)
			SAY(STRING(S(analyze)), "analyze", SIZE, .nnz = nnz, STATISTICS, .memory = c.mempeak, .lnz = s->lnz, .unz = s->unz, .flops = s->est_flops);
		else
			SAY(STRING(S(analyze)), "analyze", SIZE, .nnz = nnz, STATISTICS, .memory = c.mempeak);
		S(numeric) *f = checked(F(factor)(ap, ai, ax, s, &c));
		SAY(STRING(F(factor)), "factor", SIZE, .nnz = nnz, STATISTICS, .memory = c.mempeak, .lnz = f->lnz, .unz = f->unz, .pivots = c.noffdiag);
		ax[0] *= 1.25;
		F(refactor)(ap, ai, ax, s, f, &c);
		SAY(STRING(F(refactor)), "refactor", SIZE, .nnz = nnz, STATISTICS, .memory = c.mempeak, .lnz = f->lnz, .unz = f->unz);
		for (int k = 0; k < 4 * N; k++)
			b[k] = k;
		F(solve)(s, f, N, 2, b, &c);
		SAY(STRING(F(solve)), "solve", SIZE, .nrhs = 2, STATISTICS);
#if COMPLEX
		F(tsolve)(s, f, N, 1, b, 1, &c);
#else
		F(tsolve)(s, f, N, 1, b, &c);
#endif
		SAY(STRING(F(tsolve)), "solve", SIZE, .nrhs = 1, STATISTICS);
		F(rgrowth)(ap, ai, ax, s, f, &c);
		SAY(STRING(F(rgrowth)), "query", SIZE, STATISTICS, .rgrowth = c.rgrowth);
		F(condest)(ap, ax, s, f, &c);
		SAY(STRING(F(condest)), "query", SIZE, STATISTICS);
		F(rcond)(s, f, &c);
		SAY(STRING(F(rcond)), "query", SIZE, STATISTICS, .rcond = c.rcond);
		F(flops)(s, f, &c);
		SAY(STRING(F(flops)), "query", SIZE, STATISTICS, .flops = c.flops);
		F(sort)(s, f, &c);
		SAY(STRING(F(sort)), "other", SIZE, STATISTICS);
#if COMPLEX
		F(extract)(f, s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, &c);
#else
		F(extract)(f, s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, &c);
#endif
		SAY(STRING(F(extract)), "other", SIZE);
		F(free_numeric)(&f, &c);
		SAY(STRING(F(free_numeric)), "free");
		S(free_symbolic)(&s, &c);
		SAY(STRING(S(free_symbolic)), "free");
	}
	S(symbolic) *given = checked(S(analyze_given)(N, ap, ai, NULL, NULL, &c));
	SAY(STRING(S(analyze_given)), "analyze", SIZE, .nnz = nnz, STATISTICS, .memory = c.mempeak);
	S(free_symbolic)(&given, &c);
	SAY(STRING(S(free_symbolic)), "free");
}

#undef NAME
#undef Z
#undef P
#undef INT
#undef AP
#undef AI
#undef AX
#undef COMPLEX
#undef F
#undef S
#undef STATISTICS
#undef SIZE
