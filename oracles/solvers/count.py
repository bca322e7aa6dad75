"""Counts calls of functions by gdb: a breakpoint at each that is never obeyed."""
import re
import shlex
import subprocess
import tempfile


def exported(library):
    """Returns the functions that the file of a library exports."""
    out = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[2].split("@")[0] for line in out.splitlines() if line.split()[1] in "TWi"}


def loaded(argv, env, cwd):
    """Returns the files of the libraries that a program loads, from LD_DEBUG."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(env, LD_DEBUG="files", LD_DEBUG_OUTPUT=folder + "/log")
        subprocess.run(argv, env=env, cwd=cwd, capture_output=True, check=False)
        out = subprocess.run(f"cat {folder}/log.*", shell=True, capture_output=True, check=True).stdout.decode(errors="replace")
    return sorted(set(re.findall(r"calling init: (/\S+)", out)))


def calls(argv, env, cwd, symbols):
    """Returns how often each of the functions is called, as {symbol: calls}. Entries
    of all libraries that have a function of this name count."""
    symbols = sorted(symbols)
    script = [
        "set pagination off",
        "set confirm off",
        "set breakpoint pending on",
        "set debuginfod enabled off",
        "set startup-with-shell on",
        "set args " + shlex.join(argv[1:]) + " >/dev/null 2>&1",
    ]
    for k, symbol in enumerate(symbols, 1):
        script += [f"break -qualified {symbol}", f"ignore {k} 2000000000"]
    script += ["run", "echo \\nCOUNTS\\n", "info breakpoints"]
    with tempfile.NamedTemporaryFile("w", suffix=".gdb") as f:
        f.write("\n".join(script) + "\n")
        f.flush()
        done = subprocess.run(
            ["gdb", "-q", "-batch", "-nx", "-x", f.name, argv[0]],
            env=env, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
        )
    head, found, table = done.stdout.partition("\nCOUNTS\n")
    if not found or "exited normally" not in head:
        raise RuntimeError("gdb: " + done.stdout[-1500:] + done.stderr[-1500:])
    counts, now = {}, None
    for line in table.splitlines():
        if m := re.match(r"(\d+)\s+breakpoint", line):
            now = symbols[int(m[1]) - 1]
            counts[now] = 0
        elif m := re.search(r"breakpoint already hit (\d+) time", line):
            counts[now] += int(m[1])
    return counts
