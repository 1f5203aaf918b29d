"""The abstract and the keywords: their lines put together, their headings taken off."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.header.joining import joined
from sheaf.extract.header.labelling import Front
from sheaf.extract.header.words import ABSTRACT, INTRODUCTION, KEYWORDS

SHORT = 200  # characters: less is no abstract
MOST_LINES = 80
FIRST_PART = re.compile(
    r"^(?:background|objectives?|importance|purpose|aims?|context|rationale)"
    r"(?: and (?:objectives?|aims?|purpose))?\s?[:.—]\s",
    re.IGNORECASE,
)
LATER_PART = re.compile(
    r"^(?:(?:key|main|principal)\s)?(?:methods?|results?|findings|conclusions?)\b.{0,30}?[:.—]",
    re.IGNORECASE,
)
MOST_BETWEEN = 6  # lines of something else (a footnote, a page foot) inside an abstract
KEYWORDS_INSIDE = re.compile(
    r"\s(?:key\s?-?words(?: and phrases)?|index terms)\s?[:—–-]\s?", re.IGNORECASE
)
SEPARATOR = re.compile(r"\s*[;•·∙|]\s*|\s+[–—-]+\s+")
MOST_KEYWORDS = 40
OTHER_SIZE = 0.08
LONGEST_KEYWORD = 100


def abstract_lines(front: Front) -> list[int]:
    """As the model sees them; where it sees few of those of an abstract in parts, all of them."""
    found, parts = _seen_lines(front), _lines_in_parts(front)
    few = sum(len(front.lines[at].text) for at in found) <= SHORT
    return parts if parts and (few or set(found) <= set(parts)) else found


def _lines_in_parts(front: Front) -> list[int]:
    """Medicine's abstracts, which have no heading of their own but one for each of their parts:
    "BACKGROUND: ...", "RESULTS: ..."."""
    first = next((at for at, line in enumerate(front.lines) if FIRST_PART.match(line.text)), None)
    if first is None:
        return []
    size = front.lines[first].size
    found: list[int] = []
    for at in range(first, min(first + MOST_LINES, len(front.lines))):
        line = front.lines[at]
        if KEYWORDS.match(line.text) or (found and INTRODUCTION.match(line.text)):
            break
        if abs(line.size - size) <= OTHER_SIZE * size:
            found.append(at)
    return found if any(LATER_PART.match(front.lines[at].text) for at in found[1:]) else []


def _seen_lines(front: Front) -> list[int]:
    """The first stretch; in a second language there may be another, under its own heading."""
    found: list[int] = []
    for at in front.having("abstract"):
        if found and INTRODUCTION.match(front.lines[at].text):
            break
        far = bool(found) and at - found[-1] > MOST_BETWEEN
        again = len(found) > 3 and ABSTRACT.match(front.lines[at].text) is not None
        body = bool(found) and "body" in front.labels[found[-1] : at]
        if len(found) > 3 and _is_other_type(front, found, at):
            if far or at == found[-1] + 1:
                break
            continue
        if far or again or body:
            if sum(len(front.lines[one].text) for one in found) > SHORT:
                break
            found = []
        found.append(at)
    return found


def _is_other_type(front: Front, found: Sequence[int], at: int) -> bool:
    """Set in another size than the second line: the first may be a heading."""
    size = front.lines[found[1]].size
    return size > 0 and abs(front.lines[at].size - size) > OTHER_SIZE * size


def abstract_of(lines: Sequence[int], whole: Sequence[str], document: str) -> str | None:
    """`whole` are the texts of the region's lines, which may be longer than what was looked at."""
    text = joined((whole[at] for at in lines), document)
    heading = ABSTRACT.match(text)
    text = text[heading.end() :] if heading else text
    inside = KEYWORDS_INSIDE.search(text)
    if inside and inside.start() > 100:
        text = text[: inside.start()]
    return text.strip() or None


def keywords_of(front: Front, whole: Sequence[str], document: str) -> tuple[str, ...]:
    lines: list[int] = []
    for at in front.having("keyword"):
        if lines and (at - lines[-1] > 2 or KEYWORDS.match(front.lines[at].text)):
            break
        lines.append(at)
    text = joined((whole[at] for at in lines), document)
    heading = KEYWORDS.match(text)
    text = (text[heading.end() :] if heading else text).strip(" .")
    parts = SEPARATOR.split(text)
    if len(parts) == 1:
        parts = text.split(",")
    kept = [part.strip(" .,;") for part in parts[:MOST_KEYWORDS]]
    return tuple(part for part in kept if 1 < len(part) <= LONGEST_KEYWORD)
