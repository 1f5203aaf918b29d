"""How far the WARC files of a crawl have been imported: marks in the frontier, so that a crawl that
goes on need not read again what it has brought in.

A mark is set when all that stands before it is on record in the library. It may be wrong by the
time it is needed: the run was undone, a copy of the library was put back, the file is another one.
So it counts only where the file still ends there as it did, and where the run has the last capture
before it. Captures go on record in the order in which they stand, so with the last one it has them
all. A mark that does not count costs a reading, and never a capture.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.records import Location

# Of the bytes before a mark. They are packed records with identifiers of their own, so no other
# file has the same.
ENDING_BYTES = 4096
MARKS = """
SELECT warc_file, ending, size, last_record, last_capture, kinds FROM imported WHERE run = ?
"""
SET_MARK = "INSERT OR REPLACE INTO imported VALUES (?, ?, ?, ?, ?, ?, ?)"
# Which of these captures are on record.
FindRecorded = Callable[[Collection[Location]], set[Location]]


@dataclass(frozen=True, slots=True)
class ImportMark:
    """Up to where a file was read, the places of the last record and of the last capture before
    that, and how many records there are of each kind that is no capture."""

    size: int = 0
    last_record: str = ""
    last_capture: str = ""
    kinds: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_usable(self) -> bool:
        """Not where several records are packed as one: no file of ours is so."""
        return bool(self.last_capture) and self.last_record.isdecimal()


class ImportMarks:
    """Of one crawl of a library. Without a frontier there are none."""

    def __init__(self, library: Path, archive: Path, frontier: Path) -> None:
        self._library = library
        self._archive = archive
        self._frontier = frontier

    def read(self, run: int, recorded: FindRecorded) -> dict[Path, ImportMark]:
        """The marks of a run that still hold."""
        if not self._frontier.is_file():
            return {}
        with closing(FrontierFile(self._frontier, is_reader=True)) as file:
            rows = file.rows(MARKS, (run,))
        found = {}
        for name, ending, size, last_record, last_capture, kinds in rows:
            path = self._archive / name
            mark = ImportMark(size, last_record, last_capture, json.loads(kinds))
            if hash_ending(path, mark.size) == ending:
                # Known by its place in the library, which may be moved.
                source = path.relative_to(self._library).as_posix()
                found[Location(source, mark.last_capture)] = path, mark
        return dict(found[place] for place in recorded(list(found)))

    def write(self, run: int, marks: Mapping[Path, ImportMark]) -> None:
        rows = []
        for path, mark in marks.items():
            ending = hash_ending(path, mark.size) if mark.is_usable else None
            if ending:
                places = (mark.size, ending, mark.last_record, mark.last_capture)
                rows.append((path.name, run, *places, json.dumps(mark.kinds)))
        if rows and self._frontier.is_file():
            file = FrontierFile(self._frontier, is_reader=True)
            with closing(file), file.transaction() as write:
                write.executemany(SET_MARK, rows)


def hash_ending(path: Path, size: int) -> bytes | None:
    """What names the bytes before a mark; None where the file does not reach as far."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, size - ENDING_BYTES))
            ending = file.read(min(size, ENDING_BYTES))
    except OSError:
        return None
    if len(ending) < min(size, ENDING_BYTES):
        return None
    return blake2b(ending, digest_size=16).digest()
