"""Finds the programs analyze and nrprof, or builds them."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
from typing import Dict, Optional

from ._errors import NrkitError

_built: Dict[str, str] = {}
_lock = threading.Lock()


def find(program: str) -> str:
    """Returns the path of a program: from the variable NRKIT_ANALYZE or NRKIT_NRPROF,
    from this package, from PATH, or built from the source tree."""
    variable = "NRKIT_" + program.upper()
    named = os.environ.get(variable)
    if named:
        path = shutil.which(named)
        if path is None:
            raise NrkitError("%s=%s: no such program" % (variable, named), "let %s name the program %s" % (variable, program))
        return path
    name = program + (".exe" if sys.platform == "win32" else "")
    inside = pathlib.Path(__file__).parent / "bin" / name
    if inside.is_file():
        return str(inside)
    path = shutil.which(program)
    if path is not None:
        return path
    with _lock:
        if program not in _built:
            _built[program] = _build(program, name)
        return _built[program]


def _source() -> Optional[pathlib.Path]:
    """The source tree: around this file, or the one that the package was installed from."""
    here = pathlib.Path(__file__).resolve().parent
    places = [here.parent.parent]
    note = here / "_source.txt"
    if note.is_file():
        places.append(pathlib.Path(note.read_text(encoding="utf-8")))
    for place in places:
        if (place / "go.mod").is_file() and (place / "cmd" / "analyze").is_dir():
            return place
    return None


def _build(program: str, name: str) -> str:
    source, go = _source(), shutil.which("go")
    advice = "put %s on PATH, let NRKIT_%s name it, or install Go, with which this package builds it from the source tree" % (program, program.upper())
    if source is None:
        raise NrkitError("the program %s was not found, and there is no source tree to build it from" % program, advice)
    if go is None:
        raise NrkitError("the program %s was not found, and there is no go to build it with" % program, advice)
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "nrkit" / "python"
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=str(cache)) as folder:
        target = pathlib.Path(folder) / name
        run = subprocess.run([go, "build", "-o", str(target), "./cmd/" + program], cwd=str(source), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        if run.returncode != 0:
            raise NrkitError("go build ./cmd/%s in %s failed:\n%s" % (program, source, run.stdout.strip()[-2000:]), advice)
        # Whole or not at all: another process may run the program meanwhile.
        os.replace(str(target), str(cache / name))
    return str(cache / name)
