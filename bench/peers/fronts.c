/* Factors a matrix by UMFPACK with a given order and its symmetric strategy, and prints
 * what it reports of its fronts, and how often it calls the functions that extend a front
 * and start another one:
 *
 *   fronts FILE ORDER
 *
 *   cc -O2 -rdynamic -o fronts fronts.c -I/usr/include/suitesparse -lumfpack
 *
 * The functions of the library are replaced by ones that count. FILE is a matrix as peer.h says, ORDER the order of its rows and
 * columns as 32-bit integers.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <umfpack.h>

#include "peer.h"

/* Replaces a function of two pointers by one that counts its calls. */
#define COUNTED(name)                                             \
    static long count_##name;                                     \
    int name(void *numeric, void *work);                          \
    int name(void *numeric, void *work)                           \
    {                                                             \
        static int (*real)(void *, void *);                       \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);     \
        if (!real) fail("no function " #name);                    \
        count_##name++;                                           \
        return real(numeric, work);                               \
    }

COUNTED(umfdi_extend_front)
COUNTED(umfdi_init_front)

int main(int argc, char **argv)
{
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    void *symbolic, *numeric;
    peer_name = argv[0];
    if (argc != 3) fail("usage: fronts FILE ORDER");
    matrix a = read_matrix(argv[1]);
    int *order = allocate((size_t)a.cols, sizeof *order);
    FILE *f = fopen(argv[2], "rb");
    if (!f || fread(order, sizeof *order, (size_t)a.cols, f) != (size_t)a.cols) fail("cannot read the order");
    fclose(f);
    umfpack_di_defaults(control);
    control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
    if (umfpack_di_qsymbolic(a.rows, a.cols, a.p, a.i, a.x, order, &symbolic, control, info)) fail("umfpack_di_qsymbolic failed");
    if (umfpack_di_numeric(a.p, a.i, a.x, symbolic, &numeric, control, info)) fail("umfpack_di_numeric failed");
    printf("rows\t%.0f\n", info[UMFPACK_MAX_FRONT_NROWS]);
    printf("cols\t%.0f\n", info[UMFPACK_MAX_FRONT_NCOLS]);
    printf("extended\t%ld\n", count_umfdi_extend_front);
    printf("started\t%ld\n", count_umfdi_init_front);
    printf("interchanges\t%.0f\n", info[UMFPACK_NOFF_DIAG]);
    return 0;
}
