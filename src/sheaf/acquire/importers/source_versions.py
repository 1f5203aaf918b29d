"""What tells a file from a later one of the same name.

Of an archive, a log or a list: its size, its time, and a digest of its first and its last bytes.
One that only grew (a crawler still writes to it) has the same first bytes, and the same bytes
before its old end. Of one file among many in a folder: size and time, which cost no reading.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

SAMPLE_BYTES = 64 * 1024


class Change(StrEnum):
    NONE = "none"
    GROWN = "grown"
    REPLACED = "replaced"


class SourceFile(NamedTuple):
    """Where a source can be read, and its time, or whatever a store elsewhere tells instead."""

    path: Path
    time: str


@dataclass(frozen=True, slots=True)
class SourceVersion:
    size: int
    time: str
    digest: str

    @classmethod
    def of(cls, file: SourceFile) -> SourceVersion:
        size = file.path.stat().st_size
        return cls(size, file.time, digest_ends(file.path, size))

    @classmethod
    def parse(cls, text: str) -> SourceVersion:
        size, digest, time = text.split(" ", 2)
        return cls(int(size), time, digest)

    def __str__(self) -> str:
        return f"{self.size} {self.digest} {self.time}"

    def compare(self, now: SourceVersion, path: Path) -> Change:
        """What became of the file since it was of this version; `now` is read from `path`."""
        if now == self:
            return Change.NONE
        if now.size > self.size and digest_ends(path, self.size) == self.digest:
            return Change.GROWN
        return Change.REPLACED


def local_file(source: str) -> SourceFile | None:
    """None for a folder: its files are told apart one by one."""
    path = Path(source)
    try:
        return SourceFile(path, str(path.stat().st_mtime_ns)) if path.is_file() else None
    except (OSError, ValueError):
        return None


def digest_ends(path: Path, size: int) -> str:
    """Of the first bytes, and of the last ones before `size`."""
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as stream:
        digest.update(stream.read(min(SAMPLE_BYTES, size)))
        stream.seek(max(0, size - SAMPLE_BYTES))
        digest.update(stream.read(min(SAMPLE_BYTES, size)))
    return digest.hexdigest()


def file_version(path: str) -> str:
    """Empty where it cannot be told: what cannot be read ends as such."""
    try:
        facts = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{facts.st_size} {facts.st_mtime_ns}"
