"""Lines of a crawl.log as captures, and captures of archives completed from their lines.

The log knows the page that led to a capture, its depth and whether it was a seed. It wins over
what the archive says, for a Referer is what the crawler told the server, not what it knew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from weakref import WeakValueDictionary

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.logs.heritrix_log import BadLine, CrawlLogLine, parts_of_log
from sheaf.acquire.importers.logs.lookup import LogLookup
from sheaf.records import Aside, Capture, Dropped, Location, Outcome

LONGEST_REASON = 1_000


def line_location(home: Path, log: Path, number: int) -> Location:
    """`home` is the folder by whose name the source goes."""
    return Location(str(home.absolute()), f"{log.name}:{number}")


def capture_of_line(line: CrawlLogLine, location: Location) -> Capture:
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


def add_loss(capture: Capture, loss: Dropped) -> Capture:
    """A document whose bytes are not at hand. An error page that is not there is no loss: its
    status says already what becomes of it."""
    if capture.status is not None and 200 <= capture.status < 300:
        return replace(capture, lost=loss)
    return capture


def capture_of_bad_line(line: BadLine, log: Path, location: Location) -> Capture | Aside:
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


class LogJoin:
    """A log that archives of one context are read with. `home` is the folder it belongs to."""

    def __init__(self, log: Path, home: Path, context: ImportContext) -> None:
        self.log = log
        self.home = home
        self.context = context
        self.lookup: LogLookup | None = None

    def read(self) -> LogLookup:
        """The log made ready to be asked, the first time by reading all of it."""
        if self.lookup is None:
            self.lookup = LogLookup(parts_of_log(self.log), self.context.spool)
        return self.lookup

    def report_lines(self) -> Iterator[Capture | Aside]:
        """Reads the log, if that was not done yet, and counts its lines: they stand aside, for
        the log may tell of more archives than were given. What is no line counts as lost."""
        if self.lookup is not None:
            return
        lookup = self.read()
        for path, line in lookup.bad_lines():
            yield capture_of_bad_line(line, path, line_location(self.home, path, line.number))
        yield from repeat(Aside("log_line"), lookup.rows)

    def complete(self, capture: Capture) -> Capture:
        location = capture.location
        line = self.read().find(
            capture.url, capture.time, Path(location.source).name, location.position
        )
        if line is None:
            return capture
        return replace(
            capture,
            parent_url=line.via or (None if line.is_seed else capture.parent_url),
            depth=line.depth,
            is_seed=line.is_seed,
            truncated=capture.truncated or line.truncated,
        )

    def missing_lines(self) -> Iterator[Capture | Aside]:
        """What the log tells of and no archive holds."""
        for path, line in self.read().iterate_unmatched():
            location = line_location(self.home, path, line.number)
            if isinstance(line, BadLine):
                yield capture_of_bad_line(line, path, location)
            elif line.aside is not None:
                yield Aside(line.aside)
            else:
                yield add_loss(capture_of_line(line, location), _why_missing(line))

    def close(self) -> None:
        if self.lookup is not None:
            self.lookup.close()


def _why_missing(line: CrawlLogLine) -> Dropped:
    notes = (line.annotations or "").split(",")
    unwritten = next(
        (note for note in notes if note.startswith(("unwritten:", "duplicate:"))), None
    )
    if unwritten is not None:
        reason = f"the crawler wrote no record of it ({unwritten})"
    elif line.warc_file is not None:
        reason = f"no record of it in the archives at hand; the log names {line.warc_file}"
    else:
        reason = "no record of it in the archives at hand"
    return Dropped(Outcome.MISSING_BYTES, reason)


# By the identity of a context, which its LogJoin keeps alive: the importers of one run share it.
_shared: WeakValueDictionary[int, LogJoin] = WeakValueDictionary()


def shared_log(context: ImportContext) -> LogJoin | None:
    """The log that the user named, for all importers of a run the same."""
    if context.log is None:
        return None
    join = _shared.get(id(context))
    if join is None:
        join = _shared[id(context)] = LogJoin(context.log, context.log.absolute().parent, context)
    return join
