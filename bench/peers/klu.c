/* Times SuiteSparse's KLU on a square real matrix.
 *
 *   cc -O2 -o klu klu.c -I/usr/include/suitesparse -lklu -lamd -lbtf -lcolamd
 *   klu FILE REPS [TOL [SCALE [ORDERING [ORDER]]]]
 *
 * FILE is as peer.h says. TOL is the pivot tolerance, 0.001 unless given;
 * SCALE 0 none, 1 sum, 2 largest entry of a row, 2 unless given; ORDERING is
 * amd (block triangular form and AMD inside the blocks, the default), colamd
 * (the same with COLAMD) or natural (one block, nothing moved).
 *
 * Kernels: klu_analyze, klu_factor, klu_refactor, klu_solve.
 * Figures: klu.lnz and klu.unz, both with the diagonal, klu.nzoff (entries
 * above the diagonal blocks), klu.noffdiag, klu.blocks, klu.maxblock, klu.flops,
 * klu.rank (of a singular matrix, which has no klu.lnz), klu.residual
 * (largest |Ax-b| for b of ones over the largest |x|).
 *
 * With ORDER, writes there as 32-bit integers: the number of blocks, the n row
 * indices and the n column indices of the symbolic order, and the blocks+1
 * block boundaries.
 */
#include <klu.h>
#include <math.h>

#include "peer.h"

static void write_order(const char *path, const klu_symbolic *s)
{
    FILE *f = fopen(path, "wb");
    size_t n = (size_t)s->n, b = (size_t)s->nblocks;
    if (!f || fwrite(&s->nblocks, sizeof(int), 1, f) != 1 || fwrite(s->P, sizeof(int), n, f) != n ||
        fwrite(s->Q, sizeof(int), n, f) != n || fwrite(s->R, sizeof(int), b + 1, f) != b + 1 ||
        fclose(f))
        fail("cannot write the order");
}

static klu_symbolic *analyze(matrix *a, const char *ordering, klu_common *c)
{
    if (!strcmp(ordering, "natural")) {
        c->btf = 0;
        return klu_analyze_given(a->cols, a->p, a->i, NULL, NULL, c);
    }
    if (strcmp(ordering, "amd") && strcmp(ordering, "colamd")) fail("no such ordering");
    c->ordering = !strcmp(ordering, "colamd");
    return klu_analyze(a->cols, a->p, a->i, c);
}

/* Returns the largest |Ax-1| over the largest |x|. */
static double residual(const matrix *a, const double *x)
{
    double *r = allocate((size_t)a->rows, sizeof *r), worst = 0, size = 0;
    for (int i = 0; i < a->rows; i++) r[i] = -1;
    for (int j = 0; j < a->cols; j++) {
        for (int k = a->p[j]; k < a->p[j + 1]; k++) r[a->i[k]] += a->x[k] * x[j];
        size = fmax(size, fabs(x[j]));
    }
    for (int i = 0; i < a->rows; i++) worst = fmax(worst, fabs(r[i]));
    free(r);
    return size > 0 ? worst / size : worst;
}

static void solve(const matrix *a, klu_symbolic *s, klu_numeric *f, klu_common *c, int reps)
{
    double *x = allocate((size_t)a->cols, sizeof *x);
    for (int r = 0; r < reps; r++) {
        for (int i = 0; i < a->rows; i++) x[i] = 1;
        double t = cpu_seconds();
        klu_solve(s, f, a->cols, 1, x, c);
        seconds("klu_solve", cpu_seconds() - t);
    }
    figure("klu.residual", residual(a, x));
    free(x);
}

static void print_order(const klu_symbolic *s)
{
    figure("klu.blocks", s->nblocks);
    figure("klu.maxblock", s->maxblock);
    figure("klu.nzoff", s->nzoff);
}

int main(int argc, char **argv)
{
    int reps = repetitions(argc, argv);
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols) fail("not square");
    if (!a.x) fail("no values");
    klu_common c;
    klu_defaults(&c);
    if (argc > 3) c.tol = atof(argv[3]);
    if (argc > 4) c.scale = atoi(argv[4]);

    klu_symbolic *s = NULL;
    for (int r = 0; r < reps; r++) {
        if (s) klu_free_symbolic(&s, &c);
        double t = cpu_seconds();
        s = analyze(&a, argc > 5 ? argv[5] : "amd", &c);
        seconds("klu_analyze", cpu_seconds() - t);
        if (!s) fail("klu_analyze refused the matrix");
    }
    print_order(s);
    if (argc > 6) write_order(argv[6], s);

    klu_numeric *f = NULL;
    for (int r = 0; r < reps; r++) {
        if (f) klu_free_numeric(&f, &c);
        double t = cpu_seconds();
        f = klu_factor(a.p, a.i, a.x, s, &c);
        seconds("klu_factor", cpu_seconds() - t);
        if (!f) break;
    }
    if (!f) {
        if (c.status != KLU_SINGULAR) fail("klu_factor refused the matrix");
        figure("klu.rank", c.numerical_rank);
        return 0;
    }
    figure("klu.lnz", f->lnz);
    figure("klu.unz", f->unz);
    figure("klu.noffdiag", c.noffdiag);
    klu_flops(s, f, &c);
    figure("klu.flops", c.flops);
    for (int r = 0; r < reps; r++) {
        double t = cpu_seconds();
        int ok = klu_refactor(a.p, a.i, a.x, s, f, &c);
        seconds("klu_refactor", cpu_seconds() - t);
        if (!ok) fail("klu_refactor failed");
    }
    solve(&a, s, f, &c, reps);
    return 0;
}
