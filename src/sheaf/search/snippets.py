"""The passage of a text that shows best what was asked for.

Letters are folded one for one, so that places in the folded text are places in the text.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

LENGTH = 240
LONGEST_TEXT = 400_000
MOST_PLACES = 60  # of one word that are looked at
LONGEST_ENDING = 4  # of a word of which the stem was asked for
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
LONG_TEXT = 3000
HEADINGS = (
    "references", "références", "referencias", "referências", "bibliography", "bibliographie",
    "bibliografia", "bibliografía", "literatur", "literaturverzeichnis", "works cited",
    "литература", "список литературы", "参考文献",
)  # fmt: skip
BEFORE_HEADING = re.compile(r"(?:^|[\n\f])[\s\d.)ivx]*\Z")
BEHIND_HEADING = re.compile(r"(?: cited)?[ \t:.]*(?:[\r\n\f]|\[1\]|\Z)")
LONGEST_NUMBERING = 16
SAME_BEGINNING = 3  # letters that a word and its stem have in common
BLANKS = re.compile(r"\s+")
SENTENCE_END = re.compile(r"[.!?。！？]\s+|\n\n")


@dataclass(frozen=True, slots=True)
class Asked:
    """Words (folded) and phrases to show. A stem or a beginning goes on behind its end."""

    words: tuple[str, ...]
    stems: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    beginnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    start: int
    end: int
    word: int  # which of the words was found here
    worth: float


@cache
def _letter_table() -> dict[int, str]:
    """Letters with marks, by the one letter that they are without."""
    table = {}
    for code in range(0x80, 0x3000):
        letter = chr(code)
        bare = unicodedata.normalize("NFKD", letter)[:1].lower()
        if letter.isalpha() and len(bare) == 1 and bare != letter:
            table[code] = bare
    table |= {ord("ø"): "o", ord("ł"): "l", ord("đ"): "d", ord("ı"): "i", ord("ð"): "d"}
    return table


def fold_in_place(text: str) -> str:
    """As long as the text."""
    if not text.isascii():
        text = NOT_ASCII.sub(lambda found: _fold_run(found[0]), text)
    lower = text.lower()
    return lower if len(lower) == len(text) else text


@lru_cache(20_000)
def _fold_run(run: str) -> str:
    return run.translate(_letter_table())


def best_passage(text: str, asked: Asked, length: int = LENGTH) -> str:
    """The stretch with most of what was asked for; empty where there is none of it. What stands in
    a list of references is shown where nothing else is."""
    text = text[:LONGEST_TEXT]
    folded = text.lower()
    if not text.isascii() and not all(word in folded for word in asked.words):
        folded = fold_in_place(text)
    if len(folded) != len(text) or not (places := find_places(folded, asked)):
        return ""
    if len(text) > LONG_TEXT:
        heading = _last_heading(folded)
        before = [place for place in places if place.start < heading]
        places = before or places
    start, end = _best_window(places, length)
    return _cut(text, start, end, length)


def shows_all(passage: str, asked: Asked) -> bool:
    """Whether all that was asked for stands in it, each word in some form."""
    folded = fold_in_place(passage)
    apart = [Asked((word,), _stems_of(word, asked)) for word in asked.words]
    apart += [Asked((), phrases=(phrase,)) for phrase in asked.phrases]
    apart += [Asked((), beginnings=(start,)) for start in asked.beginnings]
    return bool(apart) and all(find_places(folded, one) for one in apart)


def _stems_of(word: str, asked: Asked) -> tuple[str, ...]:
    return tuple(stem for stem in asked.stems if stem[:SAME_BEGINNING] == word[:SAME_BEGINNING])


def _last_heading(folded: str) -> int:
    """Where the list of references begins."""
    found = max(_last_line(folded, heading) for heading in HEADINGS)
    return found if found > len(folded) // 4 else len(folded)


def _last_line(folded: str, heading: str) -> int:
    """Where a line says this alone, perhaps behind a number; -1 where none does."""
    at = folded.rfind(heading)
    while at >= 0:
        before = BEFORE_HEADING.search(folded, max(0, at - LONGEST_NUMBERING), at)
        if before and BEHIND_HEADING.match(folded, at + len(heading)):
            return at
        at = folded.rfind(heading, 0, at)
    return -1


def find_places(folded: str, asked: Asked) -> list[Place]:
    found: list[Place] = []
    for number, phrase in enumerate(asked.phrases):
        found += _places_of_phrase(folded, phrase, 1000 + number)
    entries = [(word, 0) for word in asked.words]
    entries += [(stem, LONGEST_ENDING) for stem in asked.stems if stem not in asked.words]
    entries += [(start, sys.maxsize) for start in asked.beginnings]
    for number, (word, ending) in enumerate(entries):
        found += _places_of_word(folded, word, ending, number)
    return sorted(found, key=lambda place: (place.start, -place.end))


def _places_of_word(folded: str, word: str, ending: int, number: int) -> Iterator[Place]:
    at = folded.find(word)
    count = 0
    while at >= 0 and count < MOST_PLACES:
        end = at + len(word)
        if at == 0 or not folded[at - 1].isalnum() or not word.isascii():
            while end < len(folded) and folded[end].isalnum() and word.isascii():
                end += 1
            if end - at - len(word) <= ending:
                count += 1
                yield Place(at, end, number, 1.0 if end - at == len(word) else 0.6)
        at = folded.find(word, end)


def _places_of_phrase(folded: str, phrase: Sequence[str], number: int) -> Iterator[Place]:
    pattern = r"(?<!\w)" + r"[\W_]{1,8}".join(map(re.escape, phrase)) + r"(?!\w)"
    for count, found in enumerate(re.finditer(pattern, folded)):
        if count >= MOST_PLACES:
            return
        yield Place(found.start(), found.end(), number, 4.0 + len(phrase))


def _best_window(places: Sequence[Place], length: int) -> tuple[int, int]:
    """Each word counts once, and a little more where it stands again."""
    best, best_worth, first = (places[0].start, places[0].end), 0.0, 0
    inside: dict[int, list[float]] = {}
    for place in places:
        inside.setdefault(place.word, []).append(place.worth)
        while places[first].start < place.end - length and places[first] is not place:
            inside[places[first].word].remove(places[first].worth)
            first += 1
        worth = sum(max(each) + 0.1 * (len(each) - 1) for each in inside.values() if each)
        if worth > best_worth + 1e-9:
            best, best_worth = (places[first].start, place.end), worth
    return best


def _cut(text: str, start: int, end: int, length: int) -> str:
    """Whole words around the places, from the beginning of a sentence where one is near."""
    spare = max(0, length - (end - start))
    low, high = max(0, start - spare // 2), min(len(text), end + (spare + 1) // 2)
    if low > 0:
        ends = [found.end() for found in SENTENCE_END.finditer(text, low, start)]
        if ends:
            low = ends[0]
        elif blank := BLANKS.search(text, low, start):
            low = blank.end()
    high = min(len(text), max(high, low + length))
    if high < len(text):
        blank_at = max(text.rfind(" ", end, high), text.rfind("\n", end, high))
        high = blank_at if blank_at > 0 else high
    return BLANKS.sub(" ", text[low:high]).strip()
