"""Characters as a reader means them: ligatures taken apart, what is no text taken out."""

from __future__ import annotations

import re
import unicodedata

from sheaf.curate.text.hyphenation import HYPHEN, find_compounds, rejoin_words

NOT_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\uffff]")
INVISIBLE = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
# What compatibility forms are taken apart: ligatures, letters of the mathematical alphabets,
# wide and narrow forms, odd spaces. Exponents and fractions stay: x² is not x2.
COMPATIBLE = (
    "\u00a0\u0132\u0133\u013f\u0140\u0149\u01c4-\u01cc\u01f1-\u01f3\u2000-\u200a\u202f\u205f"
    "\u3000\u2024-\u2026\u2100-\u2138\u2f00-\u2fdf\uf900-\ufaff\ufb00-\ufb4f\ufb50-\ufdfb"
    "\ufe30-\ufe4f\ufe70-\ufefc\uff01-\uffef\U0001d400-\U0001d7ff"
)


def _plain_forms() -> dict[str, str]:
    """Each character of the list above with what it is taken apart to."""
    found = {}
    for first, last in re.findall("(.)(?:-(.))?", COMPATIBLE):
        for char in map(chr, range(ord(first), ord(last or first) + 1)):
            form = unicodedata.normalize("NFKC", char)
            if form != char:
                found[char] = form
    return found


PLAIN_FORMS = _plain_forms()


def clean(text: str) -> str:
    """Line ends as one character, words broken at line ends joined, what is no text taken out.
    For texts that were put together by somebody else, as OCR and other programs do."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x02", HYPHEN)
    text = text.replace(HYPHEN + "\n", HYPHEN).replace(HYPHEN, HYPHEN + "\n")
    lines = tidy_and_count(text)[0].split("\n")
    return "\n".join(rejoin_words(lines, find_compounds(lines)))


def tidy(text: str) -> str:
    """Characters alone: nothing is joined, and lines stay lines."""
    return tidy_and_count(text)[0].replace(HYPHEN, "")


def tidy_and_count(text: str) -> tuple[str, int]:
    """The same with marked hyphens left in, and how many characters were left out."""
    present, lost = set(text), 0
    for char in present & INVISIBLE:
        text = text.replace(char, "")
    if any(char < " " or NOT_TEXT.match(char) for char in present):
        text, lost = NOT_TEXT.subn("", text)
    if text.isascii():
        return text, lost
    for char in present & PLAIN_FORMS.keys():
        text = text.replace(char, PLAIN_FORMS[char])
    return unicodedata.normalize("NFC", text), lost
