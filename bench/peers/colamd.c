/* Times SuiteSparse's COLAMD on a pattern.
 *
 *   cc -O2 -o colamd colamd.c -I/usr/include/suitesparse -lcolamd -lcxsparse
 *   colamd FILE.csc [-n REPS] [-p PERM] [-r DENSE_ROW] [-c DENSE_COL] [-a AGGRESSIVE] [-f]
 *
 * FILE.csc holds native 64-bit integers: rows, columns, entries, then
 * columns+1 column pointers and the row of each entry.
 *
 * Prints one JSON object: CPU seconds (minimum and median of REPS) of the call
 * alone, of the call with the allocation and copy it needs because it destroys
 * its input, and of the column elimination tree and postorder of the permuted
 * matrix; the FNV-1a hash of the permutation as 32-bit little-endian
 * integers, from basis 1469598103934665603; and with -f nnz(V) and nnz(R) of a QR factorisation, by CXSparse.
 * -p writes the permutation as 64-bit integers.
 */
#include <colamd.h>
#include <cs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void fail(const char *what)
{
    fprintf(stderr, "colamd: error: %s\n", what);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *p = malloc((count ? count : 1) * size);
    if (!p) fail("out of memory");
    return p;
}

/* Reads a pattern into int arrays. */
static cs_di *read_pattern(const char *path)
{
    FILE *f = fopen(path, "rb");
    int64_t head[3];
    if (!f || fread(head, 8, 3, f) != 3) fail("cannot read the header");
    cs_di *a = cs_di_spalloc((int)head[0], (int)head[1], (int)head[2], 0, 0);
    if (!a) fail("out of memory");
    size_t count = (size_t)(head[1] + 1), nnz = (size_t)head[2];
    int64_t *buf = allocate(count > nnz ? count : nnz, 8);
    if (fread(buf, 8, count, f) != count) fail("column pointers cut short");
    for (size_t k = 0; k < count; k++) a->p[k] = (int)buf[k];
    if (fread(buf, 8, nnz, f) != nnz) fail("row indices cut short");
    for (size_t k = 0; k < nnz; k++) a->i[k] = (int)buf[k];
    free(buf);
    fclose(f);
    return a;
}

static int ascending(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void print_times(const char *name, double *t, int reps)
{
    qsort(t, (size_t)reps, sizeof *t, ascending);
    printf("\"%s_min_s\":%.6f,\"%s_median_s\":%.6f,", name, t[0], name, t[reps / 2]);
}

static uint64_t fnv(const int *p, int n)
{
    uint64_t h = 1469598103934665603ULL;
    for (int k = 0; k < n; k++) {
        uint32_t x = (uint32_t)p[k];
        for (int b = 0; b < 4; b++, x >>= 8) h = (h ^ (x & 255)) * 1099511628211ULL;
    }
    return h;
}

int main(int argc, char **argv)
{
    if (argc < 2) fail("usage: colamd FILE.csc [-n REPS] [-p PERM] [-r D] [-c D] [-a 0|1] [-f]");
    int reps = 3, fill = 0;
    const char *perm_path = NULL;
    double knobs[COLAMD_KNOBS];
    colamd_set_defaults(knobs);
    for (int k = 2; k < argc; k++) {
        if (!strcmp(argv[k], "-f")) fill = 1;
        else if (k + 1 == argc) fail("option without a value");
        else if (!strcmp(argv[k], "-n")) reps = atoi(argv[++k]);
        else if (!strcmp(argv[k], "-p")) perm_path = argv[++k];
        else if (!strcmp(argv[k], "-r")) knobs[COLAMD_DENSE_ROW] = atof(argv[++k]);
        else if (!strcmp(argv[k], "-c")) knobs[COLAMD_DENSE_COL] = atof(argv[++k]);
        else if (!strcmp(argv[k], "-a")) knobs[COLAMD_AGGRESSIVE] = atof(argv[++k]);
        else fail("unknown option");
    }
    if (reps < 1) fail("want at least one repetition");

    cs_di *a = read_pattern(argv[1]);
    int m = a->m, n = a->n, nnz = a->p[n];
    size_t length = colamd_recommended(nnz, m, n);
    int *perm = allocate((size_t)n + 1, sizeof(int)), stats[COLAMD_STATS];
    double *call = allocate((size_t)reps, sizeof(double));
    double *whole = allocate((size_t)reps, sizeof(double));
    double *tree = allocate((size_t)reps, sizeof(double));
    cs_di *permuted = NULL;
    for (int r = 0; r < reps; r++) {
        double t0 = cpu_seconds();
        int *work = allocate(length, sizeof(int));
        memcpy(work, a->i, (size_t)nnz * sizeof(int));
        memcpy(perm, a->p, ((size_t)n + 1) * sizeof(int));
        double t1 = cpu_seconds();
        if (!colamd(m, n, (int)length, work, perm, knobs, stats)) fail("colamd failed");
        double t2 = cpu_seconds();
        free(work);
        call[r] = t2 - t1;
        whole[r] = t2 - t0;
        double t3 = cpu_seconds();
        permuted = cs_di_permute(a, NULL, perm, 0);
        int *parent = cs_di_etree(permuted, 1);
        int *post = cs_di_post(parent, n);
        tree[r] = cpu_seconds() - t3;
        cs_di_free(parent);
        cs_di_free(post);
        if (r + 1 < reps) cs_di_spfree(permuted);
    }
    printf("{\"rows\":%d,\"cols\":%d,\"nnz\":%d,", m, n, nnz);
    print_times("call", call, reps);
    print_times("whole", whole, reps);
    print_times("tree", tree, reps);
    printf("\"rows_out\":%d,\"cols_out\":%d,\"compactions\":%d,",
           stats[COLAMD_DENSE_ROW], stats[COLAMD_DENSE_COL], stats[COLAMD_DEFRAG_COUNT]);
    if (fill) {
        cs_dis *s = cs_di_sqr(0, permuted, 1);
        if (!s) fail("cs_sqr failed");
        printf("\"nnz_v\":%.0f,\"nnz_r\":%.0f,", s->lnz, s->unz);
        cs_di_sfree(s);
    }
    printf("\"perm_fnv\":\"%016llx\"}\n", (unsigned long long)fnv(perm, n));
    if (perm_path) {
        FILE *f = fopen(perm_path, "wb");
        if (!f) fail("cannot write the permutation");
        for (int k = 0; k < n; k++) {
            int64_t x = perm[k];
            if (fwrite(&x, 8, 1, f) != 1) fail("cannot write the permutation");
        }
        if (fclose(f)) fail("cannot write the permutation");
    }
    return 0;
}
