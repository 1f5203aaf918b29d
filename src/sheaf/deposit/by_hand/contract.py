"""What is asked and answered about what people say of documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from sheaf.settings import Kind

KINDS: tuple[str, ...] = get_args(Kind)
LONGEST_TEXT = 2000
LONGEST_TAG = 40
LONGEST_COLLECTION_NAME = 80
LONGEST_DESCRIPTION = 5000
# What a question for a collection looks for is named one by one.
MOST_PAPERS = 100_000


@dataclass(frozen=True, slots=True)
class CorrectionInfo:
    """One field that somebody put right. `as_read` is what was read when it was made, by `reader`;
    authors are names there, and people in `value`."""

    number: int
    document_id: int
    sha1: str
    field: str
    value: Any
    as_read: Any
    reader: str
    who: str
    time: datetime
    undone: datetime | None = None
    undone_by: str = ""

    @property
    def right(self) -> Any:
        """The value as people write it."""
        if self.field != "authors":
            return self.value
        return [one["name"] for one in self.value]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """How many corrections of a file were new, and how many were known already."""

    taken: int
    known: int


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """`short` is the name as a question has it: collection:whale-songs."""

    number: int
    name: str
    short: str
    description: str
    owner: str
    is_public: bool
    made: datetime
    documents: int


@dataclass(frozen=True, slots=True)
class VersionStatementInfo:
    """What somebody has said of two documents: that they are versions of one work, or that they are
    not."""

    number: int
    first: int
    second: int
    is_same: bool
    who: str
    time: datetime
    undone: datetime | None = None
    undone_by: str = ""

    @property
    def words(self) -> str:
        are = "are one work" if self.is_same else "are different works"
        return f"documents {self.first} and {self.second} {are}"
