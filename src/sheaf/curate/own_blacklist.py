"""The blacklist that a library keeps itself: entries come and go by command or by click."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from sheaf.curate.blacklist import Blacklist, BlacklistPattern
from sheaf.curate.blacklist_files import (
    LONGEST_LINE,
    BlacklistEntry,
    BlacklistKind,
    NotAnEntry,
    parse_own,
    read_entries,
)
from sheaf.errors import LibraryBusyError, UsageError, disk_errors
from sheaf.files import LockFile, write_whole
from sheaf.settings import FILE_NAME

OWN_FILE = "blacklist.txt"
LOCK = "blacklist.lock"
FIRST_LINE = "# Kept by sheaf blacklist and its page; lines may be written by hand, too."
LONGEST_NOTE = 200
PATIENCE = 10.0  # seconds


def blacklist_files(library: Path, given: Sequence[str]) -> tuple[str, ...]:
    """The files that hold in a library: those of its settings, and its own where it has one."""
    is_library = (library / FILE_NAME).is_file() and (library / OWN_FILE).is_file()
    has_own = is_library and OWN_FILE not in given
    return (*given, OWN_FILE) if has_own else tuple(given)


@dataclass(frozen=True, slots=True)
class OwnBlacklist:
    """`given` are the files that the settings name; `log` is told of every change."""

    library: Path
    given: Sequence[str]
    log: Callable[..., None] = lambda action, target, **values: None

    @property
    def path(self) -> Path:
        return self.library / OWN_FILE

    def entries(self) -> list[BlacklistEntry]:
        """Those that the library keeps itself."""
        return list(read_entries(OWN_FILE, self.library)) if self.path.is_file() else []

    def other_entries(self) -> list[BlacklistEntry]:
        """Those of the files that the settings name."""
        return [entry for name in self.given if name != OWN_FILE
                for entry in read_entries(name, self.library)]  # fmt: skip

    def load(self, *, is_bounded: bool = False) -> Blacklist:
        """All that holds in this library."""
        files = blacklist_files(self.library, self.given)
        return Blacklist.load(*files, folder=self.library, is_bounded=is_bounded)

    def find_own(self, words: str) -> BlacklistEntry | None:
        """The entry of the library's own file that says the same."""
        kind, value, _ = read_entry(words)
        return next((one for one in self.entries() if (one.kind, one.value) == (kind, value)), None)

    def add(self, words: str, note: str = "") -> bool:
        """Whether it is new. `note` stands behind it, for whoever reads the file."""
        written = read_entry(words)[2]
        with self._lock():
            if self.find_own(words) is not None:
                return False
            text = self._text() or f"{FIRST_LINE}\n"
            text += "" if text.endswith("\n") else "\n"
            comment = " ".join(note.split())[:LONGEST_NOTE]
            line = f"{written}  # {comment}" if comment else written
            if len(line) >= LONGEST_LINE:  # with its end it could not be read again
                line = written
            with disk_errors(self.path):
                write_whole(self.path, f"{text}{line}\n", is_synced=True)
            self.log("blacklist.add", written)
        return True

    def remove(self, words: str) -> BlacklistEntry:
        """The entry that says the same goes; what is on another file stays."""
        with self._lock():
            found = self.find_own(words)
            if found is None:
                raise UsageError(
                    f"{words.strip()!r} is not on the library's own blacklist.",
                    "`sheaf blacklist list` shows what is, and on which file.",
                )
            lines = list(StringIO(self._text()))  # as `read_entries` counts them
            gone = {one.line for one in self.entries()
                    if (one.kind, one.value) == (found.kind, found.value)}  # fmt: skip
            kept = [line for number, line in enumerate(lines, 1) if number not in gone]
            with disk_errors(self.path):
                write_whole(self.path, "".join(kept), is_synced=True)
            self.log("blacklist.remove", found.words)
        return found

    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8-sig") if self.path.is_file() else ""

    @contextmanager
    def _lock(self) -> Iterator[None]:
        with disk_errors(self.library):
            lock = LockFile(self.library / LOCK)
        with lock:
            if not lock.acquire(PATIENCE):
                raise LibraryBusyError("Somebody else is changing the blacklist.")
            yield


def read_entry(words: str) -> tuple[BlacklistKind, str, str]:
    """What an entry means, and how it is written down; UsageError for what is none."""
    written = " ".join(words.split())
    try:
        if len(written) >= LONGEST_LINE:
            raise NotAnEntry("it is too long")
        parsed = parse_own(written)
        if parsed is None:
            raise NotAnEntry("there is nothing in it")
    except NotAnEntry as problem:
        raise UsageError(
            f"This is no entry of a blacklist: {problem}.",
            "Write a domain (example.org), one host (=www.example.org), or a URL with stars.",
        ) from None
    kind, value = parsed
    if kind in {BlacklistKind.WHOLE_URL, BlacklistKind.IN_URL}:
        entry = BlacklistEntry(kind, written, value, OWN_FILE, 1)
        BlacklistPattern.of_bounded(entry)  # a crawl must be able to use it, too
    return kind, value, written


def added_note(who: str) -> str:
    """What stands behind an entry: when it came, and by whom."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"{day}, {who}" if who else day
