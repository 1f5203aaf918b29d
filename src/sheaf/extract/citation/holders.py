"""What stands behind "In" is a book or proceedings, unless it is clearly a journal: in German, and
in the styles of biblatex, "In:" stands before journals too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span

IN = re.compile(r"(?:^|[^\w\s]\s*)[Ii]n\s*:?\s*[“\"„]?$|\bIn\s*:?\s*[“\"„]?$")
OF = re.compile(r"\b(?:of|in)\s*$")  # "volume 7 of", and then a series
# A conference by its letters: "TACAS", "CSL '16", "SIGMOD 2010".
ACRONYM = re.compile(
    r"^(?:[A-Z]{2,}[A-Za-z]{0,4}[A-Z]?|[A-Z][a-z]+[A-Z]{2,})(?:[\s-]?[’'‘]?\d{2}|[\s-]?\d{4})?$"
)
GERMAN = re.compile(r"\b(?:Jg|Jahrgang|Bd|Heft|H|Nr|S)\b\.?\s*\d|\d\. ?Jg\b")
# Behind the name of a journal and without a word: "22.4 (1996)".
NUMBERED = re.compile(r"\s+\d{1,3}(?:[./]\d{1,3})?\b(?!\s*(?:th|st|nd|rd)\b)")
MEETING = re.compile(
    r"\b(?:conf(?:erences?)?|proc(?:eedings)?|workshops?|symp(?:osium)?|congress|meeting|colloquium"
    r"|tagung)\b",
    re.IGNORECASE,
)
VENUES = frozenset({"journal", "booktitle"})


def held_by(text: str, spans: Sequence[Span]) -> list[Span]:
    """With a book instead of a journal where something else can only stand in a book."""
    at = next((at for at, span in enumerate(spans) if span.label in VENUES), None)
    if at is None or not _is_in(text, spans, at):
        return list(spans)
    holder = spans[at]
    if holder.label == "journal" and _is_journal(text, spans, at):
        return list(spans)
    return [_of_a_book(text, one) if one.label == "journal" else one for one in spans]


def is_acronym(name: str) -> bool:
    return bool(ACRONYM.match(name.strip(" .,")))


def _of_a_book(text: str, span: Span) -> Span:
    before = text[: span.start]
    is_series = OF.search(before) and not IN.search(before)
    return replace(span, label="series" if is_series else "booktitle")


def _is_in(text: str, spans: Sequence[Span], at: int) -> bool:
    """Directly behind it, or with nobody but editors between."""
    if IN.search(text[: spans[at].start]):
        return True
    before = spans[at - 1] if at else None
    return before is not None and before.label == "editor" and bool(IN.search(text[: before.start]))


def _is_journal(text: str, spans: Sequence[Span], at: int) -> bool:
    """The model has called it one; it is believed unless something speaks against it."""
    name, labels = spans[at].text, {span.label for span in spans}
    if (at and spans[at - 1].label == "editor") or "series" in labels:
        return False
    if {"volume", "issue"} <= labels:
        return True
    if MEETING.search(name):
        return False
    if GERMAN.search(text) or NUMBERED.match(text, spans[at].end):
        return True
    return not is_acronym(name) and ("volume" in labels or "pages" not in labels)
