/* Times SCOTCH's ordering of A+A' and writes its order.
 *
 *   scotch_order FILE ORDER default|quality
 *
 * FILE is as peer.h describes, square, with a symmetric pattern. Prints the
 * CPU and elapsed seconds of SCOTCH_graphOrder on one thread with seed 1, with
 * its default strategy or with that of SCOTCH_stratGraphOrderBuild for quality,
 * and writes the order to ORDER, unless that is "-", as 32-bit integers. */
#include "../../peers/peer.h"

#include <scotch.h>

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 4) fail("usage: scotch_order FILE ORDER default|quality");
    matrix a = read_matrix(argv[1]);
    size_t n = (size_t)a.cols, nnz = (size_t)a.nnz, kept = 0;
    SCOTCH_Num *start = allocate(n + 1, sizeof *start), *adj = allocate(nnz, sizeof *adj);
    SCOTCH_Num *rank = allocate(n, sizeof *rank), *order = allocate(n, sizeof *order);
    for (size_t j = 0; j < n; j++) {
        start[j] = (SCOTCH_Num)kept;
        for (int k = a.p[j]; k < a.p[j + 1]; k++)
            if (a.i[k] != (int)j) adj[kept++] = a.i[k];
    }
    start[n] = (SCOTCH_Num)kept;
    SCOTCH_Context context;
    SCOTCH_Graph graph, bound;
    SCOTCH_Strat strategy;
    if (SCOTCH_contextInit(&context) || SCOTCH_contextThreadSpawn(&context, 1, NULL) ||
        SCOTCH_contextOptionSetNum(&context, SCOTCH_OPTIONNUMDETERMINISTIC, 1) || SCOTCH_contextRandomClone(&context))
        fail("SCOTCH has no context of one thread");
    SCOTCH_contextRandomSeed(&context, 1);
    SCOTCH_contextRandomReset(&context);
    if (SCOTCH_graphInit(&graph) || SCOTCH_graphInit(&bound) || SCOTCH_stratInit(&strategy) ||
        SCOTCH_graphBuild(&graph, 0, (SCOTCH_Num)n, start, start + 1, NULL, NULL, (SCOTCH_Num)kept, adj, NULL) ||
        SCOTCH_contextBindGraph(&context, &graph, &bound))
        fail("SCOTCH does not take the graph");
    if (!strcmp(argv[3], "quality") && SCOTCH_stratGraphOrderBuild(&strategy, SCOTCH_STRATQUALITY, 0, 0.1))
        fail("SCOTCH does not take the strategy");
    double cpu = cpu_seconds(), wall = wall_seconds();
    if (SCOTCH_graphOrder(&bound, &strategy, rank, order, NULL, NULL, NULL)) fail("SCOTCH_graphOrder failed");
    seconds("cpu", cpu_seconds() - cpu);
    seconds("wall", wall_seconds() - wall);
    if (strcmp(argv[2], "-")) {
        int *p = allocate(n, sizeof *p);
        for (size_t k = 0; k < n; k++) p[k] = (int)order[k];
        save_order(argv[2], p, (int)n);
    }
    return 0;
}
