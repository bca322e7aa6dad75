/* Factors anew although KLU could refactor: the pivots move from matrix to matrix. */
#include <klu.h>

#include "grid.h"

int main(void)
{
	struct grid g = make_grid(80, 80);
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	double *b = room((size_t)g.n, sizeof *b), worst = 0;
	for (int step = 0; step < 12; step++) {
		evaluate(&g);
		for (int col = step; col < g.n; col += 12) /* other points lose their diagonal each time */
			for (int k = g.p[col]; k < g.p[col + 1]; k++)
				if (g.i[k] == col)
					g.x[k] *= 1e-9;
		klu_numeric *m = klu_factor(g.p, g.i, g.x, s, &c);
		check(m != NULL, "klu_factor");
		for (int k = 0; k < g.n; k++)
			b[k] = g.f[k] = sin(k);
		check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
		worst = fmax(worst, residual(g.n, g.p, g.i, g.x, g.f, b));
		klu_free_numeric(&m, &c);
	}
	printf("%s\n", worst < 1e-9 ? "solved" : "not solved");
	klu_free_symbolic(&s, &c);
	return 0;
}
