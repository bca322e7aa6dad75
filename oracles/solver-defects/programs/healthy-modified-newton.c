/* Keeps the factorisation of a step for all its iterations: each right-hand side follows from the solution before it. */
#include <klu.h>

#include "grid.h"

int main(void)
{
	struct grid g = make_grid(100, 100);
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = klu_analyze(g.n, g.p, g.i, &c);
	check(s != NULL, "klu_analyze");
	klu_numeric *m = NULL;
	for (int step = 0; step < 10; step++) {
		g.dt *= 1.05;
		for (int k = 0; k < 6; k++) {
			evaluate(&g);
			if (m == NULL)
				check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			else if (k == 0)
				check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
			check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
			update(&g);
		}
		next_step(&g);
	}
	report(&g);
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	return 0;
}
