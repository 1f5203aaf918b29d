"""Plain text: bytes in an encoding that nobody names."""

from __future__ import annotations

import codecs
from itertools import pairwise

from sheaf.curate.text.clean import clean
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped, Outcome, Text

READER = "plain"
LONGEST = 32 * 1024**2
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Latin-1 as Windows writes it, and the two that Cyrillic text was written in.
GUESSES = ("cp1252", "koi8-r", "cp1251")


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    if not data.strip():
        return Dropped(Outcome.EMPTY, "nothing but spaces")
    pages = decode_text(data[:LONGEST]).split("\f")
    cleaned = [clean(page) for page in pages[: options.max_pages]]
    return Text("\f".join(cleaned), len(pages), READER, cleaned[0])


def decode_text(data: bytes) -> str:
    """In the encoding that its first bytes name, else UTF-8, else the likeliest old one."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        # Cut in the middle of a character, at the end of what is read, is no other encoding.
        if problem.start >= len(data) - 3:
            return data.decode("utf-8", "replace")
    return max((data.decode(guess, "replace") for guess in GUESSES), key=_likelihood)


def _likelihood(text: str) -> float:
    """High bytes of one alphabet are lower-case letters for the most part; read in the wrong
    encoding they are signs and capitals."""
    high = [char for char in text[:20_000] if char > "\x7f"]
    if not high:
        return 1.0
    latin = sum("\xdf" <= char <= "\xff" and char != "÷" for char in high)
    cyrillic = sum("а" <= char <= "я" for char in high)
    # Whole words of high bytes speak for Cyrillic, single ones between ASCII for Latin.
    runs = sum(one > "\x7f" < other for one, other in pairwise(text[:20_000]))
    words = runs / len(high)
    return cyrillic / len(high) * words + latin / len(high) * (1 - words)
