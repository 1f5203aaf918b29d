"""Captures of an archive completed from the crawl.log that was written beside it.

The log knows the page that led to a capture, its depth and whether it was a seed. It wins over
what the archive tells, for a Referer is what the crawler said to the server, not what it knew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from weakref import WeakValueDictionary

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.logs.captures import line_location, no_row, with_loss, without_bytes
from sheaf.acquire.importers.logs.heritrix_log import BadLine, LogLine, parts_of_log
from sheaf.acquire.importers.logs.lookup import LogLookup
from sheaf.records import Aside, Capture, Dropped, Outcome


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

    def told(self) -> Iterator[Capture | Aside]:
        """Reads the log, if that was not done yet, and counts its lines: they stand aside, for
        the log may tell of more archives than were given. What is no line counts as lost."""
        if self.lookup is not None:
            return
        lookup = self.read()
        for path, line in lookup.bad_lines():
            yield no_row(line, path, line_location(self.home, path, line.number))
        yield from repeat(Aside("log_line"), lookup.rows)

    def completed(self, capture: Capture) -> Capture:
        place = capture.location
        line = self.read().find(capture.url, capture.time, Path(place.source).name, place.position)
        if line is None:
            return capture
        return replace(
            capture,
            parent_url=line.via or (None if line.is_seed else capture.parent_url),
            depth=line.depth,
            is_seed=line.is_seed,
            truncated=capture.truncated or line.truncated,
        )

    def unanswered(self) -> Iterator[Capture | Aside]:
        """What the log tells of and no archive holds."""
        for path, line in self.read().unanswered():
            location = line_location(self.home, path, line.number)
            if isinstance(line, BadLine):
                yield no_row(line, path, location)
            elif line.aside is not None:
                yield Aside(line.aside)
            else:
                yield with_loss(without_bytes(line, location), _missing(line))

    def close(self) -> None:
        if self.lookup is not None:
            self.lookup.close()


def _missing(line: LogLine) -> Dropped:
    notes = (line.annotations or "").split(",")
    unwritten = next((one for one in notes if one.startswith(("unwritten:", "duplicate:"))), None)
    if unwritten is not None:
        reason = f"the crawler wrote no record of it ({unwritten})"
    elif line.warc_file is not None:
        reason = f"no record of it in the archives at hand; the log names {line.warc_file}"
    else:
        reason = "no record of it in the archives at hand"
    return Dropped(Outcome.MISSING_BYTES, reason)


# By the identity of a context, which its LogJoin keeps alive: the importers of one run share it.
_named: WeakValueDictionary[int, LogJoin] = WeakValueDictionary()


def named_log(context: ImportContext) -> LogJoin | None:
    """The log that the user named, for all importers of a run the same."""
    if context.log is None:
        return None
    join = _named.get(id(context))
    if join is None:
        join = _named[id(context)] = LogJoin(context.log, context.log.absolute().parent, context)
    return join
