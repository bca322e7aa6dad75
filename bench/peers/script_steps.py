"""The steps of a symbolic analysis as a short SciPy script does them.

usage: script_steps.py FILE.mtx

Reads a Matrix Market file, takes structure statistics, the elimination tree
of the natural ordering with its levels and supernodes, the RCM bandwidth, and
the fill of two SuperLU factorisations. Prints one JSON object with the CPU
seconds of each step, of the whole process, and its peak memory in kilobytes.
"""
import json
import resource
import sys
import time

import numpy as np
import scipy.io
import scipy.sparse as sp
import scipy.sparse.csgraph as csgraph
import scipy.sparse.linalg as spla


def cpu():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime


def bandwidth(m):
    r, c = m.nonzero()
    return int(np.abs(r - c).max()) if len(r) else 0


def statistics(a):
    csr = a.tocsr()
    rows = np.diff(csr.indptr)
    cols = np.diff(a.indptr)
    r, c = a.nonzero()
    diff = abs(csr - csr.T)
    n, _ = csgraph.connected_components(csr + csr.T, directed=False)
    diag = np.abs(csr.diagonal())
    rest = np.asarray(abs(csr).sum(axis=1)).ravel() - diag
    return {
        "nnz": int(a.nnz),
        "bandwidth": bandwidth(a),
        "profile": int(np.abs(r - c).sum()),
        "symmetric": bool(diff.nnz == 0),
        "components": int(n),
        "degree": [int(rows.min()), int(rows.max()), float(rows.mean()),
                   int(cols.min()), int(cols.max()), float(cols.mean())],
        "dominant": float((diag >= rest).mean()),
    }


def elimination_tree(a):
    pattern = sp.csc_matrix((np.ones(len(a.indices)), a.indices, a.indptr), a.shape)
    pattern = (pattern + pattern.T).tocsc()
    n = pattern.shape[0]
    indptr, indices = pattern.indptr, pattern.indices
    parent = np.full(n, -1, dtype=np.int64)
    ancestor = np.full(n, -1, dtype=np.int64)
    for j in range(n):
        for i in indices[indptr[j]:indptr[j + 1]]:
            while i != -1 and i < j:
                nxt = ancestor[i]
                ancestor[i] = j
                if nxt == -1:
                    parent[i] = j
                i = nxt
    return parent


def levels(parent):
    n = len(parent)
    depth = np.zeros(n, dtype=np.int64)
    for j in range(n - 1, -1, -1):
        if parent[j] >= 0:
            depth[j] = depth[parent[j]] + 1
    height = int(depth.max()) + 1 if n else 0
    widths = np.bincount(height - 1 - depth) if n else []
    return height, int(max(widths, default=0))


def supernodes(parent):
    n = len(parent)
    children = np.zeros(n, dtype=np.int64)
    for j in range(n):
        if parent[j] >= 0:
            children[parent[j]] += 1
    count = 0
    for j in range(n):
        if j == 0 or parent[j - 1] != j or children[j] != 1:
            count += 1
    return count


def fill(a, spec):
    lu = spla.splu(a.tocsc(), permc_spec=spec)
    return int(lu.L.nnz + lu.U.nnz - a.shape[0])


def main():
    start = cpu()
    steps, out = {}, {}

    def step(name, f):
        t = cpu()
        try:
            out[name] = f()
        except Exception as e:  # a singular matrix ends a step, not the script
            out[name] = "error: " + str(e)
        steps[name] = cpu() - t
        return out[name]

    a = step("read", lambda: scipy.io.mmread(sys.argv[1]))
    a = sp.csc_matrix(a).astype(float)
    out["read"] = None
    step("statistics", lambda: statistics(a))
    parent = step("etree", lambda: elimination_tree(a))
    out["etree"] = None
    step("levels", lambda: levels(parent))
    step("supernodes", lambda: supernodes(parent))

    def rcm():
        p = csgraph.reverse_cuthill_mckee(a.tocsr(), symmetric_mode=False)
        return bandwidth(a[p][:, p])
    step("rcm", rcm)
    step("fill_mmd", lambda: fill(a, "MMD_AT_PLUS_A"))
    step("fill_colamd", lambda: fill(a, "COLAMD"))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({
        "steps_s": steps,
        "work_s": cpu() - start,
        "process_s": cpu(),
        "peak_kb": usage.ru_maxrss,
        "result": out,
    }))


main()
