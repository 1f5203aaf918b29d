"""The abstract: its lines put together, its heading taken off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sheaf.curate.text.hyphenation import join_header_lines
from sheaf.extract.header.keywords import KEYWORDS_INSIDE
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.words import (
    ABSTRACT,
    INTRODUCTION,
    KEYWORDS,
    OTHER_HEADS,
    SECTION,
    TRANSLATED_ABSTRACT,
    is_prose,
)
from sheaf.records import Line

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
# Parts at the end that the model takes for the beginning of the body.
LAST_PART = re.compile(
    r"^(?:availability(?: and implementation)?|significance)\s?[:—]", re.IGNORECASE
)
NO_PART = re.compile(r"^(?:contact|correspondence|supplementary|e-?mail)\b", re.IGNORECASE)
SENTENCE_ENDS = re.compile(r"[.!?][\"”’')\]]{0,2}\s*$")
MOST_CONTINUED = 30  # lines in the next column or on the next page
MOST_OF_SENTENCE = 5  # lines in the same block
GOES_ON = re.compile(r"[^\W\d_A-Z]")  # a sentence that does not begin here
WIDE_GAP = 1.0  # of a line's height: what stands behind it is no longer the abstract
MOST_BETWEEN = 6  # lines of something else (a footnote, a page foot) inside an abstract
OTHER_SIZE = 0.08
PAGE_NUMBER = re.compile(r"^[\s–—-]{0,3}(?:[ivxlc]{1,6}|\d{1,4})[\s–—-]{0,3}$")
# The same abstract again, for those who read another language.
OTHER_LANGUAGE = re.compile(rf"^\W{{0,3}}(?:{TRANSLATED_ABSTRACT})\s?(?:[.:—–-]|$)", re.IGNORECASE)
OTHER_LANGUAGE_INSIDE = re.compile(
    rf"(?<=[.!?])\s(?:{TRANSLATED_ABSTRACT})\s?[.:—–-]{{1,2}}\s?(?=[^\W\d_])", re.IGNORECASE
)


def find_abstract_lines(front: FrontMatter) -> list[int]:
    """As the model sees them; where it sees few of those of an abstract in parts, all of them."""
    found, parts = _lines_by_model(front), _lines_in_parts(front)
    few = sum(len(front.lines[at].text) for at in found) <= SHORT
    if parts and (few or set(found) <= set(parts)):
        return _without_page_number(front, parts)
    return _without_page_number(front, [*found, *_last_part(front, found)])


def _without_page_number(front: FrontMatter, found: Sequence[int]) -> list[int]:
    kept = list(found)
    if len(kept) > 1 and PAGE_NUMBER.match(front.lines[kept[-1]].text):
        # A number may be the sentence's last word, but not behind one that has ended.
        apart = front.layout[kept[-1]].gap != "near"
        if apart or SENTENCE_ENDS.search(front.lines[kept[-2]].text):
            kept.pop()
    return kept


def _lines_in_parts(front: FrontMatter) -> list[int]:
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


def _lines_by_model(front: FrontMatter) -> list[int]:
    """The first stretch; in a second language there may be another, under its own heading."""
    found: list[int] = []
    for at in front.find_lines("abstract"):
        if found and INTRODUCTION.match(front.lines[at].text):
            break
        between = front.lines[found[-1] + 1 : at + 1] if found else ()
        if len(found) > 1 and any(OTHER_LANGUAGE.match(line.text) for line in between):
            break
        far = bool(found) and at - found[-1] > MOST_BETWEEN
        again = len(found) > 3 and ABSTRACT.match(front.lines[at].text) is not None
        body = bool(found) and "body" in front.labels[found[-1] : at]
        if len(found) > 3 and _is_other_type(front, found, at):
            if far or at == found[-1] + 1:
                break
            continue
        if far or again or body:
            if sum(len(front.lines[earlier].text) for earlier in found) > SHORT:
                break
            found = []
        found.append(at)
    return found


def _last_part(front: FrontMatter, found: Sequence[int]) -> list[int]:
    """ "Availability: ..." right behind the others, in the same type."""
    start = found[-1] + 1 if found else len(front.lines)
    if start >= len(front.lines) or not LAST_PART.match(front.lines[start].text):
        return []
    more: list[int] = []
    for at in range(start, min(start + MOST_BETWEEN, len(front.lines))):
        apart = at > start and front.layout[at].gap == "apart"
        if apart or _is_heading(front.lines[at].text) or _is_other_type(front, [found[-1]] * 2, at):
            break
        more.append(at)
    return more


def find_continuation(front: FrontMatter, found: Sequence[int], lines: Sequence[Line]) -> list[int]:
    """The places among all lines of what an abstract that breaks off in a sentence goes on with: in
    the same block, or at the head of the next column or page. Nothing where it is not clear where
    that ends."""
    if len(found) < 2 or SENTENCE_ENDS.search(front.lines[found[-1]].text):
        return []
    last = front.places[found[-1]]
    if lines[last].size <= 0:
        return []  # a format without pages
    return _rest_of_sentence(front, found[-1]) or _beyond_break(lines, last)


def _rest_of_sentence(front: FrontMatter, last: int) -> list[int]:
    """Of the lines right below, which the model took for something else. Where no line of the next
    few ends with a sentence, all of the block, if that does."""
    more: list[int] = []
    for at in range(last + 1, min(last + 1 + MOST_CONTINUED, len(front.lines))):
        line = front.lines[at]
        apart = front.layout[at].gap not in {"near", "beside"}
        skipped = front.places[at] != front.places[at - 1] + 1
        other = front.labels[at] != "abstract" and _is_other_type(front, [last, last], at)
        if apart or skipped or other or line.is_running or _is_heading(line.text):
            is_whole = len(more) > MOST_OF_SENTENCE and not skipped
            return more if is_whole and SENTENCE_ENDS.search(front.lines[at - 1].text) else []
        more.append(front.places[at])
        if len(more) <= MOST_OF_SENTENCE and SENTENCE_ENDS.search(line.text):
            return more
    return []


def _beyond_break(lines: Sequence[Line], last: int) -> list[int]:
    size, page = lines[last].size, lines[last].page
    more: list[int] = []
    for at in range(last + 1, len(lines)):
        line = lines[at]
        if line.page > page + 1 or len(more) > MOST_CONTINUED:
            return []
        alike = abs(line.size - size) <= OTHER_SIZE * size and not line.is_running
        if line.page == page and not more and not _begins_column(line, lines[last], alike):
            if alike and is_prose(line.text):
                return []  # something else of the same type is below it
            continue
        if line.is_running and not more:
            continue
        if not alike or _is_heading(line.text) or (more and _is_apart(lines[more[-1]], line)):
            ended = bool(more) and SENTENCE_ENDS.search(lines[more[-1]].text) is not None
            text = " ".join(lines[number].text for number in more)
            return more if ended and is_prose(text) else []
        more.append(at)
    return []


def _begins_column(line: Line, last: Line, alike: bool) -> bool:
    """The next column of the page, in the middle of a sentence."""
    beside = line.x0 >= last.x1 and line.y1 < last.y0
    return alike and beside and GOES_ON.match(line.text) is not None


def _is_apart(before: Line, line: Line) -> bool:
    height = line.y1 - line.y0
    return line.page != before.page or line.y0 - before.y1 > WIDE_GAP * height


def _is_heading(text: str) -> bool:
    heads = (KEYWORDS, INTRODUCTION, SECTION, OTHER_HEADS, NO_PART, OTHER_LANGUAGE)
    return any(head.match(text) for head in heads)


def _is_other_type(front: FrontMatter, found: Sequence[int], at: int) -> bool:
    """Set in another size than the second line: the first may be a heading."""
    size = front.lines[found[1]].size
    return size > 0 and abs(front.lines[at].size - size) > OTHER_SIZE * size


def read_abstract(lines: Iterable[str], document: str) -> str | None:
    text = join_header_lines(lines, document)
    heading = ABSTRACT.match(text)
    text = text[heading.end() :] if heading else text
    inside = KEYWORDS_INSIDE.search(text)
    if inside and inside.start() > 100:
        text = text[: inside.start()]
    other = OTHER_LANGUAGE_INSIDE.search(text)
    if other and other.start() > 100:
        text = text[: other.start()]
    return text.strip() or None
