"""Condition numbers and backward errors by NumPy, in extended precision.

usage: exact.py FILE...

Each FILE is as bench/peers/peer.h says. FILE.x, FILE.off and FILE.b hold a solution, a
disturbed solution and a right-hand side as doubles. Figures of file K, from 0: K.cond, the condition number in
the 1-norm by the inverse (matrices of up to 700 rows); K.omega, the componentwise error
of Oettli and Prager over the rows whose divisor is not vanishing; K.normwise;
K.omega_off and K.normwise_off, the same for the disturbed solution.
"""
import sys

import numpy as np

sys.path.insert(0, "bench/peers")


def read(path):
    with open(path, "rb") as f:
        rows, cols, nnz = np.fromfile(f, "<i8", 3)
        indptr = np.fromfile(f, "<i8", cols + 1)
        indices = np.fromfile(f, "<i8", nnz)
        data = np.fromfile(f, "<f8")
    return rows, np.repeat(np.arange(cols), np.diff(indptr)), indices, data


def backward(n, cols, rows, v, x, b):
    rest, size = b.copy(), np.abs(b)
    total = np.zeros(n, np.longdouble)
    np.subtract.at(rest, rows, v * x[cols])
    np.add.at(size, rows, np.abs(v * x[cols]))
    np.add.at(total, rows, np.abs(v))
    xm = np.abs(x).max(initial=0)
    rest = np.abs(rest)
    good = size > 1000 * n * 2.0**-53 * (total * xm + np.abs(b))
    w1 = (rest[good] / size[good]).max(initial=0)
    bad = ~good & (rest > 0)
    w2 = (rest[bad] / (size[bad] - np.abs(b[bad]) + total[bad] * xm)).max(initial=0)
    down = total.max(initial=0) * xm + np.abs(b).max(initial=0)
    return float(w1 + w2), float(rest.max(initial=0) / down) if down else 0.0


def main():
    for k, path in enumerate(sys.argv[1:]):
        n, cols, rows, data = read(path)
        b = np.fromfile(path + ".b").astype(np.longdouble)
        for vector, name in ((".x", ""), (".off", "_off")):
            x = np.fromfile(path + vector).astype(np.longdouble)
            omega, normwise = backward(n, cols, rows, data.astype(np.longdouble), x, b)
            print(f"{k}.omega{name}\t{omega:.17g}")
            print(f"{k}.normwise{name}\t{normwise:.17g}")
        if n <= 700:
            dense = np.zeros((n, n))
            np.add.at(dense, (rows, cols), data)
            try:
                print(f"{k}.cond\t{np.linalg.cond(dense, 1):.17g}")
            except np.linalg.LinAlgError:
                pass


main()
