"""Where a paper appeared, as its first page prints it: journal or meeting, volume, issue, pages.

The model says which lines may tell it; notes, thanks and citations of others are among them. A line
counts that names a journal or a meeting, or that has the numbers of an issue. Where the page prints
how to cite the paper, that is read as any reference is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheaf.extract.citation.parsing import parse_references
from sheaf.extract.citation.rules import clean_pages
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.words import MONTHS, is_prose

NAME = re.compile(
    r"\b(?:journal|proceedings|proc\.|conference|workshop|symposium|transactions|letters|review|annals"
    r"|bulletin|acta|archives?|advances|lecture notes|notes in|magazine|studies|economics|sciences?"
    r"|research|physics|neurips|nips|icml|acl|aaai|ieee|acm|plos|frontiers|nature|lncs|lnai|lipics)\b"
    r"|^(?:[A-Z]+ )?J\. ",
    re.IGNORECASE,
)
THANKS = re.compile(r"\b(?:thank\w*|grateful|indebted|seminar|participants)\b", re.IGNORECASE)
# What is said beside the venue, in lines that look like it.
BESIDE = re.compile(
    r"\b(?:isbn|submi\w+|download(?:ed)?|classifications?|jel|msc|key ?words|reviewers|ip address"
    r"|doctor of|master of|recommended|received|supported by|available (?:at|from)|correspond\w+"
    r"|contact|template|categories|descriptors|general terms|supplement\w*|permission|homepage"
    r"|disclosure|release date|data availability|investigation|methodology|code available"
    r"|department of|universit\w+|school of|hochschule)\b|^\W*date\b|^[A-Z]\.\d|@",
    re.IGNORECASE,
)
_MONTHS = f"{MONTHS['short']['english']} {MONTHS['seasons']['english']}".title().split()
MONTH = rf"\b(?:{'|'.join(_MONTHS)})[a-z]*\b\.?"
CITED = re.compile(
    rf"\((?!{MONTH})[A-Z][a-zà-ÿ]+(?:,| and | et al|\s(?:19|20)\d\d\b)|\bet al\b|\[[A-Z]"
)
NOTE = re.compile(r"^(?:[*†‡§∗→]|\d{1,2}\s?(?:See|With|This|The|For|In|We|It|An?)\b)")
CITE_AS = re.compile(
    r"^\W*(?:citation|cite this \w+|to cite|how to cite|please cite|acm reference format)\b"
    r"(?:.{0,20}:)?",
    re.IGNORECASE,
)
# What is cut off: addresses and copyright before and behind, who edited, a page number.
ADDRESS = re.compile(
    r"https?://\S+|www\.\S+|\b[\w.]+\.(?:com|org|net|io)\b\S*|\bdoi\b\S*\s*\S*|\bISSN\b.*$",
    re.IGNORECASE,
)
COPYRIGHT = re.compile(
    r"^(?:©|\(c\)|c(?= \d{4}))\s*(?:(?:19|20)\d\d\s+)?(?:[A-Z]\w+ (?:[A-Z]\S* )*[A-Z]\w+\.\s+)?"
)
BEHIND = re.compile(
    r"(?<!\s)\s++(?:©|\(c\)|[Cc])\s++[A-Z(\d].*$"
    r"|(?:(?<!\W)\W++)?(?:\bACM\W++)?\b97[89][-\d/]{9,}+.*$|,? eds?\. .*$"
)
BEFORE = re.compile(
    r"^.{0,200}\(eds?\.\):\s*|^[A-Z]\S+ et al\.?,?\s+(?=[A-Z])"
    r"|^(?!(?:19|20)\d\d\b)\d{1,4}\s+(?=[A-Z])"
    r"|^.{0,80}\b(?:published (?:in|as)|to appear in|appear(?:s|ed|ing) in|presented at"
    r"|accepted (?:to|at|for))\s*:?\s+(?:the )?(?=[A-Z])|^\W*[Ii]n:?\s+(?=[A-Z])",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"(?:\b(?:and|of|the|for|on|in|&)|,)$", re.IGNORECASE)
NUMBERS_ONLY = re.compile(
    r"^\W*(?:vol(?:ume)?\b|(?:19|20)\d\d\W+vol|pages?\b|pp\b|\w{3,9}\.? (?:19|20)\d\d\W+vol)",
    re.IGNORECASE,
)

YEAR = r"(?:19|20)\d\d"
VOLUME = re.compile(r"\bvol(?:ume)?\b[\s.:]*(\d{1,4})(?:\s*\((\d{1,4})\))?", re.IGNORECASE)
ISSUE = re.compile(r"\b(?:no|nr|issue|number?)\b[\s.:]*(\d{1,4})", re.IGNORECASE)
PAGES = re.compile(
    r"(?:\b(?:pp?|pages?)\b[\s.]*)?(?<![\d-])(\d{1,5})\s?[-–—]{1,2}\s?(\d{1,5})(?![\d-])"
)
# 41 (2017) 1183, 31(21), 44, 2 (2010), 24:2 (2004), 51, e2023GL106612
SHORT = re.compile(
    rf"(?<=[a-zA-Z.,)])[\s,]{{1,20}}+(?:\({YEAR}\)\s?|{YEAR},\s)?(\d{{1,4}})(?!\d)"
    rf"(?:\s?[(:,]\s?(\d{{1,3}})\b\)?)?(?=\s?[:(,]?\s?(?:\(?{YEAR}|\d+\s?[-–]|e\d|[A-Z]\d))"
)
ARTICLE = re.compile(
    rf"\(?\b{YEAR}\b\)?,?\s(\d{{1,4}})\s?[:,]\s?([A-Z]{{0,2}}\d+)\b"
)  # (2024) 15:4
NUMBERED = re.compile(r"[:,]\s?(e\d\w{4,}|[A-Z]\d{1,4})\b")
DAY = re.compile(rf"{MONTH}\s\d{{1,2}}\b")
# A meeting by its letters and year: EC'16, SC16.
MEETING = re.compile(rf"\b[A-Z]\w{{0,30}}[A-Z]\w{{0,30}}\s?(?:['’‘]\s?)?(?:{YEAR}|\d\d)\b.*{MONTH}")
TRAILING = re.compile(
    rf"(?<![\s,;|•(])[\s,;|•(]++(?:{MONTH}\s)?{YEAR}\)?$|[|•]\s?\d++$"
    r"|(?<![\s,;|•.:(\[-])[\s,;|•.:(\[-]++$"
)
LONGEST = 250
LONGEST_LINE = 600  # a longer one is no imprint, and what is asked of it below could take long
MOST_WORDS = 40
MOST_LINES_OF_A_CITATION = 14


@dataclass(frozen=True, slots=True)
class Imprint:
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None

    @property
    def weight(self) -> float:
        return 1.0 * bool(NAME.search(self.venue or "")) + 0.5 * bool(self.volume or self.pages)


def read_imprint(front: FrontMatter) -> Imprint | None:
    """From how the page says to cite the paper, or else from the line that says it most clearly."""
    blocks = list(_venue_blocks(front))
    for block in blocks:
        if found := _from_citation([front.lines[at].text.strip() for at in block]):
            return found
    best, weight = None, 0.0
    for block in blocks:
        texts = {at: front.lines[at].text.strip() for at in block}
        thanks = any(THANKS.search(text) for text in texts.values())
        for at in block:
            imprint = _read_line(_with_continuation(at, texts))
            score = imprint.weight + front.sure[at] - 0.01 * at if imprint else 0.0
            if imprint and score > weight and not (thanks and not imprint.volume):
                best, weight = imprint, score
    return best


def _venue_blocks(front: FrontMatter) -> Iterator[list[int]]:
    """Lines that may say it, those together that stand together."""
    block: list[int] = []
    for at in front.find_lines("venue"):
        if block and (at != block[-1] + 1 or CITE_AS.match(front.lines[at].text)):
            yield block
            block = []
        block.append(at)
    if block:
        yield block


def _from_citation(lines: list[str]) -> Imprint | None:
    citation = _text_of_citation(lines)[:LONGEST_LINE]
    asked = CITE_AS.match(citation)
    if not asked and not re.match(r"[A-Z]\S+,? [A-Z]\S*(?:,|\sand\s)", citation):
        return None
    found = parse_references([citation[asked.end() :] if asked else citation])[0]
    if not found.venue or not found.authors or not (found.volume or found.pages or asked):
        return None
    return Imprint(found.venue[:LONGEST], found.volume, found.issue, found.pages)


def _text_of_citation(lines: list[str]) -> str:
    """Up to the number at its end: behind it stand other things in the same small type."""
    kept: list[str] = []
    for line in lines[:MOST_LINES_OF_A_CITATION]:
        kept.append(line)
        has_year = re.search(rf"\b{YEAR}\b", " ".join(kept[:-1]))
        if has_year and re.search(r"\d\.?$|\bdoi\b|\be\d{5,}", line):
            return " ".join(kept)
    return " ".join(kept) if CITE_AS.match(lines[0]) else ""


def _with_continuation(at: int, texts: dict[int, str]) -> str:
    """A line with those below that go on with it."""
    text, below = texts[at], at + 1
    while below in texts and (GOES_ON.search(text) or NUMBERS_ONLY.match(texts[below])):
        text, below = f"{text} {texts[below]}", below + 1
    return text


def _read_line(text: str) -> Imprint | None:
    if len(text) > LONGEST_LINE:
        return None
    text = BEFORE.sub("", " ".join(ADDRESS.sub(" ", text).strip(" []").split()), count=1)
    text = BEHIND.sub("", COPYRIGHT.sub("", text))
    if len(text.split()) > MOST_WORDS or not _is_whole(text):
        return None
    if any(pattern.search(text) for pattern in (BESIDE, THANKS, CITED, NOTE, CITE_AS)):
        return None
    day = DAY.search(text)
    if day and not any(pattern.search(text[: day.start()]) for pattern in (VOLUME, SHORT, ARTICLE)):
        return _make_imprint(text) if NAME.search(text) or MEETING.search(text) else None
    found = _with_numbers(text[: day.start()] if day else text)
    return None if found and not found.volume and is_prose(text) else found


def _is_whole(text: str) -> bool:
    """Not the middle of a sentence, nor cut within brackets or quotation marks."""
    return (
        text.count("(") == text.count(")")
        and text.count("“") == text.count("”")
        and not text[:1].islower()
        and not text.endswith("-")
    )


def _with_numbers(text: str) -> Imprint | None:
    article = ARTICLE.search(text)
    volume, issue, pages, short = (
        pattern.search(text) for pattern in (VOLUME, ISSUE, PAGES, SHORT)
    )
    starts = [found.start() for found in (article, volume, issue, pages, short) if found]
    name = text[: min(starts, default=len(text))]
    numbers = volume or short
    if not (numbers or article or NAME.search(name) or MEETING.search(name)):
        return None
    if not numbers and article:
        return _make_imprint(name, article[1], None, article[2])
    numbered = NUMBERED.search(text)
    article_number = numbered[1] if numbered and numbers else None
    return _make_imprint(
        name,
        numbers[1] if numbers else None,
        (issue[1] if issue else None) or (numbers[2] if numbers else None),
        clean_pages(f"{pages[1]}-{pages[2]}") if pages else article_number,
    )


def _make_imprint(
    name: str, volume: str | None = None, issue: str | None = None, pages: str | None = None
) -> Imprint | None:
    kept = name.strip()
    while volume and (shorter := TRAILING.sub("", kept)) != kept:
        kept = shorter
    kept = kept.strip(" |•,;:.-")
    is_name = sum(map(str.isalpha, kept)) >= 3 and kept.casefold() != "proceedings"
    if not is_name or re.fullmatch(MONTH, kept):
        return None
    return Imprint(kept[:LONGEST], volume, issue, pages)
