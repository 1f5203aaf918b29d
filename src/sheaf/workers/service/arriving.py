"""A file that comes in, to be read once or to be kept.

While it is small it is in memory: what is known already is answered without a write to the disk,
which may be busy for longer than the whole answer takes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from hashlib import sha1
from itertools import chain
from pathlib import Path

from sheaf.errors import disk_errors
from sheaf.workers.service.contract import RefusalReason, RefusedFileError

FILE = "file"
IN_MEMORY = 1024**2


class ArrivingFile:
    """Taken in whole when it is made. `path` puts it into a folder of its own; `drop` ends it."""

    def __init__(
        self, pieces: Iterable[bytes], name: str, most: int, make_folder: Callable[[], Path]
    ) -> None:
        self.name, self.size = name, 0
        self._most, self._make_folder = most, make_folder
        self._digest = sha1(usedforsecurity=False)
        self._folder: Path | None = None
        self._held: list[bytes] = []
        try:
            self._take_in(pieces)
        except BaseException:
            self.drop()
            raise
        self.sha1 = self._digest.hexdigest()

    def path(self) -> Path:
        """Where it lies; nothing else is in its folder."""
        if self._folder is None:
            self._write(())
        assert self._folder is not None, "it was written"
        return self._folder / FILE

    def drop(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _take_in(self, pieces: Iterable[bytes]) -> None:
        checked = (self._check(piece) for piece in pieces)
        for piece in checked:
            self._held.append(piece)
            if self.size > IN_MEMORY:
                self._write(checked)
        if not self.size:
            raise RefusedFileError(RefusalReason.DAMAGED, "it has no bytes")

    def _check(self, piece: bytes) -> bytes:
        self.size += len(piece)
        if self.size > self._most:
            raise RefusedFileError(RefusalReason.TOO_LARGE, f"it has more than {self._most} bytes")
        self._digest.update(piece)
        return piece

    def _write(self, rest: Iterable[bytes]) -> None:
        self._folder = self._make_folder()
        with disk_errors(self._folder):
            descriptor = os.open(self._folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                for piece in chain(self._held, rest):
                    stream.write(piece)
        self._held = []
