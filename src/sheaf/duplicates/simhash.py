"""The marks of a text by which near-copies are found: fingerprints of 64 bits, and a sketch.

Every word votes on every bit of a fingerprint, as often as it stands in the text, so similar texts
agree in most bits (simhash, Charikar 2002). `content_words.py` says which words. There are two:
one of the whole text, and one of its opening, which a text that is cut short or went on growing
keeps. docs/near-copies.md has the numbers by which all this was chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sheaf.duplicates.content_words import read_words
from sheaf.duplicates.sketch import Sketch, make_sketch

# They change whenever the same text could get other marks.
VERSION = "words-1"
OPENING_VERSION = "opening-1"
SKETCH_VERSION = "sketches-1"
# Fewer words than this, and two texts may agree by chance.
BITS = 64
FEWEST_WORDS = 40
OPENING = 600  # words

Array = Any


@dataclass(frozen=True, slots=True)
class TextMarks:
    whole: int
    opening: int
    sketch: Sketch


def read_marks(text: str) -> TextMarks | None:
    """None where there are too few words to tell."""
    words = read_words(text)
    if len(words) < FEWEST_WORDS:
        return None
    return TextMarks(_vote(words), _vote(words[:OPENING]), make_sketch(words))


def fingerprint(text: str) -> int | None:
    """Of the whole text alone."""
    words = read_words(text)
    return None if len(words) < FEWEST_WORDS else _vote(words)


def distance(one: int, other: int) -> int:
    """How many bits differ."""
    return (one ^ other).bit_count()


def _vote(words: Array) -> int:
    different, times = np.unique(words, return_counts=True)
    octets = different.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    votes = times @ np.unpackbits(octets, axis=1, bitorder="little")
    won = np.packbits(2 * votes > len(words), bitorder="little").tobytes()
    return int.from_bytes(won, "little")
