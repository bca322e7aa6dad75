"""The Bratu problem with a wind by SNES of petsc4py: snes.py SOLVER N."""
import sys

import petsc4py

solver, n = sys.argv[1], int(sys.argv[2])
petsc4py.init([sys.argv[0]] + sys.argv[3:])
from petsc4py import PETSc  # noqa: E402

import numpy as np  # noqa: E402

h, wind, lam = 1.0 / (n + 1), 5.0, 6.0
counts = {"function": 0, "jacobian": 0}


def residual(snes, x, f):
    counts["function"] += 1
    u = np.zeros((n + 2, n + 2))
    u[1:-1, 1:-1] = x.array_r.reshape(n, n)
    c = u[1:-1, 1:-1]
    f.array[:] = (
        (4 * c - u[:-2, 1:-1] - u[2:, 1:-1] - u[1:-1, :-2] - u[1:-1, 2:])
        + wind * h / 2 * (u[1:-1, 2:] - u[1:-1, :-2])
        - lam * h * h * np.exp(c)
    ).ravel()


def jacobian(snes, x, a, p):
    counts["jacobian"] += 1
    e = lam * h * h * np.exp(x.array_r)
    for i in range(n):
        for j in range(n):
            k = i * n + j
            columns, values = [k], [4 - e[k]]
            for on, column, value in (
                (i > 0, k - n, -1),
                (i < n - 1, k + n, -1),
                (j > 0, k - 1, -1 - wind * h / 2),
                (j < n - 1, k + 1, -1 + wind * h / 2),
            ):
                if on:
                    columns.append(column)
                    values.append(value)
            p.setValues(k, columns, values)
    p.assemble()


a = PETSc.Mat().createAIJ((n * n, n * n), nnz=5, comm=PETSc.COMM_SELF)
x, f = a.createVecs()
snes = PETSc.SNES().create(PETSc.COMM_SELF)
snes.setFunction(residual, f)
snes.setJacobian(jacobian, a)
snes.ksp.setType("preonly")
snes.ksp.pc.setType("lu")
snes.ksp.pc.setFactorSolverType(solver)
snes.setTolerances(rtol=1e-12)
snes.setFromOptions()
snes.solve(None, x)
print(solver, "iterations", snes.getIterationNumber(), "reason", snes.getConvergedReason())
print("functions", counts["function"], "jacobians", counts["jacobian"])
print("max %.17g norm %.17g" % (x.max()[1], x.norm()))
