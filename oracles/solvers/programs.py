"""The programs of the comparison: what they are called with, and which libraries
their solver calls go to."""
import dataclasses
import os

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
PYTHON = "/usr/bin/python3"
SUNDIALS = "/usr/share/doc/libsundials-dev/examples"
GETDP = "/usr/share/doc/getdp/examples"


@dataclasses.dataclass
class Program:
    """A program: {size} of a command is the size of the problem, {build} the folder of
    compiled programs, {here} the folder of the others."""

    name: str
    command: list
    libraries: list  # begins of the file names of the libraries whose calls are counted
    size: int = 0  # where all is checked
    large: int = 0  # where the cost is measured; 0: the program has one size
    environment: dict = dataclasses.field(default_factory=dict)
    flags: list = dataclasses.field(default_factory=list)  # of record
    wrapped: list = dataclasses.field(default_factory=list)  # symbols of the flags
    copies: list = dataclasses.field(default_factory=list)  # files that it needs beside it
    # What the program prints about its own calls, as {regular expression: symbol}.
    says: dict = dataclasses.field(default_factory=dict)
    # Whether systems are compared: not where the library has no call with A, b and x.
    systems: bool = True

    def argv(self, build, large=False):
        """Returns the command line."""
        size = self.large if large and self.large else self.size
        return [a.format(size=size, build=build, here=HERE) for a in self.command]

    def env(self, large=False):
        """Returns the environment: that of this process with one thread for BLAS."""
        size = self.large if large and self.large else self.size
        e = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
        e.update({k: v.format(size=size) for k, v in self.environment.items()})
        return e


def sundials(name, size=0, large=0, says=None):
    """Returns an example of SUNDIALS, which run compiled for both sizes."""
    command = "{build}/" + name + ("-{size}" if size else "")
    return Program(name, [command], ["libsundials_", "libklu."], size, large, says=says or {})


def petsc(solver, *libraries):
    """Returns Newton's method by SNES with a direct solver."""
    return Program(
        "petsc4py " + solver,
        [PYTHON, "{here}/snes.py", solver, "{size}"],
        ["libpetsc_real.", *libraries],
        20,
        60,
        says={r"functions (\d+)": "SNESComputeFunction", r"jacobians (\d+)": "SNESComputeJacobian"},
    )


GNUCAP = {
    "_ZN3SIM15evaluate_modelsEv": "function-evaluation",
    "_ZN3SIM15solve_equationsEv": "factor+solve",
    "_ZN8BSMATRIXIdE9lu_decompERKS0_b": "factor",
    "_ZNK8BSMATRIXIdE5fbsubEPdPKdS1_": "solve",
}

PROGRAMS = [
    sundials("kinFerTron_klu"),
    sundials("idaHeat2D_klu", 10, 50),
    sundials("cvRoberts_klu", says={r"nni = (\d+)": "klu_l_solve", r"nsetups = (\d+)": "SUNLinSolSetup"}),
    sundials("ark_brusselator1D_klu", 201, 601, says={r"nonlinear iterations = (\d+)": "klu_l_solve"}),
    Program(
        "octave, Bratu by \\",
        ["octave-cli", "-q", "--norc", "{here}/bratu.m"],
        ["libumfpack.", "libcholmod.", "libspqr."],
        40,
        120,
        {"SIZE": "{size}"},
        says={r"solves (\d+)": "umfpack_dl_solve"},
    ),
    Program(
        "octave, ode15s",
        ["octave-cli", "-q", "--norc", "{here}/reactions.m"],
        ["libsundials_", "libklu."],
        100,
        2000,
        {"SIZE": "{size}"},
    ),
    Program(
        "cvxopt",
        [PYTHON, "{here}/cvxopt_systems.py", "{size}"],
        ["libumfpack.", "libcholmod."],
        20,
        60,
    ),
    petsc("petsc"),
    petsc("klu", "libklu."),
    petsc("umfpack", "libumfpack."),
    petsc("mumps", "libdmumps"),
    petsc("superlu", "libsuperlu."),
    Program(
        "getdp, magnet",
        ["getdp", "magnet.pro", "-setnumber", "Flag_NL", "1", "-solve", "Magnetostatics_a", "-v", "1"],
        ["libpetsc_real.", "libdmumps"],
        copies=[GETDP + "/demos", GETDP + "/templates"],
    ),
    Program(
        "freefem++, Bratu",
        ["FreeFem++", "-nw", "-v", "0", "{here}/bratu.edp", "{size}"],
        ["libumfpack."],
        20,
        60,
        says={r"solves (\d+)": "umfpack_di_solve"},
    ),
    Program(
        "gnucap, --wrap",
        ["gnucap", "-b", "{here}/multiplier.ckt"],
        [],
        flags=[a for symbol, phase in GNUCAP.items() for a in ("--wrap", f"{symbol}={phase}")],
        wrapped=list(GNUCAP),
        systems=False,
    ),
]
