/* Analyses once, and factors each new matrix once: UMFPACK has no refactorisation. */
#include <umfpack.h>

#include "grid.h"

int main(void)
{
	struct grid g = make_grid(100, 100);
	double *x = room((size_t)g.n, sizeof *x);
	void *s = NULL, *m = NULL;
	evaluate(&g);
	check(umfpack_di_symbolic(g.n, g.n, g.p, g.i, g.x, &s, NULL, NULL) == 0, "umfpack_di_symbolic");
	for (int step = 0; step < 5; step++) {
		for (int k = 0; k < 2; k++) {
			evaluate(&g);
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
