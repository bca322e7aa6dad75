/* usage: klu STEPS N [quiet]
 *
 * Solves STEPS systems of N unknowns with KLU. The pattern changes half way. Unless
 * quiet, it writes what it solved into files own-STEP-NAME. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>

static unsigned long long seed = 1;
static double rnd(void) { seed = seed * 6364136223846793005ULL + 1442695040888963407ULL; return (double)(seed >> 11) / 9007199254740992.0; }

static void dump(const char *name, int step, const void *data, size_t size)
{
	char path[300];
	snprintf(path, sizeof path, "own-%04d-%s", step, name);
	FILE *f = fopen(path, "w");
	fwrite(data, 1, size, f);
	fclose(f);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 20, n = argc > 2 ? atoi(argv[2]) : 50;
	int quiet = argc > 3;
	klu_common c;
	klu_defaults(&c);
	int *ap = malloc((n + 1) * sizeof(int)), *ai = malloc(4 * n * sizeof(int));
	double *ax = malloc(4 * n * sizeof(double)), *b = malloc(n * sizeof(double));
	klu_symbolic *s = NULL;
	klu_numeric *m = NULL;
	for (int step = 0; step < steps; step++) {
		int far = step < steps / 2 ? 2 : 3, nz = 0; /* two patterns */
		for (int j = 0; j < n; j++) {
			ap[j] = nz;
			int rows[3] = {j, (j + 1) % n, (j + far) % n};
			for (int k = 0; k < 3; k++) { ai[nz] = rows[k]; ax[nz++] = k == 0 ? 4 + rnd() : rnd() - 0.5; }
		}
		ap[n] = nz;
		if (step == 0 || step == steps / 2) {
			if (m) klu_free_numeric(&m, &c);
			if (s) klu_free_symbolic(&s, &c);
			s = klu_analyze(n, ap, ai, &c);
			m = klu_factor(ap, ai, ax, s, &c);
		} else {
			klu_refactor(ap, ai, ax, s, m, &c);
		}
		for (int i = 0; i < n; i++) b[i] = rnd();
		if (!quiet) {
			dump("ap", step, ap, (n + 1) * sizeof(int));
			dump("ai", step, ai, nz * sizeof(int));
			dump("ax", step, ax, nz * sizeof(double));
			dump("b", step, b, n * sizeof(double));
		}
		klu_solve(s, m, n, 1, b, &c);
		if (!quiet) dump("x", step, b, n * sizeof(double));
	}
	klu_free_numeric(&m, &c);
	klu_free_symbolic(&s, &c);
	printf("%.17g\n", b[0]);
	return 0;
}
