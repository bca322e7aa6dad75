/*
 * Matrices and vectors of PETSc, which only PETSc knows: its own functions are asked,
 * those of the library that defines the watched function. None assembles, copies or
 * changes anything: only types whose arrays lie in memory as they are, all on this
 * process, are asked for. What is not so stays unknown.
 */
#ifndef PETSC_H
#define PETSC_H

#include "expression.h"
#include "matrix.h"

#include "linker.h"

typedef int petsc_function(void *, ...);

/* PetscInt has 4 or 8 bytes: a buffer takes both. PetscBool has 1 or 4 bytes, as
 * arguments all are 0. */
typedef union { int64_t whole; int32_t half; } petsc_int;

enum petsc_name {
	MAT_SIZE, MAT_LOCAL, MAT_TYPE, MAT_ASSEMBLED, MAT_FACTORED, MAT_ROWS, MAT_ROWS_BACK, MAT_ARRAY, MAT_ARRAY_BACK,
	MAT_DENSE, MAT_DENSE_BACK, MAT_DENSE_LD, VEC_SIZE, VEC_LOCAL, VEC_TYPE, VEC_ARRAY, VEC_ARRAY_BACK,
	PETSC_NEEDED,
	MAT_PARTS = PETSC_NEEDED, KSP_SET, KSP_OPERATORS, KSP_ITERATIONS, KSP_REASON, SNES_ITERATIONS, SNES_REASON, TS_STEPS, TS_REASON,
	PETSC_FUNCTIONS,
	MAT_CLASS = PETSC_FUNCTIONS, VEC_CLASS, KSP_CLASS, SNES_CLASS, TS_CLASS,
	TYPE_NAMED, TYPE_SIZE,
	PETSC_NAMES
};

static const char *const petsc_names[PETSC_NAMES] = {
	[MAT_SIZE] = "MatGetSize", [MAT_LOCAL] = "MatGetLocalSize", [MAT_TYPE] = "MatGetType",
	[MAT_ASSEMBLED] = "MatAssembled", [MAT_FACTORED] = "MatGetFactorType",
	[MAT_ROWS] = "MatGetRowIJ", [MAT_ROWS_BACK] = "MatRestoreRowIJ",
	[MAT_ARRAY] = "MatSeqAIJGetArrayRead", [MAT_ARRAY_BACK] = "MatSeqAIJRestoreArrayRead",
	[MAT_DENSE] = "MatDenseGetArrayRead", [MAT_DENSE_BACK] = "MatDenseRestoreArrayRead", [MAT_DENSE_LD] = "MatDenseGetLDA",
	[VEC_SIZE] = "VecGetSize", [VEC_LOCAL] = "VecGetLocalSize", [VEC_TYPE] = "VecGetType",
	[VEC_ARRAY] = "VecGetArrayRead", [VEC_ARRAY_BACK] = "VecRestoreArrayRead",
	[MAT_PARTS] = "MatMPIAIJGetSeqAIJ", [KSP_SET] = "KSPGetOperatorsSet", [KSP_OPERATORS] = "KSPGetOperators",
	[KSP_ITERATIONS] = "KSPGetIterationNumber", [KSP_REASON] = "KSPGetConvergedReason",
	[SNES_ITERATIONS] = "SNESGetIterationNumber", [SNES_REASON] = "SNESGetConvergedReason",
	[TS_STEPS] = "TSGetStepNumber", [TS_REASON] = "TSGetConvergedReason",
	[MAT_CLASS] = "MAT_CLASSID", [VEC_CLASS] = "VEC_CLASSID", [KSP_CLASS] = "KSP_CLASSID",
	[SNES_CLASS] = "SNES_CLASSID", [TS_CLASS] = "TS_CLASSID",
	[TYPE_NAMED] = "PetscDataTypeFromString", [TYPE_SIZE] = "PetscDataTypeGetSize"
};

/* A library of PETSc. */
struct petsc {
	uint32_t state; /* PETSC_EMPTY first */
	uint8_t value;  /* type of its scalars; VALUE_NONE unknown */
	const void *of; /* the watched function */
	void *at[PETSC_NAMES];
};

enum { PETSC_EMPTY, PETSC_FILLING, PETSC_READY, PETSC_LIBRARIES = 64 };

static struct petsc petsc_libraries[PETSC_LIBRARIES]; /* one for each watched function */

static petsc_function *petsc_call(const struct petsc *p, enum petsc_name name)
{
	petsc_function *f;
	memcpy(&f, &p->at[name], sizeof f);
	return f;
}

/* A type that the library has under a name for it, and its size; false if it does not
 * say. */
static bool petsc_type(const struct petsc *p, const char *name, int *type, size_t *bytes)
{
	int found = 0;
	*type = 0;
	*bytes = 0;
	return p->at[TYPE_NAMED] != NULL && p->at[TYPE_SIZE] != NULL &&
		petsc_call(p, TYPE_NAMED)((void *)(uintptr_t)name, type, &found) == 0 && found != 0 &&
		petsc_call(p, TYPE_SIZE)((void *)(uintptr_t)(unsigned)*type, bytes) == 0;
}

static uint8_t petsc_scalar(const struct petsc *p)
{
	int scalar, real;
	size_t bytes, real_bytes;
	if (!petsc_type(p, "scalar", &scalar, &bytes) || !petsc_type(p, "real", &real, &real_bytes))
		return VALUE_NONE;
	if (scalar == real)
		return bytes == 8 ? VALUE_F64 : bytes == 4 ? VALUE_F32 : VALUE_NONE;
	return bytes == 16 ? VALUE_C64 : bytes == 8 ? VALUE_C32 : VALUE_NONE;
}

static void petsc_fill(struct petsc *p, const void *real)
{
	Dl_info info;
	void *library = RTLD_DEFAULT;
	if (dladdr == NULL || dlopen == NULL || dlsym == NULL)
		return;
	if (real != NULL && dladdr(real, &info) != 0 && info.dli_fname != NULL)
		library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD); /* the program's, and loaded for good */
	if (real != NULL && library == NULL) {
		linker_forget();
		return;
	}
	for (unsigned k = 0; k < PETSC_NAMES; k++)
		p->at[k] = dlsym(library, petsc_names[k]);
	linker_forget(); /* a name may be missing */
	p->value = petsc_scalar(p);
}

/* The library of a watched function. NULL if it is none of PETSc, or one that lacks a
 * function. */
static const struct petsc *petsc_of(const void *real)
{
	for (unsigned k = 0; k < PETSC_LIBRARIES; k++) {
		struct petsc *p = &petsc_libraries[k];
		uint32_t state = __atomic_load_n(&p->state, __ATOMIC_ACQUIRE), empty = PETSC_EMPTY;
		if (state == PETSC_EMPTY && __atomic_compare_exchange_n(&p->state, &empty, PETSC_FILLING, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
			p->of = real;
			petsc_fill(p, real);
			__atomic_store_n(&p->state, PETSC_READY, __ATOMIC_RELEASE);
			state = PETSC_READY;
		}
		if (state != PETSC_READY)
			return NULL; /* another thread looks: this call stays unknown */
		if (p->of != real)
			continue;
		for (unsigned n = 0; n < PETSC_NEEDED; n++)
			if (p->at[n] == NULL)
				return NULL;
		return p;
	}
	return NULL;
}

/* Whether a handle is an object of a class: its header has the number of the class. */
static bool petsc_is(const struct petsc *p, uint64_t handle, enum petsc_name class)
{
	enum { HEADER = 256 };
	const char *at = (const char *)(uintptr_t)handle;
	static const char none[4]; /* PETSc has not numbered the class */
	if (p->at[class] == NULL || memcmp(p->at[class], none, 4) == 0 || handle % 8 != 0 || !memory_readable(handle, HEADER))
		return false;
	for (unsigned k = 0; k < HEADER; k += 4)
		if (memcmp(at + k, p->at[class], 4) == 0)
			return true;
	return false;
}

/* Two numbers of an object; what was not written stays as it was, which tells the size
 * of an integer. */
static bool petsc_sizes(const struct petsc *p, enum petsc_name name, void *object, int64_t *rows, int64_t *n, uint8_t *index)
{
	static const petsc_int unset = {.whole = (int64_t)0xa5a5a5a5a5a5a5a5};
	petsc_int a = unset, b = unset;
	if (petsc_call(p, name)(object, &a, &b) != 0)
		return false;
	*index = (uint64_t)a.whole >> 32 == (uint64_t)unset.whole >> 32 ? INDEX_I32 : INDEX_I64;
	*rows = *index == INDEX_I32 ? a.half : a.whole;
	*n = *index == INDEX_I32 ? b.half : b.whole;
	return true;
}

static bool petsc_named(const struct petsc *p, enum petsc_name name, void *object, const char *const *types)
{
	const char *type = NULL;
	if (petsc_call(p, name)(object, &type) != 0 || type == NULL)
		return false;
	for (; *types != NULL; types++)
		if (strcmp(type, *types) == 0)
			return true;
	return false;
}

/* What a matrix or a vector gave, and has to be given back. */
struct borrowed {
	const struct petsc *from;
	void *object;
	const void *rows, *columns, *values;
	enum petsc_name back; /* of the values */
};

static void petsc_back(struct borrowed *b)
{
	petsc_int n;
	int done = 0;
	if (b->rows != NULL)
		petsc_call(b->from, MAT_ROWS_BACK)(b->object, 0L, 0L, 0L, &n, &b->rows, &b->columns, &done);
	if (b->values != NULL)
		petsc_call(b->from, b->back)(b->object, &b->values);
}

static bool petsc_sparse(const struct petsc *p, void *mat, struct matrix *m, struct borrowed *b)
{
	petsc_int n;
	int done = 0;
	*b = (struct borrowed){.from = p, .object = mat, .back = MAT_ARRAY_BACK};
	if (petsc_call(p, MAT_ROWS)(mat, 0L, 0L, 0L, &n, &b->rows, &b->columns, &done) != 0 || (done & 1) == 0) {
		b->rows = NULL;
		return false;
	}
	if (petsc_call(p, MAT_ARRAY)(mat, &b->values) != 0)
		b->values = NULL;
	m->layout = LAYOUT_COMPRESSED;
	m->transposed = true;
	m->ap = (uintptr_t)b->rows;
	m->ai = (uintptr_t)b->columns;
	m->ax = (uintptr_t)b->values;
	return true;
}

static bool petsc_dense(const struct petsc *p, void *mat, struct matrix *m, struct borrowed *b)
{
	petsc_int ld = {.whole = 0};
	*b = (struct borrowed){.from = p, .object = mat, .back = MAT_DENSE_BACK};
	if (petsc_call(p, MAT_DENSE_LD)(mat, &ld) != 0 || petsc_call(p, MAT_DENSE)(mat, &b->values) != 0) {
		b->values = NULL;
		return false;
	}
	m->layout = LAYOUT_DENSE;
	m->ld = m->index == INDEX_I32 ? ld.half : ld.whole;
	m->ax = (uintptr_t)b->values;
	return true;
}

/* The matrix of a handle. Without one it returns false; then nothing has to be given
 * back. */
static bool petsc_matrix(const struct petsc *p, uint64_t handle, struct matrix *m, struct borrowed *b)
{
	static const char *const sequential[] = {"seqaij", "seqaijperm", "seqaijmkl", "seqaijcrl", "seqaijsell", NULL};
	static const char *const parallel[] = {"mpiaij", NULL}, *const dense[] = {"seqdense", NULL};
	void *mat = (void *)(uintptr_t)handle, *rest = NULL;
	const void *map = NULL;
	int assembled = 0, factored = 0;
	int64_t rows, n;
	*m = (struct matrix){.value = p->value};
	if (p->value == VALUE_NONE || !petsc_is(p, handle, MAT_CLASS))
		return false;
	if (petsc_call(p, MAT_ASSEMBLED)(mat, &assembled) != 0 || (assembled & 1) == 0 ||
	    petsc_call(p, MAT_FACTORED)(mat, &factored) != 0 || factored != 0)
		return false;
	if (!petsc_sizes(p, MAT_SIZE, mat, &m->rows, &m->n, &m->index) || !petsc_sizes(p, MAT_LOCAL, mat, &rows, &n, &m->index))
		return false;
	if (rows != m->rows || n != m->n)
		return false; /* other processes have parts */
	if (petsc_named(p, MAT_TYPE, mat, dense))
		return petsc_dense(p, mat, m, b);
	if (petsc_named(p, MAT_TYPE, mat, sequential))
		return petsc_sparse(p, mat, m, b);
	if (p->at[MAT_PARTS] == NULL || !petsc_named(p, MAT_TYPE, mat, parallel))
		return false;
	return petsc_call(p, MAT_PARTS)(mat, &mat, &rest, &map) == 0 && mat != NULL &&
		petsc_named(p, MAT_TYPE, mat, sequential) && petsc_sparse(p, mat, m, b);
}

/* The values of a vector, and how many they are. */
static bool petsc_vector(const struct petsc *p, uint64_t handle, uint64_t *values, int64_t *rows, struct borrowed *b)
{
	static const char *const types[] = {"seq", "mpi", "shared", NULL};
	void *vec = (void *)(uintptr_t)handle;
	int64_t all, nothing;
	uint8_t index;
	*b = (struct borrowed){.from = p, .object = vec, .back = VEC_ARRAY_BACK};
	if (p->value == VALUE_NONE || !petsc_is(p, handle, VEC_CLASS) || !petsc_named(p, VEC_TYPE, vec, types))
		return false;
	if (!petsc_sizes(p, VEC_SIZE, vec, &all, &nothing, &index) || !petsc_sizes(p, VEC_LOCAL, vec, rows, &nothing, &index) || all != *rows)
		return false;
	if (petsc_call(p, VEC_ARRAY)(vec, &b->values) != 0) {
		b->values = NULL;
		return false;
	}
	*values = (uintptr_t)b->values;
	return true;
}

/* The matrices of a KSP that has them: of the system, and of the preconditioner. */
static bool petsc_operators(const struct petsc *p, uint64_t ksp, void **a, void **pre)
{
	int has_a = 0, has_pre = 0;
	void *object = (void *)(uintptr_t)ksp;
	*a = *pre = NULL;
	if (p->at[KSP_SET] == NULL || p->at[KSP_OPERATORS] == NULL || !petsc_is(p, ksp, KSP_CLASS))
		return false;
	if (petsc_call(p, KSP_SET)(object, &has_a, &has_pre) != 0 || (has_a & has_pre & 1) == 0)
		return false; /* asked all the same it would make empty ones */
	return petsc_call(p, KSP_OPERATORS)(object, a, pre) == 0;
}

/* A number of an object, and why it has ended. */
static void petsc_said(const struct petsc *p, uint64_t object, enum petsc_name class, enum petsc_name number, enum petsc_name reason, int64_t *count, int64_t *why)
{
	petsc_int n = {.whole = 0};
	int r = 0;
	if (!petsc_is(p, object, class) || p->at[number] == NULL || p->at[reason] == NULL)
		return;
	if (petsc_call(p, number)((void *)(uintptr_t)object, &n) == 0)
		*count = n.whole;
	if (petsc_call(p, reason)((void *)(uintptr_t)object, &r) == 0)
		*why = r;
}

#endif
