"""When a field of a reference is right. One definition for every corpus.

A field's value is all that is marked as it in a reference, in order, normalised to letters and
digits, and it must be equal. Some differences are the annotators' and not the reader's, and do not
count:

- words between people and behind them ("and", "et al.", "Hrsg.") and before numbers ("vol.", "S.");
- whether the venue is called a journal or a book: a Reference has one slot for both;
- what else than the year a date tells;
- a lone number is the volume, whether it is called "Nr." or not;
- where nobody is called author, the editors are whom the reference is by.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.contract import share
from evaluation.matching import normalised

Marked = Iterable[tuple[str, str | None]]  # text, label

FIELDS = {
    "author": "author", "collaboration": "author", "title": "title", "journal": "venue",
    "booktitle": "venue", "container": "venue", "date": "year", "volume": "volume",
    "issue": "issue", "pages": "pages", "publisher": "publisher", "location": "place",
    "editor": "editor", "pubnum": "identifier", "web": "url",
}  # fmt: skip
PEOPLE = re.compile(
    r"\bet al\b|\bu\. ?a\.|\b(?:and|und|et|y|u|in|by|edited|[Ee]ds?|[Ee]ditors?|[Hh]rsg|[Hh]g|HRSG"
    r"|AND|ET)\b"
)
NUMBERS = re.compile(
    r"^\W*(?:(?:pp?|pages?|vol|volume|no|nr|s|bd|band|h|heft|jg|v)\b\W*)+(?=\w)", re.IGNORECASE
)
SCHEMES = re.compile(r"\b(?:doi|arxiv|issn|isbn|pmid)\b", re.IGNORECASE)
YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")


def as_labelled(marked: Marked) -> dict[str, str]:
    """Every label by itself, as annotated."""
    found: dict[str, str] = defaultdict(str)
    for text, label in marked:
        if label is not None:
            found[label] += f" {text}"
    return {name: value for name, text in found.items() if (value := _compared(name, text))}


def as_fields(
    marked: Marked, without: Sequence[str] = (), *, series_too: bool = False
) -> dict[str, str]:
    """The fields of a Reference. A corpus that marks series as sources says so."""
    found: dict[str, str] = defaultdict(str)
    for text, label in marked:
        name = FIELDS.get(label or "")
        if label == "series" and series_too:
            name = "venue"
        if name is not None and name not in without:
            found[name] += f" {text}"
    values = {name: value for name, text in found.items() if (value := _compared(name, text))}
    if "author" not in values and "editor" in values:
        values["author"] = values.pop("editor")
    if "volume" not in values and "issue" in values:
        values["volume"] = values.pop("issue")
    return values


def _compared(name: str, text: str) -> str:
    if name in ("author", "editor"):
        text = PEOPLE.sub(" ", text)
    elif name in ("pages", "volume", "issue"):
        text = NUMBERS.sub("", text.strip())
    elif name in ("identifier", "pubnum"):
        text = SCHEMES.sub(" ", text)
    elif name == "year" and (match := YEAR.search(text)):
        text = match[0]
    return normalised(text)


@dataclass(slots=True)
class Tally:
    """Counts over many references."""

    right: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    true: Counter[str] = field(default_factory=Counter)
    whole: int = 0
    references: int = 0

    def add(self, true: Mapping[str, str], found: Mapping[str, str]) -> None:
        self.references += 1
        self.whole += true == found
        self.true.update(true.keys())
        self.found.update(found.keys())
        self.right.update(name for name in true if true[name] == found.get(name))

    def f1(self, name: str | None = None) -> float:
        """Of one field, or over all fields of all references (micro)."""
        right, found, true = (
            sum(counts.values()) if name is None else counts[name]
            for counts in (self.right, self.found, self.true)
        )
        return share(2 * right, found + true)

    def rows(self) -> tuple[tuple[str | int, ...], ...]:
        return tuple(
            (
                name,
                self.true[name],
                f"{share(self.right[name], self.found[name]):.3f}",
                f"{share(self.right[name], self.true[name]):.3f}",
                f"{self.f1(name):.3f}",
            )
            for name, _ in self.true.most_common()
        )
