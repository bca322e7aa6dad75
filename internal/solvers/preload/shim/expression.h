/*
 * Values of a call: what the table's expressions say of registers and memory.
 * No floating-point instruction: doubles are 64 bits.
 */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "data_memory.h"

#include "call.h"

#ifdef __x86_64__
enum { EXPRESSION_REGISTERS = 6 };
#else
enum { EXPRESSION_REGISTERS = 8 };
#endif

enum { EXPRESSION_FLOATING = 8, EXPRESSION_STACK = 256 };

enum kind { KIND_UNKNOWN, KIND_INTEGER, KIND_DOUBLE };

struct value {
	uint64_t bits;
	enum kind kind;
};

static const struct value value_unknown = {0, KIND_UNKNOWN};

#define DOUBLE_NAN 0x7ff8000000000000

/* The bits of the double that is nearest to an integer. */
static uint64_t double_of(int64_t v)
{
	if (v == 0)
		return 0;
	uint64_t sign = v < 0 ? (uint64_t)1 << 63 : 0, m = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
	int shift = __builtin_clzll(m);
	uint64_t exponent = 1023 + 63 - (uint64_t)shift;
	m <<= shift;
	uint64_t rest = m & 2047, whole = m >> 11;
	if (rest > 1024 || (rest == 1024 && (whole & 1)))
		whole++; /* a carry goes on into the exponent, as it should */
	return sign + ((exponent - 1) << 52) + whole;
}

/* The integer part of a double; false without one. */
static bool integer_of(uint64_t bits, int64_t *to)
{
	int exponent = (int)(bits >> 52 & 2047) - 1023;
	if (exponent >= 63)
		return false;
	uint64_t m = (bits & 0xfffffffffffff) | (uint64_t)1 << 52;
	m = exponent < 0 ? 0 : exponent < 52 ? m >> (52 - exponent) : m << (exponent - 52);
	*to = bits >> 63 ? -(int64_t)m : (int64_t)m;
	return true;
}

/* The bits of the double of a float. */
static uint64_t double_of_float(uint32_t f)
{
	uint64_t sign = (uint64_t)(f >> 31) << 63, exponent = f >> 23 & 255, m = f & 0x7fffff;
	if (exponent == 255)
		return sign | (uint64_t)2047 << 52 | m << 29;
	if (exponent == 0) {
		if (m == 0)
			return sign;
		int shift = __builtin_clz((uint32_t)m) - 8;
		m = m << shift & 0x7fffff;
		exponent = (uint64_t)(1 - shift);
	}
	return sign | (exponent + 1023 - 127) << 52 | m << 29;
}

/* The bytes at p as a type. */
static struct value value_at(const void *p, uint8_t type)
{
	int16_t i16;
	int32_t i32;
	uint32_t u32;
	uint64_t u64;
	switch (type) {
	case LOAD_I16:
		memcpy(&i16, p, sizeof i16);
		return (struct value){(uint64_t)i16, KIND_INTEGER};
	case LOAD_I32:
		memcpy(&i32, p, sizeof i32);
		return (struct value){(uint64_t)i32, KIND_INTEGER};
	case LOAD_U32:
		memcpy(&u32, p, sizeof u32);
		return (struct value){u32, KIND_INTEGER};
	case LOAD_U8:
		return (struct value){*(const uint8_t *)p, KIND_INTEGER};
	case LOAD_I64:
	case LOAD_U64:
		memcpy(&u64, p, sizeof u64);
		return (struct value){u64, KIND_INTEGER};
	case LOAD_F64:
		memcpy(&u64, p, sizeof u64);
		return (struct value){u64, KIND_DOUBLE};
	case LOAD_F32:
		memcpy(&u32, p, sizeof u32);
		return (struct value){double_of_float(u32), KIND_DOUBLE};
	}
	return value_unknown;
}

static size_t load_bytes(uint8_t type)
{
	static const uint8_t bytes[] = {0, 4, 8, 4, 8, 1, 8, 4, 2};
	return type < sizeof bytes ? bytes[type] : 0;
}

static struct value value_argument(const struct registers *in, unsigned k)
{
	if (k < EXPRESSION_REGISTERS)
		return (struct value){in->integer[k], KIND_INTEGER};
	k -= EXPRESSION_REGISTERS;
	uint64_t at = (uintptr_t)in->stack + 8 * (uint64_t)k;
	if (k >= EXPRESSION_STACK || !memory_readable(at, 8))
		return value_unknown;
	return value_at((const void *)(uintptr_t)at, LOAD_U64);
}

/* r is NULL before the call. */
static struct value value_base(const struct expression *e, const struct registers *in, const struct result *r)
{
	struct value v = {0, KIND_DOUBLE};
	switch (e->base) {
	case BASE_ARGUMENT:
		return value_argument(in, e->k);
	case BASE_RETURN:
		return r != NULL ? (struct value){r->integer, KIND_INTEGER} : value_unknown;
	case BASE_CONSTANT:
		return (struct value){(uint64_t)(int64_t)e->constant, KIND_INTEGER};
	case BASE_FLOAT:
		if (e->k >= EXPRESSION_FLOATING)
			return value_unknown;
		memcpy(&v.bits, &in->floating[e->k], 8);
		return v;
	case BASE_FLOAT_RETURN:
		if (r == NULL)
			return value_unknown;
		memcpy(&v.bits, &r->floating, 8);
		return v;
	}
	return value_unknown;
}

static struct value value_step(struct value v, int32_t offset, uint8_t type)
{
	if (type & LOAD_NARROW)
		return value_at(&v.bits, type & ~LOAD_NARROW);
	uint64_t at = v.bits + (uint64_t)(int64_t)offset;
	size_t bytes = load_bytes(type);
	if (v.kind != KIND_INTEGER || v.bits < 4096 || bytes == 0 || !memory_readable(at, bytes))
		return value_unknown;
	return value_at((const void *)(uintptr_t)at, type);
}

static struct value value_mapped(struct value v, const struct expression *e)
{
	int64_t i = (int64_t)v.bits;
	if (v.kind == KIND_DOUBLE && !integer_of(v.bits, &i))
		return value_unknown;
	for (unsigned k = 0; k < e->maps && k < 4; k++)
		if (e->map[k].from == i)
			return (struct value){(uint64_t)(int64_t)e->map[k].to, KIND_INTEGER};
	return value_unknown;
}

/* A double that is multiplied becomes an integer: what is scaled are counts. */
static struct value value_scaled(struct value v, int32_t by)
{
	int64_t i = (int64_t)v.bits;
	if (v.kind == KIND_DOUBLE && !integer_of(v.bits, &i))
		return value_unknown;
	return __builtin_mul_overflow(i, (int64_t)by, &i) ? value_unknown : (struct value){(uint64_t)i, KIND_INTEGER};
}

static struct value value_of(const struct expression *e, const struct registers *in, const struct result *r)
{
	struct value v = value_base(e, in, r);
	for (unsigned k = 0; k < e->steps && k < 4 && v.kind != KIND_UNKNOWN; k++)
		v = value_step(v, e->step[k].offset, e->step[k].type);
	if (v.kind != KIND_UNKNOWN && e->maps > 0)
		v = value_mapped(v, e);
	if (v.kind != KIND_UNKNOWN && e->base != BASE_CONSTANT && e->constant != 0 && e->constant != 1)
		v = value_scaled(v, e->constant);
	if ((e->flags & EXPRESSION_ZERO_UNKNOWN) && v.bits << (v.kind == KIND_DOUBLE) == 0)
		return value_unknown;
	return v;
}

static uint64_t aligned8(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

static const struct function *table_functions(const struct table *t)
{
	return (const void *)((const char *)t + sizeof *t);
}

static const struct expression *table_expressions(const struct table *t)
{
	return (const void *)(table_functions(t) + t->functions);
}

/* Pairs of the first and the last of numbers of calls. */
static const uint64_t *table_ranges(const struct table *t)
{
	return (const void *)(table_expressions(t) + t->expressions);
}

/* The name of a function; empty if the table is wrong. */
static const char *table_name(const struct table *t, const struct function *f)
{
	return f->name < t->text ? (const char *)(table_ranges(t) + 2 * (uint64_t)t->ranges) + f->name : "";
}

/* The value of expression k - 1, or of the next one where that is unknown. */
__attribute__((noinline))
static struct value value_chain(const struct given *g, const struct result *r, uint32_t k)
{
	const struct expression *all = table_expressions(g->table);
	for (; k > 0 && k <= g->table->expressions;) {
		const struct expression *e = &all[k - 1];
		struct value v = value_of(e, &g->in, r);
		bool guard = (e->flags & EXPRESSION_GUARD) != 0;
		if ((v.kind != KIND_UNKNOWN) != guard)
			return v;
		if (e->otherwise <= k)
			break; /* a later one, or it might not end */
		k = e->otherwise;
	}
	return value_unknown;
}

/* A field of the call. Most are in no list. */
static inline struct value value_field(const struct given *g, const struct result *r, enum field f)
{
	uint32_t k = g->f->expression[f];
	return k == 0 ? value_unknown : value_chain(g, r, k);
}

static inline int64_t field_integer(const struct given *g, const struct result *r, enum field f, int64_t unknown)
{
	struct value v = value_field(g, r, f);
	int64_t i = (int64_t)v.bits;
	if (v.kind == KIND_UNKNOWN || (v.kind == KIND_DOUBLE && !integer_of(v.bits, &i)))
		return unknown;
	return i;
}

/* A pointer, or an object that is known by any number; 0 unknown. */
static inline uint64_t field_pointer(const struct given *g, const struct result *r, enum field f)
{
	struct value v = value_field(g, r, f);
	return v.kind == KIND_INTEGER ? v.bits : 0;
}

/* The bits of a double; those of a NaN if unknown. */
static void double_put(struct value v, double *to)
{
	uint64_t bits = v.kind == KIND_UNKNOWN ? DOUBLE_NAN : v.kind == KIND_DOUBLE ? v.bits : double_of((int64_t)v.bits);
	memcpy(to, &bits, 8);
}

#endif
