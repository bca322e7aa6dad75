"""Runs a program once."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Dict, List

from ._errors import from_stderr
from ._programs import find


def document(program: str, args: List[str]) -> Dict[str, Any]:
    """The JSON document that a program prints. Raises NrkitError for its error."""
    run = subprocess.run([find(program)] + args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode != 0:
        raise from_stderr(program, run.returncode, run.stderr.decode("utf-8", "replace"))
    doc: Dict[str, Any] = json.loads(run.stdout)
    return doc
