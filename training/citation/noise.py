"""Does to references what happens to them on the way out of a PDF: spaces lost and gained, words
broken at the end of a line, small words dropped."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from corpora.references.annotated import Annotated

Piece = tuple[str, str | None]

SMALL = re.compile(
    r"\b(?:in|eds?|editors?|hrsg|hg|edited by|pp|vol|no)\b[.:]?|\((?:eds?|hrsg|hg)\.?\)",
    re.IGNORECASE,
)
AND = re.compile(r",? (?:and|&|und) ")
BEFORE_MARK = re.compile(r"(?<=\w)(?=[,.;:)\]])")
AFTER_MARK = re.compile(r"(?<=[,.;:)]) (?=\w)")
AFTER_OPENING = re.compile(r"(?<=[(\[])(?=\w)")
BETWEEN_WORDS = re.compile(r"(?<=\w) (?=\w)")
LONG_WORD = re.compile(r"\b([^\W\d_]{4,})([^\W\d_]{4,})\b")


def noisy(reference: Annotated, chance: random.Random) -> Annotated:
    pieces: list[Piece] = list(reference.pieces)
    kind = chance.random()
    if kind < 0.35:
        pieces = [(_respaced(text, chance), label) for text, label in pieces]
    elif kind < 0.65:
        pieces = list(_without_small_words(pieces, chance))
    elif kind < 0.8:
        pieces = [(_broken(text, chance), label) for text, label in pieces]
    else:
        pieces = [(_respaced(text, chance), label) for text, label in pieces]
        pieces = list(_without_small_words(pieces, chance))
    return Annotated(f"{reference.source}-noisy", reference.document, tuple(pieces))


def _respaced(text: str, chance: random.Random) -> str:
    lost, gained = chance.choice(((0.5, 0.5), (0.8, 0.1), (0.1, 0.4), (0.0, 0.9)))
    text = AFTER_MARK.sub(lambda _: "" if chance.random() < lost else " ", text)
    text = BEFORE_MARK.sub(lambda _: " " if chance.random() < gained else "", text)
    text = AFTER_OPENING.sub(lambda _: " " if chance.random() < gained else "", text)
    joined = chance.choice((0.0, 0.02, 0.02, 0.15))
    return BETWEEN_WORDS.sub(lambda _: "" if chance.random() < joined else " ", text)


def _without_small_words(pieces: Sequence[Piece], chance: random.Random) -> Iterator[Piece]:
    for text, label in pieces:
        if label is None:
            text = SMALL.sub(lambda found: "" if chance.random() < 0.8 else found[0], text)
        elif label in ("author", "editor"):
            text = AND.sub(", ", text)
        yield text, label


def _broken(text: str, chance: random.Random) -> str:
    return LONG_WORD.sub(
        lambda found: f"{found[1]}- {found[2]}" if chance.random() < 0.08 else found[0], text
    )
