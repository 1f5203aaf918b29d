"""Cuts a reference into tokens: words, numbers, and every other sign by itself."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# What is longer is a list of very many authors, or a page that was not split. Of a long text only
# the beginning and the end are cut into tokens: between them there are names and nothing else.
LONGEST = 3000
END = 1500  # characters, of the beginning and of the end
LONGEST_KEPT = 24_000
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
class ReferenceToken:
    text: str
    start: int
    end: int


def clean_reference(raw: str) -> str:
    """One line, without what cannot be seen, letters composed; nothing else is changed."""
    if len(raw) > 2 * LONGEST_KEPT:
        raw = f"{raw[: 2 * LONGEST_KEPT - 2 * END]} {raw[-2 * END :]}"
    text = MARKUP.sub("", UNSEEN.sub("", raw))
    text = LOOSE_ACCENT.sub(_compose_accent, text)
    for ligature, letters in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(ligature, letters)
    text = SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()
    return text if len(text) <= LONGEST_KEPT else f"{text[: LONGEST_KEPT - END]} {text[-END:]}"


def tokenize(text: str) -> list[ReferenceToken]:
    """In their order. There are none in the middle of a long text: see `gap`."""
    first, last = find_gap(text) or (len(text), len(text))
    parts = (TOKEN.finditer(text, 0, first), TOKEN.finditer(text, last))
    return [
        ReferenceToken(match[0], match.start(), match.end()) for part in parts for match in part
    ]


def find_gap(text: str) -> tuple[int, int] | None:
    """The middle that is left out of a long text: whole names, where commas part them."""
    if len(text) <= LONGEST:
        return None
    return _name_end(text, END), _name_end(text, len(text) - END)


def _name_end(text: str, at: int) -> int:
    found = text.find(", ", at - 100, at)
    return at if found < 0 else found + 2


def _compose_accent(match: re.Match[str]) -> str:
    letter = {"ı": "i", "ȷ": "j"}.get(match[2], match[2])
    composed = unicodedata.normalize("NFC", letter + ACCENTS[match[1]])
    return composed if len(composed) == 1 else match[0]
