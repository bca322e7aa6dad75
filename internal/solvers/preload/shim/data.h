/*
 * What the core is given: the fields of a call, hashes of its matrix and vectors, and
 * files of them.
 */
#ifndef DATA_H
#define DATA_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>

#include "data_fields.h"
#include "matrix_save.h"
#include "petsc.h"

/* What data_after needs of data_before, in given.keep. */
enum { KEEP_B, KEEP_BZ, KEEP_LDB, KEEP_TYPES, KEPT_OVERWRITTEN = 256, KEPT_PETSC = 512 };

/* Before the program may change its environment. */
__attribute__((constructor)) static void data_start(void) { saving_start(getenv("NRPROF_SOLVERS")); }

/* rows × columns values at re (and im). */
static struct matrix vectors(uint8_t value, uint64_t re, uint64_t im, int64_t rows, int64_t columns, int64_t ld)
{
	return (struct matrix){.layout = LAYOUT_DENSE, .value = value, .rows = rows, .n = columns, .ld = ld > rows ? ld : 0, .ax = re, .az = im};
}

static bool policy_numbers(const struct given *g, const struct call *c)
{
	const uint64_t *range = table_ranges(g->table);
	for (uint32_t k = 0; k < g->table->ranges; k++, range += 2)
		if (range[0] <= c->number && c->number <= range[1])
			return true;
	return false;
}

static bool saves_vectors(const struct given *g, const struct call *c)
{
	switch (g->table->matrices) {
	case MATRICES_CHANGED:
	case MATRICES_ALL:
		return phase_in(call_phase(c), SOLVES);
	case MATRICES_NUMBERS:
		return policy_numbers(g, c);
	}
	return false;
}

/* Whether the policy wants the matrix; key is what to forget if it cannot be saved. */
static bool saves_matrix(const struct given *g, const struct call *c, const struct matrix *m, uint64_t *key)
{
	unsigned phase = call_phase(c);
	*key = 0;
	switch (g->table->matrices) {
	case MATRICES_PATTERNS:
		*key = saved_key(c->pattern, m->value != VALUE_NONE);
		return saved_claim(*key);
	case MATRICES_CHANGED:
		*key = saved_key(c->pattern, c->values);
		return saved_claim(*key);
	case MATRICES_ALL:
		if (phase_in(phase, ANALYZES & ~FACTORS))
			return false;
		*key = saved_key(c->pattern, c->values);
		return saved_claim(*key) || phase_in(phase, FACTORS);
	case MATRICES_NUMBERS:
		return policy_numbers(g, c);
	}
	return false;
}

static void tell_saved(struct call *c, bool ok, uint32_t flag) { c->flags |= ok ? flag : CALL_SAVING_FAILED; }

/* With the transpose (1) or the conjugate transpose (2). */
static uint64_t raw_trans(const struct given *g)
{
	int64_t trans = field_integer(g, NULL, FIELD_TRANS, 0);
	return trans == 2 ? RAW_TRANS | RAW_CONJUGATE : trans != 0 ? RAW_TRANS : 0;
}

static void matrix_before(const struct given *g, struct call *c, struct matrix *m)
{
	bool pattern = false, values = false;
	uint64_t key;
	if (!matrix_sane(m))
		return;
	c->nnz = m->nnz;
	c->pattern = matrix_pattern(m, g->table->sample, &pattern);
	c->values = matrix_values(m, g->table->sample, &values);
	c->flags |= (pattern ? CALL_SAMPLED_PATTERN : 0) | (values ? CALL_SAMPLED_VALUES : 0);
	if (!saves_matrix(g, c, m, &key))
		return;
	struct hashes x = {c->pattern, c->values};
	uint64_t flags = raw_trans(g) | (pattern ? RAW_SAMPLED_PATTERN : 0) | (values ? RAW_SAMPLED_VALUES : 0);
	bool ok = matrix_within(m) && raw_save(g, c, m, &x, WHAT_MATRIX, flags);
	if (!ok && key != 0)
		saved_forget(key);
	tell_saved(c, ok, CALL_SAVED_MATRIX);
}

/* Hashes vectors; saves them if the policy says so. Returns the hash. */
static uint64_t vectors_take(const struct given *g, struct call *c, struct matrix *m, enum what what, bool overwritten)
{
	bool sampled = false;
	if (!matrix_sane(m) || m->value == VALUE_NONE || m->nnz == 0)
		return 0;
	struct hashes x = {0, matrix_values(m, g->table->sample, &sampled)};
	if (saves_vectors(g, c)) {
		uint64_t flags = raw_trans(g) | (sampled ? RAW_SAMPLED_VALUES : 0) | (overwritten ? RAW_OVERWRITTEN : 0);
		tell_saved(c, raw_save(g, c, m, &x, what, flags), CALL_SAVED_VECTORS);
	}
	return x.values;
}

/* A solution has as many values as the matrix has columns, a right-hand side as it has
 * rows; with the transpose they change places. */
static int64_t vector_rows(const struct given *g, const struct call *c, enum what what)
{
	bool trans = field_integer(g, NULL, FIELD_TRANS, 0) != 0;
	return (what == WHAT_RIGHT) != trans ? c->rows : c->n;
}

static void right_before(struct given *g, struct call *c, uint8_t value)
{
	int64_t columns = c->nrhs < 0 ? 1 : c->nrhs;
	uint64_t b = field_pointer(g, NULL, FIELD_B), bz = field_pointer(g, NULL, FIELD_BZ);
	int64_t ld = field_integer(g, NULL, FIELD_LDB, 0);
	g->keep[KEEP_B] = (void *)(uintptr_t)b;
	g->keep[KEEP_BZ] = (void *)(uintptr_t)bz;
	g->keep[KEEP_LDB] = (void *)(uintptr_t)ld;
	g->keep[KEEP_TYPES] = (void *)(uintptr_t)value;
	if (b == 0 || c->rows < 0)
		return;
	struct matrix m = vectors(value, b, bz, vector_rows(g, c, WHAT_RIGHT), columns, ld);
	c->rhs = vectors_take(g, c, &m, WHAT_RIGHT, false);
}

/* Where the solution is, in given.keep, and whether it will be saved. */
static void solution_after(struct given *g, struct call *c, const struct result *r)
{
	bool overwritten = false;
	uint64_t x = field_pointer(g, r, FIELD_X), xz = field_pointer(g, r, FIELD_XZ);
	int64_t ld = field_integer(g, r, FIELD_LDX, 0);
	if (x == 0 && (g->f->flags & FLAG_OVERWRITES)) {
		x = (uintptr_t)g->keep[KEEP_B];
		xz = (uintptr_t)g->keep[KEEP_BZ];
		ld = (int64_t)(uintptr_t)g->keep[KEEP_LDB];
		overwritten = true;
	}
	if (g->nested || c->rows <= 0 || c->nrhs == 0 || !saves_vectors(g, c))
		x = 0;
	g->keep[KEEP_B] = (void *)(uintptr_t)x;
	g->keep[KEEP_BZ] = (void *)(uintptr_t)xz;
	g->keep[KEEP_LDB] = (void *)(uintptr_t)ld;
	g->keep[KEEP_TYPES] = (void *)((uintptr_t)g->keep[KEEP_TYPES] | (overwritten ? KEPT_OVERWRITTEN : 0));
	c->flags |= x != 0 ? CALL_SAVED_VECTORS : 0;
}

/* Vectors of PETSc: a Vec, or a dense Mat. */
static bool petsc_vectors(const struct petsc *p, uint64_t handle, struct matrix *m, struct borrowed *b)
{
	int64_t rows;
	uint64_t values;
	if (petsc_vector(p, handle, &values, &rows, b)) {
		*m = vectors(p->value, values, 0, rows, 1, 0);
		return true;
	}
	if (!petsc_matrix(p, handle, m, b))
		return false;
	if (m->layout == LAYOUT_DENSE)
		return true;
	petsc_back(b);
	return false;
}

static bool petsc_take(const struct petsc *p, const struct given *g, struct call *c, uint64_t handle)
{
	struct matrix m;
	struct borrowed b;
	if (!petsc_matrix(p, handle, &m, &b))
		return false;
	c->matrix = handle;
	c->n = m.n;
	c->rows = m.rows;
	matrix_before(g, c, &m);
	petsc_back(&b);
	return true;
}

static bool is_of(const struct given *g, const char *class)
{
	return strncmp(table_name(g->table, g->f), class, strlen(class)) == 0;
}

static void petsc_before(struct given *g, struct call *c)
{
	const struct petsc *p = petsc_of((const void *)(uintptr_t)g->real);
	struct matrix m;
	struct borrowed b;
	void *a, *pre;
	if (p == NULL)
		return;
	if (c->matrix != 0)
		petsc_take(p, g, c, c->matrix);
	else if (is_of(g, "KSP") && petsc_operators(p, c->context, &a, &pre) && !petsc_take(p, g, c, (uintptr_t)a))
		petsc_take(p, g, c, (uintptr_t)pre);
	uint64_t handle = field_pointer(g, NULL, FIELD_B);
	g->keep[KEEP_B] = (void *)(uintptr_t)handle;
	g->keep[KEEP_TYPES] = (void *)(uintptr_t)KEPT_PETSC;
	if (handle == 0 || !petsc_vectors(p, handle, &m, &b))
		return;
	c->nrhs = m.n;
	c->phase = (c->phase >> 56 << 56) | (m.ax & (((uint64_t)1 << 56) - 1));
	if (c->n < 0)
		c->n = c->rows = m.rows;
	c->rhs = vectors_take(g, c, &m, WHAT_RIGHT, false);
	petsc_back(&b);
}

/* What solvers of PETSc say of themselves, where the list does not. */
static void petsc_after(const struct given *g, struct call *c)
{
	static const struct { const char *name; enum petsc_name class, number, reason; } solvers[] = {
		{"KSP", KSP_CLASS, KSP_ITERATIONS, KSP_REASON},
		{"SNES", SNES_CLASS, SNES_ITERATIONS, SNES_REASON},
		{"TS", TS_CLASS, TS_STEPS, TS_REASON},
	};
	const uint16_t *said = g->f->expression;
	if (!phase_in(call_phase(c), 1 << PHASE_LINEAR | 1 << PHASE_NEWTON | 1 << PHASE_INTEGRATE))
		return;
	for (unsigned k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		int64_t number = -1, reason = INT64_MIN;
		if (!is_of(g, solvers[k].name))
			continue;
		const struct petsc *p = petsc_of((const void *)(uintptr_t)g->real);
		if (p == NULL)
			return;
		petsc_said(p, c->context, solvers[k].class, solvers[k].number, solvers[k].reason, &number, &reason);
		if (said[FIELD_ITERATIONS] == 0 && number >= 0)
			double_put((struct value){(uint64_t)number, KIND_INTEGER}, &c->iterations);
		if (said[FIELD_SELECTOR] == 0)
			c->selector = reason;
	}
}

static void petsc_done(const struct given *g, struct call *c, uint64_t handle, bool overwritten)
{
	const struct petsc *p = petsc_of((const void *)(uintptr_t)g->real);
	struct matrix m;
	struct borrowed b;
	if (p == NULL || !petsc_vectors(p, handle, &m, &b))
		return;
	vectors_take(g, c, &m, WHAT_SOLUTION, overwritten);
	petsc_back(&b);
}

static void data_before(struct given *g, struct call *c)
{
	const uint16_t *said = g->f->expression;
	fill_before(g, c);
	if (g->nested) { /* what is hashed and saved is the call that it is part of */
		c->matrix = c->matrix != 0 ? c->matrix : field_pointer(g, NULL, FIELD_AX);
		return;
	}
	if ((g->f->layout | said[FIELD_LAYOUT] | said[FIELD_B] | said[FIELD_AX]) == 0)
		return;
	int saved = errno;
	struct matrix m = describe(g, c);
	if (m.layout == LAYOUT_PETSC) {
		petsc_before(g, c);
	} else {
		c->matrix = c->matrix != 0 ? c->matrix : m.ax;
		uint8_t value = m.value; /* of vectors, too; a matrix without values has none */
		if (m.layout != LAYOUT_NONE)
			matrix_before(g, c, &m);
		right_before(g, c, value);
	}
	errno = saved;
}

static void data_after(struct given *g, struct call *c, const struct result *r)
{
	int saved = errno;
	c->makes_analysis = object(g, r, FIELD_MAKES_ANALYSIS, c, ANALYZES);
	c->makes_factor = object(g, r, FIELD_MAKES_FACTOR, c, FACTORS);
	status_after(g, c, r);
	said_after(g, c, r);
	petsc_after(g, c);
	solution_after(g, c, r);
	errno = saved;
}

static void data_done(struct given *g, struct call *c)
{
	int saved = errno;
	uint64_t types = (uintptr_t)g->keep[KEEP_TYPES], x = (uintptr_t)g->keep[KEEP_B];
	int64_t columns = c->nrhs < 0 ? 1 : c->nrhs;
	bool overwritten = (types & KEPT_OVERWRITTEN) != 0;
	if (x != 0 && (types & KEPT_PETSC)) {
		petsc_done(g, c, x, overwritten);
	} else if (x != 0) {
		struct matrix m = vectors((uint8_t)types, x, (uintptr_t)g->keep[KEEP_BZ],
			vector_rows(g, c, WHAT_SOLUTION), columns, (int64_t)(uintptr_t)g->keep[KEEP_LDB]);
		vectors_take(g, c, &m, WHAT_SOLUTION, overwritten);
	}
	errno = saved;
}

#endif
