"""The nouns that flow from left to right, one per stretch of the way.

    Seed -> Link -> Capture -> Candidate | Dropped -> Document -> Paper

All are small and frozen: a step never changes what it was given, it answers with the next noun.
This file is long because all nouns that several steps speak of stand here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any


class Outcome(StrEnum):
    """How a capture ended. Every capture ends in exactly one of these (docs/outcomes.md)."""

    NEW = "new"
    UPDATED = "updated"
    SAVED = "saved"
    DUPLICATE_URL = "duplicate_url"
    DUPLICATE_CONTENT = "duplicate_content"
    UNPACKED = "unpacked"
    NOTHING_INSIDE = "nothing_inside"
    BAD_STATUS = "bad_status"
    UNWANTED_TYPE = "unwanted_type"
    NOT_WHAT_IT_CLAIMS = "not_what_it_claims"
    BLACKLISTED = "blacklisted"
    NOT_ACADEMIC = "not_academic"
    ENCRYPTED = "encrypted"
    UNREADABLE_TEXT = "unreadable_text"
    EMPTY = "empty"
    DAMAGED = "damaged"
    MISSING_BYTES = "missing_bytes"
    BOMB = "bomb"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    UNFORESEEN = "unforeseen"


OUTCOME_MEANINGS: dict[Outcome, str] = {
    Outcome.NEW: "neither its URL nor its bytes were known",
    Outcome.UPDATED: "its URL was known with other bytes, which it replaces",
    Outcome.SAVED: "put into a folder apart, without asking or telling the catalogue",
    Outcome.DUPLICATE_URL: "the same URL with the same bytes is in the library",
    Outcome.DUPLICATE_CONTENT: "the same bytes are in the library under another URL",
    Outcome.UNPACKED: "a container; each thing found in it is a capture of its own",
    Outcome.NOTHING_INSIDE: "a container in which nothing is of a wanted type",
    Outcome.BAD_STATUS: "the server did not answer with a document (status other than 2xx)",
    Outcome.UNWANTED_TYPE: "its type is not among the wanted ones",
    Outcome.NOT_WHAT_IT_CLAIMS: "declared as a wanted type, but the bytes are something else",
    Outcome.BLACKLISTED: "its URL or host is on a blacklist",
    Outcome.NOT_ACADEMIC: "the academic filter takes it for something other than a paper",
    Outcome.ENCRYPTED: "it cannot be opened without a password",
    Outcome.UNREADABLE_TEXT: "no usable text in it (a scan, or a broken font encoding)",
    Outcome.EMPTY: "no bytes",
    Outcome.DAMAGED: "cut off or broken beyond reading",
    Outcome.MISSING_BYTES: "the record names bytes that are not at hand",
    Outcome.BOMB: "unpacking or reading it would exceed the limits",
    Outcome.TIMED_OUT: "reading it took longer than the limit; its worker was killed",
    Outcome.OUT_OF_MEMORY: "reading it took more memory than the limit; its worker was killed",
    Outcome.UNFORESEEN: "an error that was not foreseen; the reason says which",
}


class OutcomeGroup(StrEnum):
    """What an outcome comes to, in the words of people. Every outcome is in exactly one group."""

    KEPT = "kept"
    KNOWN = "known_already"
    UNPACKED = "unpacked"
    TURNED_DOWN = "turned_down"
    UNUSABLE = "unusable"
    FAILED = "failed"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")


GROUP_MEANINGS: dict[OutcomeGroup, str] = {
    OutcomeGroup.KEPT: "documents that were added or renewed",
    OutcomeGroup.KNOWN: "documents that the library had before",
    OutcomeGroup.UNPACKED: "containers; each thing found in one is a capture of its own",
    OutcomeGroup.TURNED_DOWN: "looked at, and not wanted here",
    OutcomeGroup.UNUSABLE: "nothing can be read out of it, however often one tries",
    OutcomeGroup.FAILED: "something went wrong; each is listed",
}
OUTCOME_GROUPS: dict[OutcomeGroup, tuple[Outcome, ...]] = {
    OutcomeGroup.KEPT: (Outcome.NEW, Outcome.UPDATED, Outcome.SAVED),
    OutcomeGroup.KNOWN: (Outcome.DUPLICATE_URL, Outcome.DUPLICATE_CONTENT),
    OutcomeGroup.UNPACKED: (Outcome.UNPACKED,),
    OutcomeGroup.TURNED_DOWN: (
        Outcome.NOTHING_INSIDE, Outcome.BAD_STATUS, Outcome.UNWANTED_TYPE,
        Outcome.NOT_WHAT_IT_CLAIMS, Outcome.BLACKLISTED, Outcome.NOT_ACADEMIC,
    ),
    OutcomeGroup.UNUSABLE: (
        Outcome.ENCRYPTED, Outcome.UNREADABLE_TEXT, Outcome.EMPTY, Outcome.BOMB,
    ),
    # The one meaning of "failed": a run that met one of these ends with exit code 1 and lists it.
    OutcomeGroup.FAILED: (
        Outcome.DAMAGED, Outcome.MISSING_BYTES, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY,
        Outcome.UNFORESEEN,
    ),
}  # fmt: skip
GROUP_OF = {outcome: group for group, members in OUTCOME_GROUPS.items() for outcome in members}
KEPT = frozenset(OUTCOME_GROUPS[OutcomeGroup.KEPT])
KNOWN = frozenset(OUTCOME_GROUPS[OutcomeGroup.KNOWN])
FAILED = frozenset(OUTCOME_GROUPS[OutcomeGroup.FAILED])


def outcomes_named(name: str) -> tuple[Outcome, ...]:
    """The outcomes of a group, or the one of this name; ValueError where there is neither."""
    if name in {*OutcomeGroup}:
        return OUTCOME_GROUPS[OutcomeGroup(name)]
    return (Outcome(name),)


def count_groups(outcomes: Mapping[str, int]) -> dict[str, int]:
    """How many captures are in each group, those with none too; the sum stays what it is."""
    return {
        group.value: sum(outcomes.get(one.value, 0) for one in members)
        for group, members in OUTCOME_GROUPS.items()
    }


class IngestState(IntEnum):
    """Whether a document was read and can be found, here or by the search engine behind the library
    (values of the legacy table)."""

    NOT_INGESTED = 0
    INGESTED = 1
    HANDED_OUT = 2
    FAILED = -1


INGEST_STATE_WORDS: dict[IngestState, str] = {
    IngestState.NOT_INGESTED: "not ingested",
    IngestState.HANDED_OUT: "handed out",
    IngestState.INGESTED: "ingested",
    IngestState.FAILED: "could not be ingested",
}


@dataclass(frozen=True, slots=True)
class Seed:
    """A URL to start from."""

    url: str


@dataclass(frozen=True, slots=True)
class Link:
    """A URL found on a page, with what was known about it there."""

    url: str
    parent_url: str | None
    anchor_text: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Location:
    """Where a capture stands: the source, its place in it, and the member of a container."""

    source: str
    position: str
    member: str = ""


@dataclass(frozen=True, slots=True)
class Payload:
    """The bytes of a capture: at hand when small, otherwise a stretch of a file.

    `encodings` are the HTTP transfer and content encodings still to be undone, outermost first.
    """

    data: bytes | None = None
    path: str | None = None
    offset: int = 0
    length: int | None = None
    encodings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Capture:
    """One fetched thing, whoever fetched it. Only URL, time and place are required."""

    url: str
    time: datetime
    location: Location
    payload: Payload = Payload()
    parent_url: str | None = None
    mime_type: str | None = None
    status: int | None = None
    depth: int | None = None
    is_seed: bool = False
    # Why the crawler cut the body short (length, time, disconnect, ...), where it says that it did.
    truncated: str | None = None
    # Of the file with its bytes, where that is one of many: tells it from a later one.
    file_version: str = ""
    # What the SHA-1 of its bytes must be, where somebody wrote it down. Checked in a worker.
    sha1: str | None = None
    # The crawler took it for a hub: the pattern, and how many of its links match it (0: unknown).
    hub_pattern: str = ""
    hub_links: int = 0
    # Set by an importer that knows already that nothing can come of it (damaged, missing_bytes).
    lost: Dropped | None = None


@dataclass(frozen=True, slots=True)
class Hub:
    """A page that leads to documents. `pattern` is what its links match; empty, where it is a hub
    because a document that was kept was found on it. `links` are those that matched, None where
    nobody counted them; `documents` those of the library whose parent it is."""

    url: str
    host: str
    pattern: str
    links: int | None
    documents: int
    first_seen: datetime
    last_seen: datetime


class PageKind(StrEnum):
    """What a page is that can be found beside documents."""

    ARTICLE = "article"
    HOMEPAGE = "homepage"
    HUB = "hub"
    OTHER = "other"


PAGE_KIND_MEANINGS: dict[PageKind, str] = {
    PageKind.ARTICLE: "an article of a wiki",
    PageKind.HOMEPAGE: "the home page of a person, a group or a site, above a hub",
    PageKind.HUB: "a page that leads to documents",
    PageKind.OTHER: "any other page in HTML",
}


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page worth finding that is no document. `place` is where its content stands: the record
    in an archive, the file of an import, or the article in the store of a wiki's crawl. Its title
    is empty until it was read; `problem` says why it could not be."""

    id: int
    url: str
    host: str
    kind: PageKind
    place: Location
    title: str = ""
    language: str = ""
    modified: datetime | None = None
    seen: datetime | None = None
    run: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says. `out_links` are URLs, or titles where it is an article; `problem` says why
    there is no content."""

    title: str = ""
    content: str = ""
    categories: tuple[str, ...] = ()
    last_modified: datetime | None = None
    out_links: tuple[str, ...] = ()
    language: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A record of a source that is no capture (a request, a warcinfo): counted, not judged."""

    kind: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A stage's no, with its reason. The outcome counts it, the reason explains it."""

    outcome: Outcome
    reason: str
    verdict: Verdict | None = None
    # False where the same bytes may fare otherwise another time: the time for OCR ran out, say.
    is_final: bool = True

    @property
    def words(self) -> str:
        """Both, where there is one line for them."""
        return f"{self.outcome}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page where it stands: in points, y growing down from the top of the page.

    What differs within a line (a word in italics, a footnote mark) is taken from its larger part.
    `is_running` marks running heads, running feet and page numbers.
    """

    text: str
    page: int  # counted from 0
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    is_bold: bool = False
    is_italic: bool = False
    font: str = ""
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class PageShape:
    """A page without its words: its size in points, whether it has text, and its pictures."""

    width: float
    height: float
    has_text: bool = True
    images: int = 0
    image_share: float = 0.0  # of the area of the page, at most 1


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a document and how it was read.

    Pages are parted by form feeds. Lines and shapes are there for as many pages as were asked for,
    and only where the format has pages. `confidence` says how likely it is that the text is text;
    `title` and `language` are what the file says of itself, which need not be true.
    """

    content: str
    pages: int
    reader: str
    first_page: str = ""
    lines: tuple[Line, ...] = ()
    shapes: tuple[PageShape, ...] = ()
    confidence: float = 1.0
    ocr_pages: tuple[int, ...] = ()  # counted from 0
    title: str = ""
    language: str = ""
    ocr_was_late: bool = False  # its time ended before the pages did

    @property
    def provenance(self) -> dict[str, Any]:
        """How it was read, as a paper says it; pages are counted from 1, as people do."""
        sha1 = hashlib.sha1(self.content.encode("utf-8", "replace"), usedforsecurity=False)
        found = {"reader": self.reader, "sure": self.confidence, "sha1": sha1.hexdigest()}
        ocr_pages = [page + 1 for page in self.ocr_pages]
        return {**found, "ocr_pages": ocr_pages} if ocr_pages else found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a document is, how sure we are that it is academic, why, and how likely each kind is."""

    kind: str
    academic: float
    reasons: tuple[str, ...] = ()
    language: str | None = None
    kinds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A capture under judgement. Each stage adds what it found out."""

    capture: Capture
    data: bytes = b""
    mime_type: str | None = None
    sha1: str | None = None
    text: Text | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """The answer of the examination: what a worker found, with bytes and text staged in files."""

    capture: Capture
    dropped: Dropped | None = None
    mime_type: str | None = None
    sha1: str | None = None
    size: int = 0
    pages: int = 0
    verdict: Verdict | None = None
    staged_file: Path | None = None
    staged_text: Path | None = None
    staged_layout: Path | None = None  # where somebody will read the paper
    # The reader of the text, its confidence, the pages that OCR read.
    text_provenance: dict[str, Any] | None = None
    is_final: bool = True  # as in Dropped
    # What the answer rests on beside the bytes; empty where it is not to be remembered.
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A kept thing: its id, its row, its files."""

    id: int
    url: str
    sha1: str
    mime_type: str
    size: int
    discovered: datetime
    updated: datetime
    parent_url: str | None
    state: IngestState
    pages: int = 0  # of which text was read; 0 where there was none
    files: tuple[Path, ...] = ()
    kind: str = ""  # what the filter took it for


@dataclass(frozen=True, slots=True)
class PaperSummary:
    """A document of the library in a line: what lists of papers show. What was not read is None or
    empty."""

    id: int
    sha1: str
    url: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    kind: str = ""
    language: str = ""
    mime_type: str = ""


@dataclass(frozen=True, slots=True)
class ChangedDocument:
    """A document that came, changed or went: with which revision of the catalogue, and when."""

    id: int
    revision: int
    time: datetime
    is_removed: bool
    host: str
    kind: str
    language: str


@dataclass(frozen=True, slots=True)
class Person:
    """A name as it is printed, and its two halves where they could be told apart."""

    name: str
    given: str | None = None
    family: str | None = None


@dataclass(frozen=True, slots=True)
class Author:
    name: str
    given: str | None = None
    family: str | None = None
    email: str | None = None
    affiliations: tuple[str, ...] = ()
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it, up to the next heading of any level (1 is the highest)."""

    heading: str | None
    text: str
    level: int = 1
    kind: str = "body"  # or "appendix"


@dataclass(frozen=True, slots=True)
class Caption:
    kind: str  # "figure" or "table"
    label: str  # as printed: "Figure 3", "Tab. 2"
    text: str


@dataclass(frozen=True, slots=True)
class Context:
    """Where the text cites an entry: the marker as printed, the words around it, and the place
    of the marker in the document's text."""

    text: str
    offset: int
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the list of references. `venue` is the journal, the proceedings or the book
    that holds the work; `type` says which (article, inproceedings, incollection, book, thesis,
    techreport, web, misc)."""

    raw: str
    marker: str | None = None
    authors: tuple[Person, ...] = ()
    title: str | None = None
    venue: str | None = None
    year: int | None = None
    date: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    place: str | None = None
    editors: tuple[Person, ...] = ()
    institution: str | None = None
    series: str | None = None
    note: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    type: str | None = None
    contexts: tuple[Context, ...] = ()
    confidence: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paper:
    """What was read out of a document. A field that was not found is None or empty. `extras` holds
    what annotators found, by their names."""

    title: str | None = None
    authors: tuple[Author, ...] = ()
    abstract: str | None = None
    keywords: tuple[str, ...] = ()
    year: int | None = None
    date: str | None = None
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    language: str | None = None
    sections: tuple[Section, ...] = ()
    captions: tuple[Caption, ...] = ()
    footnotes: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    acknowledgement: str | None = None
    extras: dict[str, Any] = field(default_factory=dict)
    provenance: dict[str, Any] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)


UNCERTAIN = 0.5  # a field of which the reader is less sure is more likely wrong than right


def is_uncertain(confidence: Mapping[str, float], field_name: str) -> bool:
    """Whether a field is rather a guess: it is shown as such, and no bibliography takes it over. A
    field without a confidence is none; a date is as sure as its year."""
    named = "year" if field_name == "date" and "date" not in confidence else field_name
    return confidence.get(named, 1.0) < UNCERTAIN
