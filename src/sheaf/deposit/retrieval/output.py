"""Where a copy of a sample goes: a folder or file that appears under its name when it is whole.

Until then all of it is in a folder beside it, .NAME.part. A copy that was cut off leaves that
folder, and the next one to the same place begins anew in it.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, cast

from sheaf.deposit.repository import sync_filesystem
from sheaf.deposit.retrieval.containers import (
    Container,
    CopyForm,
    FolderContainer,
    archive,
    form_of,
    top_of,
)
from sheaf.errors import LibraryBusyError, UsageError, disk_errors
from sheaf.files import LockFile, refuse_link, sync_folder

ROOM_AGAIN = (
    "Nothing stands there under the name of the sample, and the library is as it was. Free some "
    "space or choose another place, then run the same command again."
)
IN_MEMORY = 8 * 1024**2


def check_output(output: Path) -> None:
    """Before anything is drawn."""
    if output.name in ("", ".", ".."):
        raise UsageError(f"{output} is no name for a sample.", "Write --output DIR/NAME.")
    if os.path.lexists(output):
        raise UsageError(
            f"{output} is there already.", "Nothing is overwritten: choose another name."
        )


@contextmanager
def writing_output(output: Path) -> Iterator[tuple[Container, Path]]:
    """The container to write into, and a folder for what is not to stay."""
    output = output.absolute()
    check_output(output)
    part, form = output.with_name(f".{output.name}.part"), form_of(output)
    with disk_errors(output, ROOM_AGAIN):
        part.mkdir(parents=True, exist_ok=True)
        refuse_link(part)
        with LockFile(part / "lock") as lock:
            if not lock.acquire():
                raise LibraryBusyError(
                    f"Another command is writing {output}.", "Wait for it, or choose another name."
                )
            for path in part.iterdir():
                if path.name != "lock":
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            whole = part / "whole"
            if form is CopyForm.FOLDER:
                with FolderContainer(whole) as folder:
                    yield folder, part
            else:
                with whole.open("wb") as file, archive(form, file, top_of(output.name)) as opened:
                    yield opened, part
            _give_name(whole, output)
            shutil.rmtree(part, ignore_errors=True)


def _give_name(whole: Path, output: Path) -> None:
    sync_filesystem(whole.parent)
    check_output(output)
    whole.rename(output)
    sync_folder(output.parent)


class StreamedArchive:
    """An archive that is taken away while it is made: `take` has what came since the last call."""

    def __init__(self, form: CopyForm, top: str) -> None:
        self._sink = _Sink()
        self._archive = archive(form, cast(BinaryIO, self._sink), top)

    def add(self, name: str, stream: BinaryIO, size: int, time: datetime) -> None:
        self._archive.add(name, stream, size, time)

    def __enter__(self) -> StreamedArchive:
        self._archive.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._archive.__exit__(*problem)  # type: ignore[arg-type]
        if problem[0] is not None:
            self._sink.close()

    def take(self) -> Iterator[bytes]:
        return self._sink.take()


class _Sink(io.RawIOBase):
    """Bytes on their way: in memory, and where a document is large in a file without a name."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed by close

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return self._file.write(cast(bytes, data))

    def take(self) -> Iterator[bytes]:
        self._file.seek(0)
        while piece := self._file.read(1024 * 1024):
            yield piece
        self._file.close()
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115

    def close(self) -> None:
        self._file.close()
        super().close()
