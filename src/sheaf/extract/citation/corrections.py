"""What is known for certain about the writing of references, and put right where the model, which
has seen few like it, took it for something else.

Here: volume, issue and pages where a word or a sign says which is which, in languages and scripts
the model has seen little of: "Т. 114, № 5. С. 12–20", "第41巻第3号", "t. 12, n° 3".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span, remove_stretch
from sheaf.extract.citation.venues import correct_venue, separate_series
from sheaf.extract.citation.work_types import correct_by_mark, label_work_type


def correct_spans(text: str, spans: Sequence[Span]) -> list[Span]:
    if not spans:
        return []
    found = correct_by_mark(text, spans)
    found = correct_numbers(text, found)
    found = separate_series(text, found)
    found = correct_venue(text, found)
    return label_work_type(found)


DASH = r"\s*[-‐-―−~〜～]\s*"
RUSSIAN = {
    "volume": re.compile(r"\b(?:[ТTтt]\.\s?|[Тт]ом\s)(\d{1,5}|[IVXLC]{2,7})\b"),
    "issue": re.compile(r"(?:№\.?|\b(?:[Вв]ып|[Чч])\.)\s?(\d{1,4}(?:\s?[-–/(]\s?\d{1,4}\)?)?)"),
    "pages": re.compile(rf"\b(?:[СсC]|[Сс]тр)\.\s?([A-Za-zА-я]?\d{{1,6}}(?:{DASH}\d{{1,6}})?)"),
}
EASTERN = {
    "volume": re.compile(r"第?\s?(\d{1,4})\s?[巻卷]"),
    "issue": re.compile(r"第?\s?(\d{1,4}(?:[·・/-]\d{1,3})?)\s?[号號期]"),
    "pages": re.compile(rf"(\d{{1,6}}(?:{DASH}\d{{1,6}})?)\s?[頁页]"),
}
CYRILLIC = re.compile(r"[А-я]{3}")
IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
# "256 с." behind the year says how long a book is.
LENGTH = re.compile(r"^\d{1,4}\s?(?:[сcСC]|стор|стр)\b")
VOLUME_AND_ISSUE = re.compile(
    r"^(\d{1,5}|[IVXLC]{1,7})\s*+[,;:.]?\s*+"
    r"(?:n[°ºo]s?|№|nr|nos?|num|núm|nú?mero|numéro|heft|h|fasc|f|z|zesz|č|iss|issue)[.:°º]?\s*+"
    r"(\d{1,4}(?:[-–/]\d{1,4})?)$",
    re.IGNORECASE,
)
# The title in single, the journal in double corner brackets, whoever wrote it before them.
JAPANESE = re.compile(
    r"^(?:\[?\d{1,3}[\].)]\s?)?([^「『]{1,80})「([^」]{1,200})」\s?『([^』]{1,100})』"
)
SURE = 0.95


def correct_numbers(text: str, spans: Sequence[Span]) -> list[Span]:
    found = [part for span in spans for part in _split_volume_and_issue(span)]
    if CYRILLIC.search(text):
        found = [part for span in found for part in _split_at_strokes(_relabel_length(span))]
        found = _apply_announced(text, found, RUSSIAN)
    if IDEOGRAPHS.search(text):
        if match := JAPANESE.match(text):
            found = _read_japanese(match, found)
        found = _apply_announced(text, found, EASTERN)
        found = [_add_ordinal_sign(text, span) for span in found]
    return found


def _split_volume_and_issue(span: Span) -> Iterator[Span]:
    """A volume and an issue in one stretch."""
    match = VOLUME_AND_ISSUE.match(span.text) if span.label == "volume" else None
    if match is None:
        yield span
        return
    for label, group in (("volume", 1), ("issue", 2)):
        start, end = match.span(group)
        yield Span(label, match[group], span.start + start, span.start + end, span.sure)


def _split_at_strokes(span: Span) -> Iterator[Span]:
    """Two strokes stand between a title and what it stood in."""
    title, strokes, journal = span.text.partition(" // ")
    if span.label != "title" or not strokes:
        yield span
        return
    yield replace(span, text=title, end=span.start + len(title))
    yield Span("journal", journal, span.end - len(journal), span.end, span.sure)


def _add_ordinal_sign(text: str, span: Span) -> Span:
    """The first sign of "第41次" belongs to the title that begins with it."""
    if span.label != "title" or text[max(span.start - 1, 0) : span.start] != "第":
        return span
    return replace(span, text=f"第{span.text}", start=span.start - 1)


def _relabel_length(span: Span) -> Span:
    is_length = span.label == "pages" and LENGTH.match(span.text)
    return replace(span, label="note") if is_length else span


def _apply_announced(
    text: str, spans: Sequence[Span], words: dict[str, re.Pattern[str]]
) -> list[Span]:
    """What is announced is what it is called; other stretches of that name, and what the model
    made of the announcing words, go."""
    people = max((span.end for span in spans if span.label in ("author", "editor")), default=0)
    matches = {
        label: match
        for label, pattern in words.items()
        if (match := _find_last(pattern, text, people))
    }
    found = [span for span in spans if span.label not in matches]
    for match in matches.values():
        found = remove_stretch(found, match.start(), match.end())
    found += [
        Span(label, match[1], match.start(1), match.end(1), SURE)
        for label, match in matches.items()
    ]
    return sorted(found, key=lambda span: span.start)


def _find_last(pattern: re.Pattern[str], text: str, behind: int) -> re.Match[str] | None:
    """A title may tell of volumes too; what is announced stands behind it."""
    return max(pattern.finditer(text, behind), key=lambda match: match.start(), default=None)


def _read_japanese(match: re.Match[str], spans: Sequence[Span]) -> list[Span]:
    named = [
        Span(label, match[group], match.start(group), match.end(group), SURE)
        for label, group in (("author", 1), ("title", 2), ("journal", 3))
    ]
    return [*named, *(span for span in spans if span.start >= match.end())]
