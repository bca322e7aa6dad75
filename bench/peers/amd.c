/* Times SuiteSparse's AMD, and A+A' by CXSparse, on a square pattern.
 *
 *   cc -O2 -o amd amd.c -I/usr/include/suitesparse -lcxsparse -lamd -lsuitesparseconfig
 *   amd FILE REPS [PERM [DENSE AGGRESSIVE]]
 *
 * FILE holds 64-bit integers: rows, columns, entries, columns+1 column
 * pointers, the row of each entry, ascending within a column.
 *
 * Prints a line "kernel<TAB>CPU seconds" for each repetition of
 *
 *   symmetrize   A+A' without diagonal as CXSparse makes it: transpose, add, drop
 *   amd_graph    amd_2 on a graph that is ready, with the copy it destroys;
 *                of a small matrix more often than asked for, by the rule of
 *                nrkit's kernels: the first runs find cold memory
 *   amd          amd_order: checks, A+A', ordering
 *
 * and lines "amd.figure<TAB>number": nnz(L) with the diagonal as CXSparse counts
 * it in the order of amd_order, the bound of it and other figures amd_order
 * gives, and the FNV-1a hash of the order as 32-bit little-endian integers.
 * With PERM other than -, writes the order there as 32-bit integers.
 */
#include <amd.h>
#include <cs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Not in amd.h, but in the library. */
extern void amd_2(int n, int pe[], int iw[], int len[], int iwlen, int pfree, int nv[], int next[],
                  int last[], int head[], int elen[], int degree[], int w[], double control[],
                  double info[]);

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "amd: error: %s\n", what);
    exit(1);
}

static void *allocate(size_t count)
{
    void *p = malloc((count ? count : 1) * sizeof(int));
    if (!p) fail("out of memory");
    return p;
}

static void read_ints(FILE *f, int *to, size_t count)
{
    int64_t buf[4096];
    while (count > 0) {
        size_t want = count < 4096 ? count : 4096;
        if (fread(buf, 8, want, f) != want) fail("file cut short");
        for (size_t k = 0; k < want; k++) to[k] = (int)buf[k];
        to += want;
        count -= want;
    }
}

static cs_di *read_pattern(const char *path)
{
    FILE *f = fopen(path, "rb");
    int64_t head[3];
    if (!f || fread(head, 8, 3, f) != 3) fail("cannot read the header");
    if (head[0] != head[1]) fail("not square");
    cs_di *a = cs_di_spalloc((int)head[0], (int)head[1], (int)head[2], 0, 0);
    if (!a) fail("out of memory");
    read_ints(f, a->p, (size_t)head[1] + 1);
    read_ints(f, a->i, (size_t)head[2]);
    fclose(f);
    return a;
}

static int off_diagonal(int i, int j, double x, void *other)
{
    (void)x;
    (void)other;
    return i != j;
}

/* The graph of A+A'. cs_add wants no values when its arguments have none. */
static cs_di *symmetrize(const cs_di *a)
{
    cs_di *t = cs_di_transpose(a, 0);
    cs_di *s = cs_di_add(a, t, 0, 0);
    if (!s) fail("out of memory");
    cs_di_fkeep(s, off_diagonal, NULL);
    cs_di_spfree(t);
    return s;
}

/* The graph with ascending rows, for amd_2. */
static cs_di *sorted(cs_di *s)
{
    cs_di *t = cs_di_transpose(s, 0);
    cs_di_spfree(s);
    return t;
}

static void order_graph(const cs_di *g)
{
    int n = g->n, nnz = g->p[n], iwlen = nnz + nnz / 5 + n;
    int *iw = allocate((size_t)iwlen + 1);
    int *work = allocate(9 * (size_t)n);
    int *len = work + n;
    double info[AMD_INFO];
    memcpy(iw, g->i, (size_t)nnz * sizeof(int));
    for (int j = 0; j < n; j++) {
        work[j] = g->p[j];
        len[j] = g->p[j + 1] - g->p[j];
    }
    amd_2(n, work, iw, len, iwlen, nnz, work + 2 * n, work + 3 * n, work + 4 * n, work + 5 * n,
          work + 6 * n, work + 7 * n, work + 8 * n, NULL, info);
    free(iw);
    free(work);
}

/* How often amd_2 is repeated. */
static int warm(int reps, const cs_di *a)
{
    int often = 1000000 / (a->p[a->n] + 1);
    if (often > 100) often = 100;
    return reps > often ? reps : often;
}

/* The entries of L in the order perm. */
static double factor_entries(const cs_di *g, const int *perm)
{
    double sum = 0;
    int *inverse = cs_di_pinv(perm, g->n);
    cs_di *c = cs_di_permute(g, inverse, perm, 0);
    int *parent = cs_di_etree(c, 0), *post = cs_di_post(parent, g->n);
    int *count = cs_di_counts(c, parent, post, 0);
    if (!count) fail("out of memory");
    for (int j = 0; j < g->n; j++) sum += count[j];
    cs_di_free(inverse);
    cs_di_free(parent);
    cs_di_free(post);
    cs_di_free(count);
    cs_di_spfree(c);
    return sum;
}

static uint32_t fnv(const int *p, int n)
{
    uint32_t h = 2166136261u;
    for (int k = 0; k < n; k++)
        for (int shift = 0; shift < 32; shift += 8)
            h = (h ^ ((uint32_t)p[k] >> shift & 255)) * 16777619u;
    return h;
}

static void write_perm(const char *path, const int *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(p, sizeof(int), n, f) != n || fclose(f)) fail("cannot write the order");
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: amd FILE REPS [PERM [DENSE AGGRESSIVE]]\n");
        return 2;
    }
    cs_di *a = read_pattern(argv[1]);
    int n = a->n, reps = atoi(argv[2]);
    int *perm = allocate((size_t)n);
    double info[AMD_INFO], control[AMD_CONTROL];
    cs_di *g = NULL;
    amd_defaults(control);
    if (argc > 5) {
        control[AMD_DENSE] = atof(argv[4]);
        control[AMD_AGGRESSIVE] = atof(argv[5]);
    }
    for (int r = 0; r < reps; r++) {
        double t = seconds();
        cs_di *s = symmetrize(a);
        printf("symmetrize\t%.9f\n", seconds() - t);
        if (g) cs_di_spfree(g);
        g = sorted(s);
        t = seconds();
        int status = amd_order(n, a->p, a->i, perm, control, info);
        printf("amd\t%.9f\n", seconds() - t);
        if (status != AMD_OK) fail("amd_order refused the matrix");
    }
    for (int r = 0; g && r < warm(reps, a); r++) {
        double t = seconds();
        order_graph(g);
        printf("amd_graph\t%.9f\n", seconds() - t);
    }
    if (reps > 0) printf("amd.lnz\t%.17g\n", factor_entries(g, perm));
    printf("amd.bound\t%.17g\n", info[AMD_LNZ] + n);
    printf("amd.dense\t%.17g\n", info[AMD_NDENSE]);
    printf("amd.compressed\t%.17g\n", info[AMD_NCMPA]);
    printf("amd.hash\t%u\n", fnv(perm, n));
    if (argc > 3 && strcmp(argv[3], "-")) write_perm(argv[3], perm, (size_t)n);
    return 0;
}
