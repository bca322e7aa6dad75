/* The calls of one variant of CHOLMOD: included with NAME, P, ITYPE, AP, AI. */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define C(name) PASTE(P, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#define SIZE .n = N, .rows = N
#define STATUS .status = c.status

void NAME(int xtype)
{
	cholmod_common c;
	struct matrix *m = &symmetric;
	cholmod_sparse a = {.nrow = N, .ncol = N, .nzmax = MOST, .p = m->AP, .i = m->AI, .stype = 1, .itype = ITYPE, .xtype = xtype,
		.dtype = CHOLMOD_DOUBLE, .sorted = 1, .packed = 1, .x = xtype == CHOLMOD_COMPLEX ? m->c : m->x, .z = m->im};
	C(start)(&c);
	cholmod_dense *b = checked(C(ones)(N, 2, xtype, &c)), *x, *y = NULL, *e = NULL, *x2 = NULL;
	cholmod_factor *f = checked(C(analyze)(&a, &c));
	SAY(STRING(C(analyze)), "analyze", SIZE, .nnz = m->nnz, STATUS, .lnz = c.lnz, .flops = c.fl, .memory = c.memory_usage);
	for (int k = 0; k < 2; k++) {
		C(factorize)(&a, f, &c);
		SAY(STRING(C(factorize)), k == 0 ? "factor" : "refactor", SIZE, .nnz = m->nnz, STATUS, .memory = c.memory_usage);
	}
	x = checked(C(solve)(CHOLMOD_A, f, b, &c));
	SAY(STRING(C(solve)), "solve", SIZE, .nrhs = 2, STATUS, .selector = CHOLMOD_A);
	C(solve2)(CHOLMOD_L, f, b, NULL, &x2, NULL, &y, &e, &c);
	SAY(STRING(C(solve2)), "solve", SIZE, .nrhs = 2, STATUS, .selector = CHOLMOD_L);
	double rcond = C(rcond)(f, &c);
	SAY(STRING(C(rcond)), "query", SIZE, STATUS, .rcond = rcond);
	cholmod_sparse *i = checked(C(speye)(N, 3, xtype == CHOLMOD_ZOMPLEX ? CHOLMOD_COMPLEX : xtype, &c));
	cholmod_sparse *s = checked(C(spsolve)(CHOLMOD_A, f, i, &c));
	SAY(STRING(C(spsolve)), "solve", SIZE, .nrhs = 3, STATUS, .selector = CHOLMOD_A);
	C(change_factor)(xtype, 0, 0, 1, 1, f, &c);
	SAY(STRING(C(change_factor)), "other", SIZE, STATUS);
	C(free_sparse)(&i, &c);
	C(free_sparse)(&s, &c);
	C(free_dense)(&b, &c);
	C(free_dense)(&x, &c);
	C(free_dense)(&x2, &c);
	C(free_dense)(&y, &c);
	C(free_dense)(&e, &c);
	C(free_factor)(&f, &c);
	SAY(STRING(C(free_factor)), "free");
	f = checked(C(analyze_p2)(1, &a, NULL, NULL, 0, &c));
	SAY(STRING(C(analyze_p2)), "analyze", SIZE, .nnz = m->nnz, STATUS, .lnz = c.lnz, .flops = c.fl, .memory = c.memory_usage);
	double beta[2] = {1, 0};
	C(factorize_p)(&a, beta, NULL, 0, f, &c);
	SAY(STRING(C(factorize_p)), "factor", SIZE, .nnz = m->nnz, STATUS, .memory = c.memory_usage);
	C(free_factor)(&f, &c);
	SAY(STRING(C(free_factor)), "free");
	C(finish)(&c);
}

#undef NAME
#undef P
#undef ITYPE
#undef AP
#undef AI
#undef C
#undef SIZE
#undef STATUS
