"""Compares recorded calls with what programs print: check.py NRPROF CALLS BUILD

A program prints, after its own calls:
    SAY FUNCTION KEY=VALUE…    the next call that the program itself made of FUNCTION has these values
    EACH FUNCTION KEY=VALUE…   all calls of FUNCTION have them
    LAST FUNCTION KEY=VALUE…   the last call of FUNCTION with this phase has them
    COUNT FUNCTION NUMBER      so many calls of FUNCTION were made
    SUM FUNCTION KEY NUMBER    the values of all calls of FUNCTION add up to NUMBER
    MATRICES NUMBER            so many different matrices with values were factored or solved with
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "solvers"))
import residual  # noqa: E402

LIMIT = {"s": 1e-4, "c": 1e-4}  # of the residual, by the letter of single precision; otherwise 1e-10
PYTHON = "/usr/bin/python3"


def programs(build):
    """Yields (name, command, single precision)."""
    for p in "sdcz":
        yield f"superlu-{p}", [f"{build}/superlu-{p}"], p
        for sym in 0, 2:
            yield f"mumps-{p}-{sym}", [f"{build}/mumps-{p}", str(sym)], p
    yield "superlu_dist", [f"{build}/superlu_dist"], ""
    yield "mumps-fortran", [f"{build}/mumps-fortran"], ""
    yield "sundials", [f"{build}/sundials"], ""
    for package in "petsc", "mumps", "superlu", "superlu_dist", "klu", "umfpack":
        yield f"petsc-{package}", [PYTHON, os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "petsc.py"), package], ""


def same(key, want, got):
    if key == "phase":
        return got == want.replace("-", " ")
    return got is not None and float(want) == float(got)


class Comparison:
    """What is compared of one program."""

    def __init__(self, calls):
        self.calls = calls
        self.next = {}
        self.values = 0
        self.wrong = []

    def compare(self, call, what, pairs):
        for pair in pairs:
            key, want = pair.split("=")
            self.values += 1
            if not same(key, want, call.get(key)):
                self.wrong.append(f"{what}: {key} is {call.get(key)}, want {want}")

    def of(self, function):
        return [c for c in self.calls if c["function"] == function]

    def say(self, function, pairs):
        k = self.next.get(function, 0)
        self.next[function] = k + 1
        direct = [c for c in self.of(function) if c["direct"]]
        if k < len(direct):
            self.compare(direct[k], f"call {k + 1} of {function}", pairs)
        else:
            self.wrong.append(f"call {k + 1} of {function} is missing")

    def line(self, words):
        if words[0] == "SAY":
            self.say(words[1], words[2:])
        elif words[0] == "EACH":
            for k, c in enumerate(self.of(words[1])):
                self.compare(c, f"call {k + 1} of {words[1]}", words[2:])
        elif words[0] == "LAST":
            phase = next(w.split("=")[1].replace("-", " ") for w in words if w.startswith("phase="))
            last = [c for c in self.of(words[1]) if c["phase"] == phase]
            self.compare(last[-1] if last else {}, f"last {words[1]}", words[2:])
        elif words[0] == "COUNT":
            self.compare({"calls": len(self.of(words[1]))}, words[1], [f"calls={words[2]}"])
        elif words[0] == "SUM":
            total = sum(c.get(words[2], 0) for c in self.of(words[1]))
            self.compare({words[2]: total}, f"sum over {words[1]}", [f"{words[2]}={words[3]}"])


def check(name, command, letter, nrprof, reader, folder):
    """Returns (calls, values compared, systems, largest residual, what is wrong)."""
    capture = os.path.join(folder, name + ".nrt")
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    record = [nrprof, "record", "--solvers", "auto", "--matrices", "changed", "-o", capture, "--", *command]
    printed = subprocess.run(record, capture_output=True, text=True, check=True).stdout
    out = subprocess.run([reader, capture], capture_output=True, text=True, check=True).stdout
    c = Comparison([json.loads(line) for line in out.splitlines()])
    if printed != plain:
        c.wrong.append("prints another text when it is watched")
    matrices = None
    for line in printed.splitlines():
        words = line.split()
        if words and words[0] == "MATRICES":
            matrices = int(words[1])
        elif words:
            c.line(words)
    systems, worst = 0, 0.0
    if matrices is not None:
        systems, worst = solved(capture, matrices, letter, c)
    return len(c.calls), c.values, systems, worst, c.wrong


def solved(capture, matrices, letter, c):
    """Compares the saved matrices. Returns how many systems they solve, and the largest residual."""
    series = residual.Series(capture.removesuffix(".nrt") + ".matrices")
    c.wrong += series.unconverted()
    values = {call["values"] for call in series.calls if call.get("values") and "matrix" in call["files"]}
    c.compare({"matrices": len(values)}, "saved", [f"matrices={matrices}"])
    residuals = [r for _, r in series.systems() if r is not None]
    worst = max(residuals, default=0.0)
    if not residuals or not worst < LIMIT.get(letter, 1e-10):
        c.wrong.append(f"{len(residuals)} systems, residual {worst}")
    return len(residuals), worst


def main():
    nrprof, reader, build = sys.argv[1:]
    status = 0
    print(f"{'program':<20} {'calls':>6} {'values':>7} {'systems':>8} {'residual':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, letter in programs(build):
            calls, values, systems, worst, wrong = check(name, command, letter, nrprof, reader, folder)
            print(f"{name:<20} {calls:>6} {values:>7} {systems:>8} {worst:>9.1e}  {'wrong' if wrong else 'equal'}")
            for w in wrong[:20]:
                print("   ", w)
            status |= bool(wrong)
    sys.exit(status)


if __name__ == "__main__":
    main()
