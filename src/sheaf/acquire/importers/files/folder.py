"""A plain folder of files, or one file: each file is a capture, archives inside it are read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext, Importer, Reads
from sheaf.records import Aside, Capture, Dropped, Location, Outcome, Payload
from sheaf.settings import FILE_NAME

UNKNOWN_TIME = datetime.fromtimestamp(0, UTC)
FILES_ASKED = 500  # at a time, whether they are known
LEADS_OUT = Dropped(Outcome.MISSING_BYTES, "a link that leads out of the folder; import its target")


class FolderImporter:
    """Walks in sorted order, so that two runs over the same folder are the same run."""

    # Asked last, for it takes everything.
    reads = Reads(
        precedence=-200,
        plain_files=True,
        opens_archives=True,
        uses_log=False,
        takes_attributes=True,
    )

    def __init__(self, context: ImportContext) -> None:
        self.attributes = context.attributes
        self.find_known = context.find_known
        self.within: Sequence[Importer] = ()

    def recognises(self, source: Path, head: bytes) -> bool:
        return True

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        if not source.is_dir():
            capture = self.capture(source.parent, source, is_named=True)
            yield self.attributes.apply(capture, str(source.absolute()))
            return
        for path in self._wanted_files(source):
            importer = find_importer(path, self.within, source)
            if importer is not None:
                yield from importer.captures(path)
            else:
                capture = self.capture(source, path)
                yield self.attributes.apply(capture, capture.location.position)

    def _wanted_files(self, folder: Path) -> Iterator[Path]:
        files = files_below(folder)
        if self.find_known is None:
            yield from files
            return
        while some := list(islice(files, FILES_ASKED)):
            known = self.find_known(folder, some)
            yield from (path for path in some if path not in known)

    def capture(self, root: Path, path: Path, *, is_named: bool = False) -> Capture:
        """A file below a root; `is_named` by the user, who may mean a link to anywhere."""
        location = Location(str(root.absolute()), os.fsdecode(path.relative_to(root)))
        url = path.absolute().as_uri()
        try:
            if not is_named and leads_out(path, root):
                return Capture(url, UNKNOWN_TIME, location, lost=LEADS_OUT)
            facts = path.stat()
            if not stat.S_ISREG(facts.st_mode):  # a pipe: opening it would wait for ever
                lost = Dropped(Outcome.MISSING_BYTES, "neither a file nor a folder")
                return Capture(url, UNKNOWN_TIME, location, lost=lost)
            with path.open("rb"):
                pass
        except OSError as problem:
            lost = Dropped(Outcome.MISSING_BYTES, f"cannot be read: {problem.strerror}")
            return Capture(url, UNKNOWN_TIME, location, lost=lost)
        return Capture(
            url=url,
            time=_make_time(facts.st_mtime),
            location=location,
            payload=Payload(path=str(path.absolute()), length=facts.st_size),
        )


def _make_time(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):  # beyond the year 9999
        return UNKNOWN_TIME


def leads_out(path: Path, root: Path) -> bool:
    """Whether a file that was found below a root is a link to something outside it: whoever made
    the folder must not decide which files of this machine are read. Folders on the way are no
    links: `files_below` follows none."""
    return os.path.islink(path) and not is_below(path, root)


def is_below(path: Path, root: Path) -> bool:
    """Whether a path, all links followed, leads to a place below a root."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(root), ""))


def find_importer(path: Path, importers: Sequence[Importer], root: Path) -> Importer | None:
    """Which of these knows a file by its content; None where it is a document like any other, or
    is not to be looked into."""
    try:
        if not os.path.isfile(path) or leads_out(path, root):
            return None
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError:
        return None
    return next((importer for importer in importers if importer.recognises(path, head)), None)


def files_below(folder: Path) -> Iterator[Path]:
    """All that is no folder, sorted; in memory are the names of one directory and of those above
    it. Links to folders are not followed: a loop among them would never end."""
    # Not by recursion: folders may be nested deeper than Python goes.
    open_folders = [_entries(str(folder))]
    while open_folders:
        entry = next(open_folders[-1], None)
        if entry is None:
            open_folders.pop()
        elif not isinstance(entry, os.DirEntry):
            yield entry
        elif is_real_folder(entry):
            if not is_library(entry.path):
                open_folders.append(_entries(entry.path))
        elif not os.path.isdir(entry.path):
            yield Path(entry.path)


def _entries(folder: str) -> Iterator[os.DirEntry[str] | Path]:
    """What is in a folder, sorted. One that is gone or closed since its parent was listed, or
    whose path is longer than the system allows, is itself the thing lost."""
    try:
        with os.scandir(folder) as entries:
            return iter(sorted(entries, key=lambda entry: os.fsencode(entry.name)))
    except OSError:
        return iter([Path(folder)])


def is_real_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # it is told as lost
        return False


def is_library(folder: str) -> bool:
    """A library among the files holds what was imported, not what is to be."""
    return os.path.exists(os.path.join(folder, FILE_NAME))
