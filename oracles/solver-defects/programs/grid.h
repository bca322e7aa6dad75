/*
 * What the programs of this folder solve: u_t = Laplacian u + lambda e^u on a grid of
 * m x rows points, by backward Euler and Newton's method; and what they share. A long
 * strip has the structure of a power line, with little fill; a square has much.
 */
#ifndef GRID_H
#define GRID_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
	int m, n;        /* points of a row, unknowns */
	int *p, *i;      /* Jacobian by columns */
	double *x;
	double *u, *old; /* state now, and of the last step */
	double *f;       /* residual, then update */
	double lambda, dt;
};

/* Ends the program where a call failed. */
static inline void check(int ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "%s failed\n", what);
		exit(1);
	}
}

static inline void *room(size_t count, size_t size)
{
	void *p = calloc(count, size);
	check(p != NULL, "calloc");
	return p;
}

/* Whether the program is to run without its defect. */
static inline int mended(int argc, char **argv)
{
	return argc > 1 && strcmp(argv[1], "mended") == 0;
}

/* The permutation in the file that the arguments name, as analyze order writes it. */
static inline int *permutation(const struct grid *g, char **argv)
{
	int *order = room((size_t)g->n, sizeof *order);
	FILE *f = fopen(argv[2], "r");
	check(f != NULL, "fopen");
	for (int k = 0; k < g->n; k++)
		check(fscanf(f, "%d", &order[k]) == 1, "permutation");
	fclose(f);
	return order;
}

/* The five-point pattern. */
static inline struct grid make_grid(int m, int rows)
{
	struct grid g = {.m = m, .n = m * rows, .lambda = 2, .dt = 1e-3};
	g.p = room((size_t)g.n + 1, sizeof *g.p);
	g.i = room(5 * (size_t)g.n, sizeof *g.i);
	g.x = room(5 * (size_t)g.n, sizeof *g.x);
	g.u = room((size_t)g.n, sizeof *g.u);
	g.old = room((size_t)g.n, sizeof *g.old);
	g.f = room((size_t)g.n, sizeof *g.f);
	int k = 0;
	for (int c = 0; c < g.n; c++) {
		int col = c % m, row = c / m;
		if (row > 0)
			g.i[k++] = c - m;
		if (col > 0)
			g.i[k++] = c - 1;
		g.i[k++] = c;
		if (col < m - 1)
			g.i[k++] = c + 1;
		if (row < rows - 1)
			g.i[k++] = c + m;
		g.p[c + 1] = k;
	}
	return g;
}

/* Residual and Jacobian at u. */
static inline void evaluate(struct grid *g)
{
	double h2 = (double)(g->m + 1) * (g->m + 1);
	for (int c = 0; c < g->n; c++) {
		double e = g->lambda * exp(g->u[c]), sum = (g->u[c] - g->old[c]) / g->dt - e;
		for (int k = g->p[c]; k < g->p[c + 1]; k++) {
			int r = g->i[k];
			g->x[k] = r == c ? 4 * h2 + 1 / g->dt - e : -h2;
			sum += r == c ? 4 * h2 * g->u[c] : -h2 * g->u[r]; /* symmetric */
		}
		g->f[c] = sum;
	}
}

/* Takes the solution of J d = f off u. */
static inline void update(struct grid *g)
{
	for (int c = 0; c < g->n; c++)
		g->u[c] -= g->f[c];
}

static inline void next_step(struct grid *g)
{
	memcpy(g->old, g->u, (size_t)g->n * sizeof *g->u);
}

/* The largest |b - A x| of a matrix by columns, relative to the largest |b|. */
static inline double residual(int n, const int *p, const int *i, const double *a, const double *x, const double *b)
{
	double *r = room((size_t)n, sizeof *r), worst = 0, scale = 0;
	memcpy(r, b, (size_t)n * sizeof *r);
	for (int c = 0; c < n; c++)
		for (int k = p[c]; k < p[c + 1]; k++)
			r[i[k]] -= a[k] * x[c];
	for (int c = 0; c < n; c++) {
		worst = fmax(worst, fabs(r[c]));
		scale = fmax(scale, fabs(b[c]));
	}
	free(r);
	return worst / scale;
}

/* Prints what must be the same with and without the defect. */
static inline void report(const struct grid *g)
{
	double sum = 0;
	for (int c = 0; c < g->n; c++)
		sum += g->u[c];
	printf("%.9e\n", sum / g->n);
}

#endif
