"""The year of publication, out of the years that the first pages print.

A copyright line or the line of a journal says it best, a date under the title next, then the stamp
of arXiv; a year in prose is a citation's. Among equals the latest counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from sheaf.extract.header.labelling import Front
from sheaf.extract.header.words import MONTH, YEAR, is_prose
from sheaf.records import Line

PUBLISHED = re.compile(
    r"©|copyright|\(c\)|published|publication date|available online|appear", re.IGNORECASE
)
BEFORE = re.compile(
    r"received|submitted|submission|revised|accepted|presented|grant|eingereicht", re.IGNORECASE
)
VOLUME = re.compile(
    r"\d\s*\((?:19|20)\d\d\b|(?:19|20)\d\d\W{1,4}(?:vol|\d+\s?\(\d)|\bvol\b.{0,40}(?:19|20)\d\d",
    re.IGNORECASE,
)
LOADED = re.compile(
    r"downloaded|accessed|retrieved|created|printed on|last (?:updated|modified)", re.IGNORECASE
)
CITED = re.compile(
    r"\bet al\b|[A-Z][^\W\d_]+,?\s?[(\[]?(?:19|20)\d\d[a-z]?\s?[;,)\]].*[a-z]{4}"
    r"|[A-Z]\w+ \((?:19|20)\d\d\)|\b[A-Z][a-z]+\b,? (?:19|20)\d\d[a-z]?\s?[;)]"
)
VENUE = re.compile(
    r"proceedings|proc\.|conference|journal|workshop|symposium|\bvol(?:ume)?\b|\bno\.|issn|isbn"
    r"|\bpp\.|transactions|letters|\b[A-Z]{3,}\s?['’]?\d\d\b|\(\s?(?:19|20)\d\d\s?\)",
    re.IGNORECASE,
)
ARXIV = re.compile(r"arxiv:\s?\S+", re.IGNORECASE)
ARXIV_MONTH = re.compile(r"arxiv:\s?(\d\d)(\d\d)\.\d{4,5}", re.IGNORECASE)
DATE = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+)?(?:of\s+)?{MONTH.pattern}\s*(?:\d{{1,2}}(?:st|nd|rd|th)?\s*,?\s*)?"
    r"(?:19|20)\d\d|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b",
    re.IGNORECASE,
)
WEIGHTS = {
    "venue": 5.0, "number": 3.0, "date": 4.5, "note": 3.0, "doctype": 3.0, "other": 3.0,
    "editor": 2.0, "affiliation": 0.5, "address": 0.5, "email": 0.5, "author": 1.0,
    "title": 0.2, "keyword": 0.1, "abstract": 0.05, "body": 0.02,
}  # fmt: skip
IN_TEXT = frozenset({"body", "abstract"})
RUNNING = 0.5  # more, for a head or foot that comes again


def year_of(front: Front, edges: Sequence[Line]) -> tuple[int | None, float]:
    """And how much speaks for it. `edges` are lines outside the region that may have a year: the
    heads and feet of the first pages, what stands upright in the margin."""
    latest = datetime.now(UTC).year + 1
    votes: dict[int, float] = {}
    for year, weight in [*_of_region(front), *_of_edges(edges)]:
        if 1900 <= year <= latest:
            votes[year] = max(votes.get(year, 0.0), weight) + 0.1 * min(votes.get(year, 0.0), 1.0)
    if not votes:
        return None, 0.0
    best = max(votes, key=lambda year: (round(votes[year], 1), year))
    return best, votes[best]


def date_of(front: Front) -> str | None:
    for at in front.having("date", "venue", "other", "note"):
        text = front.lines[at].text
        found = DATE.search(text)
        if found and not BEFORE.search(text):
            return found[0].strip()
    return None


def _of_region(front: Front) -> Iterator[tuple[int, float]]:
    for at, label in enumerate(front.labels):
        text = front.lines[at].text
        weight = WEIGHTS.get(label, 1.0)
        beside = set(front.labels[max(at - 1, 0) : at] + front.labels[at + 1 : at + 2])
        if beside <= IN_TEXT and not PUBLISHED.search(text):
            weight = min(weight, 0.05)
        if front.lines[at].is_running:
            weight = max(weight, WEIGHTS["other"]) + RUNNING
        yield from _of_text(text, weight)


def _of_edges(edges: Sequence[Line]) -> Iterator[tuple[int, float]]:
    for line in edges:
        yield from _of_text(line.text, 2.5)


def _of_text(text: str, weight: float) -> Iterator[tuple[int, float]]:
    if weight < 0.5:
        for found in YEAR.finditer(text):
            yield int(found[0]), weight
        return
    stamp = ARXIV.search(text)
    if LOADED.search(text):
        weight = 0.1
    elif stamp:
        weight = 3.2
    elif PUBLISHED.search(text):
        weight = max(weight, 3.5) + 1.5
    elif is_prose(text) or CITED.search(text):
        weight = 0.05
    elif VOLUME.search(text):
        weight = 7.0
    elif VENUE.search(text):
        weight = max(weight, 3.5) + 1.0
    elif MONTH.search(text):
        weight += 0.3
    for found in YEAR.finditer(text):
        before = text[max(0, found.start() - 60) : found.start()]
        near = BEFORE.search(before)
        after = PUBLISHED.search(before, near.end()) if near else None
        yield int(found[0]), weight * (0.5 if near and not after else 1.0)
    if stamp and (coded := ARXIV_MONTH.search(text)) and not YEAR.search(text):
        yield 2000 + int(coded[1]), weight - 0.5
