"""Heritrix's crawl.log, read line by line: who was fetched when, from where, with which digest.

All versions are read: 1.x with 11 or 12 columns, 1.15 with the WARC's name in a 13th, 3.x with a
JSON object at the end. Columns are parted by runs of spaces; only the annotations and the JSON
may hold spaces of their own. A log of any length takes the same memory.
"""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from sheaf.acquire.importers.text_lines import BROKEN_GZIP, is_zipped, open_gzip, read_lines

NOTHING = b"-"
# Before the source tag: time, status, size, URI, path, via, type, thread, fetch time, digest.
FEWEST_COLUMNS = 10
# A URI has at most some thousand bytes; what is longer than this is no log.
LONGEST_LINE = 1024 * 1024
FIRST_LINES = 5  # that say what a file is
LARGEST_STATUS = 99_999
DNS_CODES = frozenset({1, 1001})
WHOIS_CODES = frozenset({2001, 2002})
ROTATED = re.compile(r"\.(?:cp)?\d{5}(?:-\d{14,17})?(?:\.gz)?")
ARCHIVE_NAME = re.compile(rb"[^ ]+\.w?arc(?:\.gz)?(?:\.open)?")
# Annotations of a body that was cut short, in the words of the WARC field WARC-Truncated.
CUT_SHORT = {"lenTrunc": "length", "timeTrunc": "time", "headerTrunc": "header"}

BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
# Python's int() counts to base 32 with 0-9 and A-V; all else must not pass for a digit.
TO_INT_DIGITS = bytes(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUV"[BASE32.index(char)] if char in BASE32 else ord("!")
    for char in bytes(range(256)).upper()
)


@dataclass(frozen=True, slots=True)
class CrawlLogLine:
    """One URI that came to its end. `time` is when it was fetched, or else when it was logged."""

    number: int
    time: datetime
    status: int
    size: int | None
    url: str
    hops: str
    depth: int
    via: str | None
    mime_type: str | None
    digest: str | None
    source_tag: str | None
    annotations: str | None
    # What follows the annotations, as it stands there: a WARC's name, or Heritrix 3's JSON object.
    extra: str | None = None

    @property
    def warc_file(self) -> str | None:
        """The archive that holds the bytes, where the log says so."""
        if self.extra is None or not self.extra.startswith("{"):
            return self.extra
        name = self._extra_value("warcFilename") or self._extra_value("arcFilename")
        return name if isinstance(name, str) else None

    @property
    def warc_offset(self) -> int | None:
        offset = self._extra_value("warcFileOffset")
        return offset if type(offset) is int and offset >= 0 else None

    def _extra_value(self, name: str) -> object:
        """Read when asked for: to decode every row's object would take a third of the time."""
        try:
            found = json.loads(self.extra or "null")
        # A hostile line can nest deeper than Python goes.
        except (ValueError, RecursionError):
            return None
        return found.get(name) if isinstance(found, dict) else None

    @property
    def is_seed(self) -> bool:
        return not self.hops

    @property
    def truncated(self) -> str | None:
        """Why the crawler cut the body short, if it did."""
        if self.annotations is None or "Trunc" not in self.annotations:
            return None
        notes = (note.strip() for note in self.annotations.split(","))
        return next((CUT_SHORT[note] for note in notes if note in CUT_SHORT), None)

    @property
    def aside(self) -> str | None:
        """What the row is when it is no download: `not_fetched`, `dns` or `whois`."""
        if self.status <= 0:
            return "not_fetched"
        if self.status in DNS_CODES or self.url.startswith("dns:"):
            return "dns"
        if self.status in WHOIS_CODES or self.url.startswith("whois:"):
            return "whois"
        return None


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no row of a crawl.log, with the reason and how it begins."""

    number: int
    reason: str
    start: str = ""


class NoLogRow(ValueError):  # noqa: N818 - a finding about a line, not an error of ours
    """Why a line is no row."""


def read_log(path: Path) -> Iterator[CrawlLogLine | BadLine]:
    """Every line of a log, compressed or not, in order: each is a CrawlLogLine or a BadLine."""
    number = 0
    with path.open("rb") as file:
        stream = open_gzip(file) if is_zipped(file) else file
        try:
            for number, line in enumerate(read_lines(stream, LONGEST_LINE), 1):
                yield parse_line(line, number)
        # A compressed log that was cut off ends here, with all that came before it.
        except BROKEN_GZIP as problem:
            yield BadLine(number + 1, early_end(problem))


def is_log(path: Path) -> bool:
    """Whether a file begins with rows and nothing else. A job's own log may begin with others."""
    first = list(islice(read_log(path), FIRST_LINES))
    return bool(first) and all(isinstance(row, CrawlLogLine) for row in first)


def parts_of_log(log: Path) -> list[Path]:
    """A log with what checkpoints rotated away (`crawl.log.cp00001-...`), oldest first."""
    rotated = [
        path
        for path in log.parent.glob(f"{glob.escape(log.name)}.*")
        if ROTATED.fullmatch(path.name[len(log.name) :])
    ]
    return [*sorted(rotated), log]


def parse_line(line: bytes, number: int = 1) -> CrawlLogLine | BadLine:
    """One line by itself."""
    try:
        return _row(number, line)
    except NoLogRow as finding:
        return BadLine(number, str(finding), _text(line[:200]).strip())


def read_url_and_time(line: bytes) -> tuple[str | bytes, datetime]:
    """URL (bytes where it is ASCII) and time of a row, in half the time of parsing it. It raises
    NoLogRow for just the lines of which `parse_line` makes a BadLine."""
    columns = _columns(line)
    _status(columns[1])
    _size(columns[2])
    _hops(columns[4])
    url = columns[3]
    return url if url.isascii() else _text(url), _time(columns[0], columns[8])


def lines_with_offsets(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Each line of an unpacked log behind the offset at which it starts."""
    start, was_cut = 0, False
    for line in read_lines(stream, LONGEST_LINE):
        if was_cut:
            start = stream.tell() - len(line)
        yield start, line
        start += len(line)
        was_cut = len(line) == LONGEST_LINE


def early_end(problem: Exception) -> str:
    return f"the compressed log ends here: {problem}"


def _columns(line: bytes) -> list[bytes]:
    columns = line.split(None, 11)
    if len(columns) < FEWEST_COLUMNS:
        raise NoLogRow(_why_short(columns))
    if b":" not in columns[3]:
        raise NoLogRow("the fourth column is no URI")
    return columns


def _row(number: int, line: bytes) -> CrawlLogLine:
    columns = _columns(line)
    hops, depth = _hops(columns[4])
    tag, annotations, extra = _tail(columns)
    return CrawlLogLine(
        number,
        _time(columns[0], columns[8]),
        _status(columns[1]),
        _size(columns[2]),
        _text(columns[3]),
        hops,
        depth,
        None if columns[5] == NOTHING else _text(columns[5]),
        _mime_type(columns[6]),
        _digest(columns[9]),
        tag,
        annotations,
        extra,
    )


def _why_short(columns: list[bytes]) -> str:
    return f"only {len(columns)} columns" if columns else "blank"


def _number(column: bytes, name: str) -> int:
    try:
        return int(column)
    except ValueError:
        raise NoLogRow(f"the {name} is no number") from None


def _status(column: bytes) -> int:
    """Heritrix's own codes go down to -9998; what is much longer fits into no table."""
    status = _number(column, "status")
    if abs(status) > LARGEST_STATUS:
        raise NoLogRow("the status is none")
    return status


def _size(column: bytes) -> int | None:
    return None if column == NOTHING else _number(column, "size")


def _time(logged: bytes, fetched: bytes) -> datetime:
    """When the fetch began. Early versions logged local time as if it were UTC, so the log's own
    time only counts where nothing was fetched."""
    # Read whole only where it counts: a look at its shape is what tells rows from other lines.
    if logged[10:11] != b"T" or not logged[:4].isdigit():
        raise NoLogRow("the time is no time")
    stamp = fetched[:17]
    if stamp.isdigit() and len(stamp) == 17:
        try:
            text = stamp.decode("ascii")
            return datetime.fromisoformat(f"{text[:8]}T{text[8:14]}.{text[14:]}Z")
        except ValueError:
            pass
    return _log_time(logged)


def _log_time(logged: bytes) -> datetime:
    try:
        time = datetime.fromisoformat(logged.decode("ascii"))
    except ValueError:
        raise NoLogRow("the time is no time") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


@lru_cache(maxsize=4096)
def _hops(column: bytes) -> tuple[str, int]:
    """The discovery path and its length. Heritrix 3 shows the last 50 letters of a long one,
    behind the number of those left out: `12+LLL`."""
    if column == NOTHING:
        return "", 0
    left_out, plus, shown = column.rpartition(b"+")
    if not shown.isalpha() or (plus and not left_out.isdigit()) or len(left_out) > 9:
        raise NoLogRow("the discovery path is none")
    return column.decode("ascii"), len(shown) + int(left_out or 0)


@lru_cache(maxsize=1024)
def _mime_type(column: bytes) -> str | None:
    return None if column in {NOTHING, b"no-type"} else _text(column)


def _digest(column: bytes) -> str | None:
    """SHA-1 as hex. Early versions left out the `sha1:`; MD5 and cut digests are none to us."""
    if column.startswith(b"sha1:"):
        column = column[5:]
    try:
        if len(column) == 32:
            return f"{int(column.translate(TO_INT_DIGITS), 32):040x}"
        if len(column) == 40:
            return bytes.fromhex(column.decode("ascii")).hex()
    except ValueError:
        pass
    return None


def _tail(columns: list[bytes]) -> tuple[str | None, str | None, str | None]:
    """Source tag, annotations and extra: what follows the ten sure columns."""
    if len(columns) == FEWEST_COLUMNS:
        return None, None, None
    tag = columns[10]
    if len(columns) == 11:
        # Without annotations at all, or, before there were source tags, with nothing else.
        return (_tag(tag), None, None) if b"://" in tag else (None, _note(tag), None)
    rest = columns[11].rstrip()
    if rest == NOTHING:
        return _tag(tag), None, None
    return _tag(tag), *_notes_and_extra(rest)


def _notes_and_extra(rest: bytes) -> tuple[str | None, str | None]:
    """Annotations may hold spaces, so the last column is known by its form."""
    if rest.endswith(b"}"):
        notes, brace, members = rest.partition(b" {")
        if brace:
            return _note(notes.rstrip()), "{" + _text(members)
    notes, space, last = rest.rpartition(b" ")
    if space and last == NOTHING:
        return _note(notes.rstrip()), None
    if space and ARCHIVE_NAME.fullmatch(last):
        return _note(notes.rstrip()), _text(last)
    return _note(rest), None


@lru_cache(maxsize=1024)
def _tag(column: bytes) -> str | None:
    return None if column == NOTHING else _text(column)


def _note(column: bytes) -> str | None:
    return None if column in {NOTHING, b""} else _text(column)


def _text(column: bytes) -> str:
    """UTF-8, or what a Java of another locale wrote: every byte has a meaning in Latin-1."""
    try:
        return column.decode("utf-8")
    except UnicodeDecodeError:
        return column.decode("latin-1")
