/* Calls SuperLU in each of its ways, and prints what SuperLU says of each call.
 * P and T are the prefix of the functions and the type of the values. */
#include <stdio.h>
#include <string.h>
#include HEADER
#include "grid.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define F(name) JOIN(P, name)

extern R F(langs)(char *, SuperMatrix *);

static int nnz_of(SuperMatrix *m) { return ((SCformat *)m->Store)->nnz; } /* the first member of any Store */

static void say(const char *name, int info, SuperMatrix *l, SuperMatrix *u, SuperLUStat_t *s, int nrhs)
{
	printf("SAY %s n=%d rows=%d status=%d", name, l->ncol, l->nrow, info);
	if (nrhs >= 0)
		printf(" nrhs=%d", nrhs);
	if (s != NULL)
		printf(" lnz=%d unz=%d flops=%.17g", nnz_of(l), nnz_of(u), (double)s->ops[FACT]);
}

int main(void)
{
	struct grid g = grid(17);
	int n = g.n, info, *pc = intMalloc(n), *pr = intMalloc(n), *tree = intMalloc(n);
	T *a = malloc((size_t)g.nnz * sizeof *a), *b = malloc((size_t)n * 3 * sizeof *b), *x = malloc((size_t)n * sizeof *x);
	SuperMatrix A, B, X, L, U, C;
	GlobalLU_t glu;
	superlu_options_t o;
	SuperLUStat_t s;
	memset(a, 0, (size_t)g.nnz * sizeof *a);
	memset(b, 0, (size_t)n * 3 * sizeof *b);
	for (int k = 0; k < g.nnz; k++)
		*(R *)&a[k] = g.ax[k];
	for (int k = 0; k < 3 * n; k++)
		*(R *)&b[k] = k % 7 - 2;
	F(Create_CompCol_Matrix)(&A, n, n, g.nnz, a, g.ai, g.ap, SLU_NC, D, SLU_GE);
	F(Create_Dense_Matrix)(&B, n, 3, b, n, SLU_DN, D, SLU_GE);
	F(Create_Dense_Matrix)(&X, n, 1, x, n, SLU_DN, D, SLU_GE);

	set_default_options(&o);
	StatInit(&s);
	F(gssv)(&o, &A, pc, pr, &L, &U, &B, &s, &info);
	say(NAME("gssv"), info, &L, &U, &s, 3);
	printf(" nnz=%d phase=analyze+factor+solve\n", g.nnz);
	StatFree(&s);
	Destroy_SuperNode_Matrix(&L);
	Destroy_CompCol_Matrix(&U);

	for (int round = 0; round < 2; round++) {
		o.Fact = round == 0 ? DOFACT : SamePattern_SameRowPerm;
		if (round == 0) {
			get_perm_c(o.ColPerm, &A, pc);
			printf("SAY get_perm_c n=%d nnz=%d selector=%d pattern=1 phase=analyze\n", n, g.nnz, o.ColPerm);
		}
		for (int k = 0; k < g.nnz; k++)
			*(R *)&a[k] *= 1 + round;
		StatInit(&s);
		sp_preorder(&o, &A, pc, tree, &C);
		F(gstrf)(&o, &C, sp_ienv(2), sp_ienv(1), tree, NULL, 0, pc, pr, &L, &U, &glu, &s, &info);
		say(NAME("gstrf"), info, &L, &U, &s, -1);
		printf(" nnz=%d pattern=1 values=%d selector=%d phase=%s\n", g.nnz, 1 + round, o.Fact, round == 0 ? "factor" : "refactor");
		StatFree(&s);
		Destroy_CompCol_Permuted(&C);
		StatInit(&s);
		R rcond, norm = F(langs)("1", &A);
		F(gscon)("1", &L, &U, norm, &rcond, &s, &info);
		printf("SAY %s n=%d rcond=%.17g status=%d phase=query\n", NAME("gscon"), n, (double)rcond, info);
		for (trans_t t = NOTRANS; t <= TRANS; t++) {
			F(gstrs)(t, &L, &U, pc, pr, &B, &s, &info);
			say(NAME("gstrs"), info, &L, &U, NULL, 3);
			printf(" phase=solve\n");
		}
		StatFree(&s);
	}
	Destroy_SuperNode_Matrix(&L);
	Destroy_CompCol_Matrix(&U);

	static const char *const phases[] = {"analyze+factor+solve", "factor+solve", "factor+solve", "solve"};
	static const fact_t order[] = {DOFACT, FACTORED, SamePattern, SamePattern_SameRowPerm};
	R *rows = malloc((size_t)n * sizeof *rows), *columns = malloc((size_t)n * sizeof *columns);
	set_default_options(&o);
	o.PivotGrowth = o.ConditionNumber = YES;
	B.ncol = 1;
	for (int k = 0; k < 4; k++) {
		R growth, rcond, ferr, berr;
		mem_usage_t memory;
		char equed = 'N';
		o.Fact = order[k];
		o.Equil = NO;
		if (o.Fact == SamePattern) {
			Destroy_SuperNode_Matrix(&L);
			Destroy_CompCol_Matrix(&U);
		}
		StatInit(&s);
		F(gssvx)(&o, &A, pc, pr, tree, &equed, rows, columns, &L, &U, NULL, 0, &B, &X, &growth, &rcond, &ferr, &berr, &glu, &memory, &s, &info);
		if (o.Fact == FACTORED) {
			say(NAME("gssvx"), info, &L, &U, NULL, 1);
		} else {
			say(NAME("gssvx"), info, &L, &U, &s, 1);
			printf(" rcond=%.17g rgrowth=%.17g memory=%.17g", (double)rcond, (double)growth, (double)memory.total_needed);
		}
		printf(" nnz=%d pattern=1 values=2 selector=%d phase=%s\n", g.nnz, o.Fact, phases[o.Fact]);
		StatFree(&s);
	}
	printf("MATRICES 2\n");
	return 0;
}
