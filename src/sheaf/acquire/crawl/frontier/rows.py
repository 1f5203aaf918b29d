"""What goes into the frontier and comes out of it, and the rows it makes there."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from sheaf.acquire.crawl.visits import WITH_LINKS, Visit

LONGEST_KEPT = 1000  # of a header
ENTERED = ""  # the name under which `counts` has all URLs of a host
ADD = """
INSERT INTO urls (id, url, host, depth, via, anchor_text, hops, seed, redirects, priority)
VALUES (?, ?, ?, ?, ?, ?, ?, coalesce((SELECT seed FROM urls WHERE id = ?), ?), ?, ?)
"""
# A shorter way to a URL that still waits is the one that counts.
SHORTEN = """
UPDATE urls SET depth = ?, via = ?, anchor_text = ?, hops = ?,
    seed = (SELECT seed FROM urls WHERE id = ?), redirects = ?, priority = ?
WHERE id = ? AND NOT EXISTS (
    SELECT 1 FROM visits, state WHERE visits.url = urls.id AND visits.round = state.round)
"""
# How it ended replaces how it ended before. What was last found there stays known until something
# else is found: a server that is down for a day has not changed its pages.
END = """
INSERT INTO visits SELECT ?, round, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM state WHERE true
ON CONFLICT (url) DO UPDATE SET
    round = excluded.round, outcome = excluded.outcome, status = excluded.status,
    size = excluded.size, ended = excluded.ended, warc_file = excluded.warc_file,
    warc_offset = excluded.warc_offset, digest = coalesce(excluded.digest, digest),
    etag = CASE WHEN coalesce(excluded.digest, digest) IS digest
        THEN coalesce(excluded.etag, etag) ELSE excluded.etag END,
    last_modified = CASE WHEN coalesce(excluded.digest, digest) IS digest
        THEN coalesce(excluded.last_modified, last_modified) ELSE excluded.last_modified END,
    found = CASE WHEN coalesce(excluded.digest, digest) IS digest THEN found ELSE excluded.found END
"""
# It waits again, and what was found there is not forgotten: rounds are counted from 1.
WAIT_AGAIN = "UPDATE visits SET round = 0 WHERE outcome = ?"
# A page that stands at its own URL would be the same again.
DRAW_AGAIN = """
UPDATE visits SET round = 0 WHERE url = ? AND round = (SELECT round FROM state)
    AND outcome NOT IN ('fetched', 'too_large', 'unchanged') RETURNING outcome
"""
MAKE_SEED = """
UPDATE urls SET depth = 0, via = NULL, anchor_text = '', hops = '', seed = id, redirects = 0,
    priority = 0 WHERE id = ? AND (via IS NOT NULL OR hops <> '') RETURNING host, url
"""
LET_IN = """
UPDATE visits SET round = 0 WHERE url = ? AND outcome = ? AND round = (SELECT round FROM state)
    RETURNING url
"""
LEAVE_OUT = """
INSERT INTO left_out VALUES (?, ?) ON CONFLICT DO UPDATE SET links = links + excluded.links
"""
COUNT = """
INSERT INTO counts VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET urls = urls + excluded.urls, bytes = bytes + excluded.bytes
"""


# A host's budget is in answers, whatever they say, and in the bytes of their bodies. What came of a
# try that was not the last is no answer of the crawl.
SPEND = "UPDATE hosts SET pages = pages + ?, bytes = bytes + ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class FileState:
    """How far the files beside the frontier are part of the crawl.

    The lines are those of the last commit: they went to the log after it, if nothing came between.
    """

    warc_file: str | None = None
    warc_size: int = 0
    log_size: int = 0
    log_lines: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the response of a visit stands."""

    warc_file: str
    warc_offset: int


class Waiting(NamedTuple):
    """A URL that is to be fetched: its host, its rank among the host's URLs, its number."""

    host: str
    level: int
    id: int


class Before(NamedTuple):
    """What was last found at a URL, and when, to ask the server whether anything has changed."""

    etag: str
    last_modified: str
    digest: str
    found: float


@dataclass(slots=True)
class Notes:
    """What else is to be kept with the next commit: rules of sites, pauses of hosts, and how many
    links did not enter the crawl, by the reason."""

    robots: list[tuple[str, bytes, float]] = field(default_factory=list)
    pauses: dict[str, float] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)


class Settled(NamedTuple):
    """A visit to be committed, where its records stand, and the digest of its body."""

    visit: Visit
    place: Place | None
    digest: str


@dataclass(slots=True)
class Arrivals:
    """What a transaction adds: rows of new URLs, shorter ways to known ones, and the counts."""

    rows: list[tuple[object, ...]] = field(default_factory=list)
    shortened: list[tuple[object, ...]] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)
    sizes: Counter[tuple[int, str]] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    bytes: Counter[int] = field(default_factory=Counter)

    def add(self, host: int, visit: Visit) -> None:
        key = (host, visit.outcome.value)
        self.counts[key] += 1
        if visit.answer is not None:
            self.sizes[key] += visit.size
            self.answers[host] += 1
            self.bytes[host] += visit.size

    def write(self, write: sqlite3.Connection) -> None:
        write.executemany(ADD, self.rows)
        write.executemany(SHORTEN, self.shortened)
        counts = [(*key, urls, self.sizes[key]) for key, urls in self.counts.items()]
        write.executemany(COUNT, counts)
        spent = [(pages, self.bytes[host], host) for host, pages in self.answers.items()]
        write.executemany(SPEND, spent)


def forget(write: sqlite3.Connection, outcome: str) -> None:
    """URLs that ended so are waiting again."""
    (known,) = write.execute(
        "SELECT count(*) FROM counts WHERE outcome = ? AND urls > 0", (outcome,)
    ).fetchone()
    if known:
        write.execute(WAIT_AGAIN, (outcome,))
        write.execute("DELETE FROM counts WHERE outcome = ?", (outcome,))


def end_row(visit: Visit, place: Place | None, digest: str) -> tuple[object, ...]:
    answer = visit.answer
    file, offset = (place.warc_file, place.warc_offset) if place else (None, None)
    # The page that says "come back later" is not the page that was asked for.
    page = answer if visit.outcome in WITH_LINKS else None
    return (
        visit.target.id,
        visit.outcome.value,
        answer.status if answer else None,
        visit.size,
        time.time(),
        digest or None if page else None,
        page.header("ETag")[:LONGEST_KEPT] or None if page else None,
        page.header("Last-Modified")[:LONGEST_KEPT] or None if page else None,
        file,
        offset,
        page.began.timestamp() if page else None,
    )


def set_files(write: sqlite3.Connection, files: FileState) -> None:
    write.execute(
        "UPDATE state SET warc_file = ?, warc_size = ?, log_size = ?, log_lines = ?",
        (files.warc_file, files.warc_size, files.log_size, files.log_lines),
    )
