"""Porter's stemmer for English, as his C program of the second release has it.

It differs from the paper of 1980 in what that program calls departures: `bli` becomes `ble`, `logi`
becomes `log`, and words of one or two letters stay as they are. Only the legacy fingerprint needs
it, which must agree with others' to the last bit.
"""

from __future__ import annotations

from functools import lru_cache

VOWELS = frozenset("aeiou")
REMEMBERED = 100_000

STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("logi", "log"),
)  # fmt: skip
STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
# The first that fits decides, so a longer ending stands before those that it ends in.
STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion",
    "ou", "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(REMEMBERED)
def stem(word: str) -> str:
    """Of a word in lower case, of ASCII letters only."""
    if len(word) <= 2:
        return word
    word = _without_plural(word)
    word = _without_past(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, STEP_2)
    word = _replace(word, STEP_3)
    word = _without_ending(word)
    return _without_last_letter(word)


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return _mended(rest) if _has_vowel(rest) else word
    return word


def _mended(rest: str) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _ends_double(rest):
        return rest if rest[-1] in "lsz" else rest[:-1]
    if _measure(rest) == 1 and _ends_short(rest):
        return rest + "e"
    return rest


def _replace(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, other in endings:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return rest + other if _measure(rest) > 0 else word
    return word


def _without_ending(word: str) -> str:
    for ending in STEP_4:
        if word.endswith(ending):
            # Of "sion" and "tion" only "ion" goes.
            rest = word[:-3] if ending in ("sion", "tion") else word[: -len(ending)]
            return rest if _measure(rest) > 1 else word
    return word


def _without_last_letter(word: str) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_short(word[:-1])):
            word = word[:-1]
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word


def _kinds(word: str) -> str:
    """A "v" for every vowel and a "c" for every consonant; y is a vowel behind a consonant."""
    kinds = ""
    for letter in word:
        is_vowel = letter in VOWELS or (letter == "y" and kinds.endswith("c"))
        kinds += "v" if is_vowel else "c"
    return kinds


def _measure(rest: str) -> int:
    return _kinds(rest).count("vc")


def _has_vowel(rest: str) -> bool:
    return "v" in _kinds(rest)


def _ends_double(rest: str) -> bool:
    return len(rest) > 1 and rest[-1] == rest[-2] and _kinds(rest)[-1] == "c"


def _ends_short(rest: str) -> bool:
    """Consonant, vowel, consonant, the last one not w, x or y."""
    return len(rest) > 2 and _kinds(rest)[-3:] == "cvc" and rest[-1] not in "wxy"
