/* Runs a function solve of docs/handing-over.md: PROGRAM MATRIX ORDER
 *
 * MATRIX is as bench/peers/peer.h says. Prints what solve prints, and the largest
 * |A·x − b| over the largest sum of |A|·|x| + |b| in a row. The entries of b differ.
 */
#include <math.h>

#include "../../../bench/peers/peer.h"

void solve(int n, int *Ap, int *Ai, double *Ax, const char *order, double *b);

int main(int argc, char **argv)
{
    peer_name = argv[0];
    if (argc != 3) fail("usage: PROGRAM MATRIX ORDER");
    matrix a = read_matrix(argv[1]);
    if (a.rows != a.cols || !a.x) fail("want a square matrix with values");
    size_t n = (size_t)a.cols;
    double *b = allocate(n, sizeof *b), *x = allocate(n, sizeof *x), *r = allocate(n, sizeof *r), *size = allocate(n, sizeof *size);
    for (size_t i = 0; i < n; i++) x[i] = b[i] = 1 + (double)(i % 7);
    solve(a.cols, a.p, a.i, a.x, argv[2], x);
    for (size_t i = 0; i < n; i++) r[i] = -b[i], size[i] = fabs(b[i]);
    for (int j = 0; j < a.cols; j++)
        for (int k = a.p[j]; k < a.p[j + 1]; k++) {
            r[a.i[k]] += a.x[k] * x[j];
            size[a.i[k]] += fabs(a.x[k] * x[j]);
        }
    double worst = 0, largest = 0;
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(r[i])), largest = fmax(largest, size[i]);
    printf("residual %.3g\n", largest > 0 ? worst / largest : worst);
    return isfinite(worst) ? 0 : 1;
}
