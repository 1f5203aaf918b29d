"""The lines of a PDF page with their place and size, from PDFium's characters."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw

from sheaf.curate.text_pdf import clean

LINE_ENDS = frozenset({10, 13})
SAMPLES = 12  # characters of a line whose size is looked at


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    size: float
    top: float  # 0 at the upper edge of the page, 1 at the lower
    left: float
    upright: bool = True


def page_lines(pdf: pypdfium2.PdfDocument, number: int) -> list[Line]:
    page = pdf[number]
    textpage = page.get_textpage()
    height = page.get_height() or 1.0
    lines = [
        _line(textpage, codes, start, height) for start, codes in _char_lines(textpage)
    ]  # fmt: skip
    textpage.close()
    page.close()
    return [line for line in lines if line.text]


def _char_lines(textpage: pypdfium2.PdfTextPage) -> Iterator[tuple[int, list[int]]]:
    """Character codes line by line, each with the index of its first character."""
    start = 0
    codes: list[int] = []
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        if code in LINE_ENDS:
            if codes:
                yield start, codes
            start, codes = index + 1, []
        else:
            codes.append(code)
    if codes:
        yield start, codes


def _line(textpage: pypdfium2.PdfTextPage, codes: list[int], start: int, height: float) -> Line:
    # A hyphen inside a line is a word that PDFium has joined already; at its end it is one yet.
    text = re.sub(r"[\ufffe\x02]\s*$", "-", text_of(codes))
    printed = [start + i for i, code in enumerate(codes) if not chr(code).isspace()][:SAMPLES]
    sizes = sorted(_size(textpage, index) for index in printed)
    left, _, _, top = _box(textpage, printed[0]) if printed else (0.0, 0.0, 0.0, 0.0)
    angle = raw.FPDFText_GetCharAngle(textpage, printed[0]) if printed else 0.0
    return Line(
        text=" ".join(clean(text).split()),
        size=sizes[len(sizes) // 2] if sizes else 0.0,
        top=1 - top / height,
        left=left,
        upright=abs(math.sin(angle)) < 0.1,
    )


def text_of(codes: list[int]) -> str:
    """PDFium counts in UTF-16, so a character beyond the first plane comes in two halves."""
    units = b"".join(code.to_bytes(2, "little") for code in codes if code <= 0xFFFF)
    return units.decode("utf-16-le", "replace")


def _size(textpage: pypdfium2.PdfTextPage, index: int) -> float:
    """The nominal size times the scale of the text matrix: alone, many files say 1."""
    matrix = raw.FS_MATRIX()
    size = raw.FPDFText_GetFontSize(textpage, index)
    if not raw.FPDFText_GetMatrix(textpage, index, matrix):
        return float(size)
    return round(float(size) * math.hypot(matrix.b, matrix.d), 1)


def _box(textpage: pypdfium2.PdfTextPage, index: int) -> tuple[float, float, float, float]:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(textpage, index, left, right, bottom, top)
    return left.value, bottom.value, right.value, top.value
