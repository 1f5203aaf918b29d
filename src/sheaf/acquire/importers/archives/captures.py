"""Records of an archive as captures: payload, status and type, or why there is nothing to have."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.blocks import payload
from sheaf.acquire.importers.archives.grammar import Loss, Record
from sheaf.acquire.importers.archives.http_block import Answer, http_answer
from sheaf.acquire.importers.archives.times import warc_time
from sheaf.acquire.importers.archives.warc_neighbours import (
    Held,
    Neighbour,
    Original,
    neighbour,
    target,
)
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Capture, Dropped, Location, Outcome

CAPTURE_KINDS = frozenset({"response", "resource", "conversion", "revisit"})


def warc_item(record: Record, archive: Archive, context: ImportContext) -> Held | Neighbour:
    if record.damage is None and record.kind not in CAPTURE_KINDS:
        record.block.drop()
        return neighbour(record)
    record = rescued(record)
    fields = record.fields
    url, time = target(fields), warc_time(fields.get("WARC-Date"))
    if reason := _nothing_to_have(record, url):
        record.block.drop()
        return Held(lost(archive, record.place, reason, url, time))
    record_id = fields.get("WARC-Record-ID") or ""
    if record.kind == "revisit":
        record.block.drop()
        return _revisit(record, archive, url, time, record_id)
    names = Original(fields.get("WARC-Payload-Digest"), url, time, record_id)
    location = Location(archive.source, archive.prefix + record.place)
    capture = fetched(url, time, location, record, fields.get("Content-Type"), context)
    if cut := (fields.get("WARC-Truncated") or "").strip().lower():
        capture = replace(capture, truncated=cut)
    return Held(capture, record_id, record.place, names)


def fetched(
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
    answer = http_answer(block.start) if record.kind == "response" else None
    if answer is None:
        answer = Answer(None, mime_type, (), 0)
    return Capture(
        url=url,
        time=time,
        location=location,
        payload=payload(block, answer.body, answer.encodings, context),
        mime_type=answer.mime_type,
        status=answer.status,
    )


def rescued(record: Record) -> Record:
    """A record whose length is wrong is whole nevertheless if all of the body that the server
    promised is there."""
    if record.damage is None or not record.unpacked or record.kind != "response":
        return record
    answer = http_answer(record.block.start)
    if answer is None or answer.length is None:
        return record
    end = answer.body + answer.length
    if not answer.length or end > record.block.length:
        return record
    return replace(record, block=record.block.cut(end), damage=None)


def lost(
    archive: Archive, place: str, reason: str, url: str = "", time: datetime | None = None
) -> Capture:
    """A record that is broken. Without a URL of its own it goes by the name of its file."""
    return Capture(
        url=url or archive.uri,
        time=time or archive.time,
        location=Location(archive.source, archive.prefix + place),
        lost=Dropped(Outcome.DAMAGED, f"{reason} (offset {archive.prefix}{place})"),
    )


def lost_bytes(archive: Archive, loss: Loss) -> Held:
    """A stretch of the file in which no record could be made out."""
    return Held(
        Capture(
            url=archive.uri,
            time=archive.time,
            location=Location(archive.source, f"{archive.prefix}{loss.place}:broken"),
            lost=Dropped(Outcome.DAMAGED, f"{loss.reason} (offset {archive.prefix}{loss.place})"),
        )
    )


def _nothing_to_have(record: Record, url: str) -> str | None:
    if record.damage is not None:
        return f"a broken {record.kind} record: {record.damage}"
    return None if url else f"a {record.kind} record without a target URI"


def _revisit(record: Record, archive: Archive, url: str, time: datetime, record_id: str) -> Held:
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
    refers_to = Original(
        digest=fields.get("WARC-Payload-Digest"),
        url=original,
        time=warc_time(date) if date else None,
        record_id=fields.get("WARC-Refers-To") or "",
    )
    return Held(capture, record_id, record.place, revisits=refers_to)
