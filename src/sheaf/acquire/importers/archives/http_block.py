"""The answer of a web server as an archive keeps it: status line, headers, body."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheaf.acquire.importers.archives.grammar import whole_number

STATUS = re.compile(rb"HTTP/[\d.]*[ \t]+(\d{3})(?!\d)", re.IGNORECASE)
BLANK_LINE = re.compile(rb"\r{0,2}\n\r{0,2}\n")
WANTED = re.compile(
    rb"^(content-type|content-length|content-encoding|transfer-encoding)[ \t]*:[ \t]*([^\r\n]*)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(slots=True)
class Answer:
    """`encodings` are those still to be undone, outermost first; the body starts at `body` and
    is `length` bytes long if the server is to be believed."""

    status: int | None
    mime_type: str | None
    encodings: tuple[str, ...]
    body: int
    length: int | None = None


def http_answer(block: bytes) -> Answer | None:
    """What the head says, or None where there is no HTTP head."""
    if block[:5].upper() != b"HTTP/":
        return None
    start, end = 0, _head_end(block, 0)
    status = _status(block, 0)
    # «100 Continue» comes before the answer proper.
    while status == 100 and block[end : end + 5].upper() == b"HTTP/":
        start, end = end, _head_end(block, end)
        status = _status(block, start)
    values: dict[bytes, list[str]] = {}
    for name, value in WANTED.findall(block[start:end]):
        values.setdefault(name.lower(), []).append(value.decode("utf-8", "replace").strip())
    length = _first(values.get(b"content-length")) or ""
    return Answer(
        status=status,
        mime_type=_first(values.get(b"content-type")),
        encodings=_encodings(values),
        body=end,
        length=whole_number(length),
    )


def _head_end(block: bytes, start: int) -> int:
    found = BLANK_LINE.search(block, start)
    return found.end() if found else len(block)


def _status(block: bytes, start: int) -> int | None:
    found = STATUS.match(block, start)
    return int(found[1]) if found else None


def _first(values: list[str] | None) -> str | None:
    return (values[0] or None) if values else None


def _encodings(values: dict[bytes, list[str]]) -> tuple[str, ...]:
    # A sender applies content encodings first, transfer encodings last; undone in reverse.
    if b"content-encoding" not in values and b"transfer-encoding" not in values:
        return ()
    applied = values.get(b"content-encoding", []) + values.get(b"transfer-encoding", [])
    names = [name.strip().lower() for value in applied for name in value.split(",")]
    return tuple(name for name in reversed(names) if name and name != "identity")
