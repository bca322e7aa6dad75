/*
 * What a call says, as the program knows it from its own arguments and the library's
 * headers: one line for each call, which the oracle compares with the capture.
 */
#ifndef CALLS_H
#define CALLS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SuiteSparseQR_C.h>
#include <cholmod.h>
#include <klu.h>
#include <umfpack.h>

typedef SuiteSparse_long Long;

enum { N = 60, MOST = 8 * N };

struct said {
	double n, rows, nnz, nrhs, status, selector, lnz, unz, flops, rcond, rgrowth, pivots, memory, iterations;
};

/* The matrix: columns, with int and long indices, real and complex values, the latter
 * interleaved and apart. symmetric is its own. */
struct matrix {
	int ap[N + 1], ai[MOST];
	Long lp[N + 1], li[MOST];
	double x[MOST], c[2 * MOST], im[MOST];
	int nnz;
};

extern struct matrix general, symmetric;

void say(const char *symbol, const char *phase, const struct said *said);
void *checked(void *p);

void klu_int(void), klu_long(void), klu_int_complex(void), klu_long_complex(void);
void umfpack_int(void), umfpack_long(void), umfpack_int_complex(int packed), umfpack_long_complex(int packed);
void cholmod_int(int xtype), cholmod_long(int xtype);
void spqr(int xtype);

/* Fields that are not given are NaN: the capture must not know them either. */
#define SAY(symbol, phase, ...) \
	say(symbol, phase, &(struct said){.n = NAN, .rows = NAN, .nnz = NAN, .nrhs = NAN, .status = NAN, .selector = NAN, \
		.lnz = NAN, .unz = NAN, .flops = NAN, .rcond = NAN, .rgrowth = NAN, .pivots = NAN, .memory = NAN, .iterations = NAN, \
		__VA_ARGS__})

#endif
