"""What a store of files elsewhere is: it lists files, and reads one from any byte on.

The files may be chosen by a pattern over paths: * and ? within a folder, [a-z], and ** across
folders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from sheaf.errors import SourceError

CHUNK = 1024 * 1024
# Seconds without a byte, or without an answer, after which a connection counts as lost.
PATIENCE = 60.0


class Changed(Exception):  # noqa: N818 - begins a transfer anew, does not end it
    """The file is no longer the one of which the first part is here."""

    def __init__(self, how: str = "changes while it is being fetched") -> None:
        super().__init__(how)


@dataclass(frozen=True, slots=True)
class Facts:
    """What tells a file from a later one of the same name. An empty version tells nothing."""

    size: int | None = None
    version: str = ""
    time: float | None = None
    # Of the whole file, where the store is sure of it.
    md5: str = ""

    def is_same(self, other: Facts) -> bool:
        return bool(self.version) and (self.size, self.version) == (other.size, other.version)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """`root` and `name` are its place as it is written down, like folder and path of a local
    file; `key` is what the store calls it."""

    root: str
    name: str
    key: str
    url: str
    facts: Facts = Facts()


@dataclass(frozen=True, slots=True)
class Reading:
    """A file being read: as it is now, from which byte, and the bytes."""

    facts: Facts
    start: int
    chunks: Iterator[bytes]


class RemoteStore(Protocol):
    """Raises SourceError where trying again is of no use, OSError where it may be."""

    def files(self) -> Iterator[RemoteFile]:
        """What its URL means: a file, all files of a folder, those that a pattern fits; in the
        same order each time."""
        ...

    def look(self, file: RemoteFile) -> Facts:
        """How a file stands now."""
        ...

    def open(self, file: RemoteFile, start: int, known: Facts) -> AbstractContextManager[Reading]:
        """From a byte on, where the first part here is of `known` and the file still is; otherwise
        from its beginning, or Changed."""
        ...

    def close(self) -> None: ...


class NothingThere(SourceError):  # noqa: N818 - as often a finding as an error
    """Of a source an error; of one file among many an outcome."""


def nothing_there(name: str) -> NothingThere:
    return NothingThere(
        f"There is no file at {name}.",
        "Check the spelling; * stands for a name within a folder, ** for any number of folders.",
    )


WILDCARD = re.compile(r"[*?\[]")


def has_wildcard(path: str) -> bool:
    return WILDCARD.search(path) is not None


def split_pattern(pattern: str) -> tuple[str, str]:
    """The folder above the first wildcard, with its slash, and the pattern below it."""
    found = WILDCARD.search(pattern)
    start = found.start() if found else len(pattern)
    cut = pattern.rfind("/", 0, start) + 1
    return pattern[:cut], pattern[cut:]


def pattern_depth(pattern: str) -> int | None:
    """How many folders down names can match; None for any number."""
    return None if "**" in pattern else pattern.count("/")


def compile_pattern(pattern: str) -> re.Pattern[str]:
    out, at = "", 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            out, at = out + "(?:.*/)?", at + 3
        elif pattern.startswith("**", at):
            out, at = out + ".*", at + 2
        elif pattern[at] == "*":
            out, at = out + "[^/]*", at + 1
        elif pattern[at] == "?":
            out, at = out + "[^/]", at + 1
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            out, at = out + _one_of(pattern[at + 1 : end]), end + 1
        else:
            out, at = out + re.escape(pattern[at]), at + 1
    return re.compile(out, re.DOTALL)


def _one_of(inside: str) -> str:
    negated = inside[0] in "!^"
    inside = (inside[1:] if negated else inside).replace("\\", r"\\").replace("[", r"\[")
    # A range the wrong way round would not compile; it means nothing, so it matches nothing.
    ranges = re.findall(r"(.)-(.)", inside)
    if any(low > high for low, high in ranges):
        return "(?!)"
    return f"[{'^/' if negated else ''}{inside}]" if inside else "(?!)"
