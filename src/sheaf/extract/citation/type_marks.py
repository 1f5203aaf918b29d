"""The marks of GB/T 7714, by which Chinese references say what is cited: "…研究[J]"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span, without

MARK = re.compile(
    r"(?<=\S)\s?[\[［]\s?([JMCDRPSNGAZ]|EB|DB|CP|DS)\s?(?:[/／]\s?(?:OL|CD|DK|MT))?\s?[\]］]"
    r"(?=\s?(?:[.．。,，:：;/／(（\[]|$))"
)
# What stands behind two strokes holds what stands before them.
HOLDER = re.compile(r"\s?[/／]{2}\s?(\S[^.．。,，]{1,150}?)\s?[.．。,，]")
KINDS = {
    "J": "article", "N": "article", "M": "book", "C": "inproceedings", "D": "thesis",
    "R": "techreport", "EB": "web", "DB": "misc", "CP": "misc", "DS": "misc", "P": "misc",
    "S": "misc", "G": "incollection", "A": "incollection", "Z": "misc",
}  # fmt: skip
FIRST = 4  # characters that stand before a mark at least: others are the reference's own
SURE = 0.95


def kind_by_mark(text: str) -> str | None:
    mark = _mark(text)
    if mark is None:
        return None
    is_held = bool(HOLDER.match(text, mark.end()))
    return "incollection" if is_held and mark[1] == "M" else KINDS[mark[1]]


def read_by_mark(text: str, spans: Sequence[Span]) -> list[Span]:
    """With titles that end before the mark, and behind it what such a work has there."""
    mark = _mark(text)
    if mark is None:
        return list(spans)
    found = [
        part
        for span in without(spans, mark.start(), mark.end())
        for part in _with_title(span, mark.start())
    ]
    if mark[1] == "D":
        found = [_renamed(one, mark.end(), "publisher", "institution") for one in found]
    if holder := HOLDER.match(text, mark.end()):
        found = _held(found, holder, is_book=mark[1] in "MC")
    return sorted(found, key=lambda one: one.start)


def _mark(text: str) -> re.Match[str] | None:
    return MARK.search(text, FIRST)


def _with_title(span: Span, mark: int) -> Iterator[Span]:
    """What stands directly before a mark is the title, even if the model saw authors there."""
    names, stop, title = span.text.rpartition(". ")
    if span.label != "author" or span.end < mark or not stop:
        yield span
        return
    yield replace(span, text=names, end=span.start + len(names))
    yield Span("title", title, span.end - len(title), span.end, SURE)


def _held(spans: Sequence[Span], holder: re.Match[str], *, is_book: bool) -> list[Span]:
    """What holds it, and before that, if they are named, who edited it."""
    found = without(spans, holder.start(1), holder.end(1))
    title = next((one for one in found if one.label == "title" and one.start >= holder.end()), None)
    label = "editor" if title else "booktitle"
    held = Span(label, holder[1], holder.start(1), holder.end(1), SURE)
    if title:
        found = [replace(one, label="booktitle") if one is title else one for one in found]
    if is_book:
        found = [_renamed(one, holder.end(), "journal", "publisher") for one in found]
    return [*found, held]


def _renamed(span: Span, behind: int, label: str, name: str) -> Span:
    return replace(span, label=name) if span.start >= behind and span.label == label else span
