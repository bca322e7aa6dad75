"""Orderings, from a process that stays."""

from __future__ import annotations

import atexit
import dataclasses
import json
import os
import subprocess
import tempfile
import threading
from typing import IO, Any, Dict, List, Optional

import numpy as np

from ._errors import NrkitError, from_stderr
from ._programs import find


@dataclasses.dataclass(frozen=True)
class Order:
    """An ordering. Element k of a permutation is the original index of what comes k-th."""

    method: str  # name of the ordering
    matching: str  # none, structural or product
    rows: np.ndarray  # permutation of the rows
    cols: np.ndarray  # permutation of the columns
    block_ptr: Optional[np.ndarray]  # limits of the diagonal blocks; None without btf+
    elapsed_ns: int  # time of the ordering itself


class _Pipe:
    """A process `analyze order --pipe`, which is started at the first request."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: Optional["subprocess.Popen[bytes]"] = None
        self.program = ""
        self.owner = 0
        self.stderr: Optional[IO[bytes]] = None

    def ask(self, request: Dict[str, Any], arrays: List[np.ndarray]) -> Order:
        with self.lock:
            p = self._start()
            try:
                assert p.stdin is not None and p.stdout is not None
                p.stdin.write(json.dumps(request).encode() + b"\n")
                for a in arrays:
                    p.stdin.write(memoryview(a).cast("B") if a.size else b"")
                p.stdin.flush()
                line = p.stdout.readline()
                if not line.endswith(b"\n"):
                    raise BrokenPipeError
                reply = json.loads(line)
                if reply.get("error"):
                    raise NrkitError(reply["error"], reply.get("hint", ""))
                return Order(reply["method"], reply["matching"], self._read(reply["rows"]), self._read(reply["cols"]),
                             self._read(reply["block_ptr"]) if reply["block_ptr"] else None, reply["elapsed_ns"])
            except (BrokenPipeError, EOFError) as e:
                raise self._ended() from e
            except NrkitError:
                raise
            except BaseException:  # the reply may be half read
                self._stop()
                raise

    def _read(self, n: int) -> np.ndarray:
        assert self.process is not None and self.process.stdout is not None
        data = self.process.stdout.read(4 * n)
        if len(data) != 4 * n:
            raise EOFError
        return np.frombuffer(data, dtype="<i4").astype(np.int32)

    def _start(self) -> "subprocess.Popen[bytes]":
        program = find("analyze")
        p = self.process
        if p is not None and self.owner == os.getpid() and self.program == program and p.poll() is None:
            return p
        self._stop()
        self.stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program, "order", "--pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr, bufsize=1 << 20)
        self.program, self.owner = program, os.getpid()
        return self.process

    def _ended(self) -> NrkitError:
        """The error of a process that ended in the middle of a request."""
        code, text = -1, ""
        if self.process is not None and self.stderr is not None:
            try:
                code = self.process.wait(10)
            except subprocess.TimeoutExpired:
                pass
            self.stderr.seek(0)
            text = self.stderr.read().decode("utf-8", "replace")
        self._stop()
        return from_stderr("analyze", code, text)

    def _stop(self) -> None:
        p, self.process = self.process, None
        if p is None:
            return
        if self.owner != os.getpid():  # a fork: the process belongs to the parent
            return
        for stream in (p.stdin, p.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass
        try:
            p.wait(1)
        except subprocess.TimeoutExpired:
            p.kill()
            p.wait()
        if self.stderr is not None:
            self.stderr.close()


_pipe = _Pipe()
atexit.register(_pipe._stop)


_of_parents: List[Any] = []  # so that nothing closes, or flushes, the pipes of a parent


def _fresh() -> None:
    """After a fork, the child has a process of its own, and a lock that nobody holds."""
    _of_parents.append((_pipe.process, _pipe.stderr))
    _pipe.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_fresh)


def find_order(matrix: Any, method: str = "best", *, matching: str = "none", goal: str = "recommended") -> Order:
    """Finds an ordering of a SciPy sparse matrix.

    method: a name such as "amd" or "btf+colamd", or "best". matching: "none",
    "structural", "product" or "auto". goal: with "best", "recommended", "fill", "flops"
    or "parallel". The values of a complex matrix are not used.
    """
    csc = matrix.tocsc() if hasattr(matrix, "tocsc") else _sparse(matrix)
    if not csc.has_canonical_format:
        if csc is matrix:
            csc = csc.copy()
        csc.sum_duplicates()
    indices = np.ascontiguousarray(csc.indices)
    if indices.dtype not in (np.int32, np.int64):
        indices = indices.astype(np.int64)
    arrays = [np.ascontiguousarray(csc.indptr, dtype=indices.dtype), indices]
    values = (method == "best" or matching != "none") and csc.dtype.kind in "biuf"
    if values:
        arrays.append(np.ascontiguousarray(csc.data, dtype="<f8"))
    request = {"schema": "order-request/v1", "ordering": method, "matching": matching, "goal": goal, "rows": csc.shape[0], "cols": csc.shape[1],
               "nnz": int(csc.indptr[-1]), "index_bytes": indices.dtype.itemsize, "values": bool(values)}
    nnz = request["nnz"]
    arrays[1:] = [a[:nnz] for a in arrays[1:]]
    return _pipe.ask(request, arrays)


def order(matrix: Any, method: str = "best", *, matching: str = "none", goal: str = "recommended") -> np.ndarray:
    """Returns the permutation of the columns that find_order finds. With btf+ and with a
    matching, the rows have another permutation: see find_order."""
    return find_order(matrix, method, matching=matching, goal=goal).cols


def _sparse(matrix: Any) -> Any:
    import scipy.sparse

    return scipy.sparse.csc_matrix(matrix)
