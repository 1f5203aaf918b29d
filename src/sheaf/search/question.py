"""What a question says, as a tree: words, "phrases", graph*, author:name, year:2014-2016, -not, OR.

Anybody may type or paste anything. What cannot be understood is said in plain words and searched
as words where that makes sense; nothing here raises. No search engine is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Words:
    """A word as it was typed, which may fall apart into several ("well-known")."""

    text: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Prefix:
    """The beginning of a word."""

    start: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class QuotedPhrase:
    """Words that stand side by side; of the last perhaps only the beginning."""

    text: str
    field: str | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """From one value to another, both included; None is no bound."""

    field: str
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Exact:
    """A value as a whole."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Everything:
    """A lone *."""


@dataclass(frozen=True, slots=True)
class Not:
    part: Node


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    parts: tuple[Node, ...]


Leaf = Words | Prefix | QuotedPhrase | Range | Exact | Everything
Node = Leaf | Not | All | Either


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """`is_deliberate`: somebody used the language of questions, so that this is no pasted text."""

    root: Node | None
    complaints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_deliberate: bool = False


def leaves(node: Node | None) -> list[Leaf]:
    """What is asked for, without what is excluded."""
    if node is None or isinstance(node, Not):
        return []
    if isinstance(node, (All, Either)):
        return [leaf for part in node.parts for leaf in leaves(part)]
    return [node]


@dataclass(slots=True)
class Draft:
    """What the reader of a question finds beside its tree."""

    complaints: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_deliberate: bool = False
    leaves: int = 0

    def complain(self, words: str) -> None:
        if words not in self.complaints:
            self.complaints.append(words)
