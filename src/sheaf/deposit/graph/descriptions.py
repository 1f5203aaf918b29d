"""What is said of a work, by the head of a document or by a reference: the terms in which the graph
is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Name = tuple[str, str]  # given, family


@dataclass(frozen=True, slots=True)
class Statement:
    """As it is printed; empty where it is not."""

    title: str = ""
    authors: tuple[Name, ...] = ()
    year: int | None = None
    venue: str = ""
    volume: str = ""
    page: str = ""
    doi: str = ""
    arxiv_id: str = ""


@dataclass(frozen=True, slots=True)
class AuthorPrinted:
    """An author of a document, with hashes of what tells who it is."""

    position: int
    name: str
    given: str
    family: str
    block: str
    traces: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class CopyFacts:
    """What a document says beside its head, as far as it ranks the versions of a work: how long it
    is, whether it was read by OCR, how sure each field is, and which of them a person has put
    right."""

    characters: int = 0
    references: int = 0
    is_ocr: bool = False
    sure: Mapping[str, float] = field(default_factory=dict)
    by_hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """A document of the library as one version of its work."""

    document_id: int
    said: Statement
    facts: CopyFacts = CopyFacts()
    pages: int = 0


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """What a document says of itself, and its references by their positions; each with a hash that
    is another one when anything is said otherwise."""

    digest: str
    said: Statement
    references: dict[int, tuple[str, Statement]]
    authors: tuple[AuthorPrinted, ...] = ()
    facts: CopyFacts = CopyFacts()
