"""How a crawl stands, read from its frontier by any process, while it runs or after."""

from __future__ import annotations

import fcntl
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier_file import FrontierFile
from sheaf.acquire.crawl.frontier_rows import ENTERED
from sheaf.acquire.crawl.visits import FetchOutcome
from sheaf.errors import UsageError
from sheaf.settings import Acquire

STATE = "SELECT is_paused, run_began, run_updated, run_fetches, bytes, written, round FROM state"
COUNTS = """
SELECT hosts.name, counts.outcome, counts.urls, counts.bytes, hosts.pages
FROM counts JOIN hosts ON hosts.id = counts.host
"""
WAITING = "waiting"


@dataclass(slots=True)
class HostStatus:
    """A host's URLs by their end; those that wait, the answers and the bytes that came."""

    name: str
    pages: int = 0
    waiting: int = 0
    bytes: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def answers(self) -> int:
        return self.outcomes.total()


@dataclass(frozen=True, slots=True)
class CrawlStatus:
    """`fetched` and the rates are about the run that is under way, or was the last."""

    name: str
    is_running: bool
    is_paused: bool
    round: int
    seconds: float
    fetched: int
    bytes: int
    written: int
    outcomes: dict[str, int]
    waiting: int
    hosts: tuple[HostStatus, ...]

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
            "running": self.is_running,
            "paused": self.is_paused,
            "round": self.round,
            "seconds": round(self.seconds, 1),
            "fetched": self.fetched,
            "bytes": self.bytes,
            "warc_bytes": self.written,
            "pages_per_second": round(self.pages_per_second, 2),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left),
            "outcomes": self.outcomes,
            "waiting": self.waiting,
            "hosts": {
                host.name: {"waiting": host.waiting, "bytes": host.bytes, **host.outcomes}
                for host in self.hosts
            },
        }


def read_status(path: Path) -> CrawlStatus:
    """The whole of it, from the frontier's counts; nothing is locked and nothing changed."""
    with closing(opened(path)) as file:
        state = file.row(STATE)
        rows = file.rows(COUNTS)
    assert state is not None
    is_paused, began, updated, fetched, size, written, number = state
    hosts: dict[str, HostStatus] = {}
    for name, outcome, urls, bytes_, pages in rows:
        host = hosts.setdefault(name, HostStatus(name, pages))
        if outcome == ENTERED:
            host.waiting += urls
        elif urls:
            host.waiting -= urls
            host.outcomes[outcome] += urls
            host.bytes += bytes_
    outcomes: Counter[str] = Counter()
    for host in hosts.values():
        outcomes.update(host.outcomes)
    return CrawlStatus(
        name=path.stem,
        is_running=is_held(path),
        is_paused=bool(is_paused),
        round=number,
        seconds=updated - began,
        fetched=fetched,
        bytes=size,
        written=written,
        outcomes=dict(outcomes),
        waiting=sum(host.waiting for host in hosts.values()),
        hosts=tuple(sorted(hosts.values(), key=lambda one: (-one.waiting, -one.answers))),
    )


def opened(path: Path) -> FrontierFile:
    if not path.is_file():
        others = ", ".join(sorted(one.stem for one in path.parent.glob("*.db"))) or "none"
        raise UsageError(f"There is no crawl called {path.stem}.", f"Known are: {others}.")
    return FrontierFile(path, is_reader=True)


def is_held(path: Path) -> bool:
    """Whether a crawl is running on a frontier: it holds the lock beside it."""
    lock = path.with_name(path.name + ".lock")
    if not lock.exists():
        return False
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def outcomes_of(path: Path, settings: Acquire) -> Counter[str]:
    """Every URL by its end. One that still waits waits because a run, or its host, has a limit."""
    status = read_status(path)
    outcomes = Counter(status.outcomes)
    for host in status.hosts:
        if host.waiting:
            outcomes[_limit_of(host, settings).value] += host.waiting
    return outcomes


def _limit_of(host: HostStatus, settings: Acquire) -> FetchOutcome:
    has_all_pages = bool(settings.host_pages) and host.pages >= settings.host_pages
    has_all_bytes = bool(settings.host_bytes) and host.bytes >= settings.host_bytes
    return FetchOutcome.HOST_LIMIT if has_all_pages or has_all_bytes else FetchOutcome.PAGE_LIMIT


def as_prometheus(status: CrawlStatus) -> Iterator[str]:
    """The lines that Prometheus, or a node exporter's folder of text files, reads."""
    crawl = f'crawl="{_quoted(status.name)}"'
    simple = {
        "sheaf_crawl_running": ("gauge", "Whether a run is under way.", int(status.is_running)),
        "sheaf_crawl_paused": ("gauge", "Whether it is paused.", int(status.is_paused)),
        "sheaf_crawl_fetched": ("gauge", "Answers of this run.", status.fetched),
        "sheaf_crawl_bytes": ("gauge", "Bytes of the bodies of this run.", status.bytes),
        "sheaf_crawl_warc_bytes_total": ("counter", "Bytes of WARC files written.", status.written),
        "sheaf_crawl_pages_per_second": (
            "gauge",
            "In this run.",
            round(status.pages_per_second, 3),
        ),
        "sheaf_crawl_waiting": ("gauge", "URLs that wait.", status.waiting),
        "sheaf_crawl_hosts": ("gauge", "Hosts met.", len(status.hosts)),
    }
    for name, (kind, words, value) in simple.items():
        yield f"# HELP {name} {words}"
        yield f"# TYPE {name} {kind}"
        yield (
            f"{name}{{{crawl}}} {value:g}"
            if isinstance(value, float)
            else f"{name}{{{crawl}}} {value}"
        )
    yield "# HELP sheaf_crawl_urls URLs of the crawl by their end."
    yield "# TYPE sheaf_crawl_urls gauge"
    for outcome, urls in sorted(status.outcomes.items()):
        yield f'sheaf_crawl_urls{{{crawl},outcome="{outcome}"}} {urls}'


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
