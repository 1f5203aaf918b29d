"""What a paper is about, in a few phrases: those its authors give, then those it uses most.

A statistic of the paper alone, no model: phrases are runs of words between small words and
punctuation. A phrase counts for being frequent, early, in the title, and of two or three
words; a phrase within a longer one counts only for where it stands without it.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sheaf.extract.contract import Readable
from sheaf.records import Paper
from sheaf.words import read_word_table

# Words that no phrase begins, ends or is made of.
STOP_WORDS = read_word_table("stop_words")
BY_LANGUAGE: dict[str, frozenset[str]] = {
    language: frozenset(text.split()) for language, text in STOP_WORDS["small_words"].items()
}
GENERAL: frozenset[str] = frozenset(STOP_WORDS["of_every_paper"].split())
MAY_END: frozenset[str] = frozenset(STOP_WORDS["may_end_a_phrase"].split())
MOST = 10
LONGEST = 3  # words
MOST_TEXT = 16_000  # characters of the body: what a paper is about it says by then
# A word, with its inner hyphens, apostrophes and dots; or whatever ends a phrase.
TOKEN = re.compile(r"[^\W_]+(?:[-'’.&+/][^\W_]+)*\+*|[^\s\w]|\n\n")
HAS_LETTERS = re.compile(r"[^\W\d_]{2}")
# Tried out on half of the headers of evaluation/keyphrases.py; the other half agrees.
WEIGHT_BY_LENGTH = {1: 0.55, 2: 0.85, 3: 0.93}
LONGER = 0.42
IN_TITLE = 1.55
IN_ABSTRACT = 1.2
WITHIN = 0.22  # what an occurrence within a longer phrase counts for
BY_ITSELF = 0.34  # so often must a part of a chosen phrase stand without it to be chosen too
EARLY = 35  # words; a phrase that first stands there counts for half


@dataclass(frozen=True, slots=True)
class PhraseWord:
    stem: str
    may_begin: bool  # a phrase, or be one
    may_end: bool  # a longer one


@dataclass(slots=True)
class Phrase:
    first: int  # its place, in words
    count: int = 0
    in_title: bool = False
    in_abstract: bool = False
    spellings: dict[str, int] = field(default_factory=dict)

    def add(self, text: str, part: str) -> None:
        self.count += 1
        if part == "title":
            # Titles are written in capitals: their spelling is taken only if there is no other.
            self.in_title = True
            self.spellings.setdefault(text.lower() if text.istitle() else text, 0)
            return
        self.in_abstract = self.in_abstract or part == "abstract"
        self.spellings[text] = self.spellings.get(text, 0) + 1


class Keyphrases:
    name = "keyphrases"
    version = "2"

    def annotate(self, paper: Paper, document: Readable) -> list[dict[str, str | float]] | None:
        found = find_keyphrases(paper)
        return [{"phrase": phrase, "score": score} for phrase, score in found] or None


def find_keyphrases(paper: Paper, most: int = MOST) -> list[tuple[str, float]]:
    """Phrases and how much they count, from 1 down. Those of the authors all count 1, unless
    they cannot be any."""
    given = list(dict.fromkeys(clean_keywords(paper.keywords)))[:most]
    known = {stem_of(phrase) for phrase in given}
    found = [ranked for ranked in _rank_phrases(paper) if stem_of(ranked[0]) not in known]
    return [(phrase, 1.0) for phrase in given] + found[: most - len(given)]


def stem_of(phrase: str) -> str:
    """The same for a phrase in the plural, in capitals, or with a hyphen."""
    return " ".join(_stem(word) for word in phrase.replace("-", " ").split())


def describe_word(word: str) -> PhraseWord:
    small = word.lower()
    may_begin = small not in GENERAL and HAS_LETTERS.search(word) is not None
    return PhraseWord(stem_of(word), may_begin, may_begin or small in MAY_END)


def _stem(word: str) -> str:
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _rank_phrases(paper: Paper) -> list[tuple[str, float]]:
    candidates = _find_phrases(paper)
    inside = _count_inside(candidates)
    alone = {stem: phrase.count - inside[stem] for stem, phrase in candidates.items()}
    weights = {stem: _weight(stem, phrase, alone[stem]) for stem, phrase in candidates.items()}
    best = heapq.nsmallest(
        6 * MOST, weights, key=lambda stem: (-weights[stem], candidates[stem].first)
    )
    chosen: list[str] = []
    for stem in best:
        is_part = any(f" {stem} " in f" {other} " for other in chosen)
        if not is_part or alone[stem] >= BY_ITSELF * candidates[stem].count:
            chosen.append(stem)
    top = weights[chosen[0]] if chosen else 1.0
    return [(_spelling(candidates[stem]), round(weights[stem] / top, 3)) for stem in chosen]


def _weight(stem: str, phrase: Phrase, alone: int) -> float:
    place = 1 / (1 + math.log1p(phrase.first / EARLY))
    length = WEIGHT_BY_LENGTH.get(stem.count(" ") + 1, LONGER)
    weight = math.log2(1 + max(alone, 0) + WITHIN * phrase.count) * length
    if phrase.in_title:
        weight *= IN_TITLE
    if phrase.in_abstract:
        weight *= IN_ABSTRACT
    return weight * place


def _count_inside(candidates: dict[str, Phrase]) -> Counter[str]:
    """How often each stands in a longer phrase that is frequent itself."""
    inside: Counter[str] = Counter()
    for stem, phrase in candidates.items():
        words = stem.split()
        if len(words) < 2 or (phrase.count < 2 and not phrase.in_title):
            continue
        for part in {" ".join(words[:-1]), " ".join(words[1:])}:
            inside[part] = max(inside[part], phrase.count)
    return inside


def _spelling(phrase: Phrase) -> str:
    """As it is written most often; small rather than with a capital that opens a sentence."""
    return min(
        phrase.spellings, key=lambda text: (-phrase.spellings[text], text != text.lower(), text)
    )


def _find_phrases(paper: Paper) -> dict[str, Phrase]:
    small = small_words(paper.language)
    words: dict[str, PhraseWord] = {}
    found: dict[str, Phrase] = {}
    place = 0
    for text, part in _texts(paper):
        for run in _runs(text, small):
            known = [words.get(word) or words.setdefault(word, describe_word(word)) for word in run]
            for start, end in _spans(known):
                stem = " ".join([word.stem for word in known[start:end]])
                candidate = found.get(stem) or found.setdefault(stem, Phrase(place + start))
                candidate.add(" ".join(run[start:end]), part)
            place += len(run) + 1
    return found


def _spans(words: list[PhraseWord]) -> Iterator[tuple[int, int]]:
    """Where phrases begin and end."""
    for start, word in enumerate(words):
        if word.may_begin:
            yield start, start + 1
            for end in range(start + 2, min(start + LONGEST, len(words)) + 1):
                if words[end - 1].may_end:
                    yield start, end


def _texts(paper: Paper) -> Iterator[tuple[str, str]]:
    yield paper.title or "", "title"
    yield paper.abstract or "", "abstract"
    left = MOST_TEXT
    for section in paper.sections:
        if left <= 0:
            return
        yield f"{section.heading or ''}\n\n{section.text[:left]}", "body"
        left -= len(section.text)


def _runs(text: str, small: frozenset[str]) -> Iterator[list[str]]:
    """Words that stand together, without small words and punctuation between them."""
    run: list[str] = []
    for token in TOKEN.findall(text):
        if not token[0].isalnum() or token.lower() in small:
            if run:
                yield run
            run = []
        else:
            run.append(token)
    if run:
        yield run


def small_words(language: str | None) -> frozenset[str]:
    """Of the language, with the English ones: papers in any language have an English abstract.
    An unknown language gets them all."""
    own = BY_LANGUAGE.get((language or "")[:2].lower())
    if own is None:
        return frozenset().union(*BY_LANGUAGE.values())
    return own | BY_LANGUAGE["en"]


MOST_KEYWORD_WORDS = 6
LONGEST_KEYWORD = 100  # characters
# Where the codes of a classification begin, behind the last keyword.
CLASSIFICATION = re.compile(
    r"(?:(?<![\s.;,])[\s.;,]++)?(?:\b(?:JEL|MSC|AMS|ACM|PACS|CCS|UDC)\b(?:\W|\s*class|\s*subject|\s*\d|$)"
    r"|\b(?:19|20)\d\d\s+(?:AMS\s+)?Math|\bMathematics\s+Subject\s+Class"
    r"|\bCategories\s+and\s+Subject|\bGeneral\s+Terms\b|\bAdditional\s+Key).*$",
    re.IGNORECASE | re.DOTALL,
)
CODE = re.compile(r"(?:[A-Z]\d{1,3}|\d\d[A-Z](?:\d\d|xx)|[A-Z](?:\.\d+){1,3}|[\W\d_]*)$")
NUMBERED = re.compile(
    r"(?:[IVX]+|\d++(?:\.\d++)*+)[.)]\s+\S|\d++(?:\.\d++)++\s+\S|(?:\d+|[IVX]{2,})\s+[A-Z]{4}"
)
HEADING = re.compile(
    r"\W*(?:introduction|abstract|summary|references|bibliography|contents|(?:list\s+of\s+)?key\s?-?"
    r"words(?:\s+and\s+phrases)?|index\s+terms|background|motivation|conclusions?|discussion|results"
    r"|acknowledge?ments?|appendix|zusammenfassung|einleitung|résumé|mots[- ]clés|resumen"
    r"|resumo|palabras\s+clave|palavras[- ]chave|parole\s+chiave|schlüsselwörter"
    r"|schlagwörter|введение)\W*$",
    re.IGNORECASE,
)
FURNITURE = re.compile(
    r"https?:|www\.|@|©|\bdoi\b|\bISSN\b|\bISBN\b|\bvol\.|\bpp\.\s*\d|\bno\.\s*\d|copyright"
    r"|all rights"
    r"|downloaded|received\s+(?:on|in|\d|[A-Z][a-z]+\s+\d)|accepted\s+(?:on|for|\d)|published|available"
    r"\s+online|corresponding\s+author|e-?mail|\bpage\s+\d|[\ue000-\uf8ff]",
    re.IGNORECASE,
)
OPENS = frozenset(STOP_WORDS["opens_a_sentence"].split())
CLOSES = frozenset(STOP_WORDS["ends_a_piece"].split())


def clean_keywords(keywords: Iterable[str]) -> Iterator[str]:
    """Those that can be keywords, without what stands around them."""
    for keyword in keywords:
        text = CLASSIFICATION.sub("", " ".join(keyword[: 4 * LONGEST_KEYWORD].split()))
        text = re.sub(r"^(?:and|und|et|y|e|&)\s+", "", text.strip(" .,;:·•–—"))
        if text and not _is_something_else(text):
            yield text


def _is_something_else(text: str) -> bool:
    words = text.lower().split()
    return (
        len(words) > MOST_KEYWORD_WORDS
        or len(text) > LONGEST_KEYWORD
        or text.endswith("-")  # cut off at the end of its line
        or re.search(r"[a-zà-ÿ]{3}[.?!]\s+[A-ZÀ-Þ]", text) is not None
        or words[0] in OPENS
        or words[-1] in CLOSES
        or any(pattern.match(text) for pattern in (CODE, NUMBERED, HEADING))
        or FURNITURE.search(text) is not None
    )
