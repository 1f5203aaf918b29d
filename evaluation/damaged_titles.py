"""Titles as people mistype, half remember and copy them."""

from __future__ import annotations

import random
import re
import string
import unicodedata
from collections.abc import Callable

MOST_TYPOS = 3
KEPT = 0.6  # of a title that was cut off
FEWEST_WORDS = 4  # of a title that can lose one and still be told
# What OCR and bad encodings of fonts take for one another.
CONFUSED = (
    ("rn", "m"), ("m", "rn"), ("cl", "d"), ("li", "h"), ("l", "1"), ("I", "l"), ("o", "0"),
    ("O", "0"), ("e", "c"), ("fi", "f i"), ("vv", "w"), ("w", "vv"), ("h", "li"), ("S", "5"),
    ("u", "ii"), ("t", "f"), ("g", "q"),
)  # fmt: skip
UNMARKED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "Ø": "O", "Ł": "L"}
)
LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))

Damage = Callable[[str, random.Random], str]


def mistype(title: str, dice: random.Random) -> str:
    """One to three letters that are other ones, missing, doubled or swapped."""
    for _ in range(dice.randint(1, MOST_TYPOS)):
        places = [at for at, letter in enumerate(title) if letter.isalpha()]
        if len(places) < FEWEST_WORDS:
            return title
        title = _mistype_at(title, dice.choice(places), dice)
    return title


def _mistype_at(title: str, at: int, dice: random.Random) -> str:
    before, letter, behind = title[:at], title[at], title[at + 1 :]
    how = dice.choice(("other", "missing", "doubled", "swapped"))
    if how == "other":
        return before + dice.choice(string.ascii_lowercase) + behind
    if how == "missing":
        return before + behind
    if how == "swapped" and behind[:1].isalpha():
        return before + behind[0] + letter + behind[1:]
    return before + letter * 2 + behind


def drop_words(title: str, dice: random.Random) -> str:
    """One word, or two of a long title."""
    words = title.split()
    if len(words) < FEWEST_WORDS:
        return title
    for _ in range(1 if len(words) < 2 * FEWEST_WORDS else 2):
        del words[dice.randrange(len(words))]
    return " ".join(words)


def swap_words(title: str, dice: random.Random) -> str:
    words = title.split()
    if len(words) < 2:
        return title
    at = dice.randrange(len(words) - 1)
    words[at : at + 2] = reversed(words[at : at + 2])
    return " ".join(words)


def cut_off(title: str, dice: random.Random) -> str:
    return title[: max(1, round(KEPT * len(title)))].rstrip()


def lose_marks(title: str, dice: random.Random) -> str:
    """As typed in a hurry: no accents, no punctuation, no capitals."""
    apart = unicodedata.normalize("NFKD", title.translate(UNMARKED))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w\s]", " ", plain).lower().split())


def copy_from_pdf(title: str, dice: random.Random) -> str:
    """As a PDF gives it: ligatures of one sign, a word broken at the end of a line."""
    for letters, sign in LIGATURES:
        title = title.replace(letters, sign)
    words = title.split()
    long = [at for at, word in enumerate(words) if len(word) > 7 and word.isalpha()]
    if long:
        at = dice.choice(long)
        middle = len(words[at]) // 2
        words[at] = f"{words[at][:middle]}-\n{words[at][middle:]}"
    return " ".join(words)


def misread(title: str, dice: random.Random) -> str:
    """Up to two confusions of OCR."""
    for _ in range(2):
        known = [(wrong, right) for right, wrong in CONFUSED if right in title]
        if not known:
            break
        wrong, right = dice.choice(known)
        at = dice.choice([found.start() for found in re.finditer(re.escape(right), title)])
        title = title[:at] + wrong + title[at + len(right) :]
    return title


DAMAGES: dict[str, Damage] = {
    "mistyped": mistype,
    "words dropped": drop_words,
    "words swapped": swap_words,
    "cut off": cut_off,
    "marks lost": lose_marks,
    "from a PDF": copy_from_pdf,
    "misread": misread,
}
