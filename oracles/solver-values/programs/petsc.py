"""Solves a nonlinear system with PETSc, and prints what PETSc says of it. Arguments are
options of PETSc; the last one names the library that factors."""
import sys

import petsc4py

package = sys.argv.pop()
petsc4py.init(sys.argv + ["-pc_type", "lu", "-pc_factor_mat_solver_type", package])
from petsc4py import PETSc  # noqa: E402

K = 12
N = K * K
linear = PETSc.Mat().createAIJ([N, N], nnz=5)
for j in range(N):
    x, y = j % K, j // K
    linear[j, j] = 4.1
    for there, k, value in (x > 0, j - 1, -1.2), (x < K - 1, j + 1, -0.8), (y > 0, j - K, -1.1), (y < K - 1, j + K, -0.9):
        if there:
            linear[j, k] = value
linear.assemble()
jacobian = linear.duplicate(copy=True)
evaluations = {"function": 0, "jacobian": 0}


def function(_, x, f):
    evaluations["function"] += 1
    linear.mult(x, f)
    f.setArray(f.getArray() + 0.3 * x.getArray(readonly=True) ** 3 - 1)


def derivative(_, x, __, to):
    evaluations["jacobian"] += 1
    linear.copy(to)
    diagonal = to.getDiagonal()
    diagonal.setArray(diagonal.getArray() + 0.9 * x.getArray(readonly=True) ** 2)
    to.setDiagonal(diagonal)
    to.assemble()


snes = PETSc.SNES().create()
snes.setFunction(function, linear.createVecLeft())
snes.setJacobian(derivative, jacobian, jacobian)
snes.setFromOptions()
solution = linear.createVecRight()
steps = []
snes.getKSP().setMonitor(lambda ksp, iteration, _: steps.append(iteration))
snes.solve(None, solution)
newton = snes.getIterationNumber()
entries = int(jacobian.getInfo()["nz_used"])
print(f"SAY SNESSolve iterations={newton} selector={snes.getConvergedReason()} status=0 phase=newton")
print(f"COUNT SNESComputeFunction {evaluations['function']}")
print(f"COUNT SNESComputeJacobian {evaluations['jacobian']}")
print(f"COUNT KSPSolve {newton}")
print(f"COUNT MatLUFactorNumeric {newton}")
print("COUNT MatLUFactorSymbolic 1")
print(f"SUM KSPSolve iterations {snes.getLinearSolveIterations()}")
print(f"EACH KSPSolve n={N} rows={N} nnz={entries} nrhs=1 pattern=1 status=0 phase=linear-solve")
print("EACH MatLUFactorNumeric pattern=1 status=0 phase=factor")
if package == "mumps":
    factors = snes.getKSP().getPC().getFactorMatrix()
    print(f"LAST dmumps_c lnz={factors.getMumpsInfog(29)} flops={factors.getMumpsRinfog(3)!r} n={N} nnz={entries} phase=factor")
    print(f"COUNT dmumps_fac_driver_ {newton}")
if package == "superlu":
    print(f"COUNT dgstrf {newton}")
if package == "superlu_dist":
    print(f"COUNT pdgstrf {newton}")
print(f"MATRICES {newton}")
