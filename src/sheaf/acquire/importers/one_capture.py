"""One capture, read again where it stands: a record of an archive, or a file of a folder.

Nothing before it in its source is read, so that thousands of them cost no more than themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sheaf.acquire.importers.archives.arc import convert_arc_record
from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import convert_warc_record
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import ArcGrammar, Grammar, Record, WarcGrammar
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.archives.related_records import PendingCapture
from sheaf.acquire.importers.archives.unpacked_stream import parse_place
from sheaf.acquire.importers.archives.wacz import ZIP, find_stored_archive
from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext
from sheaf.acquire.importers.files.folder import UNKNOWN_TIME
from sheaf.acquire.importers.unpack import FAULTS
from sheaf.errors import SourceError
from sheaf.records import Capture, Location, Payload

LAST_MODIFIED = re.compile(rb"^last-modified[ \t]*:[ \t]*([^\r\n]{1,100})", re.I | re.M)
PLACE = re.compile(r"\d{1,18}(?:\+\d{1,18})?")
# How far into a record the head of an answer may reach.
HEAD_REACH = 16 * 1024


@dataclass(frozen=True, slots=True)
class StoredCapture:
    """A capture, and what its server said of its age."""

    capture: Capture
    last_modified: str = ""


def read_capture_at(source: Path, position: str, context: ImportContext) -> StoredCapture:
    """Raises SourceError in words where it is not there any more, or cannot be read alone."""
    try:
        if source.is_dir():
            return _read_file(source, position)
        with source.open("rb") as file:
            head = file.read(HEAD_BYTES)
        if head.startswith(ZIP):
            name, _, position = position.rpartition("@")
            return _read_record(find_stored_archive(source, name), position, WarcGrammar(), context)
        kind = archive_kind(source, head)
        if kind is None:
            raise SourceError(f"{source} is not read again for one of its pages.")
        grammar = WarcGrammar() if kind == "warc" else ArcGrammar()
        return _read_record(Archive.of(source), position, grammar, context)
    except FAULTS as problem:
        raise SourceError(f"{source} cannot be read: {problem}.") from problem


def _read_file(folder: Path, position: str) -> StoredCapture:
    path = folder / position
    if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
        raise SourceError(f"There is no file {position} in {folder} any more.")
    payload = Payload(path=str(path), length=path.stat().st_size)
    return StoredCapture(
        Capture(path.as_uri(), UNKNOWN_TIME, Location(str(folder), position), payload)
    )


def _read_record(
    archive: Archive, position: str, grammar: Grammar, context: ImportContext
) -> StoredCapture:
    if not PLACE.fullmatch(position):
        raise SourceError(f"{archive.source} has no record at {position}.")
    with archive.open() as stream:
        reader = RecoveringReader(stream, grammar, context)
        record = next(reader.records(*parse_place(position)), None)
    if not isinstance(record, Record) or record.place != position:
        raise SourceError(f"{archive.source} has no record at {position} any more.")
    found = LAST_MODIFIED.search(record.block.start, 0, HEAD_REACH)
    changed = found[1].decode("ascii", "replace").strip() if found else ""
    if isinstance(grammar, ArcGrammar):
        return StoredCapture(convert_arc_record(record, archive, context), changed)
    item = convert_warc_record(record, archive, context)
    if not isinstance(item, PendingCapture):
        raise SourceError(f"{archive.source} has no page at {position} any more.")
    return StoredCapture(item.capture, changed)
