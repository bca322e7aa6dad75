"""Analyses of matrices."""

from __future__ import annotations

import html
import os
import pathlib
import tempfile
from typing import Any, Dict, List, Optional, Sequence

from ._run import document


class Analysis:
    """What analyze says of a matrix. ``document`` is its document analyze/v1."""

    def __init__(self, document: Dict[str, Any]) -> None:
        self.document = document

    @property
    def verdict(self) -> List[str]:
        """Sentences: what to use and its cost, how parallel it is, what was not verified."""
        return list(self.document["verdict"])

    @property
    def recommended(self) -> Optional[str]:
        """Name of the recommended ordering; None for a matrix without an LU."""
        best: Optional[Dict[str, Any]] = self.document.get("best")
        return best["recommended"] if best else None

    @property
    def warnings(self) -> List[str]:
        """What is doubtful, and why parts are absent."""
        return [w["message"] for w in self.document["warnings"]]

    @property
    def orderings(self) -> List[Dict[str, Any]]:
        """The orderings that were compared."""
        return list(self.document.get("orderings", []))

    def frame(self) -> Any:
        """The orderings as a pandas frame, a row for each method."""
        import pandas

        return pandas.DataFrame(_rows(self.orderings), columns=list(_COLUMNS)).set_index("method")

    def __repr__(self) -> str:
        s = self.document["structure"]
        return "<nrkit.Analysis of %s: %d×%d, %d entries, recommended %s>" % (self.document["input"]["name"], s["rows"], s["cols"], s["nnz"], self.recommended)

    def _repr_html_(self) -> str:
        s = self.document["structure"]
        parts = ["<div><p><b>%s</b>: %s × %s, %s entries</p>" % (html.escape(self.document["input"]["name"]), _text(s["rows"]), _text(s["cols"]), _text(s["nnz"]))]
        parts.append("<ul>%s</ul>" % "".join("<li>%s</li>" % html.escape(x) for x in self.verdict))
        if self.orderings:
            parts.append("<table><thead><tr>%s</tr></thead><tbody>" % "".join("<th>%s</th>" % c for c in _COLUMNS))
            for row in _rows(self.orderings):
                cells = "".join("<td>%s</td>" % html.escape(_text(row[c])) for c in _COLUMNS)
                mark = ' style="font-weight:bold"' if row["method"] == self.recommended else ""
                parts.append("<tr%s>%s</tr>" % (mark, cells))
            parts.append("</tbody></table>")
        parts.extend("<p>warning: %s</p>" % html.escape(w) for w in self.warnings)
        return "".join(parts) + "</div>"


# Columns of the table, with where each is in an ordering of the document.
_COLUMNS: Dict[str, Sequence[str]] = {
    "method": ("method",),
    "nnz_total": ("nnz_total",),
    "fill_ratio": ("fill_ratio",),
    "flops": ("flops",),
    "height": ("height",),
    "parallelism_columns": ("task_models", "columns", "parallelism"),
    "parallelism_pipelined": ("task_models", "pipelined", "parallelism"),
    "parallelism_panels": ("task_models", "panels", "parallelism"),
}


def _rows(orderings: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    rows = []
    for o in orderings:
        row: Dict[str, Any] = {}
        for column, path in _COLUMNS.items():
            value: Any = o
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            row[column] = value
        rows.append(row)
    return rows


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return "{:,}".format(value)
    if isinstance(value, float):
        return "{:.3g}".format(value)
    return str(value)


def analyze(matrix: Any, *, orderings: Optional[Sequence[str]] = None, exact: bool = True, name: str = "matrix") -> Analysis:
    """Analyzes a SciPy sparse matrix, a NumPy array, or the matrix in a file.

    orderings: names such as ["amd", "btf+nd"], or ["best"]; None: those that suit the
    matrix. exact: whether numeric LUs decide the recommendation. name: what the document
    calls the matrix.
    """
    args = ["--json"]
    if orderings is not None:
        args += ["--ordering", ",".join(orderings)]
    if not exact:
        args += ["--exact", "none"]
    if isinstance(matrix, (str, os.PathLike)):
        return Analysis(document("analyze", args + ["--", os.fspath(matrix)]))
    import scipy.sparse

    csc = scipy.sparse.csc_matrix(matrix)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "matrix.npz"
        scipy.sparse.save_npz(str(path), csc, compressed=False)
        result = document("analyze", args + [str(path)])
    result["input"]["name"] = name
    return Analysis(result)
