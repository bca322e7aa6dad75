/* Times CHOLMOD with a given order: cholmod_analyze, cholmod_factorize and
 * cholmod_solve2. The values are made positive definite: off the diagonal they stay,
 * and the diagonal is larger than the sum of its row. CHOLMOD chooses between the
 * simplicial and the supernodal method.
 *
 *   cc -O2 -o cholmod cholmod.c -I/usr/include/suitesparse -lcholmod -lm
 */
#include <cholmod.h>
#include <math.h>

#include "repeat.h"

static cholmod_common c;
static cholmod_sparse *lower;
static cholmod_factor *f;
static cholmod_dense *rhs, *answer, *y, *e;

static void analyze(void)
{
    if (f) cholmod_free_factor(&f, &c);
    f = order ? cholmod_analyze_p(lower, order, NULL, 0, &c) : cholmod_analyze(lower, &c);
    if (!f) fail("the analysis failed");
}

static void factor(void)
{
    if (!cholmod_factorize(lower, f, &c) || c.status != CHOLMOD_OK) fail("cholmod_factorize failed");
}

static void solve(void)
{
    if (!cholmod_solve2(CHOLMOD_A, f, rhs, NULL, &answer, NULL, &y, &e, &c)) fail("cholmod_solve2 failed");
}

/* Copies the lower triangle, a diagonal entry in each column. */
static void triangle(void)
{
    double *sum = allocate((size_t)a.cols, sizeof *sum);
    for (int j = 0; j < a.cols; j++) sum[j] = 1e-3;
    for (int j = 0; j < a.cols; j++)
        for (int p = a.p[j]; p < a.p[j + 1]; p++)
            if (a.i[p] > j) {
                sum[j] += fabs(a.x[p]);
                sum[a.i[p]] += fabs(a.x[p]);
            }
    lower = cholmod_allocate_sparse((size_t)a.rows, (size_t)a.cols, (size_t)a.nnz + (size_t)a.cols, 1, 1, -1, CHOLMOD_REAL, &c);
    int *lp = lower->p, *li = lower->i, n = 0;
    double *lx = lower->x;
    for (int j = 0; j < a.cols; j++) {
        lp[j] = n;
        li[n] = j;
        lx[n++] = sum[j];
        for (int p = a.p[j]; p < a.p[j + 1]; p++)
            if (a.i[p] > j) {
                li[n] = a.i[p];
                lx[n++] = a.x[p];
            }
    }
    lp[a.cols] = n;
}

int main(int argc, char **argv)
{
    start(argc, argv);
    cholmod_start(&c);
    if (order) {
        c.nmethods = 1;
        c.method[0].ordering = CHOLMOD_GIVEN;
    }
    c.print = 0;
    triangle();
    rhs = cholmod_ones((size_t)a.rows, 1, CHOLMOD_REAL, &c);
    repeat("analyze", analyze);
    repeat("factor", factor);
    figure("l", c.lnz);
    figure("flops", c.fl);
    figure("supernodal", f->is_super);
    repeat("solve", solve);
    return 0;
}
