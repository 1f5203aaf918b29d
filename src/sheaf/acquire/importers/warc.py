"""WARC files, compressed or not, read as a stream with FastWARC.

Responses, resources, conversions and revisits are captures; all other records stand aside.
The page that led to a capture is told by the records around it: `via` in a metadata record, or
the Referer of its request. So a capture is held back until the next one begins.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastwarc.stream_io import FastWARCError
from fastwarc.warc import ArchiveIterator, WarcRecordType

from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Capture, Dropped, Location, Outcome, Payload

CAPTURE_KINDS = ("response", "resource", "conversion", "revisit")
OTHER_KINDS = ("warcinfo", "request", "metadata", "continuation")
# FastWARC's record types are numbers in disguise that cannot be keys themselves.
KIND_NAMES = {int(getattr(WarcRecordType, name)): name for name in CAPTURE_KINDS + OTHER_KINDS}
GZIP = b"\x1f\x8b"
CHUNK = 1024 * 1024
SMALL_RECORD = 64 * 1024


class WarcImporter:
    def __init__(self, context: ImportContext) -> None:
        self.context = context

    def recognises(self, source: Path, head: bytes) -> bool:
        return _plain_start(head).startswith(b"WARC/")

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        held: Held | None = None
        referrers: dict[str, str] = {}
        for item in self._records(source):
            if isinstance(item, Held):
                if held is not None:
                    yield held.capture
                parent = referrers.pop(item.capture.url, None)
                held = item if parent is None else item.with_parent(parent)
                referrers.clear()
                continue
            yield Aside(item.kind)
            if held is not None and item.tells_about(held):
                held = held.with_parent(item.parent_url) if item.parent_url else held
            elif item.parent_url and item.url:
                referrers = {item.url: item.parent_url}
        if held is not None:
            yield held.capture

    def _records(self, source: Path) -> Iterator[Held | Neighbour]:
        """FastWARC's records as ours. Where it gives up, the rest of the file is one loss,
        named by its offset."""
        places = Places()
        with source.open("rb") as stream:
            iterator = ArchiveIterator(
                stream, parse_http=False, quirks_mode=True, record_types=WarcRecordType.any_type
            )
            records = iter(iterator)
            while True:
                try:
                    record = next(records, None)
                    if record is None:
                        break
                    yield self._read(source, record, places.of(record))
                # Which of these it raises depends on the damage; all mean the same to us.
                except (FastWARCError, OSError, ValueError, EOFError, RuntimeError) as problem:
                    yield Held("", self._broken(source, places.offset, f"not readable: {problem}"))
                    return
        if places.offset < 0:
            yield Held("", self._broken(source, 0, "no whole WARC record in it"))

    def _read(self, source: Path, record: Any, place: str) -> Held | Neighbour:
        kind = KIND_NAMES.get(int(record.record_type), "unknown")
        if kind not in CAPTURE_KINDS:
            return _neighbour(record, kind)
        location = Location(str(source.absolute()), place)
        capture = self._capture(location, record, kind)
        return Held(record.record_id or "", capture)

    def _capture(self, location: Location, record: Any, kind: str) -> Capture:
        headers = record.headers
        url = _url(record)
        bare = Capture(url=url, time=_time(record), location=location)
        if not url:
            return replace(bare, lost=Dropped(Outcome.DAMAGED, "the record has no target URI"))
        if kind == "revisit":
            original = headers.get("WARC-Refers-To-Target-URI") or url
            reason = f"a revisit record: the bytes are in an earlier capture of {original}"
            return replace(bare, lost=Dropped(Outcome.MISSING_BYTES, reason))
        bare = replace(bare, mime_type=headers.get("Content-Type"))
        if record.is_http:
            record.parse_http(quirks_mode=True)
            if record.http_headers is not None:
                bare = _with_http(bare, record.http_headers)
        return self._with_payload(bare, record)

    def _with_payload(self, capture: Capture, record: Any) -> Capture:
        """Small payloads come along; a large one is spooled, so that memory stays flat."""
        limit = self.context.hand_over_bytes
        data = record.reader.read(limit + 1)
        if len(data) <= limit:
            capture = replace(capture, payload=replace(capture.payload, data=data))
        else:
            path, length = self._spool(data, record.reader)
            capture = replace(capture, payload=replace(capture.payload, path=path, length=length))
        return _checked_for_truncation(capture, record)

    def _spool(self, start: bytes, rest: Any) -> tuple[str, int]:
        descriptor, path = tempfile.mkstemp(dir=self.context.spool, prefix="payload-")
        with os.fdopen(descriptor, "wb") as file:
            length = file.write(start)
            while chunk := rest.read(CHUNK):
                length += file.write(chunk)
        return path, length

    def _broken(self, source: Path, offset: int, reason: str) -> Capture:
        """A loss has no URL of its own: it goes by the name of its file."""
        return Capture(
            url=source.absolute().as_uri(),
            time=datetime.fromtimestamp(source.stat().st_mtime, UTC),
            location=Location(str(source.absolute()), f"{offset}:broken"),
            lost=Dropped(Outcome.DAMAGED, f"{reason}; the archive is lost from here on"),
        )


class Places:
    """Where a record stands: its offset, and in a file compressed as one piece, where many
    records share an offset, its number there (`0+3`)."""

    def __init__(self) -> None:
        self.offset = -1
        self.number = 0

    def of(self, record: Any) -> str:
        self.number = self.number + 1 if record.stream_pos == self.offset else 0
        self.offset = record.stream_pos
        return f"{self.offset}+{self.number}" if self.number else str(self.offset)


@dataclass(frozen=True, slots=True)
class Held:
    """A capture that waits for what its neighbours say about it."""

    record_id: str
    capture: Capture

    def with_parent(self, parent_url: str) -> Held:
        return Held(self.record_id, replace(self.capture, parent_url=parent_url))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A record that is no capture but may tell where one was found."""

    kind: str
    url: str = ""
    concurrent_to: str = ""
    parent_url: str | None = None

    def tells_about(self, held: Held) -> bool:
        if self.concurrent_to and held.record_id:
            return self.concurrent_to == held.record_id
        return bool(self.url) and self.url == held.capture.url


def _neighbour(record: Any, kind: str) -> Neighbour:
    parent = None
    # Request and metadata records are small; a large one says nothing about parents.
    if kind in {"request", "metadata"} and record.content_length <= SMALL_RECORD:
        parent = _parent_in(kind, record.reader.read(SMALL_RECORD))
    refers_to = record.headers.get("WARC-Concurrent-To") or record.headers.get("WARC-Refers-To")
    return Neighbour(kind, _url(record), refers_to or "", parent)


def _parent_in(kind: str, block: bytes) -> str | None:
    name = b"referer:" if kind == "request" else b"via:"
    for line in block.split(b"\r\n\r\n", 1)[0].splitlines():
        if line.lower().startswith(name):
            return line[len(name) :].strip().decode("utf-8", "replace") or None
    return None


def _with_http(capture: Capture, headers: Any) -> Capture:
    transfer = (headers.get("Transfer-Encoding") or "").lower().split(",")
    content = (headers.get("Content-Encoding") or "").lower().split(",")
    # A sender applies content encodings first, transfer encodings last; undone in reverse.
    applied = [name.strip() for name in content + transfer]
    encodings = tuple(name for name in reversed(applied) if name and name != "identity")
    return replace(
        capture,
        status=headers.status_code,
        mime_type=headers.get("Content-Type"),
        payload=Payload(encodings=encodings),
    )


def _checked_for_truncation(capture: Capture, record: Any) -> Capture:
    """A record whose archive ends in the middle of it is damaged; one that a crawler cut short
    on purpose says so itself and is judged by its bytes."""
    payload = capture.payload
    got = len(payload.data) if payload.data is not None else payload.length or 0
    declared = record.content_length
    if capture.status is None and got < declared:
        reason = f"the archive ends after {got} of the record's {declared} bytes"
        return replace(capture, lost=Dropped(Outcome.DAMAGED, reason))
    return capture


def _url(record: Any) -> str:
    # Some versions of wget wrote the URI in angle brackets.
    return (record.headers.get("WARC-Target-URI") or "").strip().strip("<>").strip()


def _time(record: Any) -> datetime:
    time: datetime | None = record.record_date
    if time is None:
        return datetime.fromtimestamp(0, UTC)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _plain_start(head: bytes) -> bytes:
    if head.startswith(GZIP):
        try:
            return zlib.decompressobj(wbits=31).decompress(head, 64)
        except zlib.error:
            return b""
    return head
