"""The words of the extraction service: what is sent, what is found out of it, and why not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sheaf.deposit.paper_shape import PaperJson
from sheaf.extract import contract
from sheaf.records import Dropped, Outcome


class Part(StrEnum):
    """What may be asked for; the header is read with each."""

    HEADER = contract.HEADER
    REFERENCES = contract.REFERENCES
    BODY = contract.BODY


ALL_PARTS = frozenset(Part)


class RefusalReason(StrEnum):
    """Why a file is not read."""

    TOO_SHORT = "too_short"
    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"
    NOT_ACADEMIC = "not_academic"
    ENCRYPTED = "encrypted"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    TOO_COSTLY = "too_costly"
    NOT_FETCHED = "not_fetched"
    FAULT = "fault"


REFUSAL_MEANINGS = {
    RefusalReason.TOO_SHORT: "its text has too few words",
    RefusalReason.TOO_LARGE: "it has more bytes than are taken",
    RefusalReason.WRONG_TYPE: "it is of a type that is not read",
    RefusalReason.NOT_ACADEMIC: "it is not taken for a paper",
    RefusalReason.ENCRYPTED: "it asks for a password",
    RefusalReason.UNREADABLE: "there is no text in it",
    RefusalReason.DAMAGED: "it is damaged, or empty",
    RefusalReason.TOO_COSTLY: "reading it would take more time or memory than a file may",
    RefusalReason.NOT_FETCHED: "it cannot be fetched from where it lies",
    RefusalReason.FAULT: "reading it went wrong here",
}
_OF_OUTCOME = {
    Outcome.UNWANTED_TYPE: RefusalReason.WRONG_TYPE,
    Outcome.NOT_WHAT_IT_CLAIMS: RefusalReason.WRONG_TYPE,
    Outcome.NOTHING_INSIDE: RefusalReason.WRONG_TYPE,
    Outcome.UNPACKED: RefusalReason.WRONG_TYPE,
    Outcome.NOT_ACADEMIC: RefusalReason.NOT_ACADEMIC,
    Outcome.ENCRYPTED: RefusalReason.ENCRYPTED,
    Outcome.UNREADABLE_TEXT: RefusalReason.UNREADABLE,
    Outcome.EMPTY: RefusalReason.DAMAGED,
    Outcome.DAMAGED: RefusalReason.DAMAGED,
    Outcome.MISSING_BYTES: RefusalReason.DAMAGED,
    Outcome.BOMB: RefusalReason.TOO_COSTLY,
    Outcome.TIMED_OUT: RefusalReason.TOO_COSTLY,
    Outcome.OUT_OF_MEMORY: RefusalReason.TOO_COSTLY,
}


class RefusedFileError(Exception):
    """A file that is not read: it has a reason, and words for people."""

    def __init__(self, refusal: RefusalReason, words: str) -> None:
        super().__init__(words)
        self.refusal = refusal

    @classmethod
    def of(cls, dropped: Dropped) -> RefusedFileError:
        return cls(_OF_OUTCOME.get(dropped.outcome, RefusalReason.FAULT), dropped.reason)


class BusyError(Exception):
    """There is no room just now; after so many seconds there may be."""

    def __init__(self, words: str, seconds: float) -> None:
        super().__init__(words)
        self.seconds = seconds


class UnknownTokenError(Exception):
    """Nothing was sent under this token, or it has expired."""


class NotReadYetError(Exception):
    """A file of a job that has no result yet."""


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that was sent, under its token. Whoever has the token may ask for it."""

    token: str
    name: str
    sha1: str
    size: int
    uploaded: float
    is_filtered: bool = True


@dataclass(frozen=True, slots=True)
class Looked:
    """The answer of a worker about a file. Text and layout are files beside; `dropped` says why
    there are none. `rejection` says why it is not taken for a paper, where it is not."""

    dropped: Dropped | None = None
    mime_type: str = ""
    pages: int = 0
    words: int = 0
    rejection: str = ""
    fingerprint: str = ""  # in hexadecimal digits; empty where there are too few words
    text_provenance: dict[str, Any] | None = None
    paper: PaperJson | None = None


@dataclass(frozen=True, slots=True)
class ReadingWish:
    """How a file is to be read: with which parts, and whether what was read before will do.
    `max_distance` is how many bits of the fingerprint may differ; None means what is usual."""

    parts: frozenset[Part] = ALL_PARTS
    is_filtered: bool = True
    takes_short: bool = False
    reextract: bool = False
    max_distance: int | None = None


@dataclass(frozen=True, slots=True)
class PaperReading:
    """What was read out of a file. `source` is the SHA-1 of the file that was read; where it is
    another, `distance` says in how many bits of the fingerprint the two differ."""

    sha1: str
    mime_type: str
    pages: int
    words: int
    paper: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    distance: int = 0
    is_reused: bool = False


class ItemState(StrEnum):
    WAITING = "waiting"
    READING = "reading"
    READ = "read"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class JobItem:
    """A file of a job, by its number from 0. `refused` says why it was not read, where so it is."""

    number: int
    name: str
    state: ItemState
    refused: RefusedFileError | None = None

    @property
    def is_done(self) -> bool:
        return self.state in (ItemState.READ, ItemState.REFUSED)


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """Files that are read while nobody waits. `expires` is when it goes, unless it is used."""

    token: str
    items: tuple[JobItem, ...]
    expires: float

    @property
    def state(self) -> str:
        if all(one.is_done for one in self.items):
            return "done"
        has_begun = any(one.state is not ItemState.WAITING for one in self.items)
        return "reading" if has_begun else "waiting"
