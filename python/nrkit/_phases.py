"""Tables of phases of traces."""

from __future__ import annotations

import os
from typing import Any, List, Union

from ._run import document

Path = Union[str, "os.PathLike[str]"]


def phases(path: Union[Path, List[Path]], *, group_numbers: bool = False) -> Any:
    """The phases of a trace as a pandas frame, a row for each phase, the largest total
    first. Several paths are the ranks of one run. ``attrs["document"]`` of the frame is
    the document phases/v1.
    """
    import pandas

    paths = path if isinstance(path, (list, tuple)) else [path]
    args = ["phases", "--json"] + (["--group-numbers"] if group_numbers else []) + ["--"] + [os.fspath(p) for p in paths]
    doc = document("nrprof", args)
    columns = ["name", "count", "total_ns", "self_ns", "mean_ns", "median_ns", "p90_ns", "p99_ns", "min_ns", "max_ns", "share"]
    columns += [c for c in ("gpu_ns", "wait_ns") if any(c in p for p in doc["phases"])]
    frame = pandas.DataFrame(doc["phases"], columns=columns).set_index("name")
    frame.attrs["document"] = doc
    return frame
