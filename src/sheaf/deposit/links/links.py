"""The links of a catalogue, as `library.links`: which are dead, and rounds of polite checks."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain, islice

from sheaf.acquire.addresses import AddressGuard
from sheaf.acquire.crawl.contact import require_contact
from sheaf.acquire.crawl.link_checks.contract import LinkAnswer, LinkFinding, LinkToCheck
from sheaf.acquire.crawl.places import parse_addresses
from sheaf.crawl_settings import CrawlSettings
from sheaf.curate.own_blacklist import OwnBlacklist
from sheaf.deposit.links.contract import LinkInfo, LinkReport, LinkTable
from sheaf.deposit.links.store import count_states, due_links, find_checks, write_answers

AT_ONCE = 100
WRITE_SECONDS = 5.0
MOST_HELD_BACK = 10_000
OLDER_THAN, LIMIT = 30, 10_000
EVERY_TABLE = tuple(LinkTable)


@dataclass(frozen=True, slots=True)
class DueLinks:
    """Which links are looked at, and how: those not looked at for so many days, or due again; so
    many of each kind at the most. `resolve` says where hosts are (HOST=ADDRESS:PORT)."""

    tables: Collection[LinkTable] = EVERY_TABLE
    host: str = ""
    older_than: int = OLDER_THAN
    limit: int = LIMIT
    resolve: Sequence[str] = ()
    allow_private: bool = False


class Links:
    """`clock` says what time it is; the tests let days pass with it."""

    def __init__(
        self,
        alias: str,
        settings: CrawlSettings,
        blacklist: OwnBlacklist,
        note: Callable[..., None],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._alias = alias
        self._settings = settings
        self._blacklist = blacklist
        self._note = note
        self.clock = clock

    def counts(self, table: LinkTable = LinkTable.PARENTS) -> dict[str, int]:
        """How many links are in each state, and how many nobody has looked at."""
        return count_states(self._alias, table)

    def of(self, table: LinkTable, numbers: Sequence[int]) -> dict[int, LinkInfo]:
        """What is known of these links, by number."""
        return find_checks(self._alias, table, numbers)

    def check(
        self,
        options: DueLinks | None = None,
        *,
        report: Callable[[LinkReport], None] = lambda done: None,
    ) -> LinkReport:
        """Look at links that are due. Whatever stops it, what was found is kept, and the next call
        goes on behind it."""
        options, done = options or DueLinks(), LinkReport()
        self._note("links.check", options.host, after={"limit": options.limit})
        for table in options.tables:
            self._check(table, options, done, report)
        return done

    def _check(
        self,
        table: LinkTable,
        options: DueLinks,
        done: LinkReport,
        report: Callable[[LinkReport], None],
    ) -> None:
        from sheaf.acquire.crawl.link_checks.checker import LinkChecker  # brings a web client

        contact, resolve = self._settings.agent.contact, parse_addresses(options.resolve)
        guard = AddressGuard(
            resolve, allow_private=options.allow_private, loopback_only=not contact
        )
        older = timedelta(days=options.older_than)
        due = due_links(self._alias, table, self.clock(), older, options.host)
        first = list(islice(due, min(AT_ONCE, options.limit)))
        require_contact(contact, guard, (link.url for link in first))
        wanted: Iterator[LinkToCheck] = islice(chain(first, due), options.limit)
        find = self._blacklist.load(is_bounded=True).find
        batch = _Batch(self._alias, table, self.clock, done, report)
        try:
            with closing(LinkChecker(self._settings, guard, find).check(wanted)) as answers:
                for answer in answers:
                    batch.add(answer)
        finally:
            batch.write()
        batch.end()


class _Batch:
    """Answers on their way into the rows. Those of names without an address wait until somebody
    else has answered: it may be our network that is down."""

    def __init__(
        self,
        alias: str,
        table: LinkTable,
        clock: Callable[[], datetime],
        done: LinkReport,
        report: Callable[[LinkReport], None],
    ) -> None:
        self._alias, self._table, self._clock = alias, table, clock
        self._done, self._report = done, report
        self._waiting: list[LinkAnswer] = []
        self._held_back: list[LinkAnswer] = []
        self._somebody_answered = False
        self._written = time.monotonic()

    def add(self, answer: LinkAnswer) -> None:
        if answer.status is not None and not self._somebody_answered:
            self._somebody_answered = True
            self._waiting += self._held_back
            self._held_back = []
        is_doubtful = answer.finding is LinkFinding.NO_NAME and not self._somebody_answered
        if is_doubtful and len(self._held_back) < MOST_HELD_BACK:
            self._held_back.append(answer)
        elif not is_doubtful:
            self._waiting.append(answer)
        is_time = time.monotonic() - self._written > WRITE_SECONDS
        if len(self._waiting) >= AT_ONCE or (self._waiting and is_time):
            self.write()

    def write(self) -> None:
        for start in range(0, len(self._waiting), AT_ONCE):
            some = self._waiting[start : start + AT_ONCE]
            write_answers(self._alias, self._table, some, self._clock(), self._done)
        self._waiting = []
        self._written = time.monotonic()
        self._report(self._done)

    def end(self) -> None:
        """What was held back to the end is not noted: nobody was there to say that we are not cut
        off."""
        self._done.is_offline = self._done.is_offline or bool(self._held_back)
