"""A first extractor: title, authors and abstract by plain rules, a section of references as lines.

It knows nothing but type size, place and a few words, and says so in its confidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from sheaf.curate import text_pdf
from sheaf.curate.language import guess_language
from sheaf.extract.contract import Readable
from sheaf.extract.lines import Line, page_lines
from sheaf.extract.people import authors_in
from sheaf.records import Author, Dropped, Paper, Reference

ABSTRACT = re.compile(
    r"^(?:abstract|summary|zusammenfassung|résumé|resumen|resumo)\b\s*[.:—–-]*\s*", re.IGNORECASE
)
END_OF_ABSTRACT = re.compile(
    r"^(?:(?:1|I)\.?\s+)?introduction\b|^(?:key\s?words|index terms|categories and subject"
    r"|general terms|ccs concepts|acm reference|jel classification|1\.?\s+[A-Z])",
    re.IGNORECASE,
)
FURNITURE = re.compile(
    r"^(?:arxiv:|https?://|www\.|doi:|issn|isbn|©|copyright|vol(?:ume)?\.?\s*\d|page \d|\d+$"
    r"|preprint|draft|published (?:in|as)|to appear|proceedings of|journal of|accepted )",
    re.IGNORECASE,
)
REFERENCES = re.compile(
    r"^[ \t]*(?:\d+\.?[ \t]*)?(?:references|bibliography|literatur|références|referencias)"
    r"[ \t]*:?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
ENTRY = re.compile(r"^[ \t]*(\[[^\]\n]{1,20}\]|\d{1,3}\.)[ \t]+(?=\S)", re.MULTILINE)
YEAR = re.compile(r"\b(?:19[5-9]\d|20[0-4]\d)\b")
DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;)]")
ARXIV = re.compile(r"\barXiv:\s*(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})", re.IGNORECASE)
LONGEST_ABSTRACT = 60  # lines
LONGEST_REFERENCE = 1000  # characters


class RuleExtractor:
    name = "rules"
    version = "rules-1"

    def read(self, document: Readable) -> Paper:
        lines = _first_lines(document)
        title_at = _title_lines(lines)
        title = join_lines([lines[i].text for i in title_at]) or None
        abstract_at = _abstract_start(lines)
        authors = _authors(lines, title_at, abstract_at)
        front = "\n".join(line.text for line in lines)
        return Paper(
            title=title,
            authors=authors,
            abstract=_abstract(lines, abstract_at),
            year=_year(front),
            doi=_first(DOI, front),
            arxiv_id=_first(ARXIV, front),
            language=guess_language(document.text),
            references=_references(document.text),
            confidence={"title": 0.8 if title else 0.0, "authors": 0.5 if authors else 0.0},
        )


def _first_lines(document: Readable) -> list[Line]:
    if document.pdf is not None:
        opened = text_pdf.open_pdf(document.pdf)
        if not isinstance(opened, Dropped):
            with opened as pdf:
                return [line for line in page_lines(pdf, 0) if line.upright] if len(pdf) else []
    plain = [" ".join(text.split()) for text in document.text[:6000].splitlines()]
    return [Line(text, 10.0, 0.1, 0.0) for text in plain if text]


def _title_lines(lines: Sequence[Line]) -> list[int]:
    """The run of lines in the largest type in the upper part of the first page."""
    places = [i for i, line in enumerate(lines) if line.top < 0.6 and _may_be_title(line.text)]
    if not places:
        return []
    largest = max(lines[i].size for i in places)
    start = next(i for i in places if lines[i].size >= largest * 0.97)
    found = [start]
    for i in range(start + 1, min(start + 5, len(lines))):
        same_size = abs(lines[i].size - lines[start].size) <= largest * 0.04
        if not same_size or ABSTRACT.match(lines[i].text):
            break
        found.append(i)
    return found


def _may_be_title(text: str) -> bool:
    letters = sum(char.isalpha() for char in text)
    return letters >= 5 and letters > len(text) / 2 and not FURNITURE.match(text)


def _abstract_start(lines: Sequence[Line]) -> int | None:
    return next((i for i, line in enumerate(lines) if ABSTRACT.match(line.text)), None)


def _authors(
    lines: Sequence[Line], title_at: Sequence[int], abstract_at: int | None
) -> tuple[Author, ...]:
    if not title_at:
        return ()
    end = abstract_at if abstract_at is not None and abstract_at > title_at[-1] else None
    block = [line.text for line in lines[title_at[-1] + 1 : end or title_at[-1] + 9]]
    return authors_in(block[:15])


def _abstract(lines: Sequence[Line], start: int | None) -> str | None:
    if start is None:
        return None
    collected = [ABSTRACT.sub("", lines[start].text)]
    for line in lines[start + 1 : start + LONGEST_ABSTRACT]:
        if END_OF_ABSTRACT.match(line.text):
            break
        collected.append(line.text)
    return join_lines(collected) or None


def join_lines(lines: Sequence[str]) -> str:
    """Lines as running text, words broken at their ends joined."""
    text = ""
    for line in lines:
        if text.endswith("-") and line[:1].islower():
            text = text[:-1] + line
        else:
            text = f"{text} {line}".strip()
    return text


def _year(front: str) -> int | None:
    found = YEAR.findall(front[:400]) or YEAR.findall(front[-600:])
    latest = datetime.now(UTC).year + 1
    return next((int(year) for year in found if int(year) <= latest), None)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[match.lastindex or 0] if match else None


def _entry(text: str, start: int, end: int) -> list[str]:
    """The lines of an entry. No reference is longer than this; what follows is something else."""
    return text[start : min(end, start + LONGEST_REFERENCE)].split("\n")


def _references(text: str) -> tuple[Reference, ...]:
    """The entries of a numbered list under the last heading; other styles stay unread for now."""
    headings = list(REFERENCES.finditer(text))
    if not headings:
        return ()
    tail = text[headings[-1].end() :].replace("\f", "\n")
    starts = list(ENTRY.finditer(tail))
    ends = [*(match.start() for match in starts[1:]), len(tail)][: len(starts)]
    return tuple(
        Reference(raw=join_lines(_entry(tail, match.end(), end)), marker=match[1])
        for match, end in zip(starts, ends, strict=True)
    )
