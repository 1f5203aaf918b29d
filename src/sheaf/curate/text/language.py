"""The language of a text: by its script, then by its commonest small words.

Most scripts are written by one language or a few. Among those that share one, each small word
counts for the languages that have it, the less the more these are; letters that only one of
them has count too. The best must be ahead of the second: None is better than a guess.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from bisect import bisect_right
from collections import Counter, defaultdict

from sheaf.words import read_word_table

WORDS: dict[str, frozenset[str]] = {
    language: frozenset(text.split())
    for language, text in read_word_table("languages")["small_words"].items()
}
OWN_LETTERS: dict[str, str] = read_word_table("languages")["letters"]

LOOKED_AT = 40_000  # characters
ENOUGH = 50  # words of a text; with fewer it is a title or so, and must be clearer
FEWEST = 3
LEAST_WORDS = 4  # different ones: a form repeats a few
LEAST_SHARE = 0.1  # of the words of a text that are small words of its language
AHEAD, AHEAD_IF_SHORT = 1.15, 1.6  # times what the second best has
LEAST_HITS = 2  # small words of a short text
LEAST_IF_SHORT = 0.9  # as much as one word, or a letter or two, that no other language has
LETTER = 0.5  # what a word with a letter of its own counts, beside a small word's 1
MOST_LETTERS = 0.04  # of the words: above, they are no names of authors

WORD = re.compile(r"[^\W\d_]{2,}")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# Where blocks of scripts begin; everything up to the next belongs to it. "" is judged by nobody.
BLOCKS = (
    (0x0000, "Latin"), (0x0250, ""), (0x0370, "Greek"), (0x0400, "Cyrillic"), (0x0530, "hy"),
    (0x0590, "he"), (0x0600, "Arabic"), (0x0700, ""), (0x0750, "Arabic"), (0x0780, ""),
    (0x0900, "Devanagari"), (0x0980, "bn"), (0x0A00, "pa"), (0x0A80, "gu"), (0x0B00, "or"),
    (0x0B80, "ta"), (0x0C00, "te"), (0x0C80, "kn"), (0x0D00, "ml"), (0x0D80, "si"), (0x0E00, "th"),
    (0x0E80, "lo"), (0x0F00, "bo"), (0x1000, "my"), (0x10A0, "ka"), (0x1100, "Hangul"),
    (0x1200, "am"), (0x13A0, ""), (0x1780, "km"), (0x1800, ""), (0x1E00, "Latin"),
    (0x1F00, "Greek"), (0x2000, ""), (0x3040, "Kana"), (0x3100, ""), (0x3400, "Han"), (0xA000, ""),
    (0xAC00, "Hangul"), (0xD7B0, ""), (0xF900, "Han"), (0xFB00, "Latin"), (0xFB13, ""),
    (0xFB1D, "he"), (0xFB50, "Arabic"), (0xFE00, ""), (0xFE70, "Arabic"), (0xFF00, ""),
    (0x20000, "Han"), (0x30000, ""),
)  # fmt: skip
LATIN_END = "\u0250"
STARTS = [start for start, _ in BLOCKS]
SHARED = {
    "Cyrillic": ("ru", "uk", "be", "bg", "sr", "mk"),
    "Arabic": ("ar", "fa", "ur"),
}
SHARED["Latin"] = tuple(name for name in WORDS if name not in SHARED["Cyrillic"] + SHARED["Arabic"])
ALONE = {"Greek": "el", "Hangul": "ko", "Han": "zh", "Kana": "ja"}
# Marks of vowels break words of this script, so that parts of the text are counted instead.
DEVANAGARI = {"hi": ("है", "में", "और"), "mr": ("आहे", "आणि", "च्या"), "ne": ("छ", "गर्न", "हरू")}
# A character of these is as much as some letters.
WEIGHT = {"Han": 3, "Kana": 3, "Hangul": 2}
KANA = 0.05  # of the characters of Japanese, at the very least
FEW = 12  # of so many characters less than one, and the text is in Latin letters
LEAST_LETTERS = 10  # of a script, to be that of the text


def guess_language(text: str) -> str | None:
    """None where there is too little text, or none of the languages known here stands out."""
    sample = text[:LOOKED_AT]
    if not sample.isascii():
        sample = unicodedata.normalize("NFC", sample)
    counts = Counter(WORD.findall(sample.lower()))
    script = _script(counts, sample)
    if script in SHARED:
        return _by_words(counts, script)
    if script == "Devanagari":
        found = {name: sum(map(sample.count, parts)) for name, parts in DEVANAGARI.items()}
        return max(found, key=lambda name: found[name]) if any(found.values()) else None
    return ALONE.get(script, script) or None


def _script(counts: Counter[str], sample: str) -> str:
    """That of most letters, told by the first of each word. Letters that stand alone are of
    formulas, and count only where a word may be one character."""
    beyond = len(sample) - len(sample.encode("latin-1", "ignore"))
    if FEW * beyond < len(sample):  # quickly said of most papers
        return "Latin"
    letters: Counter[str] = Counter()
    for word, count in counts.items():
        first = word[0]
        letters["Latin" if first < LATIN_END else _block(first)] += count * len(word)
    if WIDE.search(sample):
        for script in WEIGHT:
            letters.pop(script, None)
        wide = Counter(map(_block, WIDE.findall(sample)))
        letters.update({script: count * WEIGHT[script] for script, count in wide.items()})
        if letters["Kana"] >= KANA * (letters["Kana"] + letters["Han"]):
            letters["Kana"] += letters.pop("Han", 0)
    del letters[""]
    if not letters:
        return ""
    (best, count) = letters.most_common(1)[0]
    return best if best == "Latin" or count >= LEAST_LETTERS else ""


def _block(char: str) -> str:
    return BLOCKS[bisect_right(STARTS, ord(char)) - 1][1]


def _by_words(counts: Counter[str], script: str) -> str | None:
    total = counts.total()
    if total < FEWEST:
        return None
    scores: defaultdict[str, float] = defaultdict(float)
    shares: Counter[str] = Counter()
    different: Counter[str] = Counter()
    for word, (languages, worth) in INDEX[script].items():
        if count := counts.get(word, 0):
            for language in languages:
                different[language] += 1
                shares[language] += count
                scores[language] += count * worth
    _count_letters(counts, script, scores, shares)
    (best, score), (_, second) = [*_two_best(scores), ("", 0.0), ("", 0.0)][:2]
    if total < ENOUGH:
        is_clear = (
            shares[best] >= max(LEAST_HITS, LEAST_SHARE * total)
            and score >= LEAST_IF_SHORT
            and score >= AHEAD_IF_SHORT * second
        )
    else:
        is_clear = (
            different[best] >= LEAST_WORDS
            and shares[best] >= LEAST_SHARE * total
            and score >= AHEAD * second
        )
    return best if is_clear else None


def _two_best(scores: dict[str, float]) -> list[tuple[str, float]]:
    return heapq.nlargest(2, scores.items(), key=lambda one: one[1])


def _count_letters(
    counts: Counter[str], script: str, scores: dict[str, float], shares: Counter[str]
) -> None:
    """For words with a letter of one language's own."""
    found: Counter[str] = Counter()
    for word, count in counts.items():
        if word.isascii():
            continue
        for letter in set(word) & OWN[script].keys():
            for language in OWN[script][letter]:
                found[language] += count
    for language, count in found.items():
        if count >= MOST_LETTERS * counts.total():
            scores[language] += LETTER * count
            shares[language] += round(LETTER * count)


def _index(languages: tuple[str, ...]) -> dict[str, tuple[tuple[str, ...], float]]:
    """Who has a word, and how much it says."""
    having: dict[str, list[str]] = {}
    for language in languages:
        for word in WORDS[language]:
            having.setdefault(word, []).append(language)
    return {word: (tuple(who), 1 / len(who)) for word, who in having.items()}


def _own(languages: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for language in languages:
        for letter in OWN_LETTERS.get(language, ""):
            found.setdefault(letter, []).append(language)
    return found


INDEX = {script: _index(languages) for script, languages in SHARED.items()}
OWN = {script: _own(languages) for script, languages in SHARED.items()}
