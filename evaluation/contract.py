"""What a scorer is, and what it answers with: measures that have floors, tables that explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Measure:
    """One share between 0 and 1, of so many. `peer` is what somebody else reached on like work."""

    name: str
    value: float
    of: int
    peer: str = ""
    has_floor: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A breakdown for the report. It holds labels and numbers, never text of a corpus."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG for the report, which shows it under its title."""

    title: str
    name: str  # of the file, without its ending
    svg: str


@dataclass(frozen=True, slots=True)
class Result:
    """`misses` are for the screen only: they name files, and reports are committed."""

    measures: tuple[Measure, ...]
    tables: tuple[Table, ...] = ()
    misses: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()


class Scorer(Protocol):
    """Runs the product on a corpus whose truth is known."""

    name: str
    about: str
    # Left out of a plain run, because it takes long.
    is_slow: bool
    # Reads the corpora beside the repository; skipped where they are absent.
    needs_shared: bool

    def corpus(self) -> str:
        """The digest of everything that is scored on: files and the truth that is used."""
        ...

    def score(self) -> Result: ...


def share(right: int, of: int) -> float:
    """Nothing to count counts as nothing right, so an empty corpus cannot pass a floor."""
    return right / of if of else 0.0


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def rate_row(label: str, right: Sequence[bool]) -> tuple[str, int, int, str]:
    """A row of a table: label, how many, how many right, percent."""
    return label, len(right), sum(right), percent(share(sum(right), len(right)))
