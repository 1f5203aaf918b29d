"""The counters of a job in both languages: ours, and those of the CDI middleware (Table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheaf.deposit.counters import LEAVES, MEANINGS, TABLE_1, legacy_counters
from sheaf.records import Outcome

OURS_OF_SUMS = {"all": "captures", "filtered": "filtered out", "failed": "not read, or not found"}
OUTCOMES = frozenset(one.value for one in Outcome)


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A counter; `theirs` is empty for those of a job that brings nothing in."""

    name: str
    ours: str
    count: int
    theirs: str = ""
    meaning: str = ""


def counter_rows(counters: Mapping[str, int]) -> list[CounterRow]:
    """Of what brings captures in all of Table 1, and of the others those that count something."""
    outcomes = {name: count for name, count in counters.items() if name in OUTCOMES}
    rows = list(_both_names(outcomes)) if outcomes else []
    return rows + [
        CounterRow(name, name.replace("_", " "), count)
        for name, count in counters.items()
        if name not in OUTCOMES
    ]


def _both_names(outcomes: Mapping[str, int]) -> Iterator[CounterRow]:
    for name, count in legacy_counters(outcomes).items():
        if count or name in TABLE_1:
            yield CounterRow(name, _our_name(name), count, name, MEANINGS[name])


def _our_name(counter: str) -> str:
    if counter in OURS_OF_SUMS:
        return OURS_OF_SUMS[counter]
    return ", ".join(one.value.replace("_", " ") for one in LEAVES[counter])
