/*
 * What a call into a solver library takes: call ROUNDS
 *
 * Prints lines "function<TAB>median<TAB>mean" in ns a call, over rounds of 10 calls
 * each. The mean has the page faults of what the recording writes. The matrix has one
 * row, so that nearly all of the time is that of the call itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <klu.h>

enum { CALLS = 10, MOST = 1000000 };

static double rounds[MOST];

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

#define MEASURE(name, call)                                                   \
	do {                                                                  \
		double mean = 0;                                              \
		for (int r = 0; r < n; r++) {                                 \
			double begin = now();                                 \
			for (int k = 0; k < CALLS; k++) {                     \
				call;                                         \
			}                                                     \
			rounds[r] = (now() - begin) / CALLS;                  \
			mean += rounds[r];                                    \
		}                                                             \
		qsort(rounds, n, sizeof *rounds, ascending);                  \
		printf("%s\t%.1f\t%.1f\n", name, rounds[n / 2], mean / n);     \
	} while (0)

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10000;
	if (n < 1 || n > MOST) {
		fprintf(stderr, "call: want 1 to %d rounds\n", MOST);
		return 2;
	}
	int ap[] = {0, 1}, ai[] = {0};
	double ax[] = {2}, b[] = {1};
	klu_common common;
	klu_defaults(&common);
	klu_symbolic *symbolic = klu_analyze(1, ap, ai, &common), *none = NULL;
	klu_numeric *numeric = klu_factor(ap, ai, ax, symbolic, &common);
	if (!symbolic || !numeric) {
		fprintf(stderr, "call: status %d\n", common.status);
		return 1;
	}
	MEASURE("klu_free_symbolic of nothing", klu_free_symbolic(&none, &common));
	MEASURE("klu_solve", (b[0] = 1, klu_solve(symbolic, numeric, 1, 1, b, &common)));
	MEASURE("klu_refactor", klu_refactor(ap, ai, ax, symbolic, numeric, &common));
	return b[0] == 0.5 ? 0 : 1;
}
