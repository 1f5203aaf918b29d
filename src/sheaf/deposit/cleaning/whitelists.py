"""Whitelists, as `library.whitelists`: made, kept by date, and taken for seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.crawl.whitelists import (
    COLUMNS,
    list_whitelists,
    newest_whitelist,
    read_seeds,
    whitelist_folder,
)
from sheaf.csv_tables import write_row
from sheaf.curate.own_blacklist import OwnBlacklist
from sheaf.deposit.cleaning.finding import careful_finder
from sheaf.deposit.cleaning.ranking import Counted, RankedBy, Ranking, WhitelistEntry
from sheaf.deposit.rights.contract import NoteChange, note_nothing
from sheaf.errors import UsageError
from sheaf.files import write_lines

DAY = "%Y-%m-%d"


@dataclass(frozen=True, slots=True)
class WhitelistReport:
    """A whitelist that was made: where it is kept, and how many URLs are in it."""

    file: Path
    entries: int
    by: str
    counted: str


class Whitelists:
    """`scratch` is a folder for what is being ordered."""

    def __init__(
        self,
        library: Path,
        alias: str,
        blacklist: OwnBlacklist,
        scratch: Path,
        note: NoteChange = note_nothing,
    ) -> None:
        self._library = library
        self._alias = alias
        self._blacklist = blacklist
        self._scratch = scratch
        self._note = note

    def list(self) -> list[Path]:
        """Those that are kept, the latest first."""
        return list_whitelists(self._library)

    def seeds(self, limit: int | None = None) -> Iterator[str]:
        """The URLs of the newest, the best first; UsageError where there is none."""
        return read_seeds(newest_whitelist(self._library), limit)

    def rank(
        self,
        by: str = RankedBy.PARENT,
        *,
        counted: str = Counted.INGESTED,
        limit: int | None = None,
        by_documents: bool = False,
        report: Callable[[int], None] = lambda count: None,
    ) -> Iterator[WhitelistEntry]:
        """Pages that led to documents, or hosts that have them; the best first, or those with most
        documents."""
        if by not in list(RankedBy) or counted not in list(Counted):
            words = ", ".join((*RankedBy, *Counted))
            raise UsageError(f"Nothing is ranked by {by!r} and {counted!r}.", f"There is: {words}.")
        find = careful_finder(self._blacklist)
        ranking = Ranking(self._alias, find, self._scratch, report)
        return ranking.entries(RankedBy(by), Counted(counted), limit, by_documents=by_documents)

    def make(
        self,
        by: str = RankedBy.PARENT,
        *,
        counted: str = Counted.INGESTED,
        limit: int | None = None,
        report: Callable[[int], None] = lambda count: None,
    ) -> WhitelistReport:
        """Rank, and keep the result under the date of today: the next crawl can begin there."""
        day = f"{datetime.now(UTC):{DAY}}"
        path = whitelist_folder(self._library) / f"whitelist.{day}.csv"
        ranked = self.rank(by, counted=counted, limit=limit, report=report)
        count = write_lines(path, as_table(ranked)) - 1
        told = {"by": by, "counted": counted, "entries": count}
        self._note("whitelist.make", path.name, after=told)
        return WhitelistReport(path, count, by, counted)


def as_table(entries: Iterator[WhitelistEntry]) -> Iterator[str]:
    """For spreadsheets and for the next crawl."""
    yield write_row(COLUMNS)
    for one in entries:
        yield write_row([one.rank, one.url, one.host, one.documents, one.citations,
                         f"{one.score:.2f}"])  # fmt: skip


def as_legacy(entries: Iterator[WhitelistEntry]) -> Iterator[str]:
    """As the CDI wrote it: number, documents, host, URL; no header, no quotes. Its URL stands last,
    so commas in it do no harm."""
    for one in entries:
        yield f"{one.id or one.rank},{one.documents},{one.host},{one.url}\n"
