"""Questions whose answer is one known paper: its title, the title damaged, a reference to it, what
it is about.

Every choice is made by a seed and the paper's SHA-1, so a paper's questions never depend on which
others are asked for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from corpora.shared import Row
from evaluation.damaged_titles import DAMAGES
from evaluation.reference_styles import STYLES, Cited

GROUPS = ("title", "damaged", "reference", "subject")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])|(?<=[。？！])")
FEWEST_LETTERS, MOST_WORDS = 60, 60  # of what is asked about a subject


@dataclass(frozen=True, slots=True)
class Question:
    """`group` is what is scored, `kind` how it was made; `sha1` is the paper's that is wanted."""

    group: str
    kind: str
    words: str
    sha1: str


def questions(row: Row, seed: int = 1) -> Iterator[Question]:
    """All that are asked about one paper."""
    title, sha1 = " ".join(row["title"].split()), row["sha1"]
    yield Question("title", "title", title, sha1)
    for kind, damage in DAMAGES.items():
        damaged = damage(title, _dice(seed, sha1, kind))
        if damaged and damaged != title:
            yield Question("damaged", kind, damaged, sha1)
    for kind, write in STYLES.items():
        yield Question("reference", kind, _reference(row, write, _dice(seed, sha1, kind)), sha1)
    if about := subject_of(row.get("abstract") or "", sha1, seed):
        yield Question("subject", "subject", about, sha1)


def subject_of(abstract: str, key: str, seed: int = 1) -> str:
    """One or two sentences of an abstract; empty where it has none that are long enough."""
    return _sentences(abstract, _dice(seed, key, "subject"))


def _dice(seed: int, sha1: str, kind: str) -> random.Random:
    return random.Random(f"{seed}:{sha1}:{kind}")


def _reference(row: Row, write: Callable[[Cited], str], dice: random.Random) -> str:
    """Volume and pages are invented: lists print them, and the truth does not tell them."""
    first = dice.randint(1, 900)
    return write(
        Cited(
            title=" ".join(row["title"].split()).rstrip("."),
            authors=tuple(row["authors"]),
            year=row.get("year"),
            venue=(row.get("venue") or "").rstrip("."),
            # Every other list prints DOIs.
            doi=(row.get("doi") or "") if dice.random() < 0.5 else "",
            volume=dice.randint(1, 60),
            number=dice.randint(1, 12),
            pages=(first, first + dice.randint(4, 30)),
        )
    )


def _sentences(abstract: str, dice: random.Random) -> str:
    """One or two sentences from within an abstract."""
    sentences = [one.strip() for one in SENTENCE_END.split(" ".join(abstract.split()))]
    starts = [at for at, one in enumerate(sentences) if len(one) >= FEWEST_LETTERS]
    if not starts:
        return ""
    at = dice.choice(starts)
    words = " ".join(sentences[at : at + dice.randint(1, 2)]).split()
    return " ".join(words[:MOST_WORDS])
