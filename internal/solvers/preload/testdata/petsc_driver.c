/*
 * Solves with a PETSc that was loaded RTLD_LOCAL, and says of the calls what the library
 * would: petsc_driver TABLE LIBRARY. Rows of the table:
 * 0 KSPSolve(ksp, b, x), 1 MatLUFactorNumeric(factor, mat, info), 2 MatSolve(factor, b, x).
 * Prints the words of each struct call, in the order of the cases below.
 */
#include "data.h"
#include "blank.h"

#include <stdio.h>
#include <sys/stat.h>

typedef int petsc(void *, ...);

enum { N = 5 };

static void *library;
static const struct table *table;

static petsc *get(const char *name)
{
	void *at = dlsym(library, name);
	petsc *f;
	if (at == NULL) {
		fprintf(stderr, "no %s\n", name);
		exit(4);
	}
	memcpy(&f, &at, sizeof f);
	return f;
}

#define CALL(name, ...) do { if (get(name)(__VA_ARGS__) != 0) { fprintf(stderr, "%s failed\n", name); exit(5); } } while (0)

/* A PetscInt of any size, and a PetscScalar of either kind; in memory. */
static void *whole(int64_t i)
{
	static int64_t ring[64];
	static unsigned k;
	int64_t *p = &ring[k++ % 64];
	memcpy(p, &i, 8); /* little-endian */
	return p;
}

static void *scalar(const double *re, const double *im)
{
	static double ring[64][2];
	static unsigned k;
	double *p = ring[k++ % 64];
	memcpy(p, re, 8);
	memcpy(p + 1, im, 8);
	return p;
}

static const double re[] = {40, -10, 5, 25, 70, 1, 2, 3, 4, 5}, im[] = {-20, 5, -2.5, -12.5, -35, -1, 1, 0, 3, -5};

static void fill(void *mat)
{
	for (int64_t i = 0; i < N; i++)
		for (int64_t j = 0; j < N; j++)
			if (i == j || (i + 2 * j) % 3 == 0)
				CALL("MatSetValues", mat, 1L, whole(i), 1L, whole(j), scalar(&re[i == j ? i : 9 - j], &im[j]), 1L);
}

static void assemble(void *mat)
{
	CALL("MatAssemblyBegin", mat, 0L);
	CALL("MatAssemblyEnd", mat, 0L);
}

static uint64_t state_of(void *object)
{
	uint64_t state = 0;
	if (object != NULL)
		CALL("PetscObjectStateGet", object, &state);
	return state;
}

/* The call of a row with its arguments, with nothing in between if name is NULL. */
static void watch(uint32_t row, uint64_t number, const char *name, void *a, void *b, void *c, void *looked_at)
{
	struct given g = {.table = table, .f = table_functions(table) + row};
	struct call said = {BLANK, .function = row, .number = number};
	struct result r = {0};
	void *args[] = {a, b, c};
	memcpy(g.in.integer, args, sizeof args);
	void *real = dlsym(library, table_name(table, g.f));
	memcpy(&g.real, &real, 8);
	uint64_t before = state_of(looked_at), vector = name != NULL && c != NULL ? state_of(b) : 0;
	errno = 77;
	data_before(&g, &said);
	if (state_of(looked_at) != before || (vector != 0 && state_of(b) != vector) || errno != 77) {
		fprintf(stderr, "row %u changed an object\n", row);
		exit(6);
	}
	if (name != NULL)
		CALL(name, a, b, c);
	vector = name != NULL && c != NULL ? state_of(c) : 0;
	data_after(&g, &said, &r);
	data_done(&g, &said);
	if (vector != 0 && state_of(c) != vector) {
		fprintf(stderr, "row %u changed the solution\n", row);
		exit(6);
	}
	fwrite(&said, sizeof said, 1, stdout);
}

static void *ksp_for(void *comm, void *mat, const char *preconditioner)
{
	void *ksp, *pc;
	CALL("KSPCreate", comm, &ksp);
	CALL("KSPSetOperators", ksp, mat, mat);
	CALL("KSPSetType", ksp, "gmres");
	CALL("KSPGetPC", ksp, &pc);
	CALL("PCSetType", pc, preconditioner);
	CALL("PetscOptionsSetValue", NULL, "-ksp_rtol", "1e-15");
	CALL("KSPSetFromOptions", ksp);
	return ksp;
}

/* It stays parallel on one process, which MatCreateAIJ does not. */
static void *parallel(void *comm)
{
	void *mat;
	CALL("MatCreate", comm, &mat);
	CALL("MatSetSizes", mat, (long)N, (long)N, (long)N, (long)N);
	CALL("MatSetType", mat, "mpiaij");
	CALL("MatSetUp", mat);
	return mat;
}

int main(int argc, char **argv)
{
	struct stat s;
	int fd;
	if (argc != 3 || (fd = open(argv[1], O_RDONLY)) < 0 || fstat(fd, &s) != 0)
		return 2;
	table = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		return 3;
	CALL("PetscInitialize", NULL, NULL, NULL, NULL);
	void *comm = *(void **)dlsym(library, "PETSC_COMM_WORLD");
	void *seq, *mpi, *dense, *open, *b, *x, *factor, *empty;
	CALL("MatCreateSeqAIJ", comm, (long)N, (long)N, (long)N, NULL, &seq);
	mpi = parallel(comm);
	CALL("MatCreateSeqDense", comm, (long)N, (long)N, NULL, &dense);
	CALL("MatCreateSeqAIJ", comm, (long)N, (long)N, (long)N, NULL, &open);
	fill(seq), fill(mpi), fill(dense), fill(open);
	assemble(seq), assemble(mpi), assemble(dense);
	CALL("VecCreateSeq", comm, (long)N, &b);
	for (int64_t i = 0; i < N; i++)
		CALL("VecSetValues", b, 1L, whole(i), scalar(&re[5 + i], &im[5 + i]), 1L);
	CALL("VecAssemblyBegin", b);
	CALL("VecAssemblyEnd", b);
	CALL("VecDuplicate", b, &x);
	watch(0, 1, "KSPSolve", ksp_for(comm, seq, "lu"), b, x, seq);
	watch(0, 2, "KSPSolve", ksp_for(comm, mpi, "jacobi"), b, x, mpi);
	watch(0, 3, "KSPSolve", ksp_for(comm, dense, "lu"), b, x, dense);
	watch(1, 4, NULL, NULL, open, NULL, open); /* not assembled */
	void *ksp = ksp_for(comm, seq, "lu"), *pc;
	CALL("KSPSetUp", ksp);
	CALL("KSPGetPC", ksp, &pc);
	CALL("PCFactorGetMatrix", pc, &factor);
	watch(1, 5, NULL, NULL, factor, NULL, factor); /* factored */
	watch(2, 6, "MatSolve", factor, b, x, factor);
	CALL("KSPCreate", comm, &empty);
	watch(0, 7, NULL, empty, NULL, NULL, empty); /* has no matrix, and must get none */
	static uint64_t wrong[64];
	watch(1, 8, NULL, NULL, wrong, NULL, NULL);
	watch(1, 9, NULL, NULL, (void *)0xdead0000, NULL, NULL);
	watch(2, 10, NULL, factor, wrong, seq, NULL);
	watch(0, 11, NULL, wrong, wrong, wrong, NULL);
	return 0;
}
