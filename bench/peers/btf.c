/* Times SuiteSparse's maximum transversal and block triangular form:
 * btf DUMP REPETITIONS. The matrix must be square for the second.
 *
 * Kernels: matching (btf_maxtrans), strong (btf_strongcomp without a column
 * permutation), btf (btf_order).
 *
 * What a caller has to allocate for a kernel, the result and the memory to work
 * in, is allocated within its time. A small matrix is repeated more often than
 * asked for, by the rule of nrkit's kernels: its first repetitions find cold
 * memory.
 */
#include "peer.h"
#include <btf.h>

static int largest_block(const int *r, int blocks)
{
    int most = 0;
    for (int k = 0; k < blocks; k++)
        if (r[k + 1] - r[k] > most) most = r[k + 1] - r[k];
    return most;
}

static int singletons(const int *r, int blocks)
{
    int count = 0;
    for (int k = 0; k < blocks; k++) count += r[k + 1] - r[k] == 1;
    return count;
}

/* Returns how often the kernels are repeated on a. */
static int warm(int reps, const matrix *a)
{
    int often = 4000000 / (a->nnz + 1);
    if (often > 400) often = 400;
    return reps > often ? reps : often;
}

static int matching(const matrix *a)
{
    double used, t = cpu_seconds();
    int *match = allocate((size_t)a->rows, sizeof(int));
    int *work = allocate(5 * (size_t)a->cols, sizeof(int));
    int size = btf_maxtrans(a->rows, a->cols, a->p, a->i, 0, &used, match, work);
    free(work);
    seconds("matching", cpu_seconds() - t);
    free(match);
    return size;
}

static int strong(const matrix *a)
{
    double t = cpu_seconds();
    size_t n = (size_t)a->cols;
    int *p = allocate(n, sizeof *p), *r = allocate(n + 1, sizeof *r);
    int *work = allocate(4 * n, sizeof *work);
    int count = btf_strongcomp(a->cols, a->p, a->i, NULL, p, r, work);
    free(work);
    seconds("strong", cpu_seconds() - t);
    free(p), free(r);
    return count;
}

static void order(const matrix *a, int last)
{
    double used, t = cpu_seconds();
    size_t n = (size_t)a->cols;
    int *p = allocate(n, sizeof *p), *q = allocate(n, sizeof *q), *r = allocate(n + 1, sizeof *r);
    int *work = allocate(5 * n, sizeof *work), rank;
    int blocks = btf_order(a->cols, a->p, a->i, 0, &used, p, q, r, &rank, work);
    free(work);
    seconds("btf", cpu_seconds() - t);
    if (last) {
        figure("btf.matched", rank);
        figure("btf.blocks", blocks);
        figure("btf.largest", largest_block(r, blocks));
        figure("btf.singletons", singletons(r, blocks));
    }
    free(p), free(q), free(r);
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv), size = 0, count = 0;
    matrix a = read_matrix(argv[1]);
    reps = warm(reps, &a);
    for (int k = 0; k < reps; k++) size = matching(&a);
    figure("matching.size", size);
    if (a.rows != a.cols) return 0;
    for (int k = 0; k < reps; k++) count = strong(&a);
    figure("strong.count", count);
    for (int k = 0; k < reps; k++) order(&a, k == reps - 1);
    return 0;
}
