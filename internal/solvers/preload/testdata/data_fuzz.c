/*
 * Calls with random tables, registers and memory: fuzz SEEDS. It ends with 0 unless
 * something crashes it.
 */
#include "data.h"
#include "blank.h"

#include <stdio.h>

enum { PAGES = 16, PAGE = 4096, FUNCTIONS = 16, EXPRESSIONS = 64, RANGES = 4, TEXT = 256, PLAIN = 8 };

static uint64_t state;
static char *memory; /* PAGES pages, between pages that cannot be read */

static uint64_t next(void)
{
	state += 0x9e3779b97f4a7c15;
	return hash_mix(state, state ^ 0xe7037ed1a0b428db);
}

static uint64_t below(uint64_t n) { return next() % n; }

static struct {
	struct table head;
	struct function function[FUNCTIONS];
	struct expression expression[EXPRESSIONS];
	uint64_t ranges[2 * RANGES];
	char text[TEXT];
} table;

/* A number as programs, and lists that are wrong, pass it. */
static uint64_t number(void)
{
	static const uint64_t odd[] = {0, 1, 2, UINT64_MAX, (uint64_t)1 << 63, INT64_MAX, UINT32_MAX, INT32_MAX, (uint64_t)INT32_MIN, 4095, 4096, 0xffffffffff600000, (uint64_t)1 << 40};
	uint64_t at = (uintptr_t)memory;
	switch (below(8)) {
	case 0: return odd[below(sizeof odd / sizeof *odd)];
	case 1: return next();
	case 2: return below(40);
	case 3: return at + below(PAGES * PAGE);
	case 4: return at + PAGES * PAGE - below(64);
	case 5: return at + (below(PAGES * PAGE) & ~(uint64_t)7);
	case 6: return at + below(4 * PAGE) - 2 * PAGE;
	default: return at + below(PAGES) * PAGE;
	}
}

/* Memory of small ascending numbers, pointers and noise. */
static void fill_memory(void)
{
	for (uint64_t at = 0; at < PAGES * PAGE;) {
		uint64_t words = 1 + below(below(2) ? 20 : 400), how = below(5), value = below(3);
		at = below(4) == 0 ? (at + PAGE - 1) & ~(uint64_t)(PAGE - 1) : at;
		for (; words > 0 && at < PAGES * PAGE; words--, at += 8) {
			uint64_t w = how == 0 ? number() : how == 1 ? value : how == 2 ? value | (value + 1) << 32 : how == 3 ? 0 : next();
			value += below(3) + (how == 2);
			memcpy(memory + at, &w, 8);
		}
	}
}

/* A function as lists have them: arrays are arguments, sizes are small numbers. */
static void fill_plain(struct function *f)
{
	static const uint8_t arrays[] = {FIELD_AP, FIELD_AI, FIELD_AX, FIELD_AZ, FIELD_AJ, FIELD_B, FIELD_X};
	static const uint8_t sizes[] = {FIELD_N, FIELD_NNZ, FIELD_ROWS, FIELD_NRHS};
	memset(f->expression, 0, sizeof f->expression);
	for (unsigned i = 0; i < sizeof arrays; i++)
		f->expression[arrays[i]] = (uint16_t)(1 + below(PLAIN));
	for (unsigned i = 0; i < sizeof sizes; i++)
		f->expression[sizes[i]] = (uint16_t)(below(4) == 0 ? 0 : PLAIN + 1 + below(PLAIN));
	f->expression[FIELD_AEND] = (uint16_t)(below(3) == 0 ? 1 + below(PLAIN) : 0);
	f->expression[FIELD_LD] = (uint16_t)(below(3) == 0 ? PLAIN + 1 + below(PLAIN) : 0);
	f->expression[FIELD_LDB] = (uint16_t)(below(3) == 0 ? PLAIN + 1 + below(PLAIN) : 0);
	f->layout = (uint8_t)(1 + below(5));
	f->index = (uint8_t)(1 + below(2));
	f->value = (uint8_t)below(6);
	f->base = (uint8_t)below(2);
}

static void fill_table(void)
{
	uint8_t *p = (uint8_t *)&table;
	for (size_t k = 0; k < sizeof table; k++)
		p[k] = (uint8_t)next();
	table.head.functions = FUNCTIONS;
	table.head.expressions = EXPRESSIONS;
	table.head.text = TEXT;
	table.head.matrices = (uint32_t)below(6);
	table.head.ranges = RANGES;
	table.head.sample = below(2) ? 0 : below(20000);
	table.text[TEXT - 1] = 0;
	for (unsigned k = 0; k < FUNCTIONS; k++) {
		struct function *f = &table.function[k];
		f->name = (uint32_t)below(TEXT + 10);
		f->phase = (uint8_t)below(18);
		f->layout = (uint8_t)below(7);
		f->index = (uint8_t)below(4);
		f->value = (uint8_t)below(7);
		f->base = (uint8_t)below(4);
		for (unsigned i = 0; i < FIELDS; i++)
			f->expression[i] = below(3) == 0 ? 0 : (uint16_t)below(EXPRESSIONS + 3);
	}
	for (unsigned k = 0; k < EXPRESSIONS; k++) {
		struct expression *e = &table.expression[k];
		e->base = (uint8_t)below(7);
		e->k = (uint8_t)below(below(4) == 0 ? 256 : 8);
		e->steps = (uint8_t)below(below(8) == 0 ? 256 : 4);
		e->maps = (uint8_t)(below(4) == 0 ? below(6) : 0);
		e->constant = below(4) == 0 ? (int32_t)next() : (int32_t)below(20);
		for (unsigned i = 0; i < 4; i++) {
			e->step[i].offset = below(8) == 0 ? (int32_t)next() : (int32_t)below(64);
			e->step[i].type = (uint8_t)(below(12) | (below(4) == 0 ? LOAD_NARROW : 0));
			e->map[i].from = (int16_t)below(8);
		}
		e->otherwise = (uint32_t)below(EXPRESSIONS + 3);
		e->flags = (uint32_t)below(5);
		if (k < 2 * PLAIN)
			*e = (struct expression){.base = k < PLAIN ? BASE_ARGUMENT : BASE_CONSTANT, .k = (uint8_t)k, .constant = k < PLAIN ? 0 : (int32_t)below(60)};
	}
	for (unsigned k = 0; k < FUNCTIONS; k += 2)
		fill_plain(&table.function[k]);
}

static uint64_t seen[5]; /* calls, hashes, vectors, saved, failed */

static void call(void)
{
	struct given g = {.table = &table.head, .f = &table.function[below(FUNCTIONS)], .nested = below(8) == 0};
	struct call c = {BLANK, .number = next()};
	uint64_t stack[8], r[3];
	for (unsigned k = 0; k < 8; k++) {
		uint64_t bits = number();
		g.in.integer[k] = number();
		memcpy(&g.in.floating[k], &bits, 8);
		stack[k] = number();
	}
	for (unsigned k = 0; k < 3; k++)
		r[k] = number();
	g.in.stack = below(4) == 0 ? (const uint64_t *)(uintptr_t)number() : stack;
	struct result result;
	memcpy(&result, r, sizeof result);
	data_before(&g, &c);
	data_after(&g, &c, &result);
	data_done(&g, &c);
	seen[0]++;
	seen[1] += c.pattern != 0;
	seen[2] += c.rhs != 0;
	seen[3] += (c.flags & (CALL_SAVED_MATRIX | CALL_SAVED_VECTORS)) != 0;
	seen[4] += (c.flags & CALL_SAVING_FAILED) != 0;
}

int main(int argc, char **argv)
{
	uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
	char *all = mmap(NULL, (PAGES + 8) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memory = all + 4 * PAGE;
	if (mprotect(memory, PAGES * PAGE, PROT_READ | PROT_WRITE) != 0)
		return 1;
	for (uint64_t seed = 0; seed < seeds; seed++) {
		state = seed * 0x2545f4914f6cdd1d + 1;
		fill_memory();
		fill_table();
		for (int k = 0; k < 50; k++)
			call();
	}
	printf("%llu calls, %llu patterns, %llu right-hand sides, %llu saved, %llu failed\n", (unsigned long long)seen[0],
		(unsigned long long)seen[1], (unsigned long long)seen[2], (unsigned long long)seen[3], (unsigned long long)seen[4]);
	return 0;
}
