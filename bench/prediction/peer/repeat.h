/* What the programs that time whole solvers share.
 *
 *   PROGRAM FILE ORDER BUDGET
 *
 * FILE is a matrix as ../../peers/peer.h says, ORDER the order of its rows and
 * columns as 32-bit integers, or - for what the library chooses, and BUDGET the CPU seconds for each phase, about.
 * Each phase is repeated. A program prints "phase<TAB>seconds", the least CPU time
 * of a repetition, and "name<TAB>number" for counts.
 */
#ifndef REPEAT_H
#define REPEAT_H

#include <malloc.h>
#include <sys/resource.h>

#include "../../peers/peer.h"

static matrix a;
static int *order; /* NULL: the library's own */
static double budget;
static double *x, *b;

static void start(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 4) fail("usage: PROGRAM FILE ORDER BUDGET");
    a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    if (strcmp(argv[2], "-")) {
        order = allocate((size_t)a.cols, sizeof *order);
        FILE *f = fopen(argv[2], "rb");
        if (!f || fread(order, sizeof *order, (size_t)a.cols, f) != (size_t)a.cols) fail("cannot read the order");
        fclose(f);
    }
    budget = atof(argv[3]);
    x = allocate((size_t)a.cols, sizeof *x);
    b = allocate((size_t)a.cols, sizeof *b);
    for (int i = 0; i < a.cols; i++) b[i] = 1;
}

static int pages_count; /* print "phase_pages<TAB>number": the pages that the system provided for a repetition */

/* Lets the C library keep freed memory, so that a repetition needs no pages of the system.
 * By default, it gives large memory back according to the sizes and the order of all blocks in
 * the program, and each page costs the next repetition 1 to 2 µs. With PAGES in the
 * environment, the default stays. */
static void keep_memory(void)
{
    pages_count = 1;
    if (getenv("PAGES")) return;
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
}

/* The pages that the system has provided to the process. */
static double pages(void)
{
    struct rusage u;
    if (getrusage(RUSAGE_SELF, &u)) fail("getrusage failed");
    return (double)u.ru_minflt;
}

/* Prints the least CPU seconds of a call of run, in batches that are long enough
 * for the clock. */
static void repeat(const char *phase, void (*run)(void))
{
    const double batch = 2e-3;
    double t = cpu_seconds(), least, spent;
    run();
    least = spent = cpu_seconds() - t;
    long count = 1;
    while (least * (double)count < batch && count < 1 << 20) { /* a batch, and the caches warm */
        count *= 4;
        t = cpu_seconds();
        for (long k = 0; k < count; k++) run();
        t = cpu_seconds() - t;
        spent += t;
        if (t / (double)count < least) least = t / (double)count;
    }
    double provided = 0;
    for (int round = 0; round < 2 || (spent < budget && round < 1000); round++) {
        provided = pages();
        t = cpu_seconds();
        for (long k = 0; k < count; k++) run();
        t = cpu_seconds() - t;
        provided = (pages() - provided) / (double)count;
        spent += t;
        if (t / (double)count < least) least = t / (double)count;
    }
    printf("%s\t%.9g\n", phase, least);
    if (pages_count) printf("%s_pages\t%.4g\n", phase, provided);
    fflush(stdout);
}

#endif
