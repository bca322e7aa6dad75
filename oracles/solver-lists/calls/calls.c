/* Calls the functions of the lists, and says of each call what it knows. */
#include "calls.h"

struct matrix general, symmetric;

void say(const char *symbol, const char *phase, const struct said *s)
{
	printf("%s %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", symbol, phase,
		s->n, s->rows, s->nnz, s->nrhs, s->status, s->selector, s->lnz, s->unz, s->flops, s->rcond, s->rgrowth, s->pivots, s->memory, s->iterations);
}

void *checked(void *p)
{
	if (p == NULL) {
		fprintf(stderr, "a call failed\n");
		exit(1);
	}
	return p;
}

static unsigned seed = 1;

static int below(int n)
{
	seed = seed * 1103515245 + 12345;
	return (int)(seed >> 16) % n;
}

/* Without a diagonal in every third column, so that pivots move; or symmetric with a
 * large diagonal, its upper part. */
static void fill(struct matrix *m, int upper)
{
	for (int j = 0; j < N; j++) {
		char in[N] = {0};
		if (upper || j % 3 != 0)
			in[j] = 1;
		if (!upper)
			in[(j + 1) % N] = 1;
		for (int k = 0; k < 3; k++) {
			int i = below(N);
			if (!upper || i <= j)
				in[i] = 1;
		}
		if (upper)
			in[j] = 1;
		m->ap[j] = m->nnz;
		for (int i = 0; i < N; i++) {
			if (!in[i])
				continue;
			m->ai[m->nnz] = i;
			m->x[m->nnz] = upper && i == j ? 20 : 1 + below(1000) / 1000.;
			m->im[m->nnz] = upper && i == j ? 0 : below(1000) / 1000.;
			m->nnz++;
		}
	}
	m->ap[N] = m->nnz;
	for (int j = 0; j <= N; j++)
		m->lp[j] = m->ap[j];
	for (int p = 0; p < m->nnz; p++) {
		m->li[p] = m->ai[p];
		m->c[2 * p] = m->x[p];
		m->c[2 * p + 1] = m->im[p];
	}
}

int main(void)
{
	fill(&general, 0);
	fill(&symmetric, 1);
	klu_int();
	klu_long();
	klu_int_complex();
	klu_long_complex();
	umfpack_int();
	umfpack_long();
	for (int packed = 0; packed < 2; packed++) {
		umfpack_int_complex(packed);
		umfpack_long_complex(packed);
	}
	for (int xtype = CHOLMOD_REAL; xtype <= CHOLMOD_ZOMPLEX; xtype++) {
		cholmod_int(xtype);
		cholmod_long(xtype);
	}
	spqr(CHOLMOD_REAL);
	spqr(CHOLMOD_COMPLEX);
	return 0;
}
