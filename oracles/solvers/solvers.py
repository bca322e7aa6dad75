"""Records programs of others, and compares each recording with what gdb, the program
itself and SciPy say: solvers.py [--cost ROUNDS] [--only REGEXP] NRPROF NAMES BUILD

Prints a table with one row a program. Exits with 1 if something differs."""
import argparse
import collections
import csv
import fnmatch
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import count
import programs
import residual

LIMIT = 1e-10  # of the residual


class Wrong(Exception):
    """What differs."""


def fresh(root, program):
    """Returns a new folder with the files that a program needs beside it."""
    folder = tempfile.mkdtemp(dir=root)
    work = os.path.join(folder, "work")
    if not program.copies:
        os.mkdir(work)
    for k, source in enumerate(program.copies):
        shutil.copytree(source, work if k == 0 else os.path.join(folder, os.path.basename(source)))
    return work


def outputs(folder, printed):
    """Returns what a run printed and wrote, as {name: bytes}."""
    found = {"": printed}
    for path, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(path, name), "rb") as f:
                found[os.path.relpath(os.path.join(path, name), folder)] = f.read()
    return found


def run(command, program, root, large=False):
    """Runs a command in a new folder. Returns its output and its files."""
    work = fresh(root, program)
    done = subprocess.run(command, env=program.env(large), cwd=work, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"{command}: status {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    return outputs(work, done.stdout)


def recorded(nrprof, capture):
    """Returns the recorded calls of each function, as {symbol: calls}."""
    out = subprocess.run([nrprof, "export", capture, "-o", "-", "--format", "csv"], capture_output=True, text=True, check=True).stdout
    counts = collections.Counter()
    for row in csv.DictReader(out.splitlines()):
        counts[re.split(r"[:/]", row["name"])[-1]] += 1
    return counts


def watched(names, libraries):
    """Returns the functions that the lists have for the loaded libraries."""
    found = set()
    for library in libraries:
        exported = count.exported(library)
        for soname, symbol in names:
            if fnmatch.fnmatchcase(os.path.basename(library), soname or "*") and symbol in exported:
                found.add(symbol)
    return found


class Check:
    """All that is compared of one program."""

    def __init__(self, options, program, root):
        self.o, self.p, self.root = options, program, root
        self.argv = program.argv(options.build)
        self.argv[0] = shutil.which(self.argv[0]) or self.argv[0]

    def record(self, matrices, *more):
        """Returns the command that records the program, and the name of the capture."""
        capture = os.path.join(tempfile.mkdtemp(dir=self.root), "run.nrt")
        command = [self.o.nrprof, "record", "--gpu-telemetry", "off", "--solvers", "auto", "--matrices", matrices]
        return [*command, *self.p.flags, *more, "-o", capture, "--"], capture

    def counted(self, capture):
        """Compares the calls with those that gdb counts, and with what the program says."""
        work = fresh(self.root, self.p)
        symbols = set(self.p.wrapped)
        if self.p.libraries:
            loaded = count.loaded(self.argv, self.p.env(), work)
            ours = [l for l in loaded if any(os.path.basename(l).startswith(b) for b in self.p.libraries)]
            symbols |= watched(self.o.names, ours)
        if not symbols:
            raise Wrong("no list has a function of the libraries of this program")
        want = count.calls(self.argv, self.p.env(), fresh(self.root, self.p), symbols)
        got = recorded(self.o.nrprof, capture)
        differ = {s: (want[s], got[s]) for s in sorted(symbols) if want[s] != got[s]}
        if self.o.verbose:
            print("   ", {s: n for s, n in sorted(want.items()) if n}, file=sys.stderr)
        if not any(want.values()):
            raise Wrong("gdb counted no calls")
        self.calls = f"{sum(want.values())} / {sum(got[s] for s in symbols)}"
        for pattern, symbol in self.p.says.items():
            m = re.search(pattern, self.printed)
            if not m or int(m[1]) != got[symbol]:
                raise Wrong(f"the program says {m and m[0]!r}, recorded were {got[symbol]} calls of {symbol}")
        if differ:
            raise Wrong("calls (gdb, recorded): " + ", ".join(f"{s} {a}, {b}" for s, (a, b) in differ.items()))

    def identical(self, plain, other, what):
        """Compares what two runs printed and wrote."""
        if plain.keys() != other.keys():
            raise Wrong(f"{what}: files differ: {sorted(plain.keys() ^ other.keys())}")
        for name, content in plain.items():
            if content != other[name]:
                raise Wrong(f"{what}: {name or 'the output'} differs")

    def systems(self, capture):
        """Checks the residual of each recorded system."""
        if not self.p.systems:
            return
        s = residual.Series(capture.removesuffix(".nrt") + ".matrices")
        worst, number, without = 0.0, 0, 0
        wrong = s.unconverted()
        for call, r in s.systems():
            number += 1
            if r is None:
                without += 1
                continue
            worst = max(worst, r)
            if r > LIMIT:
                wrong.append(f"call {call['number']} of {call['function']}: residual {r:.2g}")
        if without:
            wrong.append(f"{without} of {number} solutions without matrix or right-hand side")
        if number == 0:
            wrong.append("no solution was saved")
        self.saved = f"{s.matrices()} | {number} | {worst:.1e}"
        if wrong:
            raise Wrong("; ".join(wrong[:5]))

    def cost(self):
        """Measures CPU times without and with recording in turns. Returns the row of the
        medians: of the program alone, by how much it grows, and what nrprof takes."""
        argv = self.p.argv(self.o.build, large=True)
        argv[0] = shutil.which(argv[0]) or argv[0]
        seconds = {"none": [], "record": []}
        ratios, ends = [], []
        for _ in range(self.o.cost):
            for how in seconds:
                report = os.path.join(tempfile.mkdtemp(dir=self.root), "cpu")
                command = [os.path.join(self.o.build, "cputime"), report, *argv]
                if how == "record":
                    command = [*self.record("none")[0], *command]
                before = os.times()
                run(command, self.p, self.root, large=True)
                after = os.times()
                with open(report, encoding="utf-8") as f:
                    seconds[how].append(float(f.read()))
                if how == "record":
                    spent = after.children_user + after.children_system - before.children_user - before.children_system
                    ends.append(spent - seconds[how][-1])
            ratios.append(seconds["record"][-1] / seconds["none"][-1] - 1)
        plain, more = statistics.median(seconds["none"]), statistics.median(ratios)
        added = 1000 * (statistics.median(seconds["record"]) - plain)
        least = min(seconds["record"]) / min(seconds["none"]) - 1
        return f"| {self.p.name} | {plain:.3f} | {100 * more:+.1f} % | {100 * least:+.1f} % | {added:+.0f} | {1000 * statistics.median(ends):.0f} |", []

    def all(self):
        """Compares all. Returns the cells of the row, and what is wrong."""
        self.calls, self.saved, self.printed, same, wrong = "-", "- | - | -", "", "no", []
        (command, capture), (command2, capture2) = self.record("all"), self.record("changed")
        try:
            plain = run(self.argv, self.p, self.root)
            self.printed = plain[""].decode(errors="replace")
            self.identical(plain, run(self.argv, self.p, self.root), "two runs without recording")
            self.identical(plain, run([*command, *self.argv], self.p, self.root), "--matrices all")
            self.identical(plain, run([*command2, *self.argv], self.p, self.root), "--matrices changed")
            self.identical(plain, run([*self.record("none")[0], *self.argv], self.p, self.root), "--matrices none")
            same = "yes"
        except Wrong as e:
            wrong.append(str(e))
        for step, of in ((self.counted, capture), (self.systems, capture2), (self.systems, capture)):
            try:
                if os.path.exists(of):
                    step(of)
            except (Wrong, OSError, ValueError, KeyError, RuntimeError) as e:
                wrong.append(f"{step.__name__}{' with --matrices changed' if of is capture2 else ''}: {e}")
        return f"| {self.p.name} | {self.calls} | {same} | {self.saved} |", wrong


def main():
    """Runs all programs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cost", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--only", default="", metavar="REGEXP")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("nrprof")
    parser.add_argument("names")
    parser.add_argument("build")
    o = parser.parse_args()
    with open(o.names, encoding="utf-8") as f:
        o.names = {tuple(line.split("\t")[1:3]) for line in f}
    head = "| program | calls counted / recorded | output identical | matrices | systems | max residual |"
    if o.cost:
        head = "| program | CPU time, s | when recorded | lowest of both | in ms | nrprof itself, ms |"
    print(head, "\n| " + " | ".join(["---"] * (head.count("|") - 1)) + " |", sep="")
    failed = []
    with tempfile.TemporaryDirectory() as root:
        for p in programs.PROGRAMS:
            if not re.search(o.only, p.name):
                continue
            check = Check(o, p, root)
            row, wrong = check.cost() if o.cost else check.all()
            print(row, flush=True)
            failed += [f"{p.name}: {w}" for w in wrong]
    for w in failed:
        print("wrong:", w)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
