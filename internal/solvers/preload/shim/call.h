/*
 * What is said of one call: the payload of its range. docs/formats-solvers.md.
 */
#ifndef CALL_H
#define CALL_H

#include <stddef.h>
#include <stdint.h>

#include "table.h"

enum {
	CALL_LEFT = 1,            /* by longjmp or an exception */
	CALL_SAMPLED_VALUES = 2,
	CALL_SAMPLED_PATTERN = 4,
	CALL_SAVED_MATRIX = 8,
	CALL_SAVED_VECTORS = 16,
	CALL_SAVING_FAILED = 32
};

/* What most calls have comes first: only as many words are said as one has. */
struct call {
	uint32_t function, flags;
	uint64_t number;
	int64_t status;
	uint64_t context, frees;
	/* CALL_BRIEF words; then what solves have */
	int64_t selector;
	int64_t n, rows, nrhs;
	uint64_t rhs;
	uint64_t uses_analysis, uses_factor;
	uint64_t aside; /* ns of hashing and saving */
	uint64_t phase; /* << 56 | address of the right-hand side */
	/* CALL_SOLVE words; then what needs a matrix */
	int64_t nnz;
	uint64_t pattern, values;
	uint64_t makes_analysis, makes_factor, matrix;
	double lnz, unz, flops, rcond, rgrowth, pivots, memory, iterations;
};

enum { CALL_BRIEF = 5, CALL_SOLVE = 14, CALL_WORDS = 28 };

_Static_assert(offsetof(struct call, selector) == CALL_BRIEF * 8, "brief");
_Static_assert(offsetof(struct call, nnz) == CALL_SOLVE * 8, "solve");
_Static_assert(sizeof(struct call) == CALL_WORDS * 8, "call");

/* The registers of a call as its trampoline saved them. */
struct registers {
	uint64_t integer[8];   /* 6 on amd64 */
	double floating[8];    /* low halves */
	const uint64_t *stack; /* arguments on the stack */
};

struct result {
	uint64_t integer, second; /* rax, rdx */
	double floating;          /* xmm0 */
};

/* What data.h gives the core. before fills what is known at the begin of the call,
 * hashes and saves the matrix and the right-hand side; after fills the rest, within the
 * range of the call; done saves the solution, behind it. All may be called on any
 * thread. None calls malloc, changes errno, nor fails the program. Nothing is saved or
 * hashed when the call is nested in another one of the same library (nested). */
struct given {
	const struct table *table;
	const struct function *f;
	struct registers in;
	uint64_t real; /* address of the function; 0 unknown */
	void *keep[4]; /* of data.h between before and after */
	bool nested;
};

static void data_before(struct given *g, struct call *c);
static void data_after(struct given *g, struct call *c, const struct result *r);
static void data_done(struct given *g, struct call *c);

#endif
