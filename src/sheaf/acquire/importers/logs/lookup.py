"""A crawl.log that can be asked: which line tells of this URL at this time?

The log is read once, and what finds a line again goes to a database file in the spool folder:
a hash of the URL, the time of the fetch and the place of the line. What the line says is read
from the log when it is asked for. Ten million lines take half a gigabyte of disk and no memory to
speak of: a bit a line, for whether it was found.
"""

from __future__ import annotations

import bisect
import contextlib
import os
import sqlite3
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from sheaf.acquire.importers.logs.heritrix_log import (
    LONGEST_LINE,
    BadLine,
    CrawlLogLine,
    NoLogRow,
    early_end,
    lines_with_offsets,
    parse_line,
    read_url_and_time,
)
from sheaf.acquire.importers.text_lines import BROKEN_GZIP, BUFFER, is_zipped, open_gzip
from sheaf.errors import SourceError, StorageError, disk_errors
from sheaf.files import open_scratch_database

# Of a URL that was fetched over and over, so many lines before and after a time are looked at.
NEAREST = 8
LINE_ROOM = 4096
CACHE_KIB = 64 * 1024
TABLE = "CREATE TABLE lines (line INTEGER PRIMARY KEY, key INTEGER, moment INTEGER, place INTEGER)"
AFTER = "SELECT line, place FROM lines WHERE key = ? AND moment >= ? ORDER BY moment LIMIT ?"
BEFORE = "SELECT line, place FROM lines WHERE key = ? AND moment < ? ORDER BY moment DESC LIMIT ?"
# What is no row has no key; it is told in the order of the log.
BAD = "SELECT line, place FROM lines WHERE key IS NULL ORDER BY moment"

Row = tuple[int, int | None, int, int]


@dataclass(slots=True)
class LogPart:
    """A file of the log. Lines and bytes are counted through all parts as if they were one."""

    path: Path
    plain: BinaryIO
    first_line: int = 0
    start: int = 0
    ending: str | None = None  # why it ends too early

    @property
    def size(self) -> int:
        return os.fstat(self.plain.fileno()).st_size


class LogLookup:
    """Made of all parts of a log, oldest first. What it found is remembered as answered."""

    def __init__(self, parts: Sequence[Path], spool: Path) -> None:
        self.parts: list[LogPart] = []
        self.lines = 0
        self.rows = 0  # lines that are rows
        self.database = open_scratch_database(spool, f"PRAGMA cache_size = -{CACHE_KIB}", TABLE)
        self.close = weakref.finalize(self, _close, self.database, self.parts)
        with _report_full_disk(spool):
            self.database.execute("BEGIN")
            for path in parts:
                self._read(path, spool)
            self.database.execute("CREATE INDEX by_key ON lines (key, moment)")
            self.database.execute("COMMIT")
        self.answered = bytearray(self.lines // 8 + 1)

    def _read(self, path: Path, spool: Path) -> None:
        try:
            part = _open_part(path, spool)
            if self.parts:
                part.start = self.parts[-1].start + self.parts[-1].size
            part.first_line = self.lines
            self.parts.append(part)
            self.database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", self._rows(part))
        except OSError as problem:
            raise SourceError(f"{path} cannot be read: {problem.strerror}.") from None

    def _rows(self, part: LogPart) -> Iterator[Row]:
        number = part.first_line
        for number, (place, line) in enumerate(lines_with_offsets(part.plain), part.first_line + 1):
            try:
                url, time = read_url_and_time(line)
            except NoLogRow:
                yield number, None, number, part.start + place
            else:
                self.rows += 1
                yield number, _key(url), _moment(time), part.start + place
        self.lines = number

    def find(
        self, url: str, time: datetime, archive: str = "", place: str = ""
    ) -> CrawlLogLine | None:
        """The line of a record: of the same URL, fetched nearest to this time. Where lines name
        the archive and the offset in it, that decides."""
        asked = (_key(url), _moment(time), NEAREST)
        rows = [*self.database.execute(AFTER, asked), *self.database.execute(BEFORE, asked)]
        lines = ((number, self._read_line(number, place)[1]) for number, place in rows)
        found = [
            (number, line)
            for number, line in lines
            if isinstance(line, CrawlLogLine) and line.url == url
        ]
        if not found:
            return None
        number, line = found[0]
        if len(found) > 1:

            def distance(numbered: tuple[int, CrawlLogLine]) -> tuple[object, ...]:
                number, line = numbered
                return (
                    line.status <= 0,
                    not _names_record(line, archive, place),
                    # Archives know no parts of a second, so of two lines in the same one that
                    # which is still free is taken.
                    abs(int(line.time.timestamp()) - int(time.timestamp())),
                    self._is_answered(number),
                    abs(line.time - time),
                )

            number, line = min(found, key=distance)
        self.answered[number >> 3] |= 1 << (number & 7)
        return line

    def _read_line(self, number: int, place: int) -> tuple[Path, CrawlLogLine | BadLine]:
        part = self.parts[bisect.bisect_right(self.parts, place, key=lambda part: part.start) - 1]
        data = _line_at(part.plain, place - part.start)
        return part.path, parse_line(data, number - part.first_line)

    def _is_answered(self, number: int) -> bool:
        return bool(self.answered[number >> 3] & 1 << (number & 7))

    def bad_lines(self) -> Iterator[tuple[Path, BadLine]]:
        """All lines that are no rows, with the file in which they stand."""
        for number, place in self.database.execute(BAD):
            path, line = self._read_line(number, place)
            if isinstance(line, BadLine):
                yield path, line
        for part in self.parts:
            yield from self._ending(part)

    def iterate_unmatched(self) -> Iterator[tuple[Path, CrawlLogLine | BadLine]]:
        """All lines that were not found by any record, in the order of the log."""
        for part in self.parts:
            part.plain.seek(0)
            for number, (_, line) in enumerate(lines_with_offsets(part.plain), 1):
                if part.first_line + number > self.lines:  # written since, by a crawl that goes on
                    break
                if not self._is_answered(part.first_line + number):
                    yield part.path, parse_line(line, number)
            yield from self._ending(part)

    def _ending(self, part: LogPart) -> Iterator[tuple[Path, BadLine]]:
        if part.ending is not None:
            later = (other.first_line for other in self.parts if other.first_line > part.first_line)
            lines = next(later, self.lines) - part.first_line
            yield part.path, BadLine(lines + 1, part.ending)


def _open_part(path: Path, spool: Path) -> LogPart:
    """A compressed log is unpacked first: in it no line could be found again."""
    file = path.open("rb")
    if not is_zipped(file):
        return LogPart(path, file)
    with disk_errors(spool):
        plain = tempfile.TemporaryFile(dir=spool, prefix="log-")  # noqa: SIM115
    with file:
        ending = _unpack(open_gzip(file), plain, spool)
    plain.seek(0)
    return LogPart(path, plain, ending=ending)


def _unpack(stream: BufferedReader, plain: BinaryIO, spool: Path) -> str | None:
    """All whole lines; why there are no more, if the file is cut off."""
    size = whole = 0
    try:
        while chunk := stream.read1(BUFFER):
            with disk_errors(spool):
                plain.write(chunk)
            if b"\n" in chunk:
                whole = size + chunk.rindex(b"\n") + 1
            size += len(chunk)
    except BROKEN_GZIP as problem:
        plain.truncate(whole)
        return early_end(problem)
    return None


def _line_at(file: BinaryIO, offset: int) -> bytes:
    data = os.pread(file.fileno(), LINE_ROOM, offset)
    if b"\n" not in data and len(data) == LINE_ROOM:
        data = os.pread(file.fileno(), LONGEST_LINE, offset)
    return data[: data.find(b"\n") + 1] or data


def _names_record(line: CrawlLogLine, archive: str, place: str) -> bool:
    """Whether the line says of itself that it belongs to this record."""
    name = (line.warc_file or "").removesuffix(".open")
    return name == archive.removesuffix(".open") and str(line.warc_offset) == place


def _key(url: str | bytes) -> int:
    """Python's own hash: 64 bits, secret to the process, and the file does not outlive that."""
    return hash(url if isinstance(url, bytes) else url.encode("utf-8", "backslashreplace"))


def _moment(time: datetime) -> int:
    return int(time.timestamp() * 1000)


def _close(database: sqlite3.Connection, parts: list[LogPart]) -> None:
    database.close()
    for part in parts:
        part.plain.close()


@contextlib.contextmanager
def _report_full_disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        raise StorageError(f"{folder} has no room for the lines of the log: {problem}.") from None
