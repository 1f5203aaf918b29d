"""Whether a text is in the order of reading: do its sentences follow each other as they should?

The truth is a chain of anchors, each the first words of a sentence or of a column. For papers of
the simulated web they are made from the manuscript; for real papers they were marked by hand,
looking at the page, and are kept as digests in reading_order.toml: no text of a corpus is copied.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

MARKED = Path(__file__).with_name("reading_order.toml")
WORD = re.compile(r"[^\W\d_]+")
HYPHENATED = re.compile(r"(?<=\w)[-‐\u00ad]\s*\n\s*(?=\w)")
LENGTH = 4  # words of an anchor that was marked by hand
SENTENCE = 8  # words of one of the simulated web, whose sentences often begin alike
DIGITS = 12  # of the digest: enough to be alone in a document


@dataclass(frozen=True, slots=True)
class Marked:
    """A page of a shared paper, with the digests of its anchors in order."""

    file: str
    page: int  # counted from 0
    anchors: tuple[str, ...]


def marked_pages() -> list[Marked]:
    entries = tomllib.loads(MARKED.read_text(encoding="utf-8"))["page"]
    return [Marked(one["file"], one["page"], tuple(one["anchors"])) for one in entries]


def words_of(text: str) -> list[str]:
    """As both sides are compared: composed, in lower case, words broken at line ends joined."""
    joined = HYPHENATED.sub("", unicodedata.normalize("NFKC", text))
    return [word.lower() for word in WORD.findall(joined)]


def anchor(words: Sequence[str]) -> str:
    text = " ".join(words)
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:DIGITS]


def followed(anchors: Sequence[str], text: str, length: int = LENGTH) -> list[bool]:
    """For each anchor but the last: is the next one that is met in the text the right one?"""
    words = words_of(text)
    places: dict[str, int] = {}
    wanted = set(anchors)
    for place in range(len(words) - length + 1):
        found = anchor(words[place : place + length])
        if found in wanted:
            places.setdefault(found, place)
    met = sorted(places, key=lambda name: places[name])
    after = dict(pairwise(met))
    return [after.get(one) == other for one, other in pairwise(anchors)]


def anchors_of(sentences: Iterator[str]) -> tuple[str, ...]:
    """Of sentences that begin like no other."""
    beginnings = [words[:SENTENCE] for words in map(words_of, sentences)]
    every = [anchor(words) for words in beginnings if len(words) == SENTENCE]
    return tuple(one for one in every if every.count(one) == 1)
