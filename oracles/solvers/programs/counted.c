/*
 * A series of systems by KLU that keeps count of its calls in a file that it shares
 * with whoever kills it: counted COUNTS [SYSTEMS]
 * COUNTS holds two 64-bit numbers for each function, calls begun and calls ended.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <klu.h>

enum { N = 200 };

struct counts {
	volatile uint64_t begun, ended;
};

enum { ANALYZE, FACTOR, REFACTOR, SOLVE, FREE_NUMERIC, FREE_SYMBOLIC, FUNCTIONS };

#define COUNTED(f, call) (c[f].begun++, result = (call), c[f].ended++, result)

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR | O_CREAT, 0666) : -1;
	if (fd < 0 || ftruncate(fd, FUNCTIONS * sizeof(struct counts)) != 0) {
		perror("counted");
		return 1;
	}
	struct counts *c = mmap(NULL, FUNCTIONS * sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (c == MAP_FAILED) {
		perror("counted");
		return 1;
	}
	long systems = argc > 2 ? atol(argv[2]) : -1;

	int ap[N + 1], ai[3 * N];
	double ax[3 * N], b[N];
	int k = 0;
	for (int j = 0; j < N; j++) {
		ap[j] = k;
		for (int i = j - 1; i <= j + 1; i++) {
			if (i >= 0 && i < N) {
				ai[k++] = i;
			}
		}
	}
	ap[N] = k;
	klu_common common;
	klu_defaults(&common);
	for (long system = 0; system != systems; system++) {
		intptr_t result;
		for (int p = 0, j = 0; j < N; j++) {
			for (; p < ap[j + 1]; p++) {
				ax[p] = ai[p] == j ? 4 + system % 7 : ai[p] < j ? -1 : -1.5;
			}
		}
		c[ANALYZE].begun++;
		klu_symbolic *symbolic = klu_analyze(N, ap, ai, &common);
		c[ANALYZE].ended++;
		c[FACTOR].begun++;
		klu_numeric *numeric = klu_factor(ap, ai, ax, symbolic, &common);
		c[FACTOR].ended++;
		if (!symbolic || !numeric) {
			fprintf(stderr, "counted: status %d\n", common.status);
			return 1;
		}
		for (int step = 0; step < 20; step++) {
			for (int j = 0; j < N; j++) {
				b[j] = 1 + step;
			}
			ax[0] = 5 + step;
			if (!COUNTED(REFACTOR, klu_refactor(ap, ai, ax, symbolic, numeric, &common)) ||
			    !COUNTED(SOLVE, klu_solve(symbolic, numeric, N, 1, b, &common))) {
				fprintf(stderr, "counted: status %d\n", common.status);
				return 1;
			}
		}
		c[FREE_NUMERIC].begun++;
		klu_free_numeric(&numeric, &common);
		c[FREE_NUMERIC].ended++;
		c[FREE_SYMBOLIC].begun++;
		klu_free_symbolic(&symbolic, &common);
		c[FREE_SYMBOLIC].ended++;
	}
	printf("%.17g\n", b[0]);
	return 0;
}
