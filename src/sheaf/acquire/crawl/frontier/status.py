"""How a crawl stands, read from its frontier by any process, while it runs or after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier.file import FrontierFile, open_frontier
from sheaf.acquire.crawl.frontier.locks import is_being_imported, is_running
from sheaf.acquire.crawl.frontier.rows import ENTERED
from sheaf.acquire.crawl.visits import RUN_END_WORDS, FetchOutcome, RunEnd
from sheaf.crawl_settings import LimitSettings

STATE = """
SELECT is_paused, run_began, run_updated, run_fetches, bytes, written, round, run_end FROM state
"""
# What a run that is to come will find.
LAST_WORD = "SELECT word FROM orders WHERE word IN ('pause', 'resume') ORDER BY id DESC LIMIT 1"
TOTALS = "SELECT outcome, urls FROM totals WHERE urls <> 0"
LEFT_OUT = "SELECT reason, links FROM left_out ORDER BY links DESC, reason"
# Their numbers are given out one after the other.
HOST_COUNT = "SELECT coalesce(max(id), 0) FROM hosts"
HOSTS = """
SELECT id, name, waiting FROM hosts ORDER BY waiting DESC, ended DESC LIMIT ?
"""
ENDS = "SELECT outcome, urls, bytes FROM counts WHERE host = ? AND outcome <> ? AND urls <> 0"
WAITING_FOR_HOSTS = """
SELECT coalesce(sum(waiting), 0) FROM hosts
WHERE waiting > 0 AND ((?1 AND pages >= ?1) OR (?2 AND bytes >= ?2))
"""
HOSTS_LISTED = 20


@dataclass(slots=True)
class HostStatus:
    """A host's URLs by their end; those that wait, the answers and the bytes that came."""

    name: str
    waiting: int = 0
    bytes: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def answers(self) -> int:
        return self.outcomes.total()


@dataclass(frozen=True, slots=True)
class CrawlStatus:
    """`fetched` and the rates are about the run that is under way, or was the last. Of all hosts
    there are `host_count`; `hosts` are those with most to come. `left_out` are links that did not
    enter the crawl, by the reason: one counts for each page it stands on. It `is_running` while it
    fetches, and `is_importing` while what came is imported and nothing is fetched any more. One
    that does not run `is_paused` where its next run will be. `end` is why its last run ended, None
    where it was cut off, or has not ended."""

    name: str
    is_running: bool
    is_importing: bool
    is_paused: bool
    round: int
    seconds: float
    fetched: int
    bytes: int
    written: int
    outcomes: dict[str, int]
    waiting: int
    left_out: dict[str, int]
    hosts: tuple[HostStatus, ...]
    host_count: int
    end: RunEnd | None = None

    @property
    def was_stopped(self) -> bool:
        """Whether it does not run, though there is more to fetch, and its last run ended well."""
        is_at_work = self.is_running or self.is_importing
        return not is_at_work and bool(self.waiting) and self.end is not None

    @property
    def why_stopped(self) -> str:
        return RUN_END_WORDS[self.end] if self.was_stopped and self.end else ""

    @property
    def state(self) -> str:
        """In words: running, paused, importing, stopped, not running; those that do not run may be
        paused too."""
        if self.is_running:
            return "paused" if self.is_paused else "running"
        if self.is_importing:
            return "importing, paused" if self.is_paused else "importing"
        if self.is_paused:
            return "paused, not running"
        return "stopped" if self.was_stopped else "not running"

    @property
    def pages_per_second(self) -> float:
        return self.fetched / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """If it goes on as it went, and finds nothing new."""
        rate = self.pages_per_second
        return self.waiting / rate if rate and self.is_running else None

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "state": self.state,
            "running": self.is_running,
            "importing": self.is_importing,
            "paused": self.is_paused,
            "end": self.end.value if self.end else None,
            "why_stopped": self.why_stopped or None,
            "round": self.round,
            "seconds": round(self.seconds, 1),
            "fetched": self.fetched,
            "bytes": self.bytes,
            "warc_bytes": self.written,
            "pages_per_second": round(self.pages_per_second, 2),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left),
            "outcomes": self.outcomes,
            "waiting": self.waiting,
            "left_out": self.left_out,
            "host_count": self.host_count,
            "hosts": {
                host.name: {"waiting": host.waiting, "bytes": host.bytes, **host.outcomes}
                for host in self.hosts
            },
        }


def read_status(path: Path, *, hosts: int = HOSTS_LISTED) -> CrawlStatus:
    """From the frontier's sums, so that it takes as long for a large crawl as for a small one.
    Nothing is locked and nothing changed."""
    runs = is_running(path)
    with closing(open_frontier(path)) as file, file.snapshot():
        state = file.row(STATE)
        # Of one that runs the pause counts once it is kept; any other finds it when it is run.
        ordered = None if runs else file.row(LAST_WORD)
        outcomes = dict(file.rows(TOTALS))
        left_out = dict(file.rows(LEFT_OUT))
        shown = tuple(_hosts(file, hosts))
        count = file.row(HOST_COUNT)
    assert state is not None
    assert count is not None
    is_paused, began, updated, fetched, size, written, number, end = state
    entered = outcomes.pop(ENTERED, 0)
    return CrawlStatus(
        name=path.stem,
        is_running=runs,
        is_importing=not runs and is_being_imported(path),
        is_paused=ordered[0] == "pause" if ordered else bool(is_paused),
        round=number,
        seconds=updated - began,
        fetched=fetched,
        bytes=size,
        written=written,
        outcomes=outcomes,
        waiting=entered - sum(outcomes.values()),
        left_out=left_out,
        hosts=shown,
        host_count=count[0],
        end=RunEnd(end) if end in list(RunEnd) else None,
    )


def _hosts(file: FrontierFile, most: int) -> Iterator[HostStatus]:
    for key, name, waiting in file.rows(HOSTS, (max(0, most),)):
        host = HostStatus(name, waiting)
        for outcome, urls, size in file.rows(ENDS, (key, ENTERED)):
            host.outcomes[outcome] = urls
            host.bytes += size
        yield host


def outcomes_of(
    path: Path, limits: LimitSettings, waits: FetchOutcome = FetchOutcome.WAITING
) -> Counter[str]:
    """Every URL by its end. One that still waits does so because its host has a limit, or for the
    reason for which the run has ended."""
    status = read_status(path, hosts=0)
    with closing(open_frontier(path)) as file:
        row = file.row(WAITING_FOR_HOSTS, (limits.host_pages, limits.host_bytes))
    assert row is not None
    waiting = {
        FetchOutcome.HOST_LIMIT.value: row[0],
        waits.value: status.waiting - row[0],
    }
    return +Counter({**status.outcomes, **waiting})
