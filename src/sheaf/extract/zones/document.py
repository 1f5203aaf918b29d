"""The zones of a document, and a document as the rules see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sheaf.extract.zones.layout import ONE_SIZE, body_type, trusted_sizes
from sheaf.extract.zones.vocabulary import KINDS
from sheaf.records import Line

HEADINGS = frozenset(KINDS.values())


class Zone(StrEnum):
    """Every line belongs to exactly one."""

    FRONT = "front"  # title, authors, abstract, and what else stands before the first section
    BODY = "body"
    HEADING = "heading"
    REFERENCE = "reference"
    FOOTNOTE = "footnote"
    FURNITURE = "furniture"  # running heads and feet, page numbers, a table of contents
    CAPTION = "caption"
    FIGURE = "figure"  # words within a figure, cells of a table
    APPENDIX = "appendix"
    ACKNOWLEDGEMENT = "acknowledgement"


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """`labels` are the model's, as the names of zones; `kinds` say which lines are headings that
    everybody uses, `captions` which begin like a caption. Size and font are those of most of the
    text; 0 where there is no layout."""

    lines: Sequence[Line]
    labels: Sequence[str]
    kinds: Sequence[str]
    captions: Sequence[int]
    sizes: Sequence[float]
    size: float
    font: str

    @property
    def has_layout(self) -> bool:
        return self.size > 0

    def is_larger(self, at: int) -> bool:
        return self.has_layout and self.sizes[at] > self.size + ONE_SIZE

    def is_smaller(self, at: int) -> bool:
        return self.has_layout and 0 < self.sizes[at] < self.size - ONE_SIZE


def describe_document(
    lines: Sequence[Line], labels: Sequence[str], kinds: Sequence[str]
) -> LabelledDocument:
    """Running heads are no headings, though they often say the same."""
    sizes = trusted_sizes(lines)
    size, font = body_type(lines, sizes)
    headings = [
        kind if kind in HEADINGS and not line.is_running else ""
        for kind, line in zip(kinds, lines, strict=True)
    ]
    captions = [at for at, kind in enumerate(kinds) if kind == "caption"]
    return LabelledDocument(lines, labels, headings, captions, sizes, size, font)
