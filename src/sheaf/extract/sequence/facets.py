"""How an item of a sequence looks to a model: a few facets, each seen at some distances.

An item is a token or a line. The caller describes a sequence in columns, one string an item; a
facet reads one column and says at which offsets from an item its value is looked at. Training and
labelling read the same facets, so they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

# One string an item, by the name of the column. All columns of a sequence are equally long.
Columns = dict[str, Sequence[str]]
OUTSIDE = "\ue000"  # the value beyond either end of a sequence: of private use, so in no text


@dataclass(frozen=True, slots=True)
class Facet:
    """One way to look at a column. Without `attributes` the value itself is the attribute; with
    it, a value is looked at as several (the endings of a word, its shape, ...)."""

    name: str
    column: str
    offsets: tuple[int, ...] = (0,)
    attributes: Callable[[str], Sequence[str]] | None = None

    def attributes_of(self, value: str) -> Sequence[str]:
        if value == OUTSIDE:
            return (OUTSIDE,)
        return (value,) if self.attributes is None else self.attributes(value)


def observations(columns: Columns, facets: Sequence[Facet]) -> list[list[str]]:
    """What a trainer sees: every attribute of every item, named by facet and offset."""
    length = len(next(iter(columns.values())))
    found: list[list[str]] = [[] for _ in range(length)]
    for facet in facets:
        column = columns[facet.column]
        for offset in facet.offsets:
            for place, seen in enumerate(found):
                at = place + offset
                value = column[at] if 0 <= at < length else OUTSIDE
                seen.extend(
                    key_of(facet.name, offset, attribute)
                    for attribute in facet.attributes_of(value)
                )
    return found


def key_of(facet: str, offset: int, attribute: str) -> str:
    return f"{facet}{offset:+d}={attribute}"
