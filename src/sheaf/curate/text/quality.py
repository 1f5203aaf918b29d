"""How likely a text is text, and what speaks against it.

A PDF can show a page perfectly and know nothing about its letters: a font without a table from
glyphs to characters, or with a wrong one. What is read then is a cipher. Three things give it
away without a dictionary: characters that nobody writes, letters of blocks that no language
mixes, and letters that are not as frequent as those of any language.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

SAMPLE = 9_000  # characters looked at, in three stretches
ENOUGH = 150  # letters below which their frequency says nothing
# Private use, replacement, control and unassigned characters.
JUNK = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd-\uffff\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
# Rare letters of Latin Extended-B and phonetic alphabets, where shifted encodings land.
ODD_LETTER = re.compile("[\u0180-\u024f\u0250-\u02af\u0370-\u0373\u0376\u0377\u0460-\u0489]")
LATIN = re.compile("[A-Za-zÀ-ÖØ-öø-ÿĀ-ſ]")
LETTER = re.compile(r"[^\W\d_]")
# Letters in a hundred, the mean of English, German, French, Spanish, Italian and Portuguese.
FREQUENCY = {
    "a": 9.5, "b": 1.3, "c": 3.4, "d": 4.3, "e": 13.7, "f": 1.4, "g": 1.6, "h": 2.4, "i": 7.7,
    "j": 0.3, "k": 0.6, "l": 4.7, "m": 2.9, "n": 7.4, "o": 7.2, "p": 2.4, "q": 0.7, "r": 6.6,
    "s": 6.8, "t": 6.7, "u": 4.1, "v": 1.4, "w": 0.9, "x": 0.3, "y": 0.8, "z": 0.6,
}  # fmt: skip
BASE = {ord(accented): plain for accented, plain in zip(
    "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēęěğīįłńňőœřśşšťūůűźżž",
    "aaaaaaceeeeiiiinoooooouuuuyyaaaccddeeegiilnnoorsssttuuuzzz", strict=False,
)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TextQuality:
    confidence: float  # that it is text, between 0 and 1
    reason: str = ""  # where it is low


def rate_text(text: str, lost: int = 0) -> TextQuality:
    """`lost` counts glyphs that the reader has taken out, because they stand for nothing."""
    sample = _take_sample(text)
    counts = Counter(sample)
    for space in " \n\f\t":
        del counts[space]
    if not counts:
        return TextQuality(0.0, "there is no text")
    gone = lost * len(sample) / len(text)
    ratings = (_rate_junk(counts, gone), _rate_odd_letters(counts), _rate_frequency(counts))
    return min(ratings, key=lambda rating: rating.confidence)


def _take_sample(text: str) -> str:
    if len(text) <= SAMPLE:
        return text
    third, step = SAMPLE // 3, (len(text) - SAMPLE // 3) // 2
    return "".join(text[start : start + third] for start in (0, step, 2 * step))


def _count_matching(counts: Counter[str], pattern: re.Pattern[str]) -> int:
    return sum(count for char, count in counts.items() if pattern.match(char))


def _rate_junk(counts: Counter[str], gone: float) -> TextQuality:
    share = (_count_matching(counts, JUNK) + gone) / (counts.total() + gone)
    return TextQuality(
        _score_low(share, 0.05, 0.3), f"{share:.0%} of its glyphs stand for no known character"
    )


def _rate_odd_letters(counts: Counter[str]) -> TextQuality:
    share = _count_matching(counts, ODD_LETTER) / max(_count_matching(counts, LETTER), 1)
    return TextQuality(
        _score_low(share, 0.15, 0.4), f"{share:.0%} of the letters are of alphabets nobody writes"
    )


def _rate_frequency(counts: Counter[str]) -> TextQuality:
    """The angle between the letters found and those of European languages. Other scripts have
    no such letters, and are not judged by it."""
    found: Counter[str] = Counter()
    for char, count in counts.items():
        if LATIN.match(char):
            found[char.lower().translate(BASE)] += count
    if found.total() < ENOUGH or 2 * found.total() < _count_matching(counts, LETTER):
        return TextQuality(1.0)
    dot = sum(found[letter] * share for letter, share in FREQUENCY.items())
    length = math.sqrt(sum(count**2 for count in found.values()))
    own = math.sqrt(sum(share**2 for share in FREQUENCY.values()))
    likeness = dot / (length * own)
    return TextQuality(
        _score_high(likeness, 0.55, 0.8),
        f"its letters are not as frequent as those of any language ({likeness:.2f} of 1)",
    )


def _score_low(share: float, good: float, bad: float) -> float:
    """1 up to `good`, 0 from `bad` on."""
    return min(max((bad - share) / (bad - good), 0.0), 1.0)


def _score_high(share: float, bad: float, good: float) -> float:
    """0 up to `bad`, 1 from `good` on."""
    return min(max((share - bad) / (good - bad), 0.0), 1.0)
