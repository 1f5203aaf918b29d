"""How the records of WARC and ARC files begin: a head that says what follows, and a block.

The head of an ARC record is one line of URL, address, date, type and length:

    http://www.archive.org/robots.txt 207.241.229.39 20080430204825 text/plain 782

URLs and types with blanks in them are found in the wild, so the line is read around the address
and the date. Version 2 has five more fields between type and length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from sheaf.acquire.importers.archives.blocks import Block


class Fields(Protocol):
    def get(self, name: str, /) -> str | None: ...


@dataclass(slots=True)
class RecordHeader:
    """What a record says about itself before its block."""

    kind: str
    fields: Fields
    length: int | None
    size: int


class Grammar(Protocol):
    """How records of a format begin."""

    def read_header(self, window: bytearray, at: int) -> RecordHeader | None:
        """The head that stands here in full, if one does."""
        ...

    def find_header(self, window: bytes | bytearray, at: int) -> int:
        """Where the next thing that looks like a head begins, -1 if nowhere."""
        ...


@dataclass(slots=True)
class Record:
    place: str
    kind: str
    fields: Fields
    block: Block
    damage: str | None = None  # with what there is of the block
    unpacked: bool = True  # false: not even these bytes can be believed


@dataclass(frozen=True, slots=True)
class Loss:
    """Bytes of the file in which no record could be made out."""

    place: str
    reason: str


MOST_DIGITS = 18  # no size and no count has more; Python refuses to read some thousands


def parse_number(text: str | bytes) -> int | None:
    """None for what is none, and for what is too long to be meant."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


VERSION_LINE = re.compile(rb"WARC/\d{1,3}\.\d{1,3}[ \t]*\r{0,2}(?=\n)", re.IGNORECASE)
# Strong enough to be looked for anywhere, even where no line starts.
RECORD_START = re.compile(rb"WARC/\d\.\d{1,2}[ \t]*\r{0,2}\n[A-Za-z][\w-]*[ \t]*:", re.IGNORECASE)
# A second CR comes from those who turned line ends twice.
BLANK_LINE = re.compile(rb"\r{0,2}\n\r{0,2}\n")
FOLDED_LINE = re.compile(rb"\r?\n[ \t]+")
MOST_HEAD = 64 * 1024


class WarcFields(dict[str, str]):
    """Fields of a record under their names in small letters; the first of a name counts."""

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        return super().get(name.lower(), default)


class WarcGrammar:
    def read_header(self, window: bytearray, at: int) -> RecordHeader | None:
        first = VERSION_LINE.match(window, at)
        end = BLANK_LINE.search(window, first.end(), at + MOST_HEAD) if first else None
        if first is None or end is None:
            return None
        if RECORD_START.search(window, first.end(), end.start()):
            return None  # cut short, and the next one begins
        fields = read_fields(bytes(window[first.end() : end.start()]))
        length = (fields.get("Content-Length") or "").strip()
        return RecordHeader(
            kind=record_type(fields),
            fields=fields,
            length=parse_number(length),
            size=end.end() - at,
        )

    def find_header(self, window: bytes | bytearray, at: int) -> int:
        found = RECORD_START.search(window, at)
        return found.start() if found else -1


def read_fields(head: bytes) -> WarcFields:
    fields = WarcFields()
    for line in FOLDED_LINE.sub(b" ", head).splitlines():
        name, colon, value = line.decode("utf-8", "replace").partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def record_type(fields: Fields) -> str:
    return (fields.get("WARC-Type") or "").strip().lower() or "unknown"


ADDRESS = rb"(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+|-)"
REST = rb"(" + ADDRESS + rb") (\d{8,18}|null|-) ([^\n]{0,400}?) ?(-?\w{1,15})[ \t]*\r?\n"
# Only what crawlers fetch: after a byte is lost `ttp:` would pass for a scheme too.
SCHEMES = rb"(?:https?|ftp|gopher|dns|whois|urn|file|filedesc|metadata|screenshot|rtsp|mms|news):"
LINE = re.compile(rb"(" + SCHEMES + rb"[^\r\n]{0,8000}?) " + REST, re.IGNORECASE)
# What follows the URL, strict enough to be looked for anywhere.
AFTER_URL = re.compile(rb" (?:\d{1,3}(?:\.\d{1,3}){3}) (?:\d{12,18}|null) [^\n]{0,400}? ?\d+\r?\n")
SCHEME = re.compile(SCHEMES, re.IGNORECASE)
FILE_HEAD = re.compile(rb"filedesc:([^\r\n]{0,8000}?)(?: (\w{1,15}))?[ \t]*\r?\n")
LONGEST_URL = 8 * 1024


class ArcFields(dict[str, str]):
    """`url`, `date` and `type` of a record."""


class ArcGrammar:
    def read_header(self, window: bytearray, at: int) -> RecordHeader | None:
        if found := FILE_HEAD.match(window, at):
            return RecordHeader("filedesc", ArcFields(), _parse_length(found[2]), found.end() - at)
        found = LINE.match(window, at)
        if found is None:
            return None
        url, _, date, kind, _ = (_decode(part) for part in found.groups())
        fields = ArcFields(url=url, date=date, type=kind.split(" ")[0])
        return RecordHeader("response", fields, _parse_length(found[5]), found.end() - at)

    def find_header(self, window: bytes | bytearray, at: int) -> int:
        found = AFTER_URL.search(window, at)
        while found:
            line = window.rfind(b"\n", max(at, found.start() - LONGEST_URL), found.start()) + 1
            url = SCHEME.search(window, max(at, line), found.start())
            if url:
                return url.start()
            # A broken line may run on into a whole one, so the search goes on inside of it.
            found = AFTER_URL.search(window, found.start() + 1)
        return -1


def _parse_length(text: bytes | None) -> int | None:
    return parse_number(text or b"")


def _decode(part: bytes) -> str:
    return bytes(part).decode("utf-8", "replace")
