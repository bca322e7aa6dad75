/* Refactors a matrix that has not changed, at every step of a linear problem: repeated-factorisation. */
#include <klu.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(120, 120);
	g.lambda = 0; /* linear */
	for (int c = 0; c < g.n; c++)
		g.u[c] = g.old[c] = sin(c);
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	evaluate(&g);
	klu_numeric *m = klu_factor(g.p, g.i, g.x, s, &c);
	check(m != NULL, "klu_factor");
	for (int step = 0; step < 30; step++) {
		evaluate(&g);
		if (step > 0 && !mended(argc, argv))
			check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
		check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
		update(&g);
		next_step(&g);
	}
	report(&g);
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	return 0;
}
