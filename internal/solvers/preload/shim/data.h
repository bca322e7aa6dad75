/*
 * What a call says: its fields, hashes of its matrix and vectors, and files of them.
 */
#ifndef DATA_H
#define DATA_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>

#include "expression.h"
#include "matrix.h"
#include "matrix_save.h"
#include "petsc.h"

/* What data_after needs of data_before, in given.keep. */
enum { KEEP_B, KEEP_BZ, KEEP_LDB, KEEP_TYPES, KEPT_OVERWRITTEN = 256, KEPT_PETSC = 512 };

/* Before the program may change its environment. */
__attribute__((constructor)) static void data_start(void) { saving_start(getenv("NRPROF_SOLVERS")); }

static bool phase_in(unsigned phase, unsigned set) { return phase < 32 && (set >> phase & 1); }

enum {
	ANALYZES = 1 << PHASE_ANALYZE | 1 << PHASE_ANALYZE_FACTOR | 1 << PHASE_ANALYZE_FACTOR_SOLVE,
	FACTORS = 1 << PHASE_FACTOR | 1 << PHASE_REFACTOR | 1 << PHASE_ANALYZE_FACTOR | 1 << PHASE_FACTOR_SOLVE | 1 << PHASE_ANALYZE_FACTOR_SOLVE,
	SOLVES = 1 << PHASE_SOLVE | 1 << PHASE_FACTOR_SOLVE | 1 << PHASE_ANALYZE_FACTOR_SOLVE | 1 << PHASE_LINEAR,
	USES_ANALYSIS = 1 << PHASE_FACTOR | 1 << PHASE_REFACTOR | 1 << PHASE_FACTOR_SOLVE,
	USES_FACTOR = 1 << PHASE_REFACTOR | 1 << PHASE_SOLVE | 1 << PHASE_QUERY | 1 << PHASE_LINEAR,
	FREES = 1 << PHASE_FREE,
	SAYS_FACTOR = ~(1 << PHASE_SOLVE | 1 << PHASE_FREE | 1 << PHASE_SETUP) /* lnz to pivots */
};

static unsigned data_phase(const struct given *g)
{
	int64_t phase = field_integer(g, NULL, FIELD_PHASE, 0);
	return phase >= PHASE_ANALYZE && phase <= PHASE_OTHER ? (unsigned)phase : g->f->phase;
}

static unsigned call_phase(const struct call *c) { return (unsigned)(c->reserved >> 56); }

/* One structure may stand in all of these: where the phase depends on the call, only
 * what the phase means is said. */
static uint64_t object(const struct given *g, const struct result *r, enum field f, const struct call *c, unsigned phases)
{
	if (g->f->expression[FIELD_PHASE] != 0 && !phase_in(call_phase(c), phases))
		return 0;
	return field_pointer(g, r, f);
}

static int64_t size_field(const struct given *g, enum field f)
{
	int64_t v = field_integer(g, NULL, f, -1);
	return v >= 0 && v <= MATRIX_MOST ? v : -1;
}

static void fill_before(const struct given *g, struct call *c)
{
	uint64_t nan = DOUBLE_NAN;
	c->reserved = (uint64_t)data_phase(g) << 56 | (field_pointer(g, NULL, FIELD_B) & (((uint64_t)1 << 56) - 1));
	c->status = INT64_MIN;
	c->selector = field_integer(g, NULL, FIELD_SELECTOR, INT64_MIN);
	c->n = size_field(g, FIELD_N);
	c->rows = size_field(g, FIELD_ROWS);
	c->rows = c->rows < 0 ? c->n : c->rows;
	c->nnz = size_field(g, FIELD_NNZ);
	c->nrhs = size_field(g, FIELD_NRHS);
	c->uses_analysis = object(g, NULL, FIELD_USES_ANALYSIS, c, USES_ANALYSIS);
	c->uses_factor = object(g, NULL, FIELD_USES_FACTOR, c, USES_FACTOR);
	c->frees = object(g, NULL, FIELD_FREES, c, FREES);
	c->context = field_pointer(g, NULL, FIELD_CONTEXT);
	c->matrix = field_pointer(g, NULL, FIELD_MATRIX);
	double *const said[] = {&c->lnz, &c->unz, &c->flops, &c->rcond, &c->rgrowth, &c->pivots, &c->memory, &c->iterations};
	for (unsigned k = 0; k < sizeof said / sizeof *said; k++)
		memcpy(said[k], &nan, 8);
}

/* The matrix as the table describes it. */
static struct matrix describe(const struct given *g, const struct call *c)
{
	const struct function *f = g->f;
	struct matrix m = {
		.layout = (uint8_t)field_integer(g, NULL, FIELD_LAYOUT, f->layout),
		.index = (uint8_t)field_integer(g, NULL, FIELD_INDEX_TYPE, f->index),
		.value = (uint8_t)field_integer(g, NULL, FIELD_VALUE_TYPE, f->value),
		.base = (uint8_t)field_integer(g, NULL, FIELD_BASE, f->base),
		.symmetry = (int8_t)field_integer(g, NULL, FIELD_SYMMETRY, 0),
		.transposed = field_integer(g, NULL, FIELD_TRANSPOSED, f->flags & FLAG_TRANSPOSED) != 0,
		.rows = c->rows, .n = c->n, .nnz = c->nnz,
		.ap = field_pointer(g, NULL, FIELD_AP),
		.aend = field_pointer(g, NULL, FIELD_AEND),
		.ai = field_pointer(g, NULL, FIELD_AI),
		.aj = field_pointer(g, NULL, FIELD_AJ),
		.ax = field_pointer(g, NULL, FIELD_AX),
		.az = field_pointer(g, NULL, FIELD_AZ),
		.ld = field_integer(g, NULL, FIELD_LD, 0),
	};
	if (f->expression[FIELD_AEND_IS_COUNT] != 0) {
		m.count = field_integer(g, NULL, FIELD_AEND_IS_COUNT, 0) != 0;
		m.aend = m.count ? m.aend : 0;
	}
	if (m.aend != 0)
		m.order = field_pointer(g, NULL, FIELD_ORDER);
	if (m.layout == LAYOUT_TRIPLETS || m.layout == LAYOUT_DENSE) {
		m.aend = 0;
		m.transposed = m.transposed && m.layout == LAYOUT_DENSE;
	}
	return m;
}

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

static uint64_t raw_flags(const struct given *g, const struct call *c)
{
	return (c->flags & CALL_SAMPLED_PATTERN ? RAW_SAMPLED_PATTERN : 0) | (c->flags & CALL_SAMPLED_VALUES ? RAW_SAMPLED_VALUES : 0) |
		(field_integer(g, NULL, FIELD_TRANS, 0) != 0 ? RAW_TRANS : 0);
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
	bool ok = matrix_within(m) && raw_save(g, c, m, &x, WHAT_MATRIX, raw_flags(g, c));
	if (!ok && key != 0)
		saved_forget(key);
	tell_saved(c, ok, CALL_SAVED_MATRIX);
}

/* Hashes vectors; saves them if the policy says so. Returns the hash. */
static uint64_t vectors_take(const struct given *g, struct call *c, struct matrix *m, enum what what, bool overwritten)
{
	bool sampled = false;
	if (!matrix_sane(m) || m->value == VALUE_NONE)
		return 0;
	struct hashes x = {0, matrix_values(m, g->table->sample, &sampled)};
	if (saves_vectors(g, c)) {
		uint64_t flags = (raw_flags(g, c) & RAW_TRANS) | (sampled ? RAW_SAMPLED_VALUES : 0) | (overwritten ? RAW_OVERWRITTEN : 0);
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
	if (g->nested || c->rows < 0 || !saves_vectors(g, c))
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
	c->reserved = (c->reserved >> 56 << 56) | (m.ax & (((uint64_t)1 << 56) - 1));
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
	for (unsigned k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		int64_t number = -1, reason = INT64_MIN;
		if (!is_of(g, solvers[k].name) || !phase_in(call_phase(c), 1 << PHASE_LINEAR | 1 << PHASE_NEWTON | 1 << PHASE_INTEGRATE))
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
	int saved = errno;
	fill_before(g, c);
	struct matrix m = describe(g, c);
	if (c->matrix == 0 && m.layout != LAYOUT_PETSC)
		c->matrix = m.ax;
	if (g->nested) {
		/* hashed and saved is the call that it is part of */
	} else if (m.layout == LAYOUT_PETSC) {
		petsc_before(g, c);
	} else {
		if (m.layout != LAYOUT_NONE)
			matrix_before(g, c, &m);
		right_before(g, c, m.value);
	}
	errno = saved;
}

static void status_after(const struct given *g, struct call *c, const struct result *r)
{
	struct value v = value_field(g, r, FIELD_STATUS);
	if (v.kind == KIND_UNKNOWN && (g->f->flags & FLAG_STATUS_RETURNED))
		v = (struct value){(uint64_t)(int64_t)(int32_t)r->integer, KIND_INTEGER};
	int64_t number = (int64_t)v.bits;
	if (v.kind == KIND_INTEGER || (v.kind == KIND_DOUBLE && integer_of(v.bits, &number)))
		c->status = number;
}

static void said_after(const struct given *g, struct call *c, const struct result *r)
{
	double *const said[] = {&c->lnz, &c->unz, &c->flops, &c->rcond, &c->rgrowth, &c->pivots, &c->memory, &c->iterations};
	bool factor = g->f->expression[FIELD_PHASE] == 0 || phase_in(call_phase(c), SAYS_FACTOR);
	for (unsigned k = 0; k < sizeof said / sizeof *said; k++) {
		enum field f = (enum field)(FIELD_LNZ + k);
		struct value v = factor || f > FIELD_PIVOTS ? value_field(g, r, f) : value_unknown;
		/* MUMPS counts entries in millions, and says so by a minus. In other places one
		 * says that a number was not computed. */
		if ((int64_t)v.bits < 0)
			v = f <= FIELD_UNZ && v.kind == KIND_INTEGER ? value_scaled(v, -1000000) : value_unknown;
		double_put(v, said[k]);
	}
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
