"""A copy of a library in another folder, which is a library itself.

    first pass    files are copied while others read and write
    second pass   with the library held for writing: databases, then what changed since, then
                  what is gone; sheaf.toml comes last, so that a copy that was cut off is no library

A file is copied where its size or its time is another than that of the copy, under a name of its
own, and renamed: a copy that was linked elsewhere (cp -al) stays as it was. SQLite copies its own
databases. What can be made anew, or is work in progress, stays behind.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sheaf import settings
from sheaf.deposit.backup.dump_command import DUMPS, dump_command
from sheaf.deposit.database import sqlite_path
from sheaf.deposit.repository import sync_filesystem
from sheaf.errors import StorageError, UsageError, disk_errors
from sheaf.files import make_private_file, make_private_folder, write_whole

MARK = "backup.json"
# Made anew by commands, or only of use to a process that runs.
LEFT_OUT = frozenset({
    "index", "tmp", "incoming", "uploading", "lock", "index.lock", MARK, *DUMPS,
})  # fmt: skip
PART = ".being-copied"
BESIDE_DATABASE = ("-wal", "-shm", "-journal")
LOCKS = (".lock", ".importing")
SQLITE = b"SQLite format 3\0"
PAGES_AT_ONCE = 2000
MAKE_ROOM = "Make room, and run the same command again: it goes on where it stopped."


@dataclass(slots=True)
class BackupReport:
    """What a backup did. `notes` say what else must be done for a whole copy."""

    target: str
    files: int = 0
    bytes: int = 0
    copied: int = 0
    copied_bytes: int = 0
    removed: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def words(self) -> str:
        return (
            f"{self.files:,} files of {self.bytes:,} bytes are in {self.target}; "
            f"{self.copied:,} of {self.copied_bytes:,} bytes were copied, "
            f"{self.removed:,} were removed there."
        )


Report = Callable[[BackupReport], None]


class Backup:
    def __init__(self, library: Path, target: Path, database: str, report: Report) -> None:
        self._library = library
        self._target = Path(os.path.abspath(target))
        self._database = database
        self._catalogue = sqlite_path(database, library)
        self._report = report
        self.done = BackupReport(str(self._target))

    def make(self, hold: Callable[[], AbstractContextManager[None]]) -> BackupReport:
        """`hold` holds the library for writing."""
        started = time.monotonic()
        self._prepare()
        with disk_errors(self._target, MAKE_ROOM):
            self._copy_files()
            with hold():
                self._start_counting()
                self._copy_databases()
                self._copy_files()
                self._remove_what_is_gone()
                self._copy_file(self._library / settings.FILE_NAME, settings.FILE_NAME)
                self._say_what_is_elsewhere()
                self._write_mark(is_whole=True)
            sync_filesystem(self._target)
        self.done.seconds = round(time.monotonic() - started, 3)
        return self.done

    # -- the place ---------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """A folder that is ours to fill; whatever was whole in it is so no longer."""
        library, target = os.path.realpath(self._library), os.path.realpath(self._target)
        if os.path.commonpath([library, target]) in {library, target}:
            raise UsageError(
                f"{self._target} and the library lie within each other.",
                "Name a folder elsewhere, on another disk at best.",
            )
        mark = self._read_mark()
        is_new = not self._target.exists()
        is_empty = self._target.is_dir() and not any(self._target.iterdir())
        if mark is None and not is_new and not is_empty:
            raise UsageError(
                f"{self._target} is neither empty nor a backup of this library.",
                "Name an empty folder, or one that does not exist yet.",
            )
        if mark is not None and mark != library:
            raise UsageError(
                f"{self._target} holds a backup of {mark}.",
                f"Name another folder; or remove its {MARK}, if that library was moved here.",
            )
        with disk_errors(self._target):
            make_private_folder(self._target)
            self._write_mark(is_whole=False)
            (self._target / settings.FILE_NAME).unlink(missing_ok=True)

    def _read_mark(self) -> str | None:
        """Of which library the folder holds a backup."""
        try:
            values = json.loads((self._target / MARK).read_bytes())
            return str(values["library"])
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _write_mark(self, *, is_whole: bool) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        values = {
            "library": os.path.realpath(self._library),
            "finished": now if is_whole else None,
            "notes": self.done.notes,
        }
        write_whole(self._target / MARK, json.dumps(values, indent=1) + "\n", is_synced=True)

    # -- files -------------------------------------------------------------------------------------

    def _start_counting(self) -> None:
        """The second pass meets every file once more; what was copied before counts on."""
        self.done.files = self.done.bytes = 0

    def _copy_files(self) -> None:
        for path, name in self._files():
            if name != settings.FILE_NAME and not self._is_database(path):
                self._copy_file(path, name)

    def _files(self) -> Iterator[tuple[Path, str]]:
        """What belongs to a copy, with its name below the library. A folder at the top may be a
        link to another disk; deeper ones are not followed."""
        for entry in _entries(self._library):
            if entry.name in LEFT_OUT:
                continue
            if entry.is_dir():
                yield from self._files_below(Path(entry.path), entry.name)
            elif _is_kept(entry):
                yield Path(entry.path), entry.name

    def _files_below(self, folder: Path, name: str) -> Iterator[tuple[Path, str]]:
        waiting = [(str(folder), name)]
        while waiting:
            place, below = waiting.pop()
            for entry in _entries(Path(place)):
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, f"{below}/{entry.name}"))
                elif _is_kept(entry):
                    yield Path(entry.path), f"{below}/{entry.name}"

    def _copy_file(self, path: Path, name: str) -> None:
        final = self._target / name
        try:
            facts = path.stat()
        except FileNotFoundError:  # gone since it was listed
            return
        self.done.files += 1
        self.done.bytes += facts.st_size
        if not _is_same(final, facts):
            part = final.with_name(final.name + PART)
            self._make_folder(final.parent)
            try:
                shutil.copyfile(path, part)
            except FileNotFoundError:
                return
            except OSError as problem:
                if problem.filename == os.fspath(path):
                    words = f"{path} cannot be read: {problem.strerror}."
                    raise StorageError(words, "Mend its disk or its permissions.") from None
                raise
            os.chmod(part, stat.S_IMODE(facts.st_mode))
            # The time it had before it was read: what is written meanwhile is copied again.
            os.utime(part, ns=(facts.st_atime_ns, facts.st_mtime_ns))
            part.replace(final)
            self._note_copy(facts.st_size)
        self._report(self.done)

    def _note_copy(self, size: int) -> None:
        self.done.copied += 1
        self.done.copied_bytes += size

    def _make_folder(self, folder: Path) -> None:
        """With the modes of those in the library."""
        if folder.is_dir():
            return
        self._make_folder(folder.parent)
        own = self._library / folder.relative_to(self._target)
        mode = stat.S_IMODE(own.stat().st_mode) if own.is_dir() else 0o700
        folder.mkdir(mode=mode | stat.S_IRWXU, exist_ok=True)

    def _remove_what_is_gone(self) -> None:
        """From the copy, what the library has no longer; an index that was made there stays."""
        for entry in list(_entries(self._target)):
            if entry.name not in LEFT_OUT and entry.is_dir(follow_symlinks=False):
                self._clear(entry.path, entry.name)
            elif entry.name not in LEFT_OUT:
                self._remove_if_gone(entry.path, entry.name)

    def _clear(self, folder: str, name: str) -> None:
        for place, _, names in os.walk(folder, topdown=False):
            below = os.path.normpath(os.path.join(name, os.path.relpath(place, folder)))
            for one in names:
                self._remove_if_gone(os.path.join(place, one), os.path.join(below, one))
            if not (self._library / below).is_dir():
                with suppress(OSError):  # not empty after all
                    os.rmdir(place)

    def _remove_if_gone(self, path: str, name: str) -> None:
        is_left = name.endswith(PART) or _is_of_a_process(name)
        is_gone = is_left or not os.path.lexists(self._library / name)
        if is_gone and name != self._catalogue_name():
            os.unlink(path)
            self.done.removed += not is_left

    def _catalogue_name(self) -> str:
        """Of a catalogue that lies elsewhere, in the copy."""
        return "" if self._catalogue is None else self._catalogue.name

    # -- databases ---------------------------------------------------------------------------------

    def _copy_databases(self) -> None:
        """Before the files, so that those are never older: what a crawl's frontier tells of is in
        its archives."""
        for path, name in self._files():
            if self._is_database(path):
                self._copy_database(path, self._target / name)
        if self._catalogue is not None and self._library not in self._catalogue.parents:
            self._copy_database(self._catalogue, self._target / self._catalogue.name)

    def _is_database(self, path: Path) -> bool:
        """By its name, then by its first bytes: few files end so."""
        if path.suffix != ".db" and path != self._catalogue:
            return False
        try:
            with path.open("rb") as file:
                return file.read(len(SQLITE)) == SQLITE
        except OSError:
            return False

    def _copy_database(self, path: Path, final: Path) -> None:
        facts = path.stat()
        self.done.files += 1
        self.done.bytes += facts.st_size
        waiting = Path(f"{path}-wal")
        is_settled = not waiting.exists() or waiting.stat().st_size == 0
        if is_settled and _is_same(final, facts):
            return
        part = final.with_name(final.name + PART)
        self._make_folder(final.parent)
        part.unlink(missing_ok=True)
        make_private_file(part)
        try:
            _copy_rows(path, part, lambda: self._report(self.done))
        except sqlite3.Error as problem:
            raise StorageError(f"{path} cannot be copied: {problem}.", MAKE_ROOM) from None
        os.chmod(part, stat.S_IMODE(facts.st_mode))
        if is_settled:
            os.utime(part, ns=(facts.st_atime_ns, facts.st_mtime_ns))
        for ending in BESIDE_DATABASE:
            Path(f"{final}{ending}").unlink(missing_ok=True)
        part.replace(final)
        self._note_copy(facts.st_size)
        self._report(self.done)

    def _say_what_is_elsewhere(self) -> None:
        if self._catalogue is None:
            self.done.notes.append(
                "The catalogue is on a server. While nothing is written to the library, dump it: "
                f"{dump_command(self._database, self._target)}"
            )
            self.done.notes.append(
                "The copy's sheaf.toml names the same database: give it another one before it is "
                "used beside this library."
            )
        elif self._library not in self._catalogue.parents:
            self.done.notes.append(
                f"The copy's sheaf.toml names the catalogue at {self._catalogue}: set database to "
                f"sqlite:///{self._catalogue.name} there."
            )


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from sorted(entries, key=lambda entry: entry.name)
    except FileNotFoundError:  # gone since it was listed
        return


def _is_kept(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False) and not _is_of_a_process(entry.name)


def _is_of_a_process(name: str) -> bool:
    beside = tuple(f".db{ending}" for ending in BESIDE_DATABASE)
    return name.endswith((*beside, *LOCKS)) and ".db" in name


def _is_same(final: Path, facts: os.stat_result) -> bool:
    try:
        there = final.stat()
    except OSError:
        return False
    return (there.st_size, there.st_mtime_ns) == (facts.st_size, facts.st_mtime_ns)


def _copy_rows(path: Path, part: Path, report: Callable[[], None]) -> None:
    """As they are at one moment, whoever writes meanwhile. In steps, so that it can be stopped."""
    source = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=30)
    with closing(source), closing(sqlite3.connect(part)) as copy:
        # Held to the end: otherwise whoever writes would make it begin anew.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: report(), sleep=0)
