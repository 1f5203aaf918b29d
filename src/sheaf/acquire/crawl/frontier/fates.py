"""What became of one URL of a crawl: `sheaf crawl explain URL --name CRAWL`."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.crawl.frontier.file import open_frontier
from sheaf.acquire.crawl.frontier.frontier import SEEDS
from sheaf.urls import host_of, site_of

# URLs have no index: all of them are walked through, which takes a second for some millions.
FATE = """
SELECT urls.depth, urls.hops, parent.url, visits.outcome, visits.status, visits.reason,
       visits.ended, visits.warc_file
FROM urls CROSS JOIN state LEFT JOIN urls AS parent ON parent.id = urls.via
LEFT JOIN visits ON visits.url = urls.id AND visits.round = state.round
WHERE urls.url = ? AND urls.host = (SELECT id FROM hosts WHERE name = ?) LIMIT 1
"""
ROBOTS = "SELECT text FROM robots WHERE site = ?"


@dataclass(frozen=True, slots=True)
class Fate:
    """`outcome` is "waiting" until it has ended; `reason` says more, where there is more to say."""

    outcome: str
    depth: int
    hops: str
    via: str | None
    status: int | None = None
    reason: str = ""
    ended: datetime | None = None
    warc_file: str | None = None


@dataclass(frozen=True, slots=True)
class KnownToCrawl:
    """What a crawl knows of a URL; `robots` is the robots.txt of its site, None if never asked."""

    fate: Fate | None
    robots: bytes | None
    seeds: tuple[str, ...]


def look_up(frontier: Path, url: str) -> KnownToCrawl:
    with closing(open_frontier(frontier)) as file:
        row = file.row(FATE, (url, host_of(url)))
        robots = file.row(ROBOTS, (site_of(url),))
        seeds = tuple(str(seed) for (seed,) in file.rows(f"SELECT url {SEEDS}"))
    fate = None
    if row:
        depth, hops, via, outcome, status, reason, ended, warc_file = row
        when = datetime.fromtimestamp(ended, UTC) if ended else None
        fate = Fate(outcome or "waiting", depth, hops, via, status, reason or "", when, warc_file)
    return KnownToCrawl(fate, bytes(robots[0]) if robots else None, seeds)
