/* What the programs over SuiteSparse and METIS share: reading a matrix,
 * measuring CPU time, printing lines.
 *
 * A matrix file holds, little endian: rows, columns and entries as int64,
 * columns+1 column pointers as int64, the row of each entry as int64 and,
 * where there are values, each as a double.
 *
 * For each repetition of each kernel a program prints "kernel<TAB>seconds";
 * results that are compared are printed as "kernel.figure<TAB>number".
 */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int rows, cols, nnz;
    int *p, *i;     /* column pointers, row of each entry */
    double *x;      /* NULL without values */
} matrix;

static const char *peer_name = "peer";

static inline void fail(const char *what)
{
    fprintf(stderr, "%s: error: %s\n", peer_name, what);
    exit(1);
}

static inline void *allocate(size_t count, size_t size)
{
    void *p = malloc((count ? count : 1) * size);
    if (!p) fail("out of memory");
    return p;
}

static inline double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Elapsed seconds since some moment. */
static inline double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Writes an order as 32-bit integers. */
static inline void save_order(const char *path, const int *perm, int n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(perm, sizeof *perm, (size_t)n, f) != (size_t)n || fclose(f)) fail("cannot write the order");
}

static inline void seconds(const char *kernel, double s) { printf("%s\t%.9f\n", kernel, s); }
static inline void figure(const char *name, double v) { printf("%s\t%.17g\n", name, v); }

static inline int *read_ints(FILE *f, size_t count, const char *what)
{
    int64_t *wide = allocate(count, sizeof *wide);
    int *narrow = allocate(count, sizeof *narrow);
    if (fread(wide, 8, count, f) != count) fail(what);
    for (size_t k = 0; k < count; k++) narrow[k] = (int)wide[k];
    free(wide);
    return narrow;
}

static inline matrix read_matrix(const char *path)
{
    matrix a = {0};
    FILE *f = fopen(path, "rb");
    int64_t head[3];
    if (!f || fread(head, 8, 3, f) != 3) fail("cannot read the header of the matrix");
    if (head[2] > INT32_MAX) fail("more entries than an int can count");
    a.rows = (int)head[0], a.cols = (int)head[1], a.nnz = (int)head[2];
    a.p = read_ints(f, (size_t)a.cols + 1, "column pointers cut short");
    a.i = read_ints(f, (size_t)a.nnz, "row indices cut short");
    a.x = allocate((size_t)a.nnz, sizeof *a.x);
    size_t got = fread(a.x, 8, (size_t)a.nnz, f);
    if (got != (size_t)a.nnz) {
        if (got) fail("values cut short");
        free(a.x);
        a.x = NULL;
    }
    fclose(f);
    return a;
}

/* Returns the number of repetitions asked for as the second argument. */
static inline int repetitions(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc < 3 || atoi(argv[2]) < 1) fail("usage: PROGRAM FILE REPETITIONS");
    return atoi(argv[2]);
}

#endif
