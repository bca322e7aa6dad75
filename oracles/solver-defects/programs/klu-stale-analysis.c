/* Keeps the analysis and the factorisation while n and the number of entries stay the
 * same, although one line of the grid now leads elsewhere: stale-analysis. */
#include <klu.h>

#include "grid.h"

/* Moves the line between points 0 and 1 to points 0 and last: as many entries, other places. */
static void move_line(struct grid *g)
{
	int last = g->n - 1, end = g->p[g->n] - 1, k;
	for (k = g->p[0]; g->i[k] != 1; k++)
		;
	g->i[k] = last;
	for (k = g->p[1]; g->i[k] != 0; k++)
		;
	double x = g->x[k];
	memmove(g->i + k, g->i + k + 1, (size_t)(end - k) * sizeof *g->i);
	memmove(g->x + k, g->x + k + 1, (size_t)(end - k) * sizeof *g->x);
	for (int c = 2; c < g->n; c++)
		g->p[c]--;
	g->i[end] = 0;
	g->x[end] = x;
}

int main(int argc, char **argv)
{
	struct grid g = make_grid(80, 80);
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = NULL;
	klu_numeric *m = NULL;
	double *b = room((size_t)g.n, sizeof *b), worst = 0;
	int entries = 0, n = 0;
	for (int step = 0; step < 6; step++) {
		evaluate(&g);
		for (int k = 0; k < g.p[g.n]; k++) /* a matrix whose every entry counts */
			g.x[k] *= 1 + 0.1 * sin(k + step);
		if (step == 3)
			move_line(&g);
		if (step == 3 && mended(argc, argv))
			entries = 0;
		if (g.p[g.n] != entries || g.n != n) {
			if (m != NULL)
				klu_free_numeric(&m, &c);
			if (s != NULL)
				klu_free_symbolic(&s, &c);
			check((s = klu_analyze(g.n, g.p, g.i, &c)) != NULL, "klu_analyze");
			check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			entries = g.p[g.n];
			n = g.n;
		} else {
			check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
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
