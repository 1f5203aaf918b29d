"""A file of records, wherever its bytes stand: a file of its own, or a stretch of a WACZ."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Archive:
    """`source` and `prefix` name its records to the world, `path` and `start` lead to the bytes."""

    source: str
    path: Path
    prefix: str = ""
    start: int = 0
    length: int | None = None

    @classmethod
    def of(cls, path: Path) -> Archive:
        return cls(str(path.absolute()), path)

    @property
    def time(self) -> datetime:
        return datetime.fromtimestamp(Path(self.source).stat().st_mtime, UTC)

    @property
    def uri(self) -> str:
        return Path(self.source).as_uri()

    def open(self) -> BinaryIO:
        stream = self.path.open("rb")
        if self.length is None:
            return stream
        return io.BufferedReader(Window(stream, self.start, self.length, owns=True))


class Window(io.RawIOBase):
    """A stretch of a file that looks like a file."""

    def __init__(self, stream: BinaryIO, start: int, length: int, *, owns: bool = False) -> None:
        self.owns = owns
        self.stream = stream
        self.start = start
        self.length = length
        self.at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        origin = {os.SEEK_SET: 0, os.SEEK_CUR: self.at, os.SEEK_END: self.length}[whence]
        self.at = max(0, origin + offset)
        return self.at

    def tell(self) -> int:
        return self.at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self.stream.seek(self.start + self.at)
        data = self.stream.read(max(0, min(len(buffer), self.length - self.at)))
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)

    def close(self) -> None:
        if self.owns:
            self.stream.close()
        super().close()
