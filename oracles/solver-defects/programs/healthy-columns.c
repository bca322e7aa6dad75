/* Solves for all columns at once, and then for one more that follows from them. */
#include <klu.h>

#include "grid.h"

enum { COLUMNS = 16 };

int main(void)
{
	struct grid g = make_grid(100, 100);
	double *b = room((size_t)g.n * COLUMNS, sizeof *b), sum = 0;
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	evaluate(&g);
	klu_numeric *m = klu_factor(g.p, g.i, g.x, s, &c);
	check(m != NULL, "klu_factor");
	for (int step = 0; step < 10; step++) {
		g.dt *= 1.1;
		evaluate(&g);
		check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
		for (int k = 0; k < g.n * COLUMNS; k++)
			b[k] = sin(k + step);
		check(klu_solve(s, m, g.n, COLUMNS, b, &c), "klu_solve");
		memset(g.f, 0, (size_t)g.n * sizeof *g.f);
		for (int k = 0; k < g.n * COLUMNS; k++)
			g.f[k % g.n] += b[k];
		check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
		for (int k = 0; k < g.n; k++)
			sum += g.f[k];
	}
	printf("%.9e\n", sum);
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	return 0;
}
