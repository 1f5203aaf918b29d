"""Cuts a reference into tokens: words, numbers, and every other sign by itself."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# What is longer is no reference, but a page that was not split; the rest of it is left alone.
LONGEST = 3000
TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
SPACES = re.compile(r"\s+")
# Accents that some fonts print beside their letter, and what they are upon one.
ACCENTS = {"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303",
           "ˇ": "\u030c", "˚": "\u030a", "¯": "\u0304", "˘": "\u0306", "¸": "\u0327"}  # fmt: skip
LOOSE_ACCENT = re.compile(r" ?([´¨ˆ˜ˇ˚¯˘]) ?([A-Za-zıȷ])")
# Left in by some databases.
MARKUP = re.compile(r"</?(?:italic|bold|i|b|em|strong|sub|sup|sc|u)/?>", re.IGNORECASE)
UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\x00-\x08\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    start: int
    end: int


def cleaned(raw: str) -> str:
    """One line, without what cannot be seen, letters composed; nothing else is changed."""
    text = MARKUP.sub("", UNSEEN.sub("", raw[: 2 * LONGEST]))
    text = LOOSE_ACCENT.sub(_accented, text)
    for ligature, letters in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(ligature, letters)
    return SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()[:LONGEST]


def tokens(text: str) -> list[Token]:
    return [Token(match[0], match.start(), match.end()) for match in TOKEN.finditer(text)]


def _accented(match: re.Match[str]) -> str:
    letter = {"ı": "i", "ȷ": "j"}.get(match[2], match[2])
    composed = unicodedata.normalize("NFC", letter + ACCENTS[match[1]])
    return composed if len(composed) == 1 else match[0]
