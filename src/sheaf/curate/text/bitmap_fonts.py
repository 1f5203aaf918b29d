"""Size and weight of type in bitmap fonts (Type 3 in a PDF, as TeX makes them).

To the file the letters of such a font are drawings: it calls each a point high or less, says
nothing of its weight, and knows no line to stand on but its own edges. The letters tell: an x is
as high in every roman of TeX, and a bold n is wider than another of its size.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from pypdfium2 import raw

from sheaf.curate.text.pdf_page import Font, PdfPage, TextPiece

NO_SIZE = 2.0  # points: less is no size of type
# How high letters stand above the line, and how wide the wide ones are, in sizes of the font: as in
# Computer Modern at ten points.
HIGH = dict.fromkeys("acemnorsuvwxz", 0.437) | dict.fromkeys(
    "bdfhklABCDEFGHIJKLMNOPQRSTUVWXYZ", 0.69
) | dict.fromkeys("0123456789", 0.65)  # fmt: skip
WIDE = dict.fromkeys("bdhnpu", 0.5556) | {"m": 0.8333, "w": 0.7222}
ASCENT, DESCENT = 0.694, 0.194
MOST_ASKED = 30  # characters of a line
ENOUGH = 120  # letters, to know a font on a page
FEWEST_WIDE = 3  # wide letters, to call it bold
BOLD = 1.08  # times as wide as others
SMALLER_IS_WIDER = 0.04  # for each point below
DESIGNED = 10.0
# Estimates of one size differ, by the letters that a page happens to have and the pictures' grain.
ONE_SIZE = 0.045


class BitmapLine(NamedTuple):
    """Of a line: its size, its font, and where its letters stand, y growing down; or None, where
    most of its letters are of a font that has a size."""

    size: float
    font: Font
    base: float | None


class BitmapLetter(NamedTuple):
    """A character whose height is known: where it stands, in the page's own coordinates."""

    place: int
    char: str
    font: int
    x: float
    y: float
    top: float
    advance: float  # to a letter right behind it, else 0


@dataclass(slots=True)
class FontLetters:
    """What the letters of one font on one page add up to, in points and in parts of a size."""

    count: int = 0
    high: float = 0.0
    high_parts: float = 0.0
    wide_count: int = 0
    wide: float = 0.0
    wide_parts: float = 0.0

    def add(self, letters: Sequence[BitmapLetter]) -> None:
        for letter in letters[: max(ENOUGH - self.count, 0)]:
            height = letter.top - letter.y
            if height <= 0:
                continue
            self.count += 1
            self.high += height
            self.high_parts += HIGH[letter.char]
            if letter.char in WIDE and letter.advance > 0:
                self.wide_count += 1
                self.wide += letter.advance
                self.wide_parts += WIDE[letter.char]

    def size(self) -> float:
        return self.high / self.high_parts if self.high_parts else 0.0

    def is_bold(self, size: float) -> bool:
        if self.wide_count < FEWEST_WIDE:
            return False
        limit = BOLD + SMALLER_IS_WIDER * max(DESIGNED - size, 0.0)
        return self.wide > limit * size * self.wide_parts


@dataclass(slots=True)
class BitmapFonts:
    """Of a document: sizes that were found on one page are those of the next."""

    sizes: list[float] = field(default_factory=list)

    def measure(self, page: PdfPage, lines: Sequence[TextPiece]) -> dict[int, BitmapLine]:
        """By the place of the line in the list; lines without letters have none."""
        fonts: dict[int, FontLetters] = defaultdict(FontLetters)
        bitmap_lines: dict[int, tuple[int, float]] = {}
        types: dict[int, BitmapLine] = {}
        for at, line in enumerate(lines):
            letters = list(_letters(page, line))
            if not letters:
                continue
            key = Counter(letter.font for letter in letters).most_common(1)[0][0]
            own = [letter for letter in letters if letter.font == key]
            size, font = page.style_at(own[0].place)
            if size >= NO_SIZE:
                types[at] = BitmapLine(size, font, None)
            else:
                fonts[key].add(own)
                bitmap_lines[at] = key, page.down(own[0].y)
        sizes = {key: self._settle(letters.size()) for key, letters in fonts.items()}
        for at, (key, base) in bitmap_lines.items():
            size = sizes[key]
            if size >= NO_SIZE:
                types[at] = BitmapLine(size, Font("", fonts[key].is_bold(size), False), base)
        return types

    def _settle(self, size: float) -> float:
        near = min(self.sizes, key=lambda known: abs(known - size), default=0.0)
        if abs(near - size) <= ONE_SIZE * near:
            return near
        size = round(size, 1)
        if size >= NO_SIZE:
            self.sizes.append(size)
        return size


def _letters(page: PdfPage, line: TextPiece) -> Iterator[BitmapLetter]:
    """The first ones of a line."""
    asked = list(_characters(page, line))
    for (index, char, x, y), (_, after, next_x, _) in pairwise([*asked, (0, "", 0.0, 0.0)]):
        if char in HIGH:
            advance = next_x - x if after.isalpha() else 0.0
            yield BitmapLetter(index, char, page.font_key(index), x, y, page.top_of(index), advance)


def _characters(page: PdfPage, line: TextPiece) -> Iterator[tuple[int, str, float, float]]:
    x, y = c_double(), c_double()
    for index in range(line.start, line.start + min(line.count, MOST_ASKED)):
        char = chr(raw.FPDFText_GetUnicode(page.text_page, index))
        if raw.FPDFText_GetCharOrigin(page.text_page, index, byref(x), byref(y)):
            yield index, char, x.value, y.value
