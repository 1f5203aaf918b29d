"""Folders in which sources may be looked for: what is in them, and nothing outside them.

A place is opened, without reading it, and then asked where it is. So it does not matter which links
lead there, nor whether one was put in the way a moment ago: what is listed is what was checked.
"""

from __future__ import annotations

import heapq
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.importers.files.folder import is_library
from sheaf.acquire.remote.address import is_remote, parse
from sheaf.errors import SourceError

PER_PAGE = 200
NOT_THERE = "is not in the folders that may be looked through, or not there any more"
WHICH = "The setting import_roots in [web] says which folders these are."
LOOK = os.O_PATH | os.O_CLOEXEC  # opens anything, a pipe too, and touches nothing of it
READ_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A file or folder as it is listed; a folder has no size."""

    name: str
    path: str
    is_folder: bool
    size: int | None
    changed: datetime | None


@dataclass(frozen=True, slots=True)
class FolderPage:
    """Part of a folder: folders first, each kind by name. `next_after` begins the next part, and is
    empty at the end. `hidden` counts what is neither file nor folder, leads out, or has no name in
    UTF-8. `above` are the folders on the way to it, as (name, path)."""

    path: str
    above: tuple[tuple[str, str], ...]
    entries: tuple[SourceEntry, ...]
    next_after: str
    hidden: int


class SourceFolders:
    """`roots` are the folders that may be looked through; those that are not there are left out."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = list(dict.fromkeys(os.path.abspath(root) for root in roots))

    def roots(self) -> list[str]:
        return [root for root in self._roots if os.path.isdir(root) and not is_library(root)]

    def check(self, sources: Sequence[str]) -> list[str]:
        """The same sources, for who may name those in the folders only: each where it really is.
        URLs are as they were, if they are ways to a source."""
        for source in sources:
            if is_remote(source):
                parse(source)
        return [source if is_remote(source) else self.find(source) for source in sources]

    def find(self, place: str) -> str:
        """Where a file or folder really is, all links followed."""
        with self._opened(place) as (descriptor, real):
            if _kind(descriptor) is None:
                raise SourceError(f"{place} is neither a file nor a folder.", "")
            return real

    def look(self, place: str, after: str = "", limit: int = PER_PAGE) -> FolderPage:
        """What is in a folder, behind the entry where the part before ended."""
        with self._opened(place) as (descriptor, real):
            if _kind(descriptor) is not True:
                raise SourceError(f"{place} is no folder.", "")
            with _reading(descriptor, place) as folder:
                listing = _Listing(folder, real, self._root_of(real))
                entries = listing.part(after, limit)
            above = tuple(self._above(real))
        return FolderPage(real, above, tuple(entries), listing.next_after, listing.hidden)

    @contextmanager
    def _opened(self, place: str) -> Iterator[tuple[int, str]]:
        """The place as it was opened, and where that is. One that is not there and one that may not
        be seen are told alike."""
        lies_outside = SourceError(f"{place!a} {NOT_THERE}.", WHICH)
        path = os.path.normpath(place)
        if not os.path.isabs(path) or not self._lies_in_a_root(path):
            raise lies_outside
        try:
            descriptor = os.open(path, LOOK)
        except (OSError, ValueError):
            raise lies_outside from None
        try:
            real = _place_of(descriptor)
            root = self._root_of(real)
            if not root or any(is_library(folder) for folder in _folders_between(root, real)):
                raise lies_outside
            yield descriptor, real
        finally:
            os.close(descriptor)

    def _lies_in_a_root(self, path: str) -> bool:
        """By its name, before anything is touched."""
        return any(_is_within(path, root) for each in self._roots for root in (each, _real(each)))

    def _root_of(self, real: str) -> str:
        """The innermost root in which it is; empty where it is in none."""
        roots = (_real(root) for root in self._roots)
        return max((root for root in roots if _is_within(real, root)), key=len, default="")

    def _above(self, real: str) -> Iterator[tuple[str, str]]:
        root = self._root_of(real)
        for folder in _folders_between(root, real):
            yield (folder if folder == root else os.path.basename(folder)), folder


class _Listing:
    """One look at an open folder; in memory are the entries of one part only."""

    def __init__(self, folder: int, path: str, root: str) -> None:
        self._folder, self._path, self._root = folder, path, root
        self.hidden = 0
        self.next_after = ""

    def part(self, after: str, limit: int) -> list[SourceEntry]:
        with os.scandir(self._folder) as entries:
            behind = (key for entry in entries if (key := self._key(entry)) and key > after)
            found = heapq.nsmallest(limit + 1, behind)
        if len(found) > limit:
            self.next_after = found[limit - 1]
        return [self._entry(key) for key in found[:limit]]

    def _key(self, entry: os.DirEntry[str]) -> str:
        """Kind and name, as entries are ordered; empty for what is not shown."""
        is_folder = self._is_folder(entry)
        if is_folder is None or not _is_text(entry.name):
            self.hidden += 1
            return ""
        return f"{'0' if is_folder else '1'}{entry.name}"

    def _is_folder(self, entry: os.DirEntry[str]) -> bool | None:
        """None for what may not be seen: a pipe, a device, a link that leads out, a library."""
        try:
            if entry.is_symlink():
                return self._is_folder_behind_link(entry.name)
            if entry.is_file(follow_symlinks=False):
                return False
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            return None
        path = os.path.join(self._path, entry.name)
        return True if is_folder and not is_library(path) else None

    def _is_folder_behind_link(self, name: str) -> bool | None:
        facts = self._facts(name)
        if facts is None or not (stat.S_ISDIR(facts.st_mode) or stat.S_ISREG(facts.st_mode)):
            return None
        return stat.S_ISDIR(facts.st_mode)

    def _facts(self, name: str) -> os.stat_result | None:
        """Of what really stands there, if that is in the root too."""
        descriptor = os.open(name, LOOK, dir_fd=self._folder)
        try:
            real = _place_of(descriptor)
            is_shown = _is_within(real, self._root) and not is_library(real)
            return os.fstat(descriptor) if is_shown else None
        finally:
            os.close(descriptor)

    def _entry(self, key: str) -> SourceEntry:
        name, is_folder = key[1:], key[0] == "0"
        path = os.path.join(self._path, name)
        try:
            facts = self._facts(name)
        except OSError:  # gone since it was listed
            facts = None
        size = None if facts is None or is_folder else facts.st_size
        return SourceEntry(name, path, is_folder, size, facts and _time(facts.st_mtime))


def _place_of(descriptor: int) -> str:
    return os.readlink(f"/proc/self/fd/{descriptor}")


def _kind(descriptor: int) -> bool | None:
    """Whether what was opened is a folder; None where it is no file either."""
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISDIR(mode) if stat.S_ISDIR(mode) or stat.S_ISREG(mode) else None


@contextmanager
def _reading(descriptor: int, place: str) -> Iterator[int]:
    """The same folder, opened to be read."""
    try:
        folder = os.open(f"/proc/self/fd/{descriptor}", READ_FOLDER)
    except OSError as problem:
        raise SourceError(f"{place} cannot be read: {problem.strerror}.") from None
    try:
        yield folder
    finally:
        os.close(folder)


def _folders_between(root: str, real: str) -> Iterator[str]:
    """The root, the folders on the way, and the place itself."""
    path = root
    yield path
    for name in os.path.relpath(real, root).split(os.sep):
        if name != ".":
            path = os.path.join(path, name)
            yield path


def _is_within(path: str, root: str) -> bool:
    return path == root or path.startswith(os.path.join(root, ""))


def _real(path: str) -> str:
    return os.path.realpath(path)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _time(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None
