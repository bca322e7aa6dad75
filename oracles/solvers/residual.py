"""Reads captured matrices, and computes how well each recorded solution solves its
system: the largest |A·x − b| / (|A|·|x| + |b|), in the infinity norm."""
import functools
import json
import os

import numpy
import scipy.io


def of_system(a, x, b):
    """Returns the residual of A·x = b."""
    if a.shape[1] != x.shape[0] or a.shape[0] != b.shape[0]:
        raise ValueError(f"A has {a.shape}, x has {x.shape}, b has {b.shape}")
    worst = 0.0
    for k in range(x.shape[1]):
        r = numpy.abs(a @ x[:, k] - b[:, k]).max(initial=0)
        scale = (abs(a) @ numpy.abs(x[:, k]) + numpy.abs(b[:, k])).max(initial=0)
        if not numpy.isfinite(r):
            return numpy.inf
        worst = max(worst, r / scale if scale > 0 else r)
    return worst


class Series:
    """A folder of captured matrices."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "index.json"), encoding="utf-8") as f:
            self.document = json.load(f)
        self.calls = self.document["calls"]

    @functools.lru_cache(maxsize=4)
    def read(self, name):
        """Returns a file of the folder: a sparse matrix, or an array."""
        m = scipy.io.mmread(os.path.join(self.folder, name))
        return m.tocsr() if hasattr(m, "tocsr") else numpy.atleast_2d(m)

    def matrices(self):
        """Returns how many different matrices there are."""
        return len({c["files"]["matrix"] for c in self.calls if "matrix" in c["files"]})

    def unconverted(self):
        """Returns what the index says is missing."""
        left = [f"{e['file']}: {e['reason']}" for e in self.document.get("left_out") or []]
        half = self.document.get("half_written", 0)
        return left + ([f"{half} half written"] if half else [])

    def systems(self):
        """Yields (call, residual) for each call with a solution. The residual is None
        where the index names no matrix or no right-hand side."""
        for call in self.calls:
            f = call["files"]
            if "solution" not in f:
                continue
            if "matrix" not in f or "right_hand_side" not in f:
                yield call, None
                continue
            a = self.read(f["matrix"])
            if call.get("transposed"):
                a = a.conj().T if call.get("conjugate") else a.T
            yield call, of_system(a, self.read(f["solution"]), self.read(f["right_hand_side"]))
