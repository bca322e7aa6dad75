/* Factors one matrix anew for every right-hand side: repeated-factorisation. */
#include <umfpack.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(120, 120);
	g.lambda = 0; /* linear */
	for (int c = 0; c < g.n; c++)
		g.u[c] = g.old[c] = sin(c);
	double *x = room((size_t)g.n, sizeof *x);
	void *s = NULL, *m = NULL;
	evaluate(&g);
	check(umfpack_di_symbolic(g.n, g.n, g.p, g.i, g.x, &s, NULL, NULL) == 0, "umfpack_di_symbolic");
	for (int step = 0; step < 12; step++) {
		evaluate(&g);
		if (m == NULL || !mended(argc, argv)) {
			if (m != NULL)
				umfpack_di_free_numeric(&m);
			check(umfpack_di_numeric(g.p, g.i, g.x, s, &m, NULL, NULL) == 0, "umfpack_di_numeric");
		}
		check(umfpack_di_solve(UMFPACK_A, g.p, g.i, g.x, x, g.f, m, NULL, NULL) == 0, "umfpack_di_solve");
		memcpy(g.f, x, (size_t)g.n * sizeof *x);
		update(&g);
		next_step(&g);
	}
	report(&g);
	umfpack_di_free_numeric(&m);
	umfpack_di_free_symbolic(&s);
	return 0;
}
