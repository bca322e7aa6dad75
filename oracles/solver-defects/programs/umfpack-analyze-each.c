/* Analyses one pattern at every iteration, as a call of a "solve A b" without memory does: repeated-analysis. */
#include <umfpack.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(4, 10000);
	double *x = room((size_t)g.n, sizeof *x);
	void *s = NULL, *m = NULL;
	for (int step = 0; step < 2; step++) {
		for (int k = 0; k < 3; k++) {
			evaluate(&g);
			if (s == NULL || !mended(argc, argv)) {
				if (s != NULL)
					umfpack_di_free_symbolic(&s);
				check(umfpack_di_symbolic(g.n, g.n, g.p, g.i, g.x, &s, NULL, NULL) == 0, "umfpack_di_symbolic");
			}
			check(umfpack_di_numeric(g.p, g.i, g.x, s, &m, NULL, NULL) == 0, "umfpack_di_numeric");
			check(umfpack_di_solve(UMFPACK_A, g.p, g.i, g.x, x, g.f, m, NULL, NULL) == 0, "umfpack_di_solve");
			umfpack_di_free_numeric(&m);
			memcpy(g.f, x, (size_t)g.n * sizeof *x);
			update(&g);
		}
		next_step(&g);
	}
	report(&g);
	umfpack_di_free_symbolic(&s);
	return 0;
}
