/* Solves a sparse system with a dense solver: dense-solver. */
#include <klu.h>

#include "grid.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivots, double *b, const int *ldb, int *info);

int main(int argc, char **argv)
{
	struct grid g = make_grid(30, 30);
	double *a = room((size_t)g.n * (size_t)g.n, sizeof *a);
	int *pivots = room((size_t)g.n, sizeof *pivots), one = 1, info;
	klu_common c;
	klu_defaults(&c);
	klu_symbolic *s = NULL;
	klu_numeric *m = NULL;
	for (int step = 0; step < 5; step++) {
		evaluate(&g);
		if (mended(argc, argv)) {
			if (s == NULL) {
				check((s = klu_analyze(g.n, g.p, g.i, &c)) != NULL, "klu_analyze");
				check((m = klu_factor(g.p, g.i, g.x, s, &c)) != NULL, "klu_factor");
			} else {
				check(klu_refactor(g.p, g.i, g.x, s, m, &c), "klu_refactor");
			}
			check(klu_solve(s, m, g.n, 1, g.f, &c), "klu_solve");
		} else {
			memset(a, 0, (size_t)g.n * (size_t)g.n * sizeof *a);
			for (int col = 0; col < g.n; col++)
				for (int k = g.p[col]; k < g.p[col + 1]; k++)
					a[(size_t)col * (size_t)g.n + (size_t)g.i[k]] = g.x[k];
			dgesv_(&g.n, &one, a, &g.n, pivots, g.f, &g.n, &info);
			check(info == 0, "dgesv");
		}
		update(&g);
		next_step(&g);
	}
	report(&g);
	return 0;
}
