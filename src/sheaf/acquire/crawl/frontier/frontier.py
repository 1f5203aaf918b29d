"""What is to be fetched and what came of it: one SQLite file that survives being killed.

A URL is waiting until its outcome is committed. What is in flight is known to nobody but the
running process, so after a crash it is simply waiting again. URLs are only ever added, in the
order they come, and never looked up by their text: whether one is known is asked of the `SeenSet`
in memory, which is filled from the file when a crawl is taken up again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.rows import (
    COUNT,
    COUNT_LEFT_OUT,
    ENTERED,
    MAKE_SEED,
    PUT_VISIT,
    REQUEUE_REJECTED,
    REQUEUE_SEED,
    FileState,
    FinishedVisit,
    NewRows,
    Notes,
    PreviousVisit,
    QueuedUrl,
    requeue_outcome,
    set_files,
    visit_row,
)
from sheaf.acquire.crawl.frontier.seen import SeenSet, fingerprint
from sheaf.acquire.crawl.visits import TRIED_AGAIN, FetchOutcome, RunEnd, Target, level_of
from sheaf.urls import host_of

ALL = """
SELECT urls.id, urls.url, urls.host, urls.depth, urls.priority, visits.round IS ?,
    CASE WHEN urls.redirects THEN (SELECT url FROM urls AS parent WHERE id = urls.via) END
FROM urls LEFT JOIN visits ON visits.url = urls.id ORDER BY urls.id
"""
TARGET = """
SELECT urls.url, urls.depth, parent.url, urls.anchor_text, urls.hops, seed.url, urls.redirects,
       urls.priority, urls.id
FROM urls LEFT JOIN urls AS parent ON parent.id = urls.via
LEFT JOIN urls AS seed ON seed.id = urls.seed WHERE urls.id = ?
"""
SEEDS = "FROM urls WHERE via IS NULL AND hops = ''"
ROWS_AT_ONCE = 1000
MOST_RECENT = 50_000
# A URL, and the one that redirected to it where one did.
Key = Callable[[str, str | None], str]


class Frontier:
    """Used by one thread; only `sync` may be called from another.

    URLs with the same `key` are taken for one; without it, those that are the same.
    """

    def __init__(
        self, path: Path, *, key: Key | None = None, counts_redirects: bool = True
    ) -> None:
        self._key = key
        self._counts_redirects = counts_redirects
        self.file = FrontierFile(path)
        self._seen = SeenSet()
        self._recent: dict[str, int] = {}
        self._hosts: dict[str, int] = dict(self.file.rows("SELECT name, id FROM hosts"))
        # Not as many as are seen: under another key several of the file's URLs may be one.
        self._last = self._number("SELECT coalesce(max(id), 0) FROM urls")

    def close(self) -> None:
        self.file.close()

    def sync(self) -> None:
        self.file.sync()

    def begin(self, seeds: Iterable[Target], *, revisit: bool = False) -> Iterator[QueuedUrl]:
        """All URLs that wait: new seeds, what is left, and what could not be reached last time.

        With `revisit` a new round begins, in which every URL is visited once more.
        """
        with self.file.transaction() as write:
            if revisit:
                write.execute("UPDATE state SET round = round + 1")
                write.execute("DELETE FROM counts WHERE outcome <> ?", (ENTERED,))
                write.execute("DELETE FROM left_out")
                write.execute("UPDATE hosts SET pages = 0, bytes = 0")
            for outcome in TRIED_AGAIN:
                requeue_outcome(write, outcome.value)
            now = time.time()
            write.execute(
                "UPDATE state SET run_began = ?, run_updated = ?, run_fetches = 0, bytes = 0, "
                "run_end = ''",
                (now, now),
            )
        yield from self._restore()
        yield from self.add_seeds(seeds)

    def _restore(self) -> Iterator[QueuedUrl]:
        put, names = self._seen.put, {key: name for name, key in self._hosts.items()}
        with self.file.translate_errors():
            cursor = self.file.connection.execute(ALL, (self.round(),))
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                for number, url, host, depth, priority, is_done, redirected_from in rows:
                    put(self._fingerprint(url, redirected_from), number, depth)
                    if not is_done:
                        yield QueuedUrl(names[host], level_of(priority, depth), number)

    def _fingerprint(self, url: str, redirected_from: str | None = None) -> bytes:
        return fingerprint(self._key(url, redirected_from) if self._key else url)

    def wants(self, url: str, depth: int) -> bool:
        """Whether a URL is new, or was only met at a greater depth."""
        # A site's pages link to the same few pages over and over.
        recent = self._recent.get(url)
        if recent is not None and depth >= recent:
            return False
        known = self._seen.find(self._fingerprint(url))
        if known is None or depth < known[1]:
            return True
        if len(self._recent) >= MOST_RECENT:
            self._recent.clear()
        self._recent[url] = known[1]
        return False

    def commit_visits(
        self, ended: Sequence[FinishedVisit], files: FileState, notes: Notes, written: int
    ) -> list[QueuedUrl]:
        """One commit for visits whose records are on disk; the URLs that are new because of it."""
        new = NewRows()
        with self.file.transaction() as write:
            for visit, _, _ in ended:
                new.add(self._host_id(write, visit.target.host), visit)
                for target in visit.found:
                    self._enter(write, target, visit.target.id, new)
            write.executemany(PUT_VISIT, [visit_row(*visit) for visit in ended])
            new.write(write)
            tried = [visit.outcome for visit, _, _ in ended if visit.was_tried]
            free = 0 if self._counts_redirects else tried.count(FetchOutcome.REDIRECT)
            size = sum(new.sizes.values())
            write.execute(
                "UPDATE state SET fetches = fetches + ?, run_fetches = run_fetches + ?, "
                "bytes = bytes + ?, written = written + ?, run_updated = ?",
                (len(tried) - free, len(tried), size, written, time.time()),
            )
            set_files(write, files)
            self._write_notes(write, notes)
        return new.waiting

    def set_not_before(self, host: str, until: float) -> None:
        """Until when a host is left alone (seconds since 1970), in this run and the next."""
        with self.file.transaction() as write:
            write.execute(
                "UPDATE hosts SET not_before = max(not_before, ?) WHERE id = ?",
                (until, self._host_id(write, host)),
            )

    def _write_notes(self, write: sqlite3.Connection, notes: Notes) -> None:
        write.executemany("INSERT OR REPLACE INTO robots VALUES (?, ?, ?)", notes.robots)
        write.executemany(COUNT_LEFT_OUT, notes.left_out.items())

    def add_seeds(self, seeds: Iterable[Target]) -> list[QueuedUrl]:
        """Seeds enter without a check; whether they are in scope is seen when their turn comes."""
        new = NewRows()
        with self.file.transaction() as write:
            for seed in seeds:
                self._enter(write, seed, None, new)
            new.write(write)
        return new.waiting

    def _enter(
        self, write: sqlite3.Connection, target: Target, via: int | None, new: NewRows
    ) -> None:
        digest = self._fingerprint(target.url, target.via if target.redirects else None)
        known = self._seen.find(digest)
        if known is None:
            self._last += 1
            number, host = self._last, target.host
            host_id = self._host_id(write, host)
            new.counts[host_id, ENTERED] += 1
            new.rows.append((
                number, target.url, host_id, target.depth, via, target.anchor_text,
                target.hops, via, number, target.redirects, target.priority,
            ))  # fmt: skip
            new.waiting.append(QueuedUrl(host, level_of(target.priority, target.depth), number))
        elif via is not None and target.depth < known[1]:
            number = known[0]
            new.shortened.append((
                target.depth, via, target.anchor_text, target.hops, via, target.redirects,
                target.priority, number,
            ))  # fmt: skip
        else:
            return
        self._seen.put(digest, number, target.depth)

    def requeue_seeds(self) -> list[QueuedUrl]:
        """Seeds that did not end in a page of their own wait again: they may lead elsewhere now."""
        rows = self.file.rows(f"SELECT id, host, priority, url {SEEDS}")
        drawn = []
        with self.file.transaction() as write:
            for number, host, priority, url in rows:
                ended = write.execute(REQUEUE_SEED, (number,)).fetchone()
                if ended:
                    drawn.append(QueuedUrl(host_of(url), level_of(priority, 0), number))
                    write.execute(COUNT, (host, ended[0], -1, 0))
        return drawn

    def _host_id(self, write: sqlite3.Connection, name: str) -> int:
        key = self._hosts.get(name)
        if key is None:
            key = self._hosts[name] = len(self._hosts) + 1
            write.execute("INSERT INTO hosts (id, name) VALUES (?, ?)", (key, name))
        return key

    def open_warc(self, name: str) -> None:
        with self.file.transaction() as write:
            write.execute("UPDATE state SET warc_file = ?, warc_size = 0", (name,))

    def set_files(self, files: FileState) -> None:
        with self.file.transaction() as write:
            set_files(write, files)

    def finish(self, end: RunEnd = RunEnd.DONE) -> None:
        """The run came to its end, so the next one counts its pages from zero."""
        with self.file.transaction() as write:
            write.execute("UPDATE state SET fetches = 0, run_end = ?", (end.value,))

    def break_off(self) -> None:
        """The run was stopped in the middle: the same command goes on with it, and with its count
        of pages."""
        with self.file.transaction() as write:
            write.execute("UPDATE state SET run_end = ?", (RunEnd.STOPPED.value,))

    def take_seeds(self) -> tuple[list[QueuedUrl], list[str]]:
        """Seeds that other processes added since the last call: those that wait now, and all."""
        rows = self.file.rows("SELECT id, url FROM orders WHERE url <> '' ORDER BY id")
        if not rows:
            return [], []
        urls = [str(url) for _, url in rows]
        entered = self.add_seeds(Target(url=url, seed=url) for url in urls)
        entered += self._promote_to_seeds(urls)
        with self.file.transaction() as write:
            write.execute("DELETE FROM orders WHERE url <> '' AND id <= ?", (rows[-1][0],))
        return entered, urls

    def _promote_to_seeds(self, urls: Iterable[str]) -> list[QueuedUrl]:
        """A URL that the crawl knows already becomes a seed. If a redirect led to it and it was out
        of scope, it waits again."""
        waiting = []
        with self.file.transaction() as write:
            for url in urls:
                digest = self._fingerprint(url)
                known = self._seen.find(digest)
                row = write.execute(MAKE_SEED, (known[0],)).fetchone() if known else None
                if known is None or row is None:
                    continue
                host, own_url = row
                self._seen.put(digest, known[0], 0)
                if write.execute(
                    REQUEUE_REJECTED, (known[0], FetchOutcome.OUT_OF_SCOPE)
                ).fetchone():
                    write.execute(COUNT, (host, FetchOutcome.OUT_OF_SCOPE, -1, 0))
                    waiting.append(QueuedUrl(host_of(own_url), level_of(0, 0), known[0]))
        return waiting

    def take_orders(self) -> list[str]:
        """What other processes ordered since the last call: pause, resume, stop."""
        rows = self.file.rows("SELECT id, word FROM orders WHERE url = '' ORDER BY id")
        if rows:
            with self.file.transaction() as write:
                write.execute("DELETE FROM orders WHERE url = '' AND id <= ?", (rows[-1][0],))
        return [str(word) for _, word in rows]

    def set_paused(self, is_paused: bool) -> None:
        with self.file.transaction() as write:
            write.execute("UPDATE state SET is_paused = ?", (int(is_paused),))

    def target(self, number: int) -> Target:
        row = self.file.row(TARGET, (number,))
        assert row is not None
        return Target(*row)

    def previous_visit(self, number: int) -> PreviousVisit | None:
        row = self.file.row(
            "SELECT coalesce(etag, ''), coalesce(last_modified, ''), digest, "
            "coalesce(found, ended) FROM visits WHERE url = ? AND digest IS NOT NULL",
            (number,),
        )
        return PreviousVisit(*row) if row else None

    def robots_text(self, site: str, *, not_before: float) -> tuple[bytes, float] | None:
        """The robots.txt of a site, and when it was fetched (seconds since 1970). One from
        a clock that was ahead would be used for too long, so it does not count."""
        row = self.file.row(
            "SELECT text, asked_at FROM robots WHERE site = ? AND asked_at BETWEEN ? AND ?",
            (site, not_before, time.time()),
        )
        return (bytes(row[0]), row[1]) if row else None

    def paused_hosts(self) -> dict[str, float]:
        """Hosts with a pause that is not over, and when it will be (seconds since 1970)."""
        return dict(
            self.file.rows(
                "SELECT name, not_before FROM hosts WHERE not_before > ?", (time.time(),)
            )
        )

    def files(self) -> FileState:
        row = self.file.row("SELECT warc_file, warc_size, log_size, log_lines FROM state")
        assert row is not None
        return FileState(*row)

    def _number(self, query: str) -> int:
        row = self.file.row(query)
        assert row is not None
        return int(row[0])

    def _state(self, column: str) -> int:
        return self._number(f"SELECT {column} FROM state")  # noqa: S608 - a name of ours

    def fetches(self) -> int:
        """Fetches that count towards the limit, of the current run or of one broken off."""
        return self._state("fetches")

    def round(self) -> int:
        return self._state("round")

    def is_paused(self) -> bool:
        return bool(self._state("is_paused"))

    def seeds(self) -> list[str]:
        return [str(url) for (url,) in self.file.rows(f"SELECT url {SEEDS}")]

    def has_visits(self) -> bool:
        return bool(self.file.rows("SELECT 1 FROM visits LIMIT 1"))

    def host_usage(self) -> dict[str, tuple[int, int]]:
        """Answers and bytes of each host so far, for its limits."""
        rows = self.file.rows("SELECT name, pages, bytes FROM hosts WHERE pages > 0")
        return {name: (pages, size) for name, pages, size in rows}
