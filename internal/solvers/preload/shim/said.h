/*
 * What the tool is told before the first call of a process: how a call is described.
 */
#ifndef SAID_H
#define SAID_H

#include "client.h"

enum { ENTRY_U32 = 16, ENTRY_I64 = 17, ENTRY_U64 = 18, ENTRY_F64 = 20 };

#define ENTRY(t, n) {.type = t, .name = #n, .offset = offsetof(struct call, n)}

static void say_call(void)
{
	static const struct schema_entry entries[] = {
		ENTRY(ENTRY_U32, function), ENTRY(ENTRY_U32, flags), ENTRY(ENTRY_U64, number), ENTRY(ENTRY_I64, status),
		ENTRY(ENTRY_U64, context), ENTRY(ENTRY_U64, frees),
		ENTRY(ENTRY_I64, selector), ENTRY(ENTRY_I64, n), ENTRY(ENTRY_I64, rows), ENTRY(ENTRY_I64, nrhs), ENTRY(ENTRY_U64, rhs),
		ENTRY(ENTRY_U64, uses_analysis), ENTRY(ENTRY_U64, uses_factor), ENTRY(ENTRY_U64, aside), ENTRY(ENTRY_U64, phase),
		ENTRY(ENTRY_I64, nnz), ENTRY(ENTRY_U64, pattern), ENTRY(ENTRY_U64, values), ENTRY(ENTRY_U64, makes_analysis),
		ENTRY(ENTRY_U64, makes_factor), ENTRY(ENTRY_U64, matrix),
		ENTRY(ENTRY_F64, lnz), ENTRY(ENTRY_F64, unz), ENTRY(ENTRY_F64, flops), ENTRY(ENTRY_F64, rcond),
		ENTRY(ENTRY_F64, rgrowth), ENTRY(ENTRY_F64, pivots), ENTRY(ENTRY_F64, memory), ENTRY(ENTRY_F64, iterations),
	};
	/* The first word has two entries. */
	_Static_assert(sizeof entries / sizeof entries[0] == CALL_WORDS + 1, "entries");
	nvtx_schema(SCHEMA_CALL, "nrkit.solvers.call", entries, CALL_WORDS + 1, CALL_WORDS * 8);
	nvtx_schema(SCHEMA_SOLVE, "nrkit.solvers.call.solve", entries, CALL_SOLVE + 1, CALL_SOLVE * 8);
	nvtx_schema(SCHEMA_BRIEF, "nrkit.solvers.call.brief", entries, CALL_BRIEF + 1, CALL_BRIEF * 8);
}

#endif
