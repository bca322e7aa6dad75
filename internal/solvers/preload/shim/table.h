/*
 * The table of watched functions, which package solvers writes and this library
 * maps: docs/formats-solvers.md describes the file.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdint.h>

#define TABLE_MAGIC "NRsolvr1"

enum matrices { MATRICES_NONE, MATRICES_PATTERNS, MATRICES_CHANGED, MATRICES_ALL, MATRICES_NUMBERS };

enum phase {
	PHASE_ANALYZE = 1, PHASE_FACTOR, PHASE_REFACTOR, PHASE_SOLVE,
	PHASE_ANALYZE_FACTOR, PHASE_FACTOR_SOLVE, PHASE_ANALYZE_FACTOR_SOLVE,
	PHASE_FREE, PHASE_SETUP, PHASE_NEWTON, PHASE_INTEGRATE,
	PHASE_FUNCTION, PHASE_JACOBIAN, PHASE_QUERY, PHASE_LINEAR, PHASE_OTHER
};

enum layout { LAYOUT_NONE, LAYOUT_COMPRESSED, LAYOUT_TRIPLETS, LAYOUT_DENSE, LAYOUT_PETSC, LAYOUT_BEGIN_END };
enum index_type { INDEX_I32 = 1, INDEX_I64 };
enum value_type { VALUE_NONE, VALUE_F64, VALUE_C64, VALUE_SPLIT, VALUE_F32, VALUE_C32 };

enum field {
	FIELD_N, FIELD_ROWS, FIELD_NNZ, FIELD_AP, FIELD_AI, FIELD_AX, FIELD_AZ, FIELD_AEND,
	FIELD_AJ, FIELD_B, FIELD_X, FIELD_NRHS, FIELD_LDB, FIELD_STATUS, FIELD_SELECTOR,
	FIELD_MAKES_ANALYSIS, FIELD_MAKES_FACTOR, FIELD_USES_ANALYSIS, FIELD_USES_FACTOR, FIELD_FREES,
	FIELD_MATRIX, FIELD_CONTEXT, FIELD_TRANS, FIELD_INDEX_TYPE, FIELD_VALUE_TYPE, FIELD_LAYOUT,
	FIELD_SYMMETRY, FIELD_BASE, FIELD_LNZ, FIELD_UNZ, FIELD_FLOPS, FIELD_RCOND, FIELD_RGROWTH,
	FIELD_PIVOTS, FIELD_MEMORY, FIELD_ITERATIONS, FIELD_LDX,
	FIELD_PHASE, FIELD_TRANSPOSED, FIELD_LD, FIELD_BZ, FIELD_XZ, FIELD_ORDER,
	FIELD_AEND_IS_COUNT = 47,
	FIELDS = 48
};

enum { FLAG_POINTERS = 1, FLAG_TRANSPOSED = 2, FLAG_OVERWRITES = 4, FLAG_STATUS_RETURNED = 8 };

struct table {
	char magic[8];
	uint32_t functions, expressions, text, unused;
	uint32_t matrices, ranges;
	uint64_t sample; /* bytes above which values are sampled; 0 never */
	uint64_t reserved[2];
};

struct function {
	uint32_t name, library, soname; /* offsets in the text */
	uint32_t hash;                  /* of the symbol, as in DT_GNU_HASH */
	uint8_t phase, layout, index, value, base, stack;
	uint16_t flags;
	uint16_t expression[FIELDS]; /* index + 1; 0 none */
	uint64_t reserved;
};

enum base { BASE_ARGUMENT = 1, BASE_RETURN, BASE_FLOAT, BASE_CONSTANT, BASE_FLOAT_RETURN };
enum load { LOAD_I32 = 1, LOAD_I64, LOAD_U32, LOAD_U64, LOAD_U8, LOAD_F64, LOAD_F32, LOAD_I16 };

/* Of the type of a step: nothing is loaded, the low bytes of the value are taken as that type. */
enum { LOAD_NARROW = 0x80 };

enum {
	EXPRESSION_ZERO_UNKNOWN = 1,
	EXPRESSION_GUARD = 2 /* where it is known, its value is that of the other expression */
};

struct expression {
	uint8_t base, k, steps, maps;
	int32_t constant; /* the value, or what it is multiplied with if not 0 */
	struct { int32_t offset; uint8_t type, zero[3]; } step[4];
	struct { int16_t from, to; } map[4];
	uint32_t otherwise; /* index + 1 of the expression that holds where this one is unknown; a later one; 0 none */
	uint32_t flags;
};

_Static_assert(sizeof(struct table) == 56, "table");
_Static_assert(sizeof(struct function) == 128, "function");
_Static_assert(sizeof(struct expression) == 64, "expression");

#endif
