"""What the model of the zones looks at in a line: its words, its punctuation, how it is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sheaf.extract.sequence.facets import Columns, Facet
from sheaf.extract.zones.layout import Flags
from sheaf.extract.zones.vocabulary import CAPTION_START, heading_kind, heading_words
from sheaf.words import read_word_table

LOOKED_AT = 400  # characters of a line; no printed line is longer
PUNCTUATION = re.compile(r"[^\w\s]")
DIGITS = re.compile(r"\d+")
YEAR = re.compile(r"(?<!\d)(?:1[6-9]\d\d|20[0-4]\d)(?!\d)")
INITIAL = re.compile(r"[A-ZÀ-ÞА-Я]\.(?<!\w\w\.)")
PAGES = re.compile(r"\d\s?[-–—:]\s?\d")
MARKER = re.compile(r"\[\w{1,12}\+?\]|\(\d{1,3}\)|\d{1,3}\.?\s|[*†‡§¶]")
LEADER = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){4,}+\s*+\d*+\s*+$")


def _with_punctuation(text: str) -> frozenset[str]:
    """The words of a list, each also as it stands before a comma or in brackets: to strip every
    word of every line would cost more than all else here."""
    words = text.split()
    return frozenset(
        [*words, *(word + end for word in words for end in ",.;:)"), *map("({}".format, words)]
    )


WORDS = read_word_table("zones")
SOURCES = _with_punctuation(WORDS["sources"])
THANKS = _with_punctuation(WORDS["thanks"])
APPENDIX = _with_punctuation(WORDS["appendix"])
CAPTION_HEADS = _with_punctuation(WORDS["caption_heads"])
MOST_WORDS = 7  # of a heading that everybody uses
AROUND = ",;:()[]"  # what stands around words without being part of them


def columns_of(texts: Sequence[str], flags: Sequence[Flags]) -> Columns:
    described = [_describe(text[:LOOKED_AT]) for text in texts]
    typical = _typical_length(texts)
    columns: Columns = dict(
        zip(WORD_COLUMNS, map(list, zip(*described, strict=True)), strict=False)
    )
    columns["length"] = [str(min(int(5 * len(text) / typical), 9)) for text in texts]
    columns["block"] = [flag.block for flag in flags]
    columns["page"] = [flag.page for flag in flags]
    columns["size"] = [flag.size for flag in flags]
    columns["place"] = [PLACES[flag.place] for flag in flags]
    columns["height"] = [PLACES[flag.height] for flag in flags]
    columns["running"] = [flag.page if flag.is_running else "" for flag in flags]
    columns["set"] = [
        f"{flag.block}{flag.size}{flag.is_bold:d}{flag.is_italic:d}" for flag in flags
    ]
    return columns


WORD_COLUMNS = ("first", "second", "marks", "evidence", "kind", "shape", "source")
PLACES = [str(number) for number in range(12)]


def _describe(text: str) -> tuple[str, ...]:
    words = text.split()
    if not words:
        return ("",) * len(WORD_COLUMNS)
    lowered = text.lower()
    first, last = words[0], words[-1]
    ends = _shape(first[0], first[-1]) + _shape(last[0], last[-1])
    marks = "".join(PUNCTUATION.findall(text))
    tokens = lowered.split()
    years = pages = initials = 0
    if DIGITS.search(text):
        years = min(len(YEAR.findall(text)), 2)
        pages = PAGES.search(text) is not None
    if "." in marks:
        initials = min(len(INITIAL.findall(text)), 4)
    sources = min(len(SOURCES.intersection(tokens)), 3)
    return (
        _plain_word(tokens[0]),
        _plain_word(tokens[1]) if len(tokens) > 1 else "",
        marks[:5],
        f"{years}{initials}{pages:d}{_has_address(lowered):d}",
        _kind(text, tokens),
        ends + ("1" if MARKER.match(text) else "0"),
        f"{sources}{min(marks.count(','), 4)}{min(len(marks) // 3, 6)}",
    )


def _plain_word(token: str) -> str:
    """Numbers are alike."""
    return token[:16] if token.isalpha() else DIGITS.sub("0", token.strip(AROUND))[:16]


def _kind(text: str, tokens: Sequence[str]) -> str:
    # Most lines are running text, which shows in how many words they have.
    is_short = len(tokens) <= MOST_WORDS or tokens[0] in APPENDIX
    if is_short and (kind := heading_kind(heading_words(text))):
        return kind
    if _may_begin_caption(tokens[0]) and CAPTION_START.match(text):
        return "caption"
    if "..." in text or ". ." in text:
        return "leader" if LEADER.search(text) else ""
    return "thanks" if not THANKS.isdisjoint(tokens) else ""


def _may_begin_caption(token: str) -> bool:
    return token[:3] in CAPTION_HEADS or token[0] in CAPTION_HEADS


def _has_address(lowered: str) -> bool:
    # One by one: this runs for every line.
    return (
        "@" in lowered
        or "http" in lowered
        or "www." in lowered
        or "doi" in lowered
        or "arxiv" in lowered
    )


@lru_cache(maxsize=4096)
def _shape(head: str, end: str) -> str:
    """What a word begins with and what it ends with."""
    letter = "A" if head.isupper() else "a" if head.islower() else "0" if head.isdigit() else head
    return letter + ("x" if end.isalnum() else end)


def _typical_length(texts: Sequence[str]) -> int:
    """The length that a line of running text has: nine tenths of all lines are shorter."""
    lengths = sorted(len(text) for text in texts)
    return max(lengths[9 * len(lengths) // 10], 20) if lengths else 20


def _characters_with_place(value: str) -> tuple[str, ...]:
    """Every character with its place, and all of them together."""
    return (value, *(f"{at}{char}" for at, char in enumerate(value)))


def facets() -> tuple[Facet, ...]:
    near, wide = (-1, 0, 1), (-2, -1, 0, 1, 2)
    far = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
    return (
        Facet("w", "first", near),
        Facet("v", "second", (0,)),
        Facet("m", "marks", near),
        Facet("e", "evidence", far, _characters_with_place),
        Facet("k", "kind", (-6, -5, -4, -3, -2, -1, 0, 1)),
        Facet("s", "shape", wide, _characters_with_place),
        Facet("c", "source", far, _characters_with_place),
        Facet("n", "length", wide),
        Facet("b", "block", wide),
        Facet("p", "page", near),
        Facet("z", "size", wide),
        Facet("d", "place"),
        Facet("h", "height", near),
        Facet("r", "running", near),
        Facet("a", "set", near),
    )
