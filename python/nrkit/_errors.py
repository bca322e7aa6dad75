"""Errors of the programs."""

from __future__ import annotations


class NrkitError(RuntimeError):
    """What a program says is wrong. ``hint`` is its advice, "" without any."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message + ("\nhint: " + hint if hint else ""))
        self.message = message
        self.hint = hint


def from_stderr(program: str, code: int, text: str) -> NrkitError:
    """The error that the last lines of a program's standard error say."""
    message, hint = "", ""
    for line in text.splitlines():
        if line.startswith(program + ": error: "):
            message = line[len(program) + len(": error: ") :]
        elif line.startswith("hint: "):
            hint = line[len("hint: ") :]
        elif message and not hint and line.startswith(" "):
            message += "\n" + line
    return NrkitError(message or "%s ended with exit code %d: %s" % (program, code, text.strip()[-500:]), hint)
