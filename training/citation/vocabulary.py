"""The attributes that get a row in the network's table, and references as rows of it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sheaf.extract.citation.features import WORD, facets, feature_columns
from sheaf.extract.citation.network import Network
from sheaf.extract.citation.tokens import tokenize
from training.citation.examples import Example

# How often an attribute must occur; what is rarer teaches nothing and makes the file larger.
ENOUGH = {WORD: 4, "words": 25, "affix": 12, "segment": 20, "sentence": 20}
ENOUGH_OTHERWISE = 10
# What is shipped. The network learns to do without a word by losing some at random, so that the
# rarer ones can be left out afterwards; this halves the file.
KEPT = {WORD: 8, "words": 60, "affix": 25}
ENOUGH_FOR_EDGE_WORDS = 150  # the first or last word of a segment
MOST = 44  # attributes of a token; more than any has
NOTHING, UNKNOWN = 0, 1
FACETS = facets()


@dataclass(frozen=True, slots=True)
class Packed:
    """All tokens of all references one behind the other."""

    rows: NDArray[np.int32]  # [token, attribute], 0 where there is none
    labels: NDArray[np.int64]
    starts: NDArray[np.int64]  # one more than there are references
    is_grobid: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Described:
    """The attributes of all tokens by number; there is no attribute 0."""

    keys: list[str]
    numbers: NDArray[np.int32]  # [token, attribute], 0 where there is none
    starts: NDArray[np.int64]  # of each reference, and the end of the last

    def counted(self, references: int) -> Counter[str]:
        """How often each is met in the first references."""
        met = self.numbers[: self.starts[references]]
        found = np.bincount(met.ravel(), minlength=len(self.keys)).tolist()
        return Counter(dict(zip(self.keys[1:], found[1:], strict=True)))


def described(examples: Sequence[Example]) -> Described:
    """A value is taken apart on first sight only: most are met thousands of times."""
    numbers: dict[str, int] = {"": 0}
    seen: list[dict[str, list[int]]] = [{} for _ in FACETS]
    flat, sizes, starts = array("i"), array("i"), [0]
    for one in examples:
        cut = tokenize(one.text)
        found: list[list[int]] = [[] for _ in cut]
        looks = feature_columns(one.text, cut)
        for facet, known in zip(FACETS, seen, strict=True):
            for at, value in enumerate(looks[facet.column]):
                if value not in known:
                    keys = (f"{facet.name}={each}" for each in facet.attributes_of(value))
                    known[value] = [numbers.setdefault(key, len(numbers)) for key in keys]
                found[at] += known[value]
        for each in found:
            flat.extend(each)
            sizes.append(len(each))
        starts.append(len(sizes))
    table = np.zeros((len(sizes), MOST), np.int32)
    table[np.arange(MOST) < np.array(sizes)[:, None]] = np.array(flat)
    return Described(list(numbers), table, np.array(starts))


def rows_of(counts: Counter[str]) -> dict[str, int]:
    kept = sorted(key for key, count in counts.items() if count >= _enough(key))
    return {key: at for at, key in enumerate(kept, 2)}


def pruned(network: Network, counts: Counter[str]) -> Network:
    kept = [
        key for key in sorted(network.rows)
        if counts[key] >= KEPT.get(key.partition("=")[0], 0)
    ]  # fmt: skip
    at = [NOTHING, UNKNOWN, *(network.rows[key] for key in kept)]
    rows = {key: number for number, key in enumerate(kept, 2)}
    return replace(network, rows=rows, table=network.table[at])


def _enough(key: str) -> int:
    facet, _, attribute = key.partition("=")
    if facet in ("segment", "sentence") and attribute[:1] in ("w", "x"):
        return ENOUGH_FOR_EDGE_WORDS
    return ENOUGH.get(facet, ENOUGH_OTHERWISE)


def packed(
    looks: Described, examples: Sequence[Example], rows: dict[str, int], labels: Sequence[str]
) -> Packed:
    """`looks` are those of the examples."""
    row_of = np.array([rows.get(key, _unknown(key)) for key in looks.keys], np.int32)
    number = {label: at for at, label in enumerate(labels)}
    marks = [number.get(label, number["O"]) for one in examples for label in one.labels]
    is_grobid = np.array([one.source == "grobid" for one in examples])
    return Packed(row_of[looks.numbers], np.array(marks), looks.starts, is_grobid)


def _unknown(key: str) -> int:
    return UNKNOWN if key.startswith(f"{WORD}=") else NOTHING
