"""Kills a recorded program at random moments, in half of the cases nrprof too, and
compares the calls of the recording with those that the program kept count of:
kill.py [--kills N] [--seed N] NRPROF COUNTED

Each call that had returned must be there. The call under way may be there."""
import argparse
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

from solvers import recorded

FUNCTIONS = ["klu_analyze", "klu_factor", "klu_refactor", "klu_solve", "klu_free_numeric", "klu_free_symbolic"]


def counts(path):
    """Returns {function: (begun, ended)}; nothing if the program did not get so far."""
    try:
        with open(path, "rb") as f:
            words = struct.unpack(f"<{2 * len(FUNCTIONS)}Q", f.read())
    except (FileNotFoundError, struct.error):
        return {}
    return {name: words[2 * k : 2 * k + 2] for k, name in enumerate(FUNCTIONS)}


def child(pid):
    """Returns the process that a process started, or None."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            found = f.read().split()
        if found:
            return int(found[0])
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as f:
                found = f.read().split()
            if found:
                return int(found[0])
    except OSError:
        pass
    return None


def started(path, process, limit=20):
    """Waits until the program makes calls. Returns its id."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline and process.poll() is None:
        c = counts(path)
        if c and c["klu_analyze"][0] > 0:
            return child(process.pid)
        time.sleep(0.001)
    raise RuntimeError("the program makes no calls")


def one(o, folder, both):
    """Kills one run. Returns (calls that ended, what is wrong)."""
    path, out = os.path.join(folder, "counts"), os.path.join(folder, "run.nrt")
    command = [o.nrprof, "record", "--gpu-telemetry", "off", "--solvers", "auto", "--matrices", o.matrices, "-o", out, "--", o.counted, path]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        program = started(path, process)
        time.sleep(random.uniform(0, o.longest))
        if both:
            for pid in random.sample([program, process.pid], 2):
                os.kill(pid, signal.SIGKILL)
        else:
            os.kill(program, signal.SIGKILL)
        text = process.communicate()[1].decode(errors="replace")
    if both:
        # The program is a child of nobody now: wait until it is gone.
        while os.path.exists(f"/proc/{program}"):
            time.sleep(0.001)
        done = subprocess.run([o.nrprof, "record", "--recover", out + ".raw", "-o", out], capture_output=True, text=True, check=False)
        text = done.stderr
    want, wrong = counts(path), []
    if not os.path.exists(out):
        # The program may have been killed in its first call.
        returned = sum(ended for _, ended in want.values())
        return 0, [f"no capture of {returned} calls that had returned: {text}"] if returned else []
    got = recorded(o.nrprof, out)
    for name, (begun, ended) in want.items():
        if not ended <= got[name] <= begun:
            wrong.append(f"{name}: {ended} ended, {begun} begun, {got[name]} recorded")
    return sum(ended for _, ended in want.values()), wrong


def main():
    """Kills runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=0.05, metavar="SECONDS")
    parser.add_argument("--matrices", default="none")
    parser.add_argument("nrprof")
    parser.add_argument("counted")
    o = parser.parse_args()
    random.seed(o.seed)
    calls = failed = 0
    for k in range(o.kills):
        with tempfile.TemporaryDirectory() as folder:
            ended, wrong = one(o, folder, k % 2 == 1)
        calls += ended
        if wrong:
            failed += 1
            print(f"kill {k}:", "; ".join(wrong))
    print(f"{o.kills} kills, {calls} calls that had returned: {failed} recordings are wrong")
    sys.exit(1 if failed or calls == 0 else 0)


if __name__ == "__main__":
    main()
