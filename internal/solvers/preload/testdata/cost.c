/* Prints the median time of a call in ns, over batches of calls. */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 2001, CALLS = 100 };

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

static int less(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	static double ns[BATCHES];
	for (int i = 0; i < BATCHES; i++) {
		double begin = now();
		for (int k = 0; k < CALLS; k++)
			toy_factor(k, 1);
		ns[i] = (now() - begin) / CALLS;
	}
	qsort(ns, BATCHES, sizeof ns[0], less);
	printf("%.2f\n", ns[BATCHES / 2]);
	return 0;
}
