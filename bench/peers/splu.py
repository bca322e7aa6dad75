"""SuperLU, through SciPy, on a square matrix in the order it has.

usage: splu.py FILE REPS [THRESHOLD]

FILE is as peer.h says; a complex matrix has two doubles for each value.
THRESHOLD is the pivot threshold, 1 unless given. Rows are not scaled. The
column order is natural up to the postorder of the column tree that SuperLU
always takes; supernodes are not relaxed, so that no zeros are padded.

Prints "splu<TAB>CPU seconds" for each repetition and the figures splu.nnz,
entries of L and U as stored, both with their diagonals, and splu.nonzeros, the
same without those that are zero. A singular matrix gives splu.singular.
"""
import sys
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla


def read(path):
    with open(path, "rb") as f:
        rows, cols, nnz = np.fromfile(f, "<i8", 3)
        indptr = np.fromfile(f, "<i8", cols + 1)
        indices = np.fromfile(f, "<i8", nnz)
        data = np.fromfile(f, "<f8")
    if len(data) == 2 * nnz:
        data = data.view("<c16")
    return sp.csc_matrix((data, indices.astype("i4"), indptr.astype("i4")), shape=(rows, cols))


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: splu.py FILE REPS [THRESHOLD]")
    a = read(sys.argv[1])
    threshold = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    for _ in range(int(sys.argv[2])):
        start = time.process_time()
        try:
            f = spla.splu(a, permc_spec="NATURAL", diag_pivot_thresh=threshold, relax=1,
                          options={"Equil": False, "SymmetricMode": False})
        except RuntimeError as e:
            if "singular" not in str(e):
                raise
            print("splu.singular\t1")
            return
        print(f"splu\t{time.process_time() - start:.9f}")
    print(f"splu.nnz\t{f.nnz}")
    print(f"splu.nonzeros\t{np.count_nonzero(f.L.data) + np.count_nonzero(f.U.data)}")


main()
