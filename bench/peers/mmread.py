"""Times SciPy's Matrix Market reader: mmread.py FILE.mtx [REPS].

Prints the CPU seconds of each repetition, one a line.
"""
import sys
import time

import scipy.io

for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3):
    t = time.process_time()
    scipy.io.mmread(sys.argv[1])
    print(time.process_time() - t)
