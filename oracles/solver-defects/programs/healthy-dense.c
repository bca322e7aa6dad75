/* Solves full systems, as of boundary elements, with a dense solver. */
#include "grid.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivots, double *b, const int *ldb, int *info);

int main(void)
{
	int n = 600, one = 1, info, *pivots = room((size_t)n, sizeof *pivots);
	double *a = room((size_t)n * (size_t)n, sizeof *a), *b = room((size_t)n, sizeof *b), sum = 0;
	for (int step = 0; step < 8; step++) {
		for (int c = 0; c < n; c++) {
			for (int r = 0; r < n; r++)
				a[c * n + r] = r == c ? 8 + step : 1 / fabs((double)r - c);
			b[c] = sin(c + step);
		}
		dgesv_(&n, &one, a, &n, pivots, b, &n, &info);
		check(info == 0, "dgesv");
		for (int k = 0; k < n; k++)
			sum += b[k];
	}
	printf("%.9e\n", sum);
	return 0;
}
