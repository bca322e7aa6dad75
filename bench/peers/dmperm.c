/* Times CXSparse's Dulmage-Mendelsohn decomposition: dmperm FILE REPETITIONS.
 *
 * FILE is as peer.h describes. Kernel: dmperm (cs_dmperm in the natural order
 * of the columns). Figures: dmperm.rank and dmperm.blocks. */
#include "peer.h"

#include <cs.h>

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    cs_di m = {0};
    m.m = a.rows, m.n = a.cols, m.p = a.p, m.i = a.i, m.nz = -1, m.nzmax = a.nnz;
    cs_did *d = NULL;
    for (int r = 0; r < reps; r++) {
        cs_di_dfree(d);
        double t = cpu_seconds();
        d = cs_di_dmperm(&m, 0);
        seconds("dmperm", cpu_seconds() - t);
        if (!d) fail("cs_dmperm failed");
    }
    figure("dmperm.rank", d->rr[3]);
    figure("dmperm.blocks", d->nb);
    cs_di_dfree(d);
    return 0;
}
