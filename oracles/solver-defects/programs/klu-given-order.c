/* Orders the unknowns as the file has them (klu_analyze_given) instead of by a
 * fill-reducing order: costly-ordering. Mended, it takes the order of a file. */
#include <klu.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(70, 70);
	klu_common c;
	klu_defaults(&c);
	int *order = mended(argc, argv) ? permutation(&g, argv) : NULL;
	klu_symbolic *s = klu_analyze_given(g.n, g.p, g.i, order, order, &c);
	check(s != NULL, "klu_analyze");
	klu_numeric *m = NULL;
	for (int step = 0; step < 15; step++) {
		for (int k = 0; k < 2; k++) {
			evaluate(&g);
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
