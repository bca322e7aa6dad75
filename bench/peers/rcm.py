"""Times SciPy's reverse Cuthill-McKee: rcm.py DUMP REPETITIONS [PERM].

The dump is as package bench/dump describes. The graph of A+A' without
diagonal is made outside the clock, in the form that SciPy wants, and SciPy is
told that it is symmetric. Prints a line "rcm<TAB>CPU seconds" for each
repetition, and "rcm.bandwidth<TAB>number". With PERM, writes the order there
as 32-bit integers.
"""
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import reverse_cuthill_mckee


def read_graph(path):
    """Returns A+A' without diagonal as CSR with 32-bit indices."""
    head = np.fromfile(path, np.int64, 3)
    rows, cols, nnz = (int(x) for x in head)
    if rows != cols:
        sys.exit("rcm.py: error: matrix not square")
    ptr = np.fromfile(path, np.int64, cols + 1, offset=24)
    row = np.fromfile(path, np.int64, nnz, offset=24 + 8 * (cols + 1))
    col = np.repeat(np.arange(cols), np.diff(ptr))
    off = row != col
    i, j = np.concatenate((row[off], col[off])), np.concatenate((col[off], row[off]))
    g = sp.csr_matrix((np.ones(len(i)), (i, j)), shape=(rows, cols))
    g.sort_indices()
    return sp.csr_matrix((g.data, g.indices.astype(np.int32), g.indptr.astype(np.int32)), shape=g.shape)


def bandwidth(g, perm):
    place = np.empty(len(perm), np.int64)
    place[perm] = np.arange(len(perm))
    c = g.tocoo()
    return int(np.abs(place[c.row] - place[c.col]).max()) if c.nnz else 0


def main():
    g = read_graph(sys.argv[1])
    perm = np.arange(g.shape[0])
    for _ in range(int(sys.argv[2])):
        t = time.process_time()
        perm = reverse_cuthill_mckee(g, symmetric_mode=True)
        print("rcm\t%.9f" % (time.process_time() - t))
    print("rcm.bandwidth\t%d" % bandwidth(g, perm))
    if len(sys.argv) > 3:
        perm.astype(np.int32).tofile(sys.argv[3])


main()
