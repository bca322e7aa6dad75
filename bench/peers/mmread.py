"""Times SciPy's Matrix Market reader: mmread.py FILE.mtx [REPS].

Prints a line "read<TAB>CPU seconds" for each repetition.
"""
import sys
import time

import scipy.io

for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3):
    t = time.process_time()
    scipy.io.mmread(sys.argv[1])
    print(f"read\t{time.process_time() - t:.9f}")
