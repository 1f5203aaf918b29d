"""One page of a PDF as PDFium sees it: pieces of text with their place, pictures, fonts.

Everything here goes through the raw API, which answers for one character at a time. Asking for
each costs more than reading the page did, so the text is fetched in one call, cut at PDFium's
own line ends, and only the first and the last character of a piece are asked where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ctypes import addressof, byref, c_double, c_float, c_int, c_ushort, create_string_buffer
from dataclasses import dataclass
from typing import Any

from pypdfium2 import raw

from sheaf.curate.text.pdf_accents import combine_accents, has_accents

# PDFium ends a line with CR LF, or with this where a word was broken at a hyphen.
BROKEN = "\ufffe"
LONE_LINE_END = re.compile("\r(?!\n)|(?<!\r)\n")
SUBSET = re.compile(r"^[A-Z]{6}\+")
BOLD = re.compile(
    r"bold|black|heavy|demi|(?:^|[-,])(?:bd|bx)|cmb(?:x|sy)|sfb[xi]|\bbx\d|-medi(?:ital)?$",
    re.IGNORECASE,
)
ITALIC = re.compile(r"ital|obli|slant|(?:^|-)it$|cm(?:b?x?ti|sl|mi)\d|sfti|-ital", re.IGNORECASE)
FORCE_BOLD, FLAG_ITALIC = 1 << 18, 1 << 6  # of a font descriptor, ISO 32000 table 121
MOST_OBJECTS = 200  # of a page that are looked at in search of pictures
FEW = 4  # characters asked for their type, until one has any


class TextPiece:
    """A stretch of text that PDFium took for a line, in points, y growing down. Pieces that
    stand side by side are made one later, so a line of a page is a piece that has grown."""

    __slots__ = ("count", "hyphen", "spaced", "start", "text", "weight", "x0", "x1", "y0", "y1")

    def __init__(
        self,
        text: str,
        start: int,
        count: int,
        box: tuple[float, float, float, float],
        spaced: bool,
    ) -> None:
        self.text = text
        # Where its longest part stands among the characters of the page: that has its style.
        self.start = start
        self.count = count
        self.weight = count
        self.x0, self.y0, self.x1, self.y1 = box
        self.hyphen = False  # the word at its end goes on in the next line
        self.spaced = spaced  # a space was printed behind it


@dataclass(frozen=True, slots=True)
class Font:
    name: str
    is_bold: bool
    is_italic: bool


NO_FONT = Font("", False, False)


class PdfPage:
    """A loaded page with its text. Close it: PDFium's memory is not Python's."""

    def __init__(self, document: Any, number: int) -> None:
        self.page = raw.FPDF_LoadPage(document, number)
        if not self.page:
            raise ValueError(f"page {number + 1} cannot be loaded")
        self.text_page = raw.FPDFText_LoadPage(self.page)
        self.width: float = raw.FPDF_GetPageWidthF(self.page)
        self.height: float = raw.FPDF_GetPageHeightF(self.page)
        self._rectangle = raw.FS_RECTF()
        self._matrix = raw.FS_MATRIX()
        self._fonts: dict[int, Font] = {}
        self._shift = self._origin()

    def close(self) -> None:
        if self.text_page:
            raw.FPDFText_ClosePage(self.text_page)
        raw.FPDF_ClosePage(self.page)

    def _origin(self) -> tuple[float, float]:
        """Where the visible page begins in the coordinates of its characters: the left edge and
        the upper one."""
        box = raw.FS_RECTF()
        if not raw.FPDF_GetPageBoundingBox(self.page, byref(box)):
            return 0.0, self.height
        return box.left, box.top

    def pieces(self) -> list[TextPiece]:
        """What stands on the page, in the order of the file."""
        text, exact = self._text()
        found: list[TextPiece] = []
        start = 0
        for line in text.split("\r\n"):
            if BROKEN in line:
                for part in line.split(BROKEN):
                    self._add(found, part, start, exact)
                    start += len(part) + 1
                    if found:
                        found[-1].hyphen = True
                if found:
                    found[-1].hyphen = line.endswith(BROKEN)
                start += 1
            else:
                self._add(found, line, start, exact)
                start += len(line) + 2
        return found

    def _text(self) -> tuple[str, bool]:
        """The text, and whether its characters are counted as PDFium counts its own."""
        count = raw.FPDFText_CountChars(self.text_page) if self.text_page else 0
        if count <= 0:
            return "", True
        # Twice the room: a character beyond the first plane takes two units.
        buffer = (c_ushort * (2 * count + 2))()
        written = raw.FPDFText_GetText(self.text_page, 0, count, buffer)
        text = bytes(memoryview(buffer)[: max(written - 1, 0)]).decode("utf-16-le", "replace")
        exact = len(text) == count
        # Signs of formulas have the codes of line ends and page ends in some fonts.
        if "\f" in text:
            text = text.replace("\f", " ")
        if not text.count("\n") == text.count("\r") == text.count("\r\n"):
            text = LONE_LINE_END.sub(" ", text)
        if has_accents(text):
            text = combine_accents(text, self.text_page, exact)
        return text, exact

    def _add(self, found: list[TextPiece], line: str, start: int, exact: bool) -> None:
        content = line.strip()
        if not content:
            return
        first = start if line[0] == content[0] else start + line.index(content[0])
        last = first + len(content) - 1
        if not exact:
            first = max(raw.FPDFText_GetCharIndexFromTextIndex(self.text_page, first), 0)
            last = raw.FPDFText_GetCharIndexFromTextIndex(self.text_page, last)
            last = max(first, last)
        box = self._place(first, last)
        found.append(TextPiece(content, first, last - first + 1, box, line[-1] == " "))

    def _place(self, first: int, last: int) -> tuple[float, float, float, float]:
        """By the loose boxes, as high as the font, of the first and the last character."""
        get, box, dx, dy = raw.FPDFText_GetLooseCharBox, self._rectangle, *self._shift
        get(self.text_page, first, box)
        left, bottom, right, top = box.left, box.bottom, box.right, box.top
        if last > first:
            get(self.text_page, last, box)
            x0, y0, x1, y1 = box.left, box.bottom, box.right, box.top
            left = x0 if x0 < left else left
            bottom = y0 if y0 < bottom else bottom
            right = x1 if x1 > right else right
            top = y1 if y1 > top else top
        return left - dx, dy - top, right - dx, dy - bottom

    def piece(self, text: str, first: int, last: int, *, hyphen: bool = False) -> TextPiece:
        """A part of a piece, as one of its own."""
        made = TextPiece(text, first, last - first + 1, self._place(first, last), False)
        made.hyphen = hyphen
        return made

    def stretches(self, piece: TextPiece) -> list[tuple[float, float]]:
        """From where to where the parts of a piece reach that were printed in one go."""
        left, top, right, bottom = (c_double() for _ in range(4))
        corners = byref(left), byref(top), byref(right), byref(bottom)
        found = []
        for number in range(raw.FPDFText_CountRects(self.text_page, piece.start, piece.count)):
            raw.FPDFText_GetRect(self.text_page, number, *corners)
            found.append((left.value - self._shift[0], right.value - self._shift[0]))
        return found

    def left_edge(self, index: int) -> float:
        """Of a character; a space between words has none, and counts as the page's."""
        raw.FPDFText_GetLooseCharBox(self.text_page, index, self._rectangle)
        return float(self._rectangle.left - self._shift[0])

    def top_of(self, index: int) -> float:
        """Of the ink of a character, in the page's own coordinates."""
        left, right, bottom, top = (c_double() for _ in range(4))
        corners = byref(left), byref(right), byref(bottom), byref(top)
        raw.FPDFText_GetCharBox(self.text_page, index, *corners)
        return top.value

    def down(self, y: float) -> float:
        """The page's own coordinate as pieces have theirs."""
        return self._shift[1] - y

    def style(self, piece: TextPiece) -> tuple[float, Font]:
        """Size and font, told by a character in the middle: the first is often a mark. A space
        that PDFium made up has neither, so the next character is asked."""
        middle = piece.start + piece.count // 2
        for index in range(middle, min(middle + FEW, piece.start + piece.count)):
            if raw.FPDFText_IsGenerated(self.text_page, index) != 1:
                return self.style_at(index)
        return self.style_at(piece.start)

    def style_at(self, index: int) -> tuple[float, Font]:
        return self._size(index), self._font(index)

    def _size(self, index: int) -> float:
        """The nominal size times the scale of the text matrix: alone, many files say 1."""
        matrix = self._matrix
        size: float = raw.FPDFText_GetFontSize(self.text_page, index)
        if raw.FPDFText_GetMatrix(self.text_page, index, matrix):
            size *= (matrix.b**2 + matrix.d**2) ** 0.5
        return round(size, 1)

    def font_key(self, index: int) -> int:
        """The same for all characters of one font on this page."""
        handle = self._font_handle(index)
        return addressof(handle.contents) if handle else 0

    def _font_handle(self, index: int) -> Any:
        holder = raw.FPDFText_GetTextObject(self.text_page, index)
        return raw.FPDFTextObj_GetFont(holder) if holder else None

    def _font(self, index: int) -> Font:
        handle = self._font_handle(index)
        if not handle:
            return NO_FONT
        key = addressof(handle.contents)
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = _describe(handle)
        return font

    def pictures(self) -> tuple[int, float]:
        """How many there are among the first things of the page, and how much of it they cover."""
        count, covered = 0, 0.0
        for thing in self._objects():
            if raw.FPDFPageObj_GetType(thing) == raw.FPDF_PAGEOBJ_IMAGE:
                count += 1
                covered += _area(thing)
        return count, min(covered / max(self.width * self.height, 1.0), 1.0)

    def _objects(self) -> Iterator[Any]:
        for number in range(min(raw.FPDFPage_CountObjects(self.page), MOST_OBJECTS)):
            thing = raw.FPDFPage_GetObject(self.page, number)
            yield thing
            if raw.FPDFPageObj_GetType(thing) == raw.FPDF_PAGEOBJ_FORM:
                inside = min(raw.FPDFFormObj_CountObjects(thing), MOST_OBJECTS)
                for place in range(inside):
                    yield raw.FPDFFormObj_GetObject(thing, place)


def _describe(handle: Any) -> Font:
    buffer = create_string_buffer(200)
    raw.FPDFFont_GetBaseFontName(handle, buffer, 200)
    name = SUBSET.sub("", buffer.value.decode("utf-8", "replace"))
    flags = raw.FPDFFont_GetFlags(handle)
    angle = c_int()
    raw.FPDFFont_GetItalicAngle(handle, byref(angle))
    return Font(
        name=name,
        is_bold=bool(BOLD.search(name)) or bool(flags & FORCE_BOLD),
        is_italic=bool(ITALIC.search(name)) or bool(flags & FLAG_ITALIC) or angle.value < 0,
    )


def _area(thing: Any) -> float:
    left, bottom, right, top = (c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
        return 0.0
    return max(right.value - left.value, 0.0) * max(top.value - bottom.value, 0.0)
