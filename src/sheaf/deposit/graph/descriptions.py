"""What is said of a work, by the head of a document or by a reference: the terms in which the graph
is written down."""

from __future__ import annotations

from dataclasses import dataclass

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
class DocumentHead:
    """What a document says of itself, and its references by their positions; each with a hash that
    is another one when anything is said otherwise."""

    digest: str
    said: Statement
    references: dict[int, tuple[str, Statement]]
    authors: tuple[AuthorPrinted, ...] = ()
