"""The only door to outside programs: found, called with a list, bounded in time.

No shell is ever involved, so a file name is never more than a name.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from sheaf.errors import MissingPartError

PR_SET_PDEATHSIG = 1  # linux/prctl.h
HOW_TO_GET = {
    "gs": "PostScript is read with Ghostscript. Debian: apt-get install ghostscript",
    "tesseract": "Scans are read with Tesseract. Debian: apt-get install tesseract-ocr",
}


def find(program: str) -> str | None:
    return shutil.which(program)


def require(program: str) -> str:
    path = find(program)
    if path is None:
        raise MissingPartError(
            f"The program {program!r} is not installed.", HOW_TO_GET.get(program, "")
        )
    return path


def die_with_parent() -> None:
    """To be called in a new process: a parent that is killed by force leaves none running behind
    it (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class ProgramFailed(Exception):  # noqa: N818 - a finding about its input, not an error of ours
    """The program ended badly; the message is the last line it wrote."""


class ProgramTooSlow(ProgramFailed):
    """The program ran past its time and was stopped."""


def run(command: Sequence[str], *, seconds: float, stdin: bytes = b"") -> bytes:
    """Standard output of a program that did its work.

    It gets a folder for temporary files of its own: Ghostscript, for one, lets a document write
    to wherever those go, however safe it was told to be.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="sheaf-") as private:
            done = subprocess.run(
                [require(command[0]), *command[1:]],
                input=stdin,
                capture_output=True,
                timeout=seconds,
                check=True,
                env={**os.environ, "TMPDIR": private, "TEMP": private, "TMP": private},
                preexec_fn=die_with_parent,
            )
    except subprocess.TimeoutExpired:
        raise ProgramTooSlow(f"took longer than {seconds:g} s") from None
    except subprocess.CalledProcessError as problem:
        lines = problem.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ProgramFailed(lines[-1][:200] if lines else "said nothing") from None
    return done.stdout
