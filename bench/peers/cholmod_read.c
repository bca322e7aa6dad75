/* Times CHOLMOD's Matrix Market reader: cholmod_read FILE.mtx REPETITIONS. */
#include "peer.h"
#include <cholmod.h>

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    cholmod_common c;
    cholmod_start(&c);
    for (int r = 0; r < reps; r++) {
        double t = cpu_seconds();
        FILE *f = fopen(argv[1], "r");
        if (!f) fail("cannot open the file");
        cholmod_triplet *a = cholmod_read_triplet(f, &c);
        fclose(f);
        if (!a) fail("cholmod_read_triplet failed");
        seconds("read", cpu_seconds() - t);
        if (r == 0) figure("read.entries", (double)a->nnz);
        cholmod_free_triplet(&a, &c);
    }
    cholmod_finish(&c);
    return 0;
}
