"""Lines of a crawl.log as captures: what a line tells by itself, before any bytes are found."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.importers.logs.heritrix_log import BadLine, LogLine
from sheaf.records import Aside, Capture, Dropped, Location, Outcome

LONGEST_REASON = 1_000


def line_location(home: Path, log: Path, number: int) -> Location:
    """`home` is the folder by whose name the source goes."""
    return Location(str(home.absolute()), f"{log.name}:{number}")


def without_bytes(line: LogLine, location: Location) -> Capture:
    return Capture(
        url=line.url,
        time=line.time,
        location=location,
        parent_url=line.via,
        mime_type=line.mime_type,
        status=line.status,
        depth=line.depth,
        is_seed=line.is_seed,
        truncated=line.truncated,
    )


def with_loss(capture: Capture, loss: Dropped) -> Capture:
    """A document whose bytes are not at hand. An error page that is not there is no loss: its
    status says already what becomes of it."""
    if capture.status is not None and 200 <= capture.status < 300:
        return replace(capture, lost=loss)
    return capture


def no_row(line: BadLine, log: Path, location: Location) -> Capture | Aside:
    """A line that cannot be read may have told of a document, so it counts as one lost."""
    if line.reason == "blank":
        return Aside("blank")
    reason = f"line {line.number} of {log} is no log row: {line.reason}: {line.start}"
    return Capture(
        url=log.absolute().as_uri(),
        time=datetime.fromtimestamp(log.stat().st_mtime, UTC),
        location=location,
        lost=Dropped(Outcome.DAMAGED, reason[:LONGEST_REASON]),
    )
