"""From examples to a model: which rows each document gives, and what they weigh."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from corpora.documents import HELD_OUT, Example
from sheaf.curate.filter.kind_model import KINDS, KindModel
from sheaf.curate.filter.measures import Measures, measure_front, measure_text
from sheaf.records import Text
from sheaf.settings import Curate
from training.academic.fit import PENALTY, Row, fit

# How much a document counts, by where it is from. The first pages are papers only, and the
# simulated web is tidy: neither may drown the whole documents, of which all kinds are real.
WEIGHTS = {"documents": 1.0, "layout": 0.3, "world": 0.15, "made-up": 0.3}
MADE = frozenset({"world", "made-up"})
FRONT_ONLY = 0.4  # a document is learnt a second time from its first pages alone
TEXT_ONLY = 0.3  # and a third time without its layout, as formats without pages come
MOST_OF_ONE_OWNER = 25  # documents' worth: more than these share it among themselves


@dataclass(frozen=True, slots=True)
class Measured:
    """An example after measuring: the text itself is not needed any more."""

    example: Example
    whole: Measures
    front: Measures
    bare: Measures


def measured(examples: Iterator[Example] | Sequence[Example]) -> Iterator[Measured]:
    """What can be judged: examples with enough text."""
    for example in examples:
        text = example.text
        if isinstance(text, Text) and is_enough(text):
            bare = replace(text, lines=(), shapes=())
            yield Measured(
                replace(example, text=Text("", text.pages, text.reader)),
                measure_text(text),
                measure_front(text),
                measure_text(bare) if example.source == "documents" else {},
            )


def is_enough(text: Text) -> bool:
    return sum(map(str.isalnum, text.content)) >= Curate().min_characters


def rows(learnt: Sequence[Measured]) -> Iterator[Row]:
    owners = Counter((one.example.source, one.example.owner) for one in learnt)
    for one in learnt:
        example = one.example
        if example.kind is None:
            continue
        crowd = owners[example.source, example.owner]
        weight = WEIGHTS[example.source]
        if example.source not in MADE:
            weight *= min(1.0, MOST_OF_ONE_OWNER / crowd)
        yield Row(one.whole, example.kind, weight)
        if example.source == "documents":
            yield Row(one.front, example.kind, weight * FRONT_ONLY)
            yield Row(one.bare, example.kind, weight * TEXT_ONLY)


def model_without(
    learnt: Sequence[Measured], folds: Collection[int] = HELD_OUT, penalty: float = PENALTY
) -> KindModel:
    """A model that never saw an owner of these folds."""
    seen = [one for one in learnt if one.example.source in MADE or one.example.fold not in folds]
    return fit(list(rows(seen)), tuple(KINDS), penalty)
