/* Tells UMFPACK not to order (UMFPACK_ORDERING_NONE): costly-ordering. Mended, it takes
 * the order of a file. */
#include <umfpack.h>

#include "grid.h"

int main(int argc, char **argv)
{
	struct grid g = make_grid(70, 70);
	double *x = room((size_t)g.n, sizeof *x), control[UMFPACK_CONTROL], info[UMFPACK_INFO];
	void *s = NULL, *m = NULL;
	umfpack_di_defaults(control);
	evaluate(&g);
	if (mended(argc, argv)) {
		control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC; /* otherwise it orders the rows by itself */
		check(umfpack_di_qsymbolic(g.n, g.n, g.p, g.i, g.x, permutation(&g, argv), &s, control, info) == 0, "umfpack_di_qsymbolic");
	} else {
		control[UMFPACK_ORDERING] = UMFPACK_ORDERING_NONE;
		check(umfpack_di_symbolic(g.n, g.n, g.p, g.i, g.x, &s, control, info) == 0, "umfpack_di_symbolic");
	}
	for (int step = 0; step < 15; step++) {
		for (int k = 0; k < 2; k++) {
			evaluate(&g);
			check(umfpack_di_numeric(g.p, g.i, g.x, s, &m, control, info) == 0, "umfpack_di_numeric");
			check(umfpack_di_solve(UMFPACK_A, g.p, g.i, g.x, x, g.f, m, control, info) == 0, "umfpack_di_solve");
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
