"""Records of an archive as captures: payload, status and type, or why there is nothing to have."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.blocks import drop_file, make_payload
from sheaf.acquire.importers.archives.grammar import Loss, Record, parse_number
from sheaf.acquire.importers.archives.related_records import (
    PayloadNames,
    PendingCapture,
    RelatedRecord,
    read_related_record,
    target_uri,
)
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Capture, Dropped, Location, Outcome

UNKNOWN = datetime.fromtimestamp(0, UTC)
DIGITS = re.compile(r"\d+")
# Year, month, day, hour, minute, second: what stands for a part that is not given.
NEUTRAL = (1, 1, 1, 0, 0, 0)


def parse_warc_time(text: str | None) -> datetime:
    """`2008-04-30T20:48:25Z`; WARC 1.1 allows less and more of it. Unreadable: 1970."""
    if not text:
        return UNKNOWN
    try:
        time = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        return _make_time([int(part) for part in DIGITS.findall(text[:19])])
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def parse_arc_time(text: str) -> datetime:
    """`20080430204825`, with or without seconds, sometimes with milliseconds."""
    if not (text.isascii() and text.isdecimal()) or len(text) < 4:
        return UNKNOWN
    pairs = [text[at : at + 2] for at in range(4, min(len(text) - 1, 14), 2)]
    return _make_time([int(text[:4]), *map(int, pairs)])


def _make_time(parts: list[int]) -> datetime:
    if not parts:
        return UNKNOWN
    year, month, day, hour, minute, second = [*parts, *NEUTRAL[len(parts) :]][:6]
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except (ValueError, OverflowError):  # a year of ten digits is too much for C
        return UNKNOWN


STATUS = re.compile(rb"HTTP/[\d.]*[ \t]+(\d{3})(?!\d)", re.IGNORECASE)
BLANK_LINE = re.compile(rb"\r{0,2}\n\r{0,2}\n")
WANTED = re.compile(
    rb"^(content-type|content-length|content-encoding|transfer-encoding)[ \t]*:[ \t]*([^\r\n]*)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(slots=True)
class HttpHead:
    """`encodings` are those still to be undone, outermost first; the body starts at `body` and
    is `length` bytes long if the server is to be believed."""

    status: int | None
    mime_type: str | None
    encodings: tuple[str, ...]
    body: int
    length: int | None = None


def read_http_head(block: bytes) -> HttpHead | None:
    """What the head says, or None where there is no HTTP head."""
    if block[:5].upper() != b"HTTP/":
        return None
    start, end = 0, _find_head_end(block, 0)
    status = _read_status(block, 0)
    # «100 Continue» comes before the answer proper.
    while status == 100 and block[end : end + 5].upper() == b"HTTP/":
        start, end = end, _find_head_end(block, end)
        status = _read_status(block, start)
    values: dict[bytes, list[str]] = {}
    for name, value in WANTED.findall(block[start:end]):
        values.setdefault(name.lower(), []).append(value.decode("utf-8", "replace").strip())
    length = _first_value(values.get(b"content-length")) or ""
    return HttpHead(
        status=status,
        mime_type=_first_value(values.get(b"content-type")),
        encodings=_read_encodings(values),
        body=end,
        length=parse_number(length),
    )


def _find_head_end(block: bytes, start: int) -> int:
    found = BLANK_LINE.search(block, start)
    return found.end() if found else len(block)


def _read_status(block: bytes, start: int) -> int | None:
    found = STATUS.match(block, start)
    return int(found[1]) if found else None


def _first_value(values: list[str] | None) -> str | None:
    return (values[0] or None) if values else None


def _read_encodings(values: dict[bytes, list[str]]) -> tuple[str, ...]:
    # A sender applies content encodings first, transfer encodings last; undone in reverse.
    if b"content-encoding" not in values and b"transfer-encoding" not in values:
        return ()
    applied = values.get(b"content-encoding", []) + values.get(b"transfer-encoding", [])
    names = [name.strip().lower() for value in applied for name in value.split(",")]
    return tuple(name for name in reversed(names) if name and name != "identity")


CAPTURE_KINDS = frozenset({"response", "resource", "conversion", "revisit"})
# What crawlers file beside their downloads: the answers of name servers, their own logs and
# settings (wget, warcprox), and what browser crawlers say about a page (urn:pageinfo:, urn:view:).
NO_DOWNLOAD = re.compile(
    r"(dns|whois|metadata|filedesc|screenshot|thumbnail|urn|warcinfo):", re.IGNORECASE
)


def set_apart(capture: Capture) -> Capture | Aside:
    """What has the form of a download and is none, by the scheme of its URL, stands aside. Done
    last: the log of the crawler may have a line for it, which is found by the capture."""
    found = NO_DOWNLOAD.match(capture.url)
    if found is None or (capture.lost is not None and capture.lost.outcome is Outcome.DAMAGED):
        return capture
    drop_file(capture.payload.path)
    return Aside(found[1].lower())


def convert_warc_record(
    record: Record, archive: Archive, context: ImportContext
) -> PendingCapture | RelatedRecord:
    if record.damage is None and record.kind not in CAPTURE_KINDS:
        record.block.drop()
        return read_related_record(record)
    record = repair_length(record)
    fields = record.fields
    url, time = target_uri(fields), parse_warc_time(fields.get("WARC-Date"))
    if reason := _why_lost(record, url):
        record.block.drop()
        return PendingCapture(lost_record(archive, record.place, reason, url, time))
    record_id = fields.get("WARC-Record-ID") or ""
    if record.kind == "revisit":
        record.block.drop()
        return _convert_revisit(record, archive, url, time, record_id)
    names = PayloadNames(fields.get("WARC-Payload-Digest"), url, time, record_id)
    location = Location(archive.source, archive.prefix + record.place)
    capture = make_capture(url, time, location, record, fields.get("Content-Type"), context)
    if cut := (fields.get("WARC-Truncated") or "").strip().lower():
        capture = replace(capture, truncated=cut)
    return PendingCapture(capture, record_id, record.place, names)


def make_capture(
    url: str,
    time: datetime,
    location: Location,
    record: Record,
    mime_type: str | None,
    context: ImportContext,
) -> Capture:
    """A capture with its payload. Only a response has an HTTP head; a file that was archived as
    it is may look as if it had one."""
    block = record.block
    head = read_http_head(block.start) if record.kind == "response" else None
    if head is None:
        head = HttpHead(None, mime_type, (), 0)
    return Capture(
        url=url,
        time=time,
        location=location,
        payload=make_payload(block, head.body, head.encodings, context),
        mime_type=head.mime_type,
        status=head.status,
    )


def repair_length(record: Record) -> Record:
    """A record whose length is wrong is whole nevertheless if all of the body that the server
    promised is there."""
    if record.damage is None or not record.unpacked or record.kind != "response":
        return record
    head = read_http_head(record.block.start)
    if head is None or head.length is None:
        return record
    end = head.body + head.length
    if not head.length or end > record.block.length:
        return record
    return replace(record, block=record.block.cut(end), damage=None)


def lost_record(
    archive: Archive, place: str, reason: str, url: str = "", time: datetime | None = None
) -> Capture:
    """A record that is broken. Without a URL of its own it goes by the name of its file."""
    return Capture(
        url=url or archive.uri,
        time=time or archive.time,
        location=Location(archive.source, archive.prefix + place),
        lost=Dropped(Outcome.DAMAGED, f"{reason} (offset {archive.prefix}{place})"),
    )


def capture_of_loss(archive: Archive, loss: Loss) -> Capture:
    """A part of the file in which no record could be made out."""
    return Capture(
        url=archive.uri,
        time=archive.time,
        location=Location(archive.source, f"{archive.prefix}{loss.place}:broken"),
        lost=Dropped(Outcome.DAMAGED, f"{loss.reason} (offset {archive.prefix}{loss.place})"),
    )


def _why_lost(record: Record, url: str) -> str | None:
    if record.damage is not None:
        return f"a broken {record.kind} record: {record.damage}"
    return None if url else f"a {record.kind} record without a target URI"


def _convert_revisit(
    record: Record, archive: Archive, url: str, time: datetime, record_id: str
) -> PendingCapture:
    fields = record.fields
    original = (fields.get("WARC-Refers-To-Target-URI") or url).strip("<>")
    date = fields.get("WARC-Refers-To-Date")
    reason = f"a revisit record: the bytes are in an earlier capture of {original}"
    capture = Capture(
        url=url,
        time=time,
        location=Location(archive.source, archive.prefix + record.place),
        lost=Dropped(Outcome.MISSING_BYTES, reason),
    )
    refers_to = PayloadNames(
        digest=fields.get("WARC-Payload-Digest"),
        url=original,
        time=parse_warc_time(date) if date else None,
        record_id=fields.get("WARC-Refers-To") or "",
    )
    return PendingCapture(capture, record_id, record.place, revisits=refers_to)
