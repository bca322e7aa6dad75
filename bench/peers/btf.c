/* Times SuiteSparse's maximum transversal and block triangular form:
 * btf DUMP REPETITIONS. The matrix must be square for the second.
 *
 * Kernels: matching (btf_maxtrans), strong (btf_strongcomp without a column
 * permutation), btf (btf_order).
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

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    size_t n = (size_t)(a.rows > a.cols ? a.rows : a.cols);
    int *p = allocate(n, sizeof *p), *q = allocate(n, sizeof *q);
    int *r = allocate(n + 1, sizeof *r), *work = allocate(5 * n, sizeof *work);
    double used;
    int size = 0, strong = 0, blocks = 0, rank = 0;
    for (int k = 0; k < reps; k++) {
        double t = cpu_seconds();
        size = btf_maxtrans(a.rows, a.cols, a.p, a.i, 0, &used, p, work);
        seconds("matching", cpu_seconds() - t);
    }
    figure("matching.size", size);
    if (a.rows != a.cols) return 0;
    for (int k = 0; k < reps; k++) {
        double t = cpu_seconds();
        strong = btf_strongcomp(a.cols, a.p, a.i, NULL, p, r, work);
        seconds("strong", cpu_seconds() - t);
    }
    figure("strong.count", strong);
    for (int k = 0; k < reps; k++) {
        double t = cpu_seconds();
        blocks = btf_order(a.cols, a.p, a.i, 0, &used, p, q, r, &rank, work);
        seconds("btf", cpu_seconds() - t);
    }
    figure("btf.matched", rank);
    figure("btf.blocks", blocks);
    figure("btf.largest", largest_block(r, blocks));
    figure("btf.singletons", singletons(r, blocks));
    return 0;
}
