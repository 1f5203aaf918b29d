"""The year of publication, out of the years that the first pages print.

A copyright line or the line of a journal says it best, a date under the title next, then the stamp
of arXiv; a year in prose is a citation's. Among equals the latest counts. No paper is older than
what it cites.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.words import MONTH, YEAR, is_prose
from sheaf.records import Line, Reference, is_uncertain

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
# The line of a journal or a meeting, and a notice of copyright: they say the year wherever they
# stand, even where the model takes their line for one of the text.
ISSUE = re.compile(
    r"\b(?:19|20)\d\d;\s?\d{1,4}(?:\s?\(\d+\))?:\s?[A-Za-z]{0,3}\d"  # 2025;14:RP104282
    r"|\((?:19|20)\d\d\)\s?\d{1,4}\s?[:(]\s?\d"  # (2022) 41:865
    r"|\b(?:19|20)\d\d,\s?\d{1,4},?\s\d+\s?[–-]\s?\d"  # 2015, 6, 67–82
    r"|\b\d{1,4}\s?\(\d{1,3}\)\s?[:,]\s?\d+\s?[–-]\s?\d+\W{1,3}(?:[A-Za-z]+\s)?(?:19|20)\d\d\b"
)
MEETING = re.compile(
    r"\b[A-Z][A-Za-z]*[A-Z]\s?['’‘]\s?\d\d\W{1,3}[A-Z][a-z]+\.?\s\d{1,2}.{0,20}\b(?:19|20)\d\d\b"
    # "38th Conference on Stones (NeurStones 2024)", "Slopes Workshop, NeurStones 2024."
    r"|^\W{0,3}(?:\w+:?\s){0,5}(?:Conference|Workshop|Symposium)\s(?:on|for)\s.{3,90}"
    r"\([A-Z][\w-]{1,14}\s?(?:19|20)\d\d\)"
    r"|\bWorkshop,\s[A-Z]\w{0,12}[A-Z]\w{0,12}\s(?:19|20)\d\d\W{0,2}$"
)
NOTICE = re.compile(
    r"^\W{0,3}(?:©|copyright\s+(?:©|\(c\)|(?:19|20)\d\d)|\(c\)\s?(?:19|20)\d\d)"
    r"|\bpublication date\b",
    re.IGNORECASE,
)
LOADED = re.compile(
    r"\bthank|grateful|participants|downloaded|accessed|retrieved|created|printed on"
    r"|last (?:updated|modified)",
    re.IGNORECASE,
)
DOWNLOADED = re.compile(r"\b(?:downloaded|accessed|retrieved|printed on)\b", re.IGNORECASE)
CITED = re.compile(
    r"\bet al\b|[A-Z][^\W\d_]{1,40}+,?\s?[(\[]?(?:19|20)\d\d[a-z]?\s?[;,)\]].*[a-z]{4}"
    r"|[A-Z]\w{1,40}+ \((?:19|20)\d\d\)|\b[A-Z][a-z]+\b,? (?:19|20)\d\d[a-z]?\s?[;)]"
)
VENUE = re.compile(
    r"proceedings|proc\.|conference|journal|workshop|symposium|\bvol(?:ume)?\b|\bno\.|issn|isbn"
    r"|\bpp\.|transactions|letters|\b[A-Z]{3,}\s?['’]?\d\d\b|\(\s?(?:19|20)\d\d\s?\)",
    re.IGNORECASE,
)
# The year of a scheme of classes: "2000 Mathematics Subject Classification".
CLASSIFICATION = re.compile(
    r"\b(?:mathematics?|ams|msc)\b.{0,20}\bclassif|\bMSC\b\W{0,3}(?:19|20)\d\d", re.IGNORECASE
)
EARLIER = re.compile(
    r"\b(?:preliminary|earlier|previous|conference|short(?:er)?) (?:version|paper)\b"
    r"|\bextension of\b|\bextended (?:version|abstract) of\b|\bappeared in part\b",
    re.IGNORECASE,
)
# "(Pearl 1995)", "Dediu & Levinson (2013, p. 11)", "[Smith et al., 2001; Miller 2002a]"
CITED_YEAR = re.compile(
    rf"\b(?!{MONTH.pattern})[A-Z][^\W\d_]{{1,30}}(?<![A-Z])(?: et al\.?)?,?\s?"
    r"(?:[(\[](?=\d{4}[a-z]?\s?[),;\]])|(?=\d{4}[a-z]?\s?[);\]]))((?:19|20)\d\d)"
    r"|(?:\((?=\d{4}[a-z]?\s?[,;])|[;,]\s?(?=\d{4}[a-z]?\s?[)\]]))((?:19|20)\d\d)"
)
# A line of its own that dates the paper, wherever it stands: "Preprint, May 2025".
DATED = re.compile(
    rf"^\W{{0,3}}(?:(?:preprint|draft|manuscript|working paper)\W{{1,3}}(?:{MONTH.pattern}\s)?"
    r"|date\W{1,3}.{0,25}|(?:preprint|paper|manuscript) submitted to .{0,80})(?:19|20)\d\d\W{0,2}$",
    re.IGNORECASE,
)
ARXIV = re.compile(r"arxiv:\s?\S+", re.IGNORECASE)
ARXIV_MONTH = re.compile(r"arxiv:\s?(\d\d)(\d\d)\.\d{4,5}", re.IGNORECASE)
DATE = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s++)?(?:of\s++)?{MONTH.pattern}\s*+(?:\d{{1,2}}(?:st|nd|rd|th)?\s*+,?\s*+)?"
    r"(?:19|20)\d\d|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b",
    re.IGNORECASE,
)
WEIGHTS = {
    "venue": 5.0, "number": 3.0, "date": 4.5, "note": 3.0, "doctype": 3.0, "other": 3.0,
    "editor": 2.0, "affiliation": 0.5, "address": 0.5, "email": 0.5, "author": 1.0,
    "title": 0.2, "keyword": 0.1, "abstract": 0.05, "body": 0.02,
}  # fmt: skip
FOUR_DIGITS = re.compile(r"(?:19|20)\d\d")
STATED = 0.5  # less is a year in running text, a title or a citation
LEAST = 0.03  # less is a lone year in running text, which is hardly ever the paper's
IN_TEXT = frozenset({"body", "abstract"})
BEHIND = 0.8  # of the weight, for what stands on the page behind that of the title
RUNNING = 0.5  # more, for a head or foot that comes again


def count_year_votes(
    front: FrontMatter, edges: Sequence[Line], of_references: Collection[int] = ()
) -> dict[int, float]:
    """The years that are printed, and how much speaks for each. `edges` are lines outside the
    region that may have one: the heads and feet of the first pages, what stands upright in the
    margin."""
    latest = datetime.now(UTC).year + 1
    votes: dict[int, float] = {}
    for year, weight in [*_years_of_region(front, of_references), *_years_of_edges(edges)]:
        if 1900 <= year <= latest:
            votes[year] = max(votes.get(year, 0.0), weight) + 0.1 * min(votes.get(year, 0.0), 1.0)
    return votes


def choose_year(
    votes: Mapping[int, float], latest_cited: int | None = None
) -> tuple[int | None, float]:
    """And how much speaks for it. What is printed as the year of the paper may lie one year before
    that of a work to appear."""
    possible = {
        year: weight
        for year, weight in votes.items()
        if latest_cited is None or year >= latest_cited - (weight >= STATED)
    }
    if not possible:
        return None, 0.0
    best = max(possible, key=lambda year: (round(possible[year], 1), year))
    return (best, possible[best]) if possible[best] >= LEAST else (None, 0.0)


def find_latest_cited(references: Sequence[Reference]) -> int | None:
    """The latest year that two entries have: one alone may be misread, or a work to appear."""
    latest = datetime.now(UTC).year + 1
    years = sorted(
        one.year
        for one in references
        if one.year is not None and one.year <= latest and not is_uncertain(one.confidence, "year")
    )
    return years[-2] if len(years) > 1 else None


def read_dates(front: FrontMatter) -> dict[int, str]:
    """The first day that is printed of each year, but for those of drafts and downloads."""
    dates: dict[int, str] = {}
    for at in front.find_lines("date", "venue", "other", "note"):
        text = front.lines[at].text
        above = front.lines[at - 1].text if at else ""
        if BEFORE.search(text) or LOADED.search(text) or DOWNLOADED.search(above):
            continue
        for found in DATE.finditer(text):
            for year in FOUR_DIGITS.findall(found[0]):
                dates.setdefault(int(year), found[0].strip())
    return dates


def _years_of_region(
    front: FrontMatter, of_references: Collection[int]
) -> Iterator[tuple[int, float]]:
    titles = front.find_lines("title")
    page = front.lines[titles[0] if titles else 0].page if front.lines else 0
    for at, label in enumerate(front.labels):
        if front.places[at] in of_references:
            continue
        text = front.lines[at].text
        weight = WEIGHTS.get(label, 1.0)
        beside = set(front.labels[max(at - 1, 0) : at] + front.labels[at + 1 : at + 2])
        if beside <= IN_TEXT and not PUBLISHED.search(text):
            weight = min(weight, 0.05)
        if front.lines[at].is_running:
            weight = max(weight, WEIGHTS["other"]) + RUNNING
        elif NOTICE.search(text):
            weight = WEIGHTS["note"]
        elif states_year(text):
            weight = max(weight, WEIGHTS["note"])
        elif front.lines[at].page > page:
            weight *= BEHIND
        yield from _years_of_text(text, weight)


def states_year(text: str) -> bool:
    if "19" not in text and "20" not in text:
        return False  # nearly all lines, and this is much faster
    return any(pattern.search(text) for pattern in (ISSUE, MEETING, NOTICE, DATED))


def _years_of_edges(edges: Sequence[Line]) -> Iterator[tuple[int, float]]:
    for line in edges:
        yield from _years_of_text(line.text, 2.5)


def _years_of_text(text: str, weight: float) -> Iterator[tuple[int, float]]:
    if CLASSIFICATION.search(text):
        return
    if weight < STATED:
        cited = {found.start(at) for found in CITED_YEAR.finditer(text) for at in (1, 2)}
        for found in YEAR.finditer(text):
            if found.start() not in cited:
                yield int(found[0]), weight
        return
    stamp = ARXIV.search(text)
    if LOADED.search(text) or EARLIER.search(text):
        weight = 0.1
    elif stamp:
        weight = 3.2
    elif ISSUE.search(text):
        weight = 7.0
    elif PUBLISHED.search(text):
        weight = max(weight, 3.5) + 1.5
    elif MEETING.search(text):
        weight = max(weight, 3.5) + 1.0
    elif is_prose(text) or (CITED.search(text) and not DATE.search(text)):
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
