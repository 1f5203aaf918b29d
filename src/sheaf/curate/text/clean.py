"""Characters as a reader means them: ligatures taken apart, broken words made whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

# Marks a hyphen at the end of a line for what it is; PDFium and we agree on this one.
HYPHEN = "\ufffe"
LINE_END_HYPHENS = frozenset("-‐\u00ad\x02" + HYPHEN)
SURE_HYPHENS = frozenset("\u00ad\x02" + HYPHEN)
NOT_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\uffff]")
INVISIBLE = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
# What compatibility forms are taken apart: ligatures, letters of the mathematical alphabets,
# wide and narrow forms, odd spaces. Exponents and fractions stay: x² is not x2.
COMPATIBLE = (
    "\u00a0\u0132\u0133\u013f\u0140\u0149\u01c4-\u01cc\u01f1-\u01f3\u2000-\u200a\u202f\u205f"
    "\u3000\u2024-\u2026\u2100-\u2138\u2f00-\u2fdf\uf900-\ufaff\ufb00-\ufb4f\ufb50-\ufdfb"
    "\ufe30-\ufe4f\ufe70-\ufefc\uff01-\uffef\U0001d400-\U0001d7ff"
)
PUNCTUATION = "()[]{}<>.,;:!?'\"“”‘’*"


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
    lines = tidied(text)[0].split("\n")
    return "\n".join(whole_words(lines, compounds_of(lines)))


def tidy(text: str) -> str:
    """Characters alone: nothing is joined, and lines stay lines."""
    return tidied(text)[0].replace(HYPHEN, "")


def tidied(text: str) -> tuple[str, int]:
    """The same with marked hyphens left in, and how many characters were none."""
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


def whole_words(lines: Sequence[str], compounds: frozenset[str]) -> list[str]:
    """Words broken at line ends made whole; the rest of the word moves up to the first line.

    The hyphen goes, unless the document writes the same word with a hyphen elsewhere or the
    second half begins with a capital.
    """
    done = list(lines)
    for place in range(len(done) - 1):
        line = done[place]
        if line and line[-1] in LINE_END_HYPHENS:
            joined = _joined(line, done[place + 1], compounds)
            if joined:
                done[place], done[place + 1] = joined
    if done and done[-1].endswith(HYPHEN):
        done[-1] = done[-1][:-1] + "-"
    return [line for line in done if line]


def _joined(line: str, after: str, compounds: frozenset[str]) -> tuple[str, str] | None:
    """The two lines with the word in the first of them; None where it is no broken word."""
    mark, line = line[-1], line[:-1]
    if not (line[-1:].isalnum() and after[:1].isalnum()):
        return (f"{line}-", after) if mark in SURE_HYPHENS else None
    if mark not in SURE_HYPHENS and not after[0].islower():
        return None
    rest, _, behind = after.partition(" ")
    first = line.rpartition(" ")[2].rpartition("-")[2]
    keeps = not after[0].islower() and not first.isupper()
    if not keeps and compounds:
        second = rest.strip(PUNCTUATION).partition("-")[0]
        keeps = f"{first.lstrip(PUNCTUATION)}-{second}".lower() in compounds
    return f"{line}{'-' if keeps else ''}{rest}", behind


def compounds_of(lines: Sequence[str]) -> frozenset[str]:
    """Pairs of words that are joined with a hyphen within a line."""
    found: set[str] = set()
    for line in lines:
        if "-" in line:
            for word in line[:-1].split():
                if "-" in word:
                    parts = word.strip(PUNCTUATION).lower().split("-")
                    pairs = pairwise(parts)
                    found.update(f"{one}-{other}" for one, other in pairs if one and other)
    return frozenset(found)
