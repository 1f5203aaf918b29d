"""What a work stands in, where the model took it for something else: a series of books, or a book
instead of a journal.

Series are known by their names. A model takes "LNCS" for a journal, or for the end of a
conference's name; but there are few series, and they are called the same everywhere.

What stands behind "In" is a book or proceedings, unless it is clearly a journal: in German, and in
the styles of biblatex, "In:" stands before journals too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span, remove_stretch

SERIES_CODES = (
    r"LNCS|LNAI|LNBIP|LNM|LNP|LNEE|LNNS|LNICST|LNCIS|LIPI[Cc][Ss]|OASIcs|EPTCS|ENTCS|CCIS|AISC"
    r"|(?:IFIP )?AICT|IFIP (?:Trans\.|Advances in [A-Z]\w+ and [A-Z]\w+ [A-Z]\w+)|GTM"
    r"|CEUR(?:-WS| Workshop Proceedings)"
)
SERIES_CODE = re.compile(rf"(?:{SERIES_CODES})\b\.?(?:\s*/\s*(?:{SERIES_CODES})\b)?")
SERIES_NAME = re.compile(
    r"(?:Electronic |Springer )?(?:Lect(?:ures?|\.)?|Electron(?:ic|\.)) Notes? (?:in|on|of|[A-Z])"
    r"|(?:Electronic )?Proceedings in Theoretical Computer Science"
    r"|Leibniz International Proceedings in Informatics"
    r"|Communications in Computer and Information Science"
    r"|(?:Advances|Frontiers) in (?:Intelligent Systems and Computing|Artificial Intelligence and)"
    r"|IFIP (?:Advances|International Federation)"
    r"|Graduate (?:Texts|Studies) in Math|Undergraduate Texts in|Texts in (?:Applied|Theoretical)"
    r"|(?:Die )?Grundlehren der|Ergebnisse der Math"
    r"|(?:Cambridge|Oxford) (?:Studies|Tracts|Monographs) in"
    r"|Cambridge Tracts|Encyclopedia of Mathematics and"
    r"|(?:Mathematical|Math\.) Surveys and Monographs|Translations of Mathematical Monographs"
    r"|(?:Springer|Wiley|CBMS|Oxford|Addison-Wesley)(?: \w+){0,3} Series in"
)  # fmt: skip
# Half journals: they are series only where something else says what the paper stood in.
PERIODICAL = re.compile(r"^(?:ENTCS|EPTCS|Electron(?:ic|\.) (?:Notes|Proc))")
OF_PROCEEDINGS = re.compile(
    r"\b(?:LNCS|LNAI|LNBIP|LNICST|LIPI[Cc][Ss]|OASIcs|EPTCS|ENTCS|CCIS|AISC|AICT|CEUR)\b"
    r"|Notes (?:in|on) (?:Comp(?:ut)?|Artif|Business|Theor)|Proceedings in"
)
VENUES = frozenset({"journal", "booktitle"})
SEARCHED = VENUES | {"series", "publisher"}
# What may stand before a series inside a stretch: the end of a name, or "volume 7 of".
BEFORE_SERIES = re.compile(r"(?:^|[.,;:(–—-]\s*|\b(?:of|in) |\bSpringer(?:[- ]Verlag)?,? )$")
SERIES_NUMBER = re.compile(
    r"[\s,]*+(?:vol(?:ume)?s?\.?|no\.?|nr\.?|Bd\.?)?[\s,]*+(\d{1,5})\b(?!\s*[-–(])"
)
EDITED_BOOK = re.compile(r"(?:\((?:eds?|Hrsg|Hg)\.?\)[.,:]?|\bIn:)\s+(\S[^()]{0,150}?)[.,]\s*$")
SURE = 0.9


def separate_series(text: str, spans: Sequence[Span]) -> list[Span]:
    """With every series that is known by name as one, and the venue before it as the venue."""
    found = [part for span in spans for part in _split_off_series(span)]
    found = _add_volume_of_series(text, found)
    venues = [span for span in found if span.label in VENUES]
    series = next((span for span in found if span.label == "series"), None)
    if series is None or venues:
        return found
    if edited := EDITED_BOOK.search(text[: series.start]):
        held = Span("booktitle", edited[1], edited.start(1), edited.end(1), SURE)
        if not any(span.start < held.end and held.start < span.end for span in found):
            return sorted([*found, held], key=lambda span: span.start)
    is_cited_so = not any(span.label == "title" for span in found)  # "Lect. Notes Phys. 629, 1"
    if is_cited_so or PERIODICAL.match(series.text):
        return [replace(span, label="journal") if span is series else span for span in found]
    return found


def is_proceedings_series(name: str) -> bool:
    return bool(OF_PROCEEDINGS.search(name))


def _split_off_series(span: Span) -> Iterator[Span]:
    """What stands before a series in a stretch keeps its label; behind a code nothing follows but
    its number."""
    at = _find_series(span) if span.label in SEARCHED else None
    if at is None:
        yield span
        return
    start, end = at
    head = span.text[:start].rstrip(" .,;:(–—-")
    if span.label == "series":
        # It is one already; all that is to go is the "of" before it.
        start = start if head in ("", "of", "in") else 0
    elif any(char.isalnum() for char in head):
        yield replace(span, text=head, end=span.start + len(head))
    yield Span("series", span.text[start:end], span.start + start, span.start + end, span.sure)


def _find_series(span: Span) -> tuple[int, int] | None:
    for pattern in (SERIES_CODE, SERIES_NAME):
        for match in pattern.finditer(span.text):
            if (
                match.start() == 0 or span.text[match.start() - 1] in " .("
            ) and BEFORE_SERIES.search(span.text[: match.start()]):
                end = match.end() if pattern is SERIES_CODE else len(span.text)
                return match.start(), end
    return None


def _add_volume_of_series(text: str, spans: Sequence[Span]) -> list[Span]:
    """The number behind a code is its volume, whatever it was taken for."""
    found = list(spans)
    for series in [
        span for span in spans if span.label == "series" and SERIES_CODE.match(span.text)
    ]:
        number = SERIES_NUMBER.match(text, series.end)
        if number is None or any(span.label == "volume" for span in found):
            continue
        volume = Span("volume", number[1], number.start(1), number.end(1), SURE)
        found = [*remove_stretch(found, volume.start, volume.end), volume]
    return sorted(found, key=lambda span: span.start)


BEHIND_IN = re.compile(r"(?:^|[^\w\s]\s*+)[Ii]n\s*+:?\s*+[“\"„]?$|\bIn\s*+:?\s*+[“\"„]?$")
BEHIND_OF = re.compile(r"\b(?:of|in)\s*$")  # "volume 7 of", and then a series
# A conference by its letters: "TACAS", "CSL '16", "SIGMOD 2010".
ACRONYM = re.compile(
    r"^(?:[A-Z]{2,}[A-Za-z]{0,4}[A-Z]?|[A-Z][a-z]+[A-Z]{2,})(?:[\s-]?[’'‘]?\d{2}|[\s-]?\d{4})?$"
)
GERMAN_JOURNAL = re.compile(r"\b(?:Jg|Jahrgang|Bd|Heft|H|Nr|S)\b\.?\s*\d|\d\. ?Jg\b")
# Behind the name of a journal and without a word: "22.4 (1996)".
JOURNAL_NUMBER = re.compile(r"\s+\d{1,3}(?:[./]\d{1,3})?\b(?!\s*(?:th|st|nd|rd)\b)")
MEETING = re.compile(
    r"\b(?:conf(?:erences?)?|proc(?:eedings)?|workshops?|symp(?:osium)?|congress|meeting|colloquium"
    r"|tagung)\b",
    re.IGNORECASE,
)


def correct_venue(text: str, spans: Sequence[Span]) -> list[Span]:
    """With a book instead of a journal where something else can only stand in a book."""
    at = next((at for at, span in enumerate(spans) if span.label in VENUES), None)
    if at is None or not _stands_behind_in(text, spans, at):
        return list(spans)
    holder = spans[at]
    if holder.label == "journal" and _is_surely_journal(text, spans, at):
        return list(spans)
    return [_relabel_as_book(text, span) if span.label == "journal" else span for span in spans]


def is_acronym(name: str) -> bool:
    return bool(ACRONYM.match(name.strip(" .,")))


def _relabel_as_book(text: str, span: Span) -> Span:
    before = text[: span.start]
    is_series = BEHIND_OF.search(before) and not BEHIND_IN.search(before)
    return replace(span, label="series" if is_series else "booktitle")


def _stands_behind_in(text: str, spans: Sequence[Span], at: int) -> bool:
    """Directly behind it, or with nobody but editors between."""
    if BEHIND_IN.search(text[: spans[at].start]):
        return True
    before = spans[at - 1] if at else None
    return (
        before is not None
        and before.label == "editor"
        and bool(BEHIND_IN.search(text[: before.start]))
    )


def _is_surely_journal(text: str, spans: Sequence[Span], at: int) -> bool:
    """The model has called it one; it is believed unless something speaks against it."""
    name, labels = spans[at].text, {span.label for span in spans}
    if (at and spans[at - 1].label == "editor") or "series" in labels:
        return False
    if {"volume", "issue"} <= labels:
        return True
    if MEETING.search(name):
        return False
    if GERMAN_JOURNAL.search(text) or JOURNAL_NUMBER.match(text, spans[at].end):
        return True
    return not is_acronym(name) and ("volume" in labels or "pages" not in labels)
