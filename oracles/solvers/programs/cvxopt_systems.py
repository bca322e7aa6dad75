"""A Newton series by CVXOPT's UMFPACK and a quadratic program by its CHOLMOD:
cvxopt_systems.py SIDE."""
import sys

from cvxopt import matrix, solvers, spmatrix, umfpack

side = int(sys.argv[1])
n = side * side
i, j, v = [], [], []
for k in range(n):
    for column, value in ((k, 4.0), (k - 1, -1.3), (k + 1, -0.7), (k - side, -1.0), (k + side, -1.0)):
        if 0 <= column < n:
            i.append(k)
            j.append(column)
            v.append(value)
u = matrix(0.0, (n, 1))
h2 = 1.0 / (side + 1) ** 2
for iteration in range(20):
    a = spmatrix(v, i, j, (n, n))
    r = a * u - h2 * matrix([(1 + u[k]) ** 3 for k in range(n)])
    if max(abs(r)) < 1e-12:
        break
    for k in range(n):
        a[k, k] = 4.0 - 3 * h2 * (1 + u[k]) ** 2
    umfpack.linsolve(a, r)
    u -= r
print("iterations %d max %.17g" % (iteration, max(u)))

# The same pattern with an analysis that is used again.
a = spmatrix(v, i, j, (n, n))
symbolic = umfpack.symbolic(a)
total = 0.0
for step in range(1, 6):
    for k in range(n):
        a[k, k] = 4.0 + step
    numeric = umfpack.numeric(a, symbolic)
    b = matrix(1.0, (n, 1))
    umfpack.solve(a, numeric, b)
    umfpack.solve(a, numeric, b, trans="T")
    total += sum(b)
print("sum %.17g" % total)

# A quadratic program with sparse constraints: one Cholesky factorisation a step.
m = 300
p = spmatrix(2.0, range(m), range(m))
q = matrix([((7 * k) % 11) - 5.0 for k in range(m)])
g = spmatrix([1.0] * m + [-1.0] * m, range(2 * m), list(range(m)) * 2)
h = matrix(1.0, (2 * m, 1))
solvers.options["show_progress"] = False
for equation in range(2):
    rows = spmatrix(1.0, [0] * m, range(m))
    s = solvers.coneqp(p, q, g, h, A=rows, b=matrix(float(equation)), kktsolver="chol2")
    print("cost %.17g after %d iterations" % (s["primal objective"], s["iterations"]))
