/* A five-point grid of k × k without symmetry, in compressed columns. */
#include <stdlib.h>

struct grid { int n, nnz, *ap, *ai; double *ax; };

static void entry(struct grid *g, int i, double x)
{
	g->ai[g->nnz] = i;
	g->ax[g->nnz++] = x;
}

static struct grid grid(int k)
{
	struct grid g = {k * k, 0, malloc((size_t)(k * k + 1) * sizeof(int)), malloc((size_t)(5 * k * k) * sizeof(int)),
		malloc((size_t)(5 * k * k) * sizeof(double))};
	for (int j = 0; j < g.n; j++) {
		int x = j % k, y = j / k;
		g.ap[j] = g.nnz;
		if (y > 0)
			entry(&g, j - k, -1.3);
		if (x > 0)
			entry(&g, j - 1, -.7);
		entry(&g, j, x == y ? 1e-3 : 4.1);
		if (x < k - 1)
			entry(&g, j + 1, -1.2);
		if (y < k - 1)
			entry(&g, j + k, -.9);
	}
	g.ap[g.n] = g.nnz;
	return g;
}
