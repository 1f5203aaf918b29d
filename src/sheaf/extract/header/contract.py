"""What is read off the first pages of a paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheaf.records import Author


@dataclass(frozen=True, slots=True)
class Header:
    """A field that was not found is None or empty. `lines` are the places, among the lines that
    were given, of everything that belongs to the header; `abstract_lines` are those of the
    abstract among them, `note_lines` those that say something else than a field.
    `confidence` is by field, between 0 and 1."""

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
    confidence: Mapping[str, float] = field(default_factory=dict)
    lines: frozenset[int] = frozenset()
    abstract_lines: frozenset[int] = frozenset()
    note_lines: frozenset[int] = frozenset()
