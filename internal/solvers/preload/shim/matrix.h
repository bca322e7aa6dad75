/*
 * A matrix or vectors as a program hands them to its solver: whether all of it
 * can be read, its sections in one form, and their hashes.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include "data_memory.h"
#include "hash.h"
#include "table.h"

#define MATRIX_MOST ((int64_t)1 << 40) /* of anything: more is no size */

/* Pointers are numbers until matrix_sane has seen that they can be read. */
struct matrix {
	uint8_t layout, index, value, base;
	int8_t symmetry; /* as FIELD_SYMMETRY */
	bool transposed; /* stored by rows */
	bool count;      /* aend counts entries */
	int64_t rows, n, nnz, ld;
	uint64_t ap, aend, ai, aj, ax, az;
	uint64_t order; /* where each column stands in ap and aend; from 0 */
};

enum section { SECTION_AP, SECTION_AI, SECTION_AJ, SECTION_AX, SECTION_AZ, SECTIONS };

/* Takes bytes of a section, in order. */
typedef void matrix_sink(void *to, const void *p, uint64_t bytes);

static uint64_t index_bytes(const struct matrix *m) { return m->index == INDEX_I64 ? 8 : 4; }

/* Of the values in ax. */
static uint64_t value_bytes(const struct matrix *m)
{
	static const uint8_t bytes[] = {0, 8, 16, 8, 4, 8};
	return m->value < sizeof bytes ? bytes[m->value] : 0;
}

static int64_t index_at(const struct matrix *m, uint64_t array, int64_t k)
{
	int32_t small;
	int64_t large;
	const char *p = (const char *)(uintptr_t)array;
	if (m->index == INDEX_I64) {
		memcpy(&large, p + k * 8, 8);
		return large;
	}
	memcpy(&small, p + k * 4, 4);
	return small;
}

/* Columns, or rows if it is stored by rows. */
static int64_t matrix_major(const struct matrix *m) { return m->transposed ? m->rows : m->n; }
static int64_t matrix_minor(const struct matrix *m) { return m->transposed ? m->n : m->rows; }

/* Sums of what may be any numbers. */
static int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static int64_t column_place(const struct matrix *m, int64_t k) { return m->order == 0 ? k : index_at(m, m->order, k); }

static int64_t column_begin(const struct matrix *m, int64_t k) { return plus(index_at(m, m->ap, column_place(m, k)), -m->base); }

static int64_t column_end(const struct matrix *m, int64_t k)
{
	if (m->aend == 0)
		return plus(index_at(m, m->ap, k + 1), -m->base);
	return plus(index_at(m, m->aend, column_place(m, k)), m->count ? column_begin(m, k) : -m->base);
}

/* Whether order has numbers of columns. */
static bool order_sane(const struct matrix *m)
{
	if (m->order == 0)
		return true;
	int64_t major = matrix_major(m);
	if (!memory_readable(m->order, (uint64_t)major * index_bytes(m)))
		return false;
	for (int64_t k = 0; k < major; k++)
		if ((uint64_t)column_place(m, k) >= (uint64_t)major)
			return false;
	return true;
}

/* Whether none of count + 1 numbers is smaller than the one before, and the first is the
 * base. */
static bool ascending(const struct matrix *m, int64_t count)
{
	int64_t first = column_begin(m, 0), falls = 0;
	const char *p = (const char *)(uintptr_t)m->ap;
	if (m->index == INDEX_I64)
		for (int64_t k = 0, a, b; k < count; k++) {
			memcpy(&a, p + k * 8, 8);
			memcpy(&b, p + k * 8 + 8, 8);
			falls |= b < a;
		}
	else
		for (int64_t k = 0; k < count; k++) {
			int32_t a, b;
			memcpy(&a, p + k * 4, 4);
			memcpy(&b, p + k * 4 + 4, 4);
			falls |= b < a;
		}
	return first == 0 && falls == 0;
}

/* Whether the columns are; sets nnz, and most to the entries that arrays have. */
static bool columns_sane(struct matrix *m, int64_t *most)
{
	int64_t major = matrix_major(m);
	uint64_t w = index_bytes(m), entries = (uint64_t)major + (m->aend == 0);
	if (!memory_readable(m->ap, entries * w) || (m->aend != 0 && !memory_readable(m->aend, entries * w)))
		return false;
	if (m->aend == 0) {
		*most = ascending(m, major) ? plus(index_at(m, m->ap, major), -m->base) : -1;
		m->nnz = *most;
		return *most >= 0 && *most <= MATRIX_MOST;
	}
	if (!order_sane(m))
		return false;
	int64_t nnz = 0;
	*most = 0;
	for (int64_t k = 0; k < major; k++) {
		int64_t begin = column_begin(m, k), end = column_end(m, k);
		if (begin < 0 || end < begin || end > MATRIX_MOST)
			return false;
		nnz += end - begin;
		*most = end > *most && end > begin ? end : *most;
		if (nnz > MATRIX_MOST)
			return false;
	}
	m->nnz = nnz;
	return true;
}

static bool values_sane(const struct matrix *m, int64_t entries)
{
	uint64_t bytes = (uint64_t)entries * value_bytes(m);
	return memory_readable(m->ax, bytes) && (m->value != VALUE_SPLIT || memory_readable(m->az, bytes));
}

/* Columns, or rows, of which each has its entries in a row. */
static bool dense_sane(struct matrix *m)
{
	int64_t major = matrix_major(m), minor = matrix_minor(m);
	if (m->ld == 0)
		m->ld = minor;
	if (m->ld < minor || m->ld > MATRIX_MOST || value_bytes(m) == 0)
		return false;
	m->nnz = 0;
	if (major == 0 || minor == 0)
		return true;
	if (major > MATRIX_MOST / m->ld)
		return false;
	m->nnz = major * minor;
	return values_sane(m, (major - 1) * m->ld + minor);
}

/* Whether all that the sections of m need can be read. It sets nnz, and takes out
 * values that are not there. */
static bool matrix_sane(struct matrix *m)
{
	int64_t most = m->nnz;
	if (m->n < 0 || m->n > MATRIX_MOST || m->rows < 0 || m->rows > MATRIX_MOST)
		return false;
	if (m->value == VALUE_SPLIT && m->az == 0)
		m->value = VALUE_C64;
	if ((m->ax == 0 && m->layout != LAYOUT_DENSE) || value_bytes(m) == 0)
		m->value = VALUE_NONE;
	if (m->layout == LAYOUT_DENSE)
		return dense_sane(m);
	if (m->index != INDEX_I32 && m->index != INDEX_I64)
		return false;
	switch (m->layout) {
	case LAYOUT_COMPRESSED:
	case LAYOUT_BEGIN_END:
		if ((m->layout == LAYOUT_BEGIN_END && m->aend == 0) || !columns_sane(m, &most))
			return false;
		break;
	case LAYOUT_TRIPLETS:
		if (most < 0 || most > MATRIX_MOST || !memory_readable(m->aj, (uint64_t)most * index_bytes(m)))
			return false;
		break;
	default:
		return false;
	}
	return memory_readable(m->ai, (uint64_t)most * index_bytes(m)) && values_sane(m, most);
}

static bool indices_within(const struct matrix *m, uint64_t array, int64_t begin, int64_t end, int64_t most)
{
	uint64_t wrong = 0; /* its top bit is set by an index that is too small or too large */
	for (int64_t k = begin; k < end; k++) {
		int64_t i = plus(index_at(m, array, k), -m->base);
		wrong |= (uint64_t)i | (uint64_t)plus(most - 1, -(i & INT64_MAX));
	}
	return wrong >> 63 == 0;
}

/* Whether all indices are those of a row and a column. m is sane. */
static bool matrix_within(const struct matrix *m)
{
	if (m->layout == LAYOUT_DENSE)
		return true;
	if (m->layout == LAYOUT_TRIPLETS)
		return indices_within(m, m->ai, 0, m->nnz, m->rows) && indices_within(m, m->aj, 0, m->nnz, m->n);
	if (m->aend == 0)
		return indices_within(m, m->ai, 0, m->nnz, matrix_minor(m));
	for (int64_t k = 0; k < matrix_major(m); k++)
		if (!indices_within(m, m->ai, column_begin(m, k), column_end(m, k), matrix_minor(m)))
			return false;
	return true;
}

/* What the sections are, whatever the layout: those of compressed columns without
 * gaps, of triplets, or of a dense matrix without gaps. */

static uint64_t section_bytes(const struct matrix *m, enum section s)
{
	uint64_t nnz = (uint64_t)m->nnz, w = index_bytes(m);
	bool dense = m->layout == LAYOUT_DENSE, triplets = m->layout == LAYOUT_TRIPLETS;
	switch (s) {
	case SECTION_AP:
		return dense || triplets ? 0 : ((uint64_t)matrix_major(m) + 1) * w;
	case SECTION_AI:
		return dense ? 0 : nnz * w;
	case SECTION_AJ:
		return triplets ? nnz * w : 0;
	case SECTION_AX:
		return nnz * value_bytes(m);
	default:
		return m->value == VALUE_SPLIT ? nnz * 8 : 0;
	}
}

/* Where columns would begin if they had no gaps. */
static void section_begins(const struct matrix *m, matrix_sink *sink, void *to)
{
	enum { PIECE = 256 };
	int64_t piece[PIECE], at = m->base;
	uint64_t w = index_bytes(m), used = 0;
	for (int64_t k = 0;; k++) {
		memcpy((char *)piece + used, &at, w); /* little-endian */
		used += w;
		if (used == sizeof piece || k == matrix_major(m)) {
			sink(to, piece, used);
			used = 0;
		}
		if (k == matrix_major(m))
			return;
		at += column_end(m, k) - column_begin(m, k);
	}
}

static void section_columns(const struct matrix *m, uint64_t array, uint64_t width, matrix_sink *sink, void *to)
{
	for (int64_t k = 0; k < matrix_major(m); k++) {
		int64_t begin = column_begin(m, k), end = column_end(m, k);
		if (end > begin)
			sink(to, (const char *)(uintptr_t)array + (uint64_t)begin * width, (uint64_t)(end - begin) * width);
	}
}

/* Hands the bytes of a section to sink. */
static void section_each(const struct matrix *m, enum section s, matrix_sink *sink, void *to)
{
	const uint64_t arrays[SECTIONS] = {m->ap, m->ai, m->aj, m->ax, m->az};
	uint64_t bytes = section_bytes(m, s), width = s >= SECTION_AX ? value_bytes(m) : index_bytes(m);
	if (bytes == 0)
		return;
	if (m->layout == LAYOUT_DENSE && m->ld != matrix_minor(m)) {
		for (int64_t k = 0; k < matrix_major(m); k++)
			sink(to, (const char *)(uintptr_t)arrays[s] + (uint64_t)(k * m->ld) * width, (uint64_t)matrix_minor(m) * width);
	} else if (m->aend == 0 || s == SECTION_AJ || m->layout == LAYOUT_DENSE) {
		sink(to, (const void *)(uintptr_t)arrays[s], bytes);
	} else if (s == SECTION_AP) {
		section_begins(m, sink, to);
	} else {
		section_columns(m, arrays[s], width, sink, to);
	}
}

static void sink_hash(void *to, const void *p, uint64_t bytes) { sample_add(to, p, bytes); }

static void hash_section(struct hash *h, const struct matrix *m, enum section s, uint64_t above)
{
	struct sample sample = sample_begin(h, section_bytes(m, s), above);
	section_each(m, s, sink_hash, &sample);
}

/* The hash of where entries are: of n, rows, the width of an index, whether rows are
 * stored, then the indices: a matrix and its transpose have the same indices. */
static uint64_t matrix_pattern(const struct matrix *m, uint64_t above, bool *sampled)
{
	struct hash h;
	const uint64_t words[3] = {(uint64_t)m->n, (uint64_t)m->rows, m->layout == LAYOUT_DENSE ? 0 : index_bytes(m) + (m->transposed ? 256 : 0)};
	hash_begin(&h);
	hash_add(&h, words, sizeof words);
	for (enum section s = SECTION_AP; s <= SECTION_AJ; s++)
		hash_section(&h, m, s, above);
	*sampled = h.sampled;
	return hash_end(&h);
}

/* The hash of the values; 0 without. */
static uint64_t matrix_values(const struct matrix *m, uint64_t above, bool *sampled)
{
	struct hash h;
	if (m->value == VALUE_NONE)
		return 0;
	hash_begin(&h);
	hash_section(&h, m, SECTION_AX, above);
	hash_section(&h, m, SECTION_AZ, above);
	*sampled = h.sampled;
	return hash_end(&h);
}

#endif
