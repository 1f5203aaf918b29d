"""What is known for certain about the writing of references, and put right where the model, which
has seen few like it, took it for something else."""

from __future__ import annotations

from collections.abc import Sequence

from sheaf.extract.citation.holders import held_by
from sheaf.extract.citation.numbering import numbered
from sheaf.extract.citation.series import told_apart
from sheaf.extract.citation.spans import Span
from sheaf.extract.citation.type_marks import read_by_mark
from sheaf.extract.citation.works import called_so


def mended(text: str, spans: Sequence[Span]) -> list[Span]:
    if not spans:
        return []
    found = read_by_mark(text, spans)
    found = numbered(text, found)
    found = told_apart(text, found)
    found = held_by(text, found)
    return called_so(found)
