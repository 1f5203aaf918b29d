"""Accents that a PDF sets as signs of their own, put back on the letters they stand over.

TeX's old fonts have no é: they print a ´ and an e over each other, and PDFium tells of the
accent before the letter, after it, or some letters away. Only the place on the page says which
letter is meant, so it is looked up there. Author names are full of them.
"""

from __future__ import annotations

import re
import unicodedata
from ctypes import byref, c_double
from typing import Any

from pypdfium2 import raw

ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c",
    "˘": "\u0306", "¯": "\u0304", "˙": "\u0307", "˚": "\u030a", "˝": "\u030b", "¸": "\u0327",
}  # fmt: skip
ACCENT = re.compile(f"[{''.join(ACCENTS)}]")
BELOW = "¸"
# Stands for a character that has moved elsewhere, so that the others keep their numbers.
MOVED = "\u2060"
MOST = 200  # accents of a page; more of them are formulas, not a text
FLAT = 0.45  # of the font's height: a taller one is a quotation mark or a letter of a formula
NARROW = 0.18  # of the font's height: less than the space between words

Box = tuple[float, float, float, float]


def has_accents(text: str) -> bool:
    return any(accent in text for accent in ACCENTS)


def combine_accents(text: str, text_page: Any, exact: bool) -> str:
    """The text, as long as it was, with accents and letters made one. `exact` says whether
    PDFium counts the characters of the text as those of the page."""
    places = [found.start() for found in ACCENT.finditer(text)]
    if len(places) > MOST:
        return text
    chars = list(text)
    page = _Page(text_page, exact)
    for place in places:
        base = _find_letter(chars[place], place, page)
        if base is None or base >= len(chars):
            continue
        letter = "i" if chars[base] == "ı" else chars[base]
        joined = unicodedata.normalize("NFC", letter + ACCENTS[chars[place]])
        if letter.isalpha() and len(joined) == 1:
            chars[base] = joined
            chars[place] = MOVED
            _close_gap(chars, place, page)
    return "".join(chars)


class _Page:
    """Where characters of the text stand, by their place in the text."""

    def __init__(self, text_page: Any, exact: bool) -> None:
        self.text_page = text_page
        self.exact = exact
        self._numbers = tuple(c_double() for _ in range(4))
        self._corners = tuple(map(byref, self._numbers))
        self._loose = raw.FS_RECTF()

    def box(self, place: int) -> Box | None:
        if not raw.FPDFText_GetCharBox(self.text_page, self._index(place), *self._corners):
            return None
        left, right, bottom, top = self._numbers
        return left.value, bottom.value, right.value, top.value

    def height(self, place: int) -> float:
        """Of the font. Fonts of pictures (Type 3) have none, only each of their characters: there
        the highest of the neighbours tells."""
        return max(self._own_height(near) for near in range(max(place - 2, 0), place + 3))

    def _own_height(self, place: int) -> float:
        if not raw.FPDFText_GetLooseCharBox(self.text_page, self._index(place), self._loose):
            return 0.0
        return float(self._loose.top - self._loose.bottom)

    def at(self, x: float, y: float) -> int:
        found: int = raw.FPDFText_GetCharIndexAtPos(self.text_page, x, y, 0.3, 0.3)
        if found < 0 or self.exact:
            return found
        place: int = raw.FPDFText_GetTextIndexFromCharIndex(self.text_page, found)
        return place

    def _index(self, place: int) -> int:
        if self.exact:
            return place
        index: int = raw.FPDFText_GetCharIndexFromTextIndex(self.text_page, place)
        return index


def _find_letter(accent: str, place: int, page: _Page) -> int | None:
    """The number of the letter under the accent, or over it."""
    box, height = page.box(place), page.height(place)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    if y1 - y0 > FLAT * height:
        return None
    middle, near = (x0 + x1) / 2, 0.3 * height
    # Nearly always it is a neighbour; to look over the whole page takes longer.
    for neighbour in (place + 1, place - 1, place + 2, place - 2):
        other = page.box(neighbour)
        if other and other[0] < middle < other[2]:
            edge = other[1] - y1 if accent == BELOW else y0 - other[3]
            if -near < edge < near:
                return neighbour
    found = page.at(middle, y1 + near / 2 if accent == BELOW else y0 - near / 2)
    return found if found >= 0 and found != place else None


def _close_gap(chars: list[str], place: int, page: _Page) -> None:
    """PDFium puts spaces around an accent that it found out of its place. One stays where the
    letters on both sides are words apart."""
    before, after = place - 1, place + 1
    while before >= 0 and chars[before] in (" ", MOVED):
        before -= 1
    while after < len(chars) and chars[after] in (" ", MOVED):
        after += 1
    if before < 0 or after >= len(chars) or chars[after] in "\r\n" or chars[before] in "\r\n":
        return
    if " " not in chars[before:after]:
        return
    one, other = page.box(before), page.box(after)
    if one is None or other is None:
        return
    for between in range(before + 1, after):
        chars[between] = MOVED
    if abs(other[0] - one[2]) > NARROW * page.height(before):
        chars[before + 1] = " "
