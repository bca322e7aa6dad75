/* Times METIS's nested dissection of A+A' and writes its order.
 *
 *   metis_order FILE ORDER
 *
 * FILE is as peer.h describes, square, with a symmetric pattern. Prints the
 * CPU and elapsed seconds of METIS_NodeND with the defaults and seed 1, and
 * writes the order to ORDER, unless that is "-", as 32-bit integers. */
#include "../../peers/peer.h"

#include <metis.h>

static double elapsed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 3) fail("usage: metis_order FILE ORDER");
    matrix a = read_matrix(argv[1]);
    size_t n = (size_t)a.cols, nnz = (size_t)a.nnz, kept = 0;
    idx_t nv = a.cols, options[METIS_NOPTIONS];
    idx_t *xadj = allocate(n + 1, sizeof *xadj), *adj = allocate(nnz, sizeof *adj);
    idx_t *perm = allocate(n, sizeof *perm), *inv = allocate(n, sizeof *inv);
    for (size_t j = 0; j < n; j++) {
        xadj[j] = (idx_t)kept;
        for (int k = a.p[j]; k < a.p[j + 1]; k++)
            if (a.i[k] != (int)j) adj[kept++] = a.i[k];
    }
    xadj[n] = (idx_t)kept;
    if (kept == 0) fail("METIS does not take a graph without edges");
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    double cpu = cpu_seconds(), wall = elapsed();
    if (METIS_NodeND(&nv, xadj, adj, NULL, options, perm, inv) != METIS_OK) fail("METIS_NodeND failed");
    seconds("metis", cpu_seconds() - cpu);
    seconds("metis.elapsed", elapsed() - wall);
    if (strcmp(argv[2], "-")) {
        FILE *f = fopen(argv[2], "wb");
        if (!f) fail("cannot write the order");
        for (size_t k = 0; k < n; k++) {
            int32_t v = (int32_t)perm[k];
            if (fwrite(&v, 4, 1, f) != 1) fail("cannot write the order");
        }
        if (fclose(f)) fail("cannot write the order");
    }
    return 0;
}
