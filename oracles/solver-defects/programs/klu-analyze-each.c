/* Analyses one pattern before every factorisation: repeated-analysis. */
#include <klu.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(4, 10000);
	klu_common c;
	klu_symbolic *s = NULL;
	klu_numeric *m = NULL;
	klu_defaults(&c);
	for (int step = 0; step < 15; step++) {
		for (int k = 0; k < 2; k++) {
			evaluate(&g);
			if (s == NULL || !mended(argc, argv)) {
				if (s != NULL)
					klu_free_symbolic(&s, &c);
				s = klu_analyze(g.n, g.p, g.i, &c);
				check(s != NULL, "klu_analyze");
			}
			if (m == NULL)
				check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			else
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
