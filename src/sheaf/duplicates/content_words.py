"""The words of a text that tell it from others, as numbers.

Left out is what copies of one text differ in, or what different texts share: numbers and
mathematics, short words, the lines that pages begin and end with, and a cover page before the
text. Words that were parted at line ends are joined.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np

# Variables and most function words of European languages are shorter.
WORD = re.compile(r"[^\W\d_]{4,}")
PLAIN_WORD = re.compile(r"[a-z]{4,}")  # of texts of small ASCII letters; twice as quick
# It begins with what is rare, so that most of a text is passed over quickly.
PARTED = re.compile(r"[-\u00ad\u2010](?<=[^\W\d_].)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
# Scripts without blanks between words: their neighbouring letters, two by two, are the words.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{2,}")
NO_LETTERS = re.compile(r"[\W\d_]+")
EDGE = 2  # lines at the beginning and the end of a page that may be running heads
LONGEST_HEAD = 150
FEWEST_PAGES = 3  # with the same head; and with a text that may have a cover
SPARSE = 0.4  # a cover has so much less text than half of the pages have
MOST_COVERS = 2
MOST_WORDS = 2_000_000  # of one text; what is longer is a volume of many
REMEMBERED = 300_000

Array = Any

_numbers: dict[str, int] = {}


def read_words(text: str) -> Array:
    """64 bits for each word, in their order."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = _without_edges(_without_covers(text.lower()))
    text = PARTED.sub("", text)
    if text.isascii():
        words = PLAIN_WORD.findall(text)[:MOST_WORDS]
    else:
        words = WORD.findall(UNSPACED.sub(_pairs_of_letters, text))[:MOST_WORDS]
    known = _numbers
    if len(known) > REMEMBERED:
        known.clear()
    for word in set(words).difference(known):
        known[word] = _number(word)
    return np.fromiter(map(known.__getitem__, words), np.uint64, len(words))


def _number(word: str) -> int:
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _pairs_of_letters(found: re.Match[str]) -> str:
    """Each pair written twice, so that it is as long as a word."""
    return " ".join(2 * (first + second) for first, second in pairwise(found[0]))


def _without_covers(text: str) -> str:
    """Repositories and publishers put a page of their own before a text; it says little."""
    pages = text.split("\f")
    if len(pages) < FEWEST_PAGES:
        return text
    sizes = sorted(map(len, pages))
    dense = SPARSE * sizes[len(sizes) // 2]
    covers = 0
    while covers < MOST_COVERS and len(pages[covers]) < dense:
        covers += 1
    return "\f".join(pages[covers:])


def _without_edges(text: str) -> str:
    """Running heads and feet: lines at the edges of pages that say the same on several."""
    pages = [page.split("\n") for page in text.split("\f")]
    if len(pages) < FEWEST_PAGES:
        return text
    seen = Counter(head for page in pages for head in {_head(page[at]) for at in _edges(page)})
    heads = {head for head, times in seen.items() if times >= FEWEST_PAGES}
    for page in pages:
        for at in _edges(page):
            if _head(page[at]) in heads:
                page[at] = ""
    return "\f".join("\n".join(page) for page in pages)


def _edges(page: list[str]) -> list[int]:
    """Where the first and last lines with anything in them are."""
    written = [at for at in range(min(len(page), 3 * EDGE)) if page[at].strip()][:EDGE]
    back = range(len(page) - 1, max(-1, len(page) - 1 - 3 * EDGE), -1)
    return written + [at for at in back if page[at].strip()][:EDGE]


def _head(line: str) -> str:
    return NO_LETTERS.sub(" ", line).strip() if len(line) < LONGEST_HEAD else line
