"""What reads a document: extractors make a Paper of it, annotators add to the Paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from sheaf.records import Paper, Text

HEADER, REFERENCES, BODY = "header", "references", "body"
ALL_PARTS = frozenset({HEADER, REFERENCES, BODY})
# Who wants nothing but the header looks no further: on 277 papers it is the same as with all pages.
HEADER_PAGES = 8


@dataclass(frozen=True, slots=True)
class Readable:
    """What an extractor is given: the text, with the lines of every page where there are pages,
    and the bytes as PDF where there are any. `parts` is what is wanted of the paper; an extractor
    that finds more does no harm."""

    text: Text
    pdf: bytes | None = None
    parts: frozenset[str] = ALL_PARTS


class Extractor(Protocol):
    """Registered under the entry point `sheaf.extractors`, constructed without arguments. The
    version changes whenever the same document could be read differently."""

    name: str
    version: str

    def read(self, document: Readable) -> Paper: ...


class Annotator(Protocol):
    """One more kind of extraction, registered under the entry point `sheaf.annotators`. What it
    answers is kept in the Paper's `extras` under its name, so it must be plain JSON; None means
    that there is nothing to tell."""

    name: str
    version: str

    def annotate(self, paper: Paper, document: Readable) -> Any: ...
