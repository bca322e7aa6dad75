/* Analyses once, factors once, refactors, and factors anew where klu_rgrowth says so. */
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
	for (int step = 0; step < 15; step++) {
		for (int k = 0; k < 2; k++) {
			evaluate(&g);
			if (m == NULL) {
				check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			} else {
				check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
				check(klu_rgrowth(g.p, g.i, g.x, s, m, &c), "klu_rgrowth");
				if (c.rgrowth < 1e-8) {
					klu_free_numeric(&m, &c);
					check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
				}
			}
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
