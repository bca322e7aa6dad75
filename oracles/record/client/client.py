"""A client of libnvToolsExt through ctypes; prints what a capture has to hold."""
import ctypes
import threading

nvtx = ctypes.CDLL("libnvToolsExt.so.1")
nvtx.nvtxRangeStartA.restype = ctypes.c_uint64
nvtx.nvtxRangeEnd.argtypes = [ctypes.c_uint64]

print("range python 2000\nrange second 500\nrange started 1\nmark m 1\nopen 0\nthreads 2\nprocesses 1", flush=True)


def second():
    for _ in range(500):
        nvtx.nvtxRangePushA(b"second")
        nvtx.nvtxRangePop()


ident = nvtx.nvtxRangeStartA(b"started")
thread = threading.Thread(target=second)
thread.start()
for _ in range(2000):
    nvtx.nvtxRangePushA(b"python")
    nvtx.nvtxRangePop()
thread.join()
nvtx.nvtxMarkA(b"m")
nvtx.nvtxRangeEnd(ident)
