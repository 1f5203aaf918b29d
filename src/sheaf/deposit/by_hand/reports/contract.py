"""What is known of a report, and how long its parts may be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LONGEST_WORDS = 2000
LONGEST_RIGHT = 2000
LONGEST_EMAIL = 254  # what mail servers take
LONGEST_NOTE = 1000
# Whoever floods us fills neither the table nor the list of one paper.
MOST_OPEN = 10_000
MOST_OPEN_OF_DOCUMENT = 20

# What a mistake can be in.
REPORTED_FIELDS = {
    "title": "The title",
    "authors": "The authors",
    "year": "The year",
    "venue": "The journal or meeting",
    "kind": "What kind of document it is",
    "is_paper": "This is not a paper",
    "abstract": "The abstract",
    "references": "The references",
    "text": "The text",
    "other": "Something else",
}
# Those that the form of corrections has under the same names.
CORRECTABLE = ("title", "authors", "year", "venue", "kind")


class ReportState(StrEnum):
    OPEN = "open"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ReportInfo:
    """What somebody says is wrong with a document: in which field, in words, and what would be
    right (empty where that was not said). Nobody (an empty `who`) is a visitor. The `email` is
    forgotten when the report is settled."""

    number: int
    document_id: int
    sha1: str
    field: str
    words: str
    right: str
    email: str
    who: str
    time: datetime
    settled: datetime | None = None
    settled_by: str = ""
    note: str = ""

    @property
    def state(self) -> ReportState:
        return ReportState.OPEN if self.settled is None else ReportState.SETTLED

    @property
    def what(self) -> str:
        """The field in words."""
        return REPORTED_FIELDS.get(self.field, self.field)
