"""The keywords: the list that stands behind their heading, up to where it ends.

What the model takes for keywords is often the line that follows them, so that the heading says
where they begin, and type, full stops and other headings where they end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.curate.text.hyphenation import join_header_lines
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.words import (
    ABSTRACT,
    INTRODUCTION,
    KEYWORDS,
    OTHER_HEADS,
    SECTION,
    is_prose,
)

HEADING = re.compile(
    r"^\W{0,3}(?:additional\s|author\s)?(?:key\s?-?\s?words?(?:\s?(?:and|&)\s?phrases)?|index\sterms)"
    # With a hyphen only in the plural: "Keyword-based" is the beginning of a sentence.
    r"\s?(?:[:—–]+|\.{1,2}|(?<=s)-|-(?=\s|$)|$)\s?",
    re.IGNORECASE,
)
KEYWORDS_INSIDE = re.compile(
    r"\s(?:key\s?-?words?(?: and phrases)?|index terms)\s?[:—–-]\s?", re.IGNORECASE
)
NEXT_HEAD = re.compile(
    r"^\W{0,3}(?:jel\b|msc\b|abbreviations\b|(?:\d{4}\s)?(?:ams|mathematics?)\b.{0,15}\bclassif|categories\b"
    r"|general terms|acm\b|ccs\b|pacs\b|received\b|accepted\b|revised\b|submitted\b|available\b"
    r"|contact\b|correspond|e-?mail|doi\b|https?:|©|copyright|about the author|funding|article\b"
    r"|this (?:work|research|paper|article|project)\b|supported by)",
    re.IGNORECASE,
)
# The same where it stands in the line of the last keyword.
NEXT_INSIDE = re.compile(
    r"\s(?:JEL\s?(?:[Cc]lass|CLASS|[Cc]ode|CODE|:|[A-Z]\d)|MSC[\s:(]{0,3}\d"
    r"|(?:\d{4}\s)?(?:AMS|Mathematics?)\s(?:\d{4}\s)?[Ss]ubject\s[Cc]lass"
    r"|Categories\sand\s[Ss]ubject|General\sTerms|ACM\sReference|CCS\s[Cc]oncepts|PACS\b"
    r"|(?:(?:[IVX]{1,4}|\d)\.?\s)?INTRODUCTION\b|(?:[IVX]{1,4}|\d)\.?\sIntroduction\b)"
)
# Nothing but classes: "E52, E58", "54D50", "I.2.11".
CLASSES = re.compile(r"^(?:(?:[A-Z]\d\d|\d\d[A-Z]\d\d|[A-Z]\.\d(?:\.\d+)?)(?:[\s,;.]+|$))+$")
GOES_ON = ("-", "‐", ",", ";", "·", "•", "|")
BETWEEN = re.compile(r"[;•·∙|,]")
SEPARATOR = re.compile(r"[;•·∙|]|(?<=\s)[–—-]+(?=\s)")
STOPS = re.compile(r"\.\s(?=[A-Z])")
FIRST_WORD = re.compile(r"^(?:and|und|et)\s", re.IGNORECASE)
PLACEHOLDER = re.compile(r"^list of keywords$", re.IGNORECASE)
OTHER_SIZE = 0.08
MOST_LINES = 15
MOST_KEYWORDS = 40
LONGEST_KEYWORD = 100  # characters
MOST_WORDS = 8  # of one keyword


def find_keyword_lines(front: FrontMatter) -> list[int]:
    """The line of the heading and those of the list; empty where nothing is headed so."""
    first = next((at for at in range(len(front.lines)) if _is_heading(front, at)), None)
    if first is None:
        return []
    return [first, *_lines_behind(front, first)]


def _is_heading(front: FrontMatter, at: int) -> bool:
    """Other languages' where the model says so as well."""
    if front.labels[at] == "title":
        return False
    text = front.lines[at].text
    is_labelled_so = front.labels[at] == "keyword" and KEYWORDS.match(text) is not None
    return is_labelled_so or HEADING.match(text) is not None


def _lines_behind(front: FrontMatter, first: int) -> Iterator[int]:
    last, has_words = first, _without_heading(front.lines[first].text) != ""
    for at in range(first + 1, min(first + MOST_LINES, len(front.lines))):
        if front.lines[at].is_running:
            continue
        if _is_end(front, at) or (has_words and not _continues_list(front, last, at)):
            return
        yield at
        last, has_words = at, True


def _is_end(front: FrontMatter, at: int) -> bool:
    text = front.lines[at].text
    heads = (INTRODUCTION, SECTION, OTHER_HEADS, NEXT_HEAD, ABSTRACT, CLASSES)
    return _is_heading(front, at) or any(head.match(text) for head in heads)


def _continues_list(front: FrontMatter, last: int, at: int) -> bool:
    above, line = front.lines[last], front.lines[at]
    if above.page != line.page or abs(above.size - line.size) > OTHER_SIZE * above.size:
        return False
    if above.text.rstrip().endswith(GOES_ON):
        return True
    if above.text.rstrip().endswith((".", "!", "?")):
        return False
    listed = len(BETWEEN.findall(line.text)) > 1
    if front.layout[at].gap not in ("near", "beside"):
        listed = BETWEEN.search(line.text) is not None and not is_prose(line.text)
        return listed and front.labels[at] == front.labels[last]
    return front.labels[at] == "keyword" or listed or not is_prose(line.text)


def _without_heading(text: str) -> str:
    heading = HEADING.match(text) or KEYWORDS.match(text)
    return (text[heading.end() :] if heading else text).strip(" .")


def read_keywords(front: FrontMatter, whole: Sequence[str], document: str) -> tuple[str, ...]:
    lines = [whole[at] for at in find_keyword_lines(front)]
    if not lines:
        return ()
    rest = [_without_heading(lines[0]), *lines[1:]]
    found = split_keywords(join_header_lines((line for line in rest if line), document))
    if len(found) < 2 and not rest[0] and not BETWEEN.search(" ".join(rest)):
        found = _split_by_lines(rest[1:], document)
    return found


def split_keywords(text: str) -> tuple[str, ...]:
    """Of a list in running text."""
    end = NEXT_INSIDE.search(f" {text}")
    text = (text[: max(end.start() - 1, 0)] if end else text).strip(" .")
    parts = SEPARATOR.split(text)
    if len(parts) == 1:
        parts = text.split(",")
    if len(parts) == 1:
        parts = STOPS.split(text)
    return _keep_keywords(parts)


def _split_by_lines(lines: Sequence[str], document: str) -> tuple[str, ...]:
    """A list without any separators, one below the other; a hyphen goes on in the next line."""
    parts: list[str] = []
    for line in lines:
        if parts and parts[-1].endswith(("-", "‐")):
            parts[-1] = join_header_lines((parts[-1], line), document)
        else:
            parts.append(line)
    return _keep_keywords(parts)


def _keep_keywords(parts: Sequence[str]) -> tuple[str, ...]:
    kept = (FIRST_WORD.sub("", part.strip(" .,;:")).strip() for part in parts[:MOST_KEYWORDS])
    return tuple(part for part in kept if _is_keyword(part))


def _is_keyword(part: str) -> bool:
    """A page's number is none, nor is a sentence."""
    return (
        1 < len(part) <= LONGEST_KEYWORD
        and len(part.split()) <= MOST_WORDS
        and any(map(str.isalpha, part))
        and not PLACEHOLDER.match(part)
    )
