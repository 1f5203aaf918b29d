"""The attributes that get a row in the network's table, and references as rows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sheaf.extract.citation.facets import WORD, columns, facets
from sheaf.extract.citation.network import Network
from sheaf.extract.citation.tokens import tokens
from training.citation.examples import Example

# How often an attribute must occur; what is rarer teaches nothing and makes the file larger.
ENOUGH = {WORD: 4, "words": 25, "affix": 12, "segment": 20, "sentence": 20}
ENOUGH_OTHERWISE = 10
# What is shipped. The network learns to do without a word by losing some at random, so that the
# rarer ones can be left out afterwards; this halves the file.
KEPT = {WORD: 8, "words": 60, "affix": 25}
ENOUGH_FOR_EDGE_WORDS = 150  # the first or last word of a segment
MOST = 44  # attributes of a token
NOTHING, UNKNOWN = 0, 1
FACETS = facets()


@dataclass(frozen=True, slots=True)
class Packed:
    """All tokens of all references one behind the other."""

    rows: NDArray[np.int32]  # [token, attribute], 0 where there is none
    labels: NDArray[np.int64]
    starts: NDArray[np.int64]  # one more than there are references
    is_grobid: NDArray[np.bool_]


def attributes(text: str) -> list[list[str]]:
    """Of each token, named as the network names them."""
    cut = tokens(text)
    found: list[list[str]] = [[] for _ in cut]
    described = columns(text, cut)
    for facet in FACETS:
        for at, value in enumerate(described[facet.column]):
            found[at] += [f"{facet.name}={one}" for one in facet.attributes_of(value)]
    return found


def counted(examples: Sequence[Example]) -> Counter[str]:
    return Counter(key for one in examples for keys in attributes(one.text) for key in keys)


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


def packed(examples: Sequence[Example], rows: dict[str, int], labels: Sequence[str]) -> Packed:
    number = {label: at for at, label in enumerate(labels)}
    total = sum(len(one.tokens) for one in examples)
    table = np.zeros((total, MOST), np.int32)
    marks = np.zeros(total, np.int64)
    starts = [0]
    at = 0
    for one in examples:
        for keys, label in zip(attributes(one.text), one.labels, strict=True):
            found = [rows.get(key, _unknown(key)) for key in keys]
            known = [row for row in found if row != NOTHING][:MOST]
            table[at, : len(known)] = known
            marks[at] = number.get(label, number["O"])
            at += 1
        starts.append(at)
    is_grobid = np.array([one.source == "grobid" for one in examples])
    return Packed(table, marks, np.array(starts), is_grobid)


def _unknown(key: str) -> int:
    return UNKNOWN if key.startswith(f"{WORD}=") else NOTHING
