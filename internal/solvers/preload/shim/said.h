/*
 * What the tool is told before the first call of a process: how a call is described,
 * and the table, so that a capture needs no other file.
 */
#ifndef SAID_H
#define SAID_H

#include "client.h"
#include "pool.h"

enum { ENTRY_U32 = 16, ENTRY_I64 = 17, ENTRY_U64 = 18, ENTRY_F64 = 20 };

#define ENTRY(t, n) {.type = t, .name = #n, .offset = offsetof(struct call, n)}

static void say_call(void)
{
	static const struct schema_entry entries[] = {
		ENTRY(ENTRY_U32, function), ENTRY(ENTRY_U32, flags), ENTRY(ENTRY_U64, number),
		ENTRY(ENTRY_I64, status), ENTRY(ENTRY_I64, selector),
		ENTRY(ENTRY_I64, n), ENTRY(ENTRY_I64, rows), ENTRY(ENTRY_I64, nnz), ENTRY(ENTRY_I64, nrhs),
		ENTRY(ENTRY_U64, pattern), ENTRY(ENTRY_U64, values), ENTRY(ENTRY_U64, rhs),
		ENTRY(ENTRY_U64, makes_analysis), ENTRY(ENTRY_U64, makes_factor), ENTRY(ENTRY_U64, uses_analysis),
		ENTRY(ENTRY_U64, uses_factor), ENTRY(ENTRY_U64, frees), ENTRY(ENTRY_U64, context), ENTRY(ENTRY_U64, matrix),
		ENTRY(ENTRY_F64, lnz), ENTRY(ENTRY_F64, unz), ENTRY(ENTRY_F64, flops), ENTRY(ENTRY_F64, rcond),
		ENTRY(ENTRY_F64, rgrowth), ENTRY(ENTRY_F64, pivots), ENTRY(ENTRY_F64, memory), ENTRY(ENTRY_F64, iterations),
		ENTRY(ENTRY_U64, aside), ENTRY(ENTRY_U64, reserved),
	};
	nvtx_schema(SCHEMA_CALL, "nrkit.solvers.call", entries, sizeof entries / sizeof entries[0], sizeof(struct call));
}

/* The table in parts, since a payload has at most 64 KiB. */
static void say_table(const void *table, uint64_t bytes)
{
	enum { PART = 60000 };
	static const struct schema_entry entries[] = {
		{.type = ENTRY_U32, .name = "part", .offset = 0}, {.type = ENTRY_U32, .name = "parts", .offset = 4},
	};
	struct { uint32_t part, parts; char data[PART]; } *m;
	nvtx_schema(SCHEMA_TABLE, "nrkit.solvers.table", entries, 2, 0);
	m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m == MAP_FAILED)
		return;
	m->parts = (uint32_t)((bytes + PART - 1) / PART);
	for (m->part = 0; m->part < m->parts; m->part++) {
		uint64_t from = (uint64_t)m->part * PART, n = bytes - from < PART ? bytes - from : PART;
		memcpy(m->data, (const char *)table + from, n);
		nvtx_mark_with(SCHEMA_TABLE, m, 8 + n);
	}
	munmap(m, sizeof *m);
}

#endif
