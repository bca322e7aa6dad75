/* Refactors with pivots of the first matrix although klu_rgrowth says that they have
 * become useless: stale-pivots. A switch opens more and more, so that the diagonal
 * that the pivots are on vanishes. */
#include <klu.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(60, 60);
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	double *b = room((size_t)g.n, sizeof *b), worst = 0;
	klu_numeric *m = NULL;
	for (int step = 0; step < 8; step++) {
		evaluate(&g);
		for (int col = 0; col < g.n; col += 7) /* every seventh point loses its diagonal */
			for (int k = g.p[col]; k < g.p[col + 1]; k++)
				if (g.i[k] == col)
					g.x[k] *= pow(10, -2.0 * step);
		if (m == NULL) {
			check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
		} else {
			check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
			check(klu_rgrowth(g.p, g.i, g.x, s, m, &c), "klu_rgrowth");
			if (c.rgrowth < 1e-3 && mended(argc, argv)) {
				klu_free_numeric(&m, &c);
				check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			}
		}
		for (int k = 0; k < g.n; k++)
			b[k] = g.f[k] = sin(k);
		check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
		worst = fmax(worst, residual(g.n, g.p, g.i, g.x, g.f, b));
	}
	printf("%s\n", worst < 1e-9 ? "solved" : "not solved");
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	return 0;
}
