/* Solves for the columns of one array one by one, as for sensitivities: single-right-hand-sides. */
#include <klu.h>

#include "grid.h"

enum { COLUMNS = 64 };

/* One source at a point for each column. */
static void sources(const struct grid *g, double *b)
{
	memset(b, 0, (size_t)g->n * COLUMNS * sizeof *b);
	for (int k = 0; k < COLUMNS; k++)
		b[(size_t)k * (size_t)g->n + (size_t)(k * (g->n / COLUMNS))] = 1;
}

int main(int argc, char **argv)
{
	struct grid g = make_grid(3, 8000);
	double *b = room((size_t)g.n * COLUMNS, sizeof *b), sum = 0;
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	evaluate(&g);
	klu_numeric *m = klu_factor(g.p, g.i, g.x, s, &c);
	check(m != NULL, "klu_factor");
	for (int step = 0; step < 30; step++) {
		g.dt *= 1.1;
		evaluate(&g);
		check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
		sources(&g, b);
		if (mended(argc, argv) || step == 0) {
			check(klu_solve(s, m, g.n, COLUMNS, b, &c), "klu_solve");
		} else {
			for (int k = 0; k < COLUMNS; k++)
				check(klu_solve(s, m, g.n, 1, b + (size_t)k * (size_t)g.n, &c), "klu_solve");
		}
		for (size_t k = 0; k < (size_t)g.n * COLUMNS; k++)
			sum += b[k];
	}
	printf("%.9e\n", sum);
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	return 0;
}
