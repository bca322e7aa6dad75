/*
 * The fields of a call.
 */
#ifndef DATA_FIELDS_H
#define DATA_FIELDS_H

#include "expression.h"
#include "matrix.h"

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

static unsigned call_phase(const struct call *c) { return (unsigned)(c->phase >> 56); }

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

/* What stays unknown was unknown before. */
static void fill_before(const struct given *g, struct call *c)
{
	c->phase = (uint64_t)data_phase(g) << 56 | (field_pointer(g, NULL, FIELD_B) & (((uint64_t)1 << 56) - 1));
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
		if (g->f->expression[f] == 0 || (!factor && f <= FIELD_PIVOTS))
			continue;
		struct value v = value_field(g, r, f);
		/* MUMPS counts entries in millions, and says so by a minus. In other places one
		 * says that a number was not computed. */
		if ((int64_t)v.bits < 0)
			v = f <= FIELD_UNZ && v.kind == KIND_INTEGER ? value_scaled(v, -1000000) : value_unknown;
		double_put(v, said[k]);
	}
}

#endif
