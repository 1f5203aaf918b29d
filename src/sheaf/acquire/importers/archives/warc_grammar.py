"""How a WARC record begins: its version line and its fields, in all the forms found so far."""

from __future__ import annotations

import re

from sheaf.acquire.importers.archives.grammar import Fields, Head
from sheaf.acquire.importers.archives.numbers import whole_number

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
    def head(self, window: bytearray, at: int) -> Head | None:
        first = VERSION_LINE.match(window, at)
        end = BLANK_LINE.search(window, first.end(), at + MOST_HEAD) if first else None
        if first is None or end is None:
            return None
        if RECORD_START.search(window, first.end(), end.start()):
            return None  # cut short, and the next one begins
        fields = read_fields(bytes(window[first.end() : end.start()]))
        length = (fields.get("Content-Length") or "").strip()
        return Head(
            kind=kind_in(fields),
            fields=fields,
            length=whole_number(length),
            size=end.end() - at,
        )

    def find(self, window: bytes | bytearray, at: int) -> int:
        found = RECORD_START.search(window, at)
        return found.start() if found else -1


def read_fields(head: bytes) -> WarcFields:
    fields = WarcFields()
    for line in FOLDED_LINE.sub(b" ", head).splitlines():
        name, colon, value = line.decode("utf-8", "replace").partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def kind_in(fields: Fields) -> str:
    return (fields.get("WARC-Type") or "").strip().lower() or "unknown"
