"""Measures what nrkit.order takes besides the ordering: the time of a call, minus the time
that the program reports. Arguments are Matrix Market files."""

import sys
import time

import scipy.io

import nrkit


def measure(name, a):
    nrkit.order(a, "amd")  # starts the process
    rest, whole = [], []
    for _ in range(200):
        begin = time.perf_counter_ns()
        o = nrkit.find_order(a, "amd")
        took = time.perf_counter_ns() - begin
        whole.append(took)
        rest.append(took - o.elapsed_ns)
    rest.sort()
    whole.sort()
    print("%s: %d rows, %d entries; amd takes %.2f ms in the median, besides the ordering %.2f ms in the median and %.2f ms at least"
          % (name, a.shape[0], a.nnz, whole[100] / 1e6, rest[100] / 1e6, rest[0] / 1e6))


for path in sys.argv[1:]:
    measure(path.rsplit("/", 1)[-1], scipy.io.mmread(path).tocsc())
