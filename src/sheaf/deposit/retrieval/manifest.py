"""The table of a sample: a line for each document drawn, what is known of it, and its file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sheaf.csv_tables import CsvCell
from sheaf.deposit import models
from sheaf.deposit.listings.summaries import find_summaries
from sheaf.deposit.retrieval.selection import Found
from sheaf.deposit.sequences import MANY
from sheaf.records import IngestState, PaperSummary

COLUMNS = (
    "number", "sha1", "file", "problem", "url", "host", "mime_type", "size", "pages", "kind",
    "academic", "language", "state", "discovered", "updated", "captured", "parent_url", "run",
    "title", "authors", "year", "venue", "doi",
)  # fmt: skip
FIELDS = (
    "id", "content_sha1", "url", "host", "mime_type", "size", "pages", "kind", "academic",
    "language", "state", "discover_date", "update_date", "capture__time", "parent__url",
    "capture__source__run_id",
)  # fmt: skip
GONE = "gone: the library holds it no longer"
CHANGED = "changed: the library holds other bytes now, of SHA-1 "


@dataclass(frozen=True, slots=True)
class Member:
    """A document that was drawn, as it is now; without a row it is gone."""

    number: int
    sha1: str
    row: dict[str, Any] | None
    summary: PaperSummary | None

    @property
    def problem(self) -> str:
        """Why it cannot be as it was drawn; empty where it can."""
        if self.row is None:
            return GONE
        now = self.row["content_sha1"]
        return "" if now == self.sha1 else f"{CHANGED}{now}"

    @property
    def time(self) -> datetime:
        return self.row["update_date"] if self.row else datetime.now(UTC)

    def line(self, file: str, problem: str) -> list[CsvCell]:
        """What the manifest says of it."""
        row, read = self.row, self.summary
        if row is None:
            return [self.number, self.sha1, file, problem, *[None] * (len(COLUMNS) - 4)]
        found: list[CsvCell] = [
            self.number, self.sha1, file, problem, row["url"], row["host"], row["mime_type"],
            row["size"], row["pages"], row["kind"],
            None if row["academic"] is None else f"{row['academic']:.4f}",
            row["language"], IngestState(row["state"]).name.lower(),
            _say_time(row["discover_date"]), _say_time(row["update_date"]),
            _say_time(row["capture__time"]), row["parent__url"], row["capture__source__run_id"],
        ]  # fmt: skip
        if read is None:
            return [*found, *[None] * (len(COLUMNS) - len(found))]
        return [*found, read.title, "; ".join(read.authors), read.year, read.venue, read.doi]


def find_members(alias: str, pieces: Iterator[list[Found]]) -> Iterator[Member]:
    """Each with what the catalogue says of it, in their order."""
    for piece in pieces:
        for start in range(0, len(piece), MANY):
            some = piece[start : start + MANY]
            numbers = [number for number, _ in some]
            rows = models.Document.objects.using(alias).filter(id__in=numbers).values(*FIELDS)
            known, read = {row["id"]: dict(row) for row in rows}, find_summaries(alias, numbers)
            for number, sha1 in some:
                yield Member(number, sha1, known.get(number), read.get(number))


def _say_time(time: datetime | None) -> str | None:
    return None if time is None else time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
