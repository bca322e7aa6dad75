/* Factors on several threads at once, while the environment lets BLAS start 64 threads in
 * each: oversubscribed-threads. Mended, it runs without that variable. */
#include <pthread.h>
#include <umfpack.h>

#include "grid.h"

static void *solve(void *arg)
{
	struct grid g = make_grid(80, 80);
	double *x = room((size_t)g.n, sizeof *x);
	void *s = NULL, *m = NULL;
	g.lambda += *(int *)arg;
	evaluate(&g);
	check(umfpack_di_symbolic(g.n, g.n, g.p, g.i, g.x, &s, NULL, NULL) == 0, "umfpack_di_symbolic");
	for (int k = 0; k < 20; k++) {
		g.dt *= 1.1;
		evaluate(&g);
		check(umfpack_di_numeric(g.p, g.i, g.x, s, &m, NULL, NULL) == 0, "umfpack_di_numeric");
		check(umfpack_di_solve(UMFPACK_A, g.p, g.i, g.x, x, g.f, m, NULL, NULL) == 0, "umfpack_di_solve");
		umfpack_di_free_numeric(&m);
	}
	umfpack_di_free_symbolic(&s);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int number[2] = {1, 2};
	for (int k = 0; k < 2; k++)
		check(pthread_create(&threads[k], NULL, solve, &number[k]) == 0, "pthread_create");
	for (int k = 0; k < 2; k++)
		check(pthread_join(threads[k], NULL) == 0, "pthread_join");
	return 0;
}
