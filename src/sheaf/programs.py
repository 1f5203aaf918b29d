"""The only door to outside programs: found, called with a list, bounded in time and in what they
write.

No shell is ever involved, so a file name is never more than a name.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from sheaf.errors import MissingPartError, disk_errors

PR_SET_PDEATHSIG = 1  # linux/prctl.h
FILE_BYTES = 256 * 1024**2  # of a file that a program writes; the PDF of a paper has a few MiB
LAST_BYTES = 4096  # of its complaints
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


def limit(resource_number: int, most: int) -> None:
    """Of this process and of those it starts; never above a limit that holds already."""
    soft, hard = resource.getrlimit(resource_number)
    if soft == resource.RLIM_INFINITY or most < soft:
        resource.setrlimit(resource_number, (most, hard))


class ProgramFailed(Exception):  # noqa: N818 - a finding about its input, not an error of ours
    """The program ended badly; the message is the last line it wrote."""


class ProgramTooSlow(ProgramFailed):
    """The program ran past its time and was stopped."""


class ProgramWroteTooMuch(ProgramFailed):
    """The program wrote a file, or an answer, beyond the limit and was stopped."""


def run(command: Sequence[str], *, seconds: float, stdin: bytes = b"") -> bytes:
    """Standard output of a program that did its work.

    It gets a folder for temporary files of its own: Ghostscript, for one, lets a document write
    to wherever those go, however safe it was told to be. What the program reads and writes goes
    through files without names, since an answer without end would fill our memory. How much all
    files of a document take is watched by the pool of workers.
    """
    with (
        tempfile.TemporaryDirectory(prefix="sheaf-", ignore_cleanup_errors=True) as private,
        tempfile.TemporaryFile(dir=private) as given,
        tempfile.TemporaryFile(dir=private) as answer,
        tempfile.TemporaryFile(dir=private) as complaints,
    ):
        with disk_errors(Path(private)):
            given.write(stdin)
            given.seek(0)
        try:
            subprocess.run(
                [require(command[0]), *command[1:]],
                stdin=given,
                stdout=answer,
                stderr=complaints,
                timeout=seconds,
                check=True,
                env={**os.environ, "TMPDIR": private, "TEMP": private, "TMP": private},
                preexec_fn=_prepare,
            )
        except subprocess.TimeoutExpired:
            raise ProgramTooSlow(f"took longer than {seconds:g} s") from None
        except subprocess.CalledProcessError as problem:
            if problem.returncode == -signal.SIGXFSZ:
                most = f"{FILE_BYTES // 1024**2} MiB"
                raise ProgramWroteTooMuch(f"wrote a file of more than {most}") from None
            raise ProgramFailed(_last_line(complaints)) from None
        answer.seek(0)
        return answer.read()


def _prepare() -> None:
    die_with_parent()
    limit(resource.RLIMIT_FSIZE, FILE_BYTES)


def _last_line(complaints: IO[bytes]) -> str:
    complaints.seek(max(0, complaints.seek(0, os.SEEK_END) - LAST_BYTES))
    lines = complaints.read(LAST_BYTES).decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "said nothing"


def find_running() -> set[str]:
    """The names of the programs that this process, or one that it began, is running now."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            before, _, after = place.read_text(errors="replace").rpartition(")")
        except OSError:  # it has just ended
            continue
        number = int(place.parent.name)
        names[number] = before.partition("(")[2]
        parents[number] = int(after.split()[1])
    ours = {os.getpid()}
    while more := {one for one, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {names[one] for one in ours if one in names}
