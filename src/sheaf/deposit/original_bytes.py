"""The bytes of documents as they stand where they came from: in the WARC files of our own crawls,
or in the sources of an import that are still there."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sheaf.acquire.importers.contract import AUTO, ImportContext
from sheaf.acquire.importers.registry import ImporterChoice
from sheaf.acquire.importers.unpack import Bomb, Broken, UnpackLimits, read_members
from sheaf.acquire.remote.address import is_remote
from sheaf.curate import payload
from sheaf.curate.mime_type import sniff
from sheaf.errors import SheafError
from sheaf.records import Capture, Dropped, Location, Payload


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document stood once, how its source was read, and which bytes it had; empty where
    nobody has looked at them. Of a capture without a document it is the capture's number."""

    document_id: int
    place: Location
    sha1: str
    format: str = AUTO
    log: str | None = None


def find_originals(
    source: str, origins: Set[Origin], library: Path, limits: UnpackLimits
) -> Iterator[tuple[Origin, bytes]]:
    """Those of the origins, all of one source, that still have their bytes there. The source is
    read once, as by an import, and no further than needed."""
    # The archives of our own crawls are known by their place in the library.
    path = library / source
    if is_remote(source) or not os.path.exists(path):
        return
    left = set(origins)
    with suppress(OSError, SheafError):
        for origin in origins:
            file = path / origin.place.position
            if os.path.isdir(path) and os.path.isfile(file):
                left.discard(origin)
                yield from _matching(Payload(path=str(file)), {origin}, limits)
    positions: dict[str, set[Origin]] = {}
    for origin in left:
        positions.setdefault(origin.place.position, set()).add(origin)
    with suppress(OSError, SheafError):
        yield from _read_source(path, positions, limits)


def _read_source(
    path: Path, positions: Mapping[str, set[Origin]], limits: UnpackLimits
) -> Iterator[tuple[Origin, bytes]]:
    left = dict(positions)
    if not left:
        return
    first = next(iter(next(iter(left.values()))))
    log = Path(first.log) if first.log else None
    with tempfile.TemporaryDirectory(prefix="sheaf-repair-") as spool:
        context = ImportContext(Path(spool), log=log)
        for item in ImporterChoice(context, first.format).for_source(path).captures(path):
            wanted = left.pop(item.location.position, None) if isinstance(item, Capture) else None
            if wanted is not None and isinstance(item, Capture):
                yield from _matching(item.payload, wanted, limits)
            if isinstance(item, Capture) and (spooled := item.payload.path or "").startswith(spool):
                Path(spooled).unlink(missing_ok=True)
            if not left:
                return


def _matching(
    stored: Payload, origins: Set[Origin], limits: UnpackLimits
) -> Iterator[tuple[Origin, bytes]]:
    whole = payload.load(stored, limits)
    if isinstance(whole, Dropped):
        return
    for origin in origins:
        data = _member(whole, origin.place.member, limits)
        found = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        if data and (not origin.sha1 or found == origin.sha1):
            yield origin, data


def _member(data: bytes, member: str, limits: UnpackLimits) -> bytes:
    """What stands in a container under the numbers by which examination.py calls members."""
    with suppress(Bomb, Broken, IndexError, ValueError):
        for number in filter(None, member.split("/")):
            data = list(read_members(data, sniff(data), limits))[int(number)][1]
        return data
    return b""
