"""What a correction may say: checked and tidied before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sheaf.deposit.bulk import make_storable
from sheaf.deposit.by_hand.contract import KINDS, LONGEST_TEXT
from sheaf.deposit.overlay.corrected import FIELDS, IS_PAPER, names_of
from sheaf.errors import UsageError

LONGEST_NAME = 300
MOST_AUTHORS = 5000
YEARS = range(1000, 2101)

# A name as it is printed, into its halves: what reads papers knows how.
ReadPerson = Callable[[str], Mapping[str, Any]]


def check_corrections(given: Mapping[str, Any], read_person: ReadPerson) -> dict[str, Any]:
    """Values by field, as they are kept; what is wrong with one is told with its name."""
    unknown = [name for name in given if name not in FIELDS]
    if unknown:
        raise UsageError(f"Nobody can correct {unknown[0]!r}.", f"Fields: {', '.join(FIELDS)}.")
    return {name: _checked(name, value, read_person) for name, value in given.items()}


def _checked(name: str, value: Any, read_person: ReadPerson) -> Any:
    if name == "authors":
        return _authors(value, read_person)
    if name == "year":
        return _year(value)
    if name == "kind":
        return _kind(value)
    if name == IS_PAPER:
        if not isinstance(value, bool):
            raise UsageError("is_paper is true or false.")
        return value
    return _text(name, value)


def one_line(text: str) -> str:
    return " ".join(make_storable(text).split())


def _text(name: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UsageError(f"The {name} is a text.")
    text = one_line(value or "")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"A {name} has {LONGEST_TEXT:,} characters at the most.")
    return text or None


def _year(value: Any) -> int | None:
    if value is None or value == "":
        return None
    text = str(value).strip()
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and int(text) in YEARS):
        raise UsageError(
            f"{text!r} is no year of a paper.",
            f"It is a number from {YEARS.start} to {YEARS.stop - 1}, or nothing.",
        )
    return int(text)


def _kind(value: Any) -> str:
    if value not in KINDS:
        raise UsageError(f"There is no kind {value!r}.", f"Kinds: {', '.join(KINDS)}.")
    return str(value)


def _authors(value: Any, read_person: ReadPerson) -> list[dict[str, Any]]:
    """Names, each a text, or people as a paper has them."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise UsageError("Authors are a list of names.")
    names = [one if isinstance(one, str) else next(iter(names_of([one])), "") for one in value]
    tidy = [name for name in map(one_line, names) if name]
    if len(tidy) > MOST_AUTHORS or any(len(name) > LONGEST_NAME for name in tidy):
        words = f"A paper has {MOST_AUTHORS:,} authors at the most, a name {LONGEST_NAME} letters."
        raise UsageError(words, "Write one name for each author.")
    people = map(read_person, tidy)
    return [
        {"name": name, "given": who.get("given"), "family": who.get("family")}
        for name, who in zip(tidy, people, strict=True)
    ]
