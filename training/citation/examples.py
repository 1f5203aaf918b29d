"""Annotated references as the model learns them: tokens, and a label for each."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpora.references.annotated import Annotated
from sheaf.extract.citation.tokens import SPACES, UNSEEN, ReferenceToken, tokenize

OUTSIDE = "O"


@dataclass(frozen=True, slots=True)
class Example:
    source: str
    document: str
    text: str
    tokens: tuple[ReferenceToken, ...]
    labels: tuple[str, ...]

    @property
    def key(self) -> str:
        """The same for two copies of a reference."""
        return "".join(char for char in self.text.lower() if char.isalnum())


def example(reference: Annotated) -> Example | None:
    """None where nothing is left. The edges of a field are never punctuation, so that it does not
    matter where an annotator put a full stop; see `_settled`."""
    text, marks = _joined(reference.pieces)
    found = tokenize(text)
    numbers = [marks[token.start] for token in found]
    fields = [reference.pieces[number][1] if number >= 0 else None for number in numbers]
    labels = list(_settled(found, numbers, fields))
    if not any(label != OUTSIDE for label in labels):
        return None
    return Example(reference.source, reference.document, text, tuple(found), tuple(labels))


def _joined(pieces: Iterable[tuple[str, str | None]]) -> tuple[str, list[int]]:
    """The text with its spaces collapsed, and for each character the number of its piece."""
    text, marks = "", []
    for number, (piece, _) in enumerate(pieces):
        piece = SPACES.sub(" ", unicodedata.normalize("NFC", UNSEEN.sub("", piece)))
        if piece.startswith(" ") and (not text or text.endswith(" ")):
            piece = piece[1:]
        text += piece
        marks += [number] * len(piece)
    return text, marks


def _settled(
    found: list[ReferenceToken], numbers: list[int], fields: list[str | None]
) -> Iterator[str]:
    keeps = [False] * len(found)
    for start, end in _runs(numbers):
        while start < end and not found[start].text.isalnum():
            start += 1
        while start < end and not found[end - 1].text.isalnum():
            if found[end - 1].text == ")" and any(one.text == "(" for one in found[start:end]):
                break
            end -= 1
        keeps[start:end] = [True] * (end - start)
    before: int | None = None
    for at, field in enumerate(fields):
        if field is None or not keeps[at]:
            yield OUTSIDE
            before = None
        else:
            yield f"{'I' if before == numbers[at] else 'B'}-{field}"
            before = numbers[at]


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[start]:
            yield start, at
            start = at
