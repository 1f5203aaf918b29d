"""What goes into the frontier and comes out of it, and the rows for it."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from sheaf.acquire.crawl.visits import WITH_LINKS, Visit

LONGEST_KEPT = 1000  # of a header
ENTERED = ""  # the name under which `counts` has all URLs of a host
ADD_URL = """
INSERT INTO urls (id, url, host, depth, via, anchor_text, hops, seed, redirects, priority)
VALUES (?, ?, ?, ?, ?, ?, ?, coalesce((SELECT seed FROM urls WHERE id = ?), ?), ?, ?)
"""
# A shorter path to a URL that still waits replaces the longer one.
SHORTEN_PATH = """
UPDATE urls SET depth = ?, via = ?, anchor_text = ?, hops = ?,
    seed = (SELECT seed FROM urls WHERE id = ?), redirects = ?, priority = ?
WHERE id = ? AND NOT EXISTS (
    SELECT 1 FROM visits, state WHERE visits.url = urls.id AND visits.round = state.round)
"""
# The new end of a URL replaces the old one. What was last found there is kept until something else
# is found: a server that is down for a day has not changed its pages.
PUT_VISIT = """
INSERT INTO visits SELECT ?, round, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM state WHERE true
ON CONFLICT (url) DO UPDATE SET
    round = excluded.round, outcome = excluded.outcome, status = excluded.status,
    size = excluded.size, ended = excluded.ended, warc_file = excluded.warc_file,
    warc_offset = excluded.warc_offset, reason = excluded.reason,
    digest = coalesce(excluded.digest, digest),
    etag = CASE WHEN coalesce(excluded.digest, digest) IS digest
        THEN coalesce(excluded.etag, etag) ELSE excluded.etag END,
    last_modified = CASE WHEN coalesce(excluded.digest, digest) IS digest
        THEN coalesce(excluded.last_modified, last_modified) ELSE excluded.last_modified END,
    found = CASE WHEN coalesce(excluded.digest, digest) IS digest THEN found ELSE excluded.found END
"""
# It waits again, and what was found there is not forgotten: rounds are counted from 1.
REQUEUE = "UPDATE visits SET round = 0 WHERE outcome = ?"
# A page that stands at its own URL would be the same again.
REQUEUE_SEED = """
UPDATE visits SET round = 0 WHERE url = ? AND round = (SELECT round FROM state)
    AND outcome NOT IN ('fetched', 'too_large', 'unchanged') RETURNING outcome
"""
MAKE_SEED = """
UPDATE urls SET depth = 0, via = NULL, anchor_text = '', hops = '', seed = id, redirects = 0,
    priority = 0 WHERE id = ? AND (via IS NOT NULL OR hops <> '') RETURNING host, url
"""
REQUEUE_REJECTED = """
UPDATE visits SET round = 0 WHERE url = ? AND outcome = ? AND round = (SELECT round FROM state)
    RETURNING url
"""
COUNT_LEFT_OUT = """
INSERT INTO left_out VALUES (?, ?) ON CONFLICT DO UPDATE SET links = links + excluded.links
"""
COUNT = """
INSERT INTO counts VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET urls = urls + excluded.urls, bytes = bytes + excluded.bytes
"""


# A host's budget is in answers, whatever they say, and in the bytes of their bodies. What came of a
# try that was not the last is no answer of the crawl.
ADD_HOST_USAGE = "UPDATE hosts SET pages = pages + ?, bytes = bytes + ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class FileState:
    """How far the files beside the frontier are committed.

    `log_lines` are those of the last commit: they are written to the log after it.
    """

    warc_file: str | None = None
    warc_size: int = 0
    log_size: int = 0
    log_lines: str = ""


@dataclass(frozen=True, slots=True)
class WarcPosition:
    """Where the response of a visit stands: a WARC file and the offset in it."""

    warc_file: str
    warc_offset: int


class QueuedUrl(NamedTuple):
    """A URL that is to be fetched: its host, its rank among the host's URLs, its number."""

    host: str
    level: int
    id: int


class PreviousVisit(NamedTuple):
    """What the last visit found at a URL, and when, to ask the server whether it has changed."""

    etag: str
    last_modified: str
    digest: str
    found: float


@dataclass(slots=True)
class Notes:
    """What else goes into the next commit: robots.txt of sites, and how many links were left out,
    by the reason."""

    robots: list[tuple[str, bytes, float]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


class FinishedVisit(NamedTuple):
    """A visit to be committed, where its records stand, and the digest of its body."""

    visit: Visit
    place: WarcPosition | None
    digest: str


@dataclass(slots=True)
class NewRows:
    """What a transaction adds: rows of new URLs, shorter ways to known ones, and the counts."""

    rows: list[tuple[object, ...]] = field(default_factory=list)
    shortened: list[tuple[object, ...]] = field(default_factory=list)
    waiting: list[QueuedUrl] = field(default_factory=list)
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
        write.executemany(ADD_URL, self.rows)
        write.executemany(SHORTEN_PATH, self.shortened)
        counts = [(*key, urls, self.sizes[key]) for key, urls in self.counts.items()]
        write.executemany(COUNT, counts)
        host_usage = [(pages, self.bytes[host], host) for host, pages in self.answers.items()]
        write.executemany(ADD_HOST_USAGE, host_usage)


def requeue_outcome(write: sqlite3.Connection, outcome: str) -> None:
    """URLs with this outcome wait again."""
    (known,) = write.execute(
        "SELECT count(*) FROM counts WHERE outcome = ? AND urls > 0", (outcome,)
    ).fetchone()
    if known:
        write.execute(REQUEUE, (outcome,))
        write.execute("DELETE FROM counts WHERE outcome = ?", (outcome,))


def visit_row(visit: Visit, place: WarcPosition | None, digest: str) -> tuple[object, ...]:
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
        visit.reason or None,
    )


def set_files(write: sqlite3.Connection, files: FileState) -> None:
    write.execute(
        "UPDATE state SET warc_file = ?, warc_size = ?, log_size = ?, log_lines = ?",
        (files.warc_file, files.warc_size, files.log_size, files.log_lines),
    )
