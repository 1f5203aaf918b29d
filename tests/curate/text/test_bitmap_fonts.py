"""Fonts that are pictures (Type 3): their sizes and weights are told by the letters."""

import pytest

from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.bitmap_fonts import HIGH, WIDE
from sheaf.curate.text.contract import TextOptions

HEAD = "Which stones fall down"
BODY = [
    "We look at how stones fall down",
    "and at what an owner can do",
    "numbers have been summed up",
]
NARROW = 0.42  # of a letter that is not wide
DOT = 0.12  # points: those of a printer, in which such fonts are drawn


def letter_width(char: str, size: float, wider: float) -> float:
    return size * wider * WIDE.get(char, NARROW)


def glyph(char: str, size: float, wider: float) -> bytes:
    """A box as high as the letter."""
    width = round(letter_width(char, size, wider) / DOT)
    high = round(size * HIGH.get(char, 0.437) / DOT)
    return b"%d 0 0 0 %d %d d1 0 0 %d %d re f" % (width, width, high, width, high)


def made_pdf(*rows: tuple[str, float, float], scale: float = 1.0) -> bytes:
    """Rows of text, size and width, each in a font of its own whose letters are drawings."""
    objects: list[bytes] = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"",
        b"",
    ]
    content, fonts = b"", b""
    for number, (text, size, wider) in enumerate(rows):
        chars = sorted(set(text) - {" "})
        first = len(objects) + 1
        for char in chars:
            drawn = glyph(char, size / scale, wider)
            objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn))
        procs = b"".join(b"/uni%04X %d 0 R" % (ord(c), first + at) for at, c in enumerate(chars))
        names = b"".join(b"%d/uni%04X " % (ord(c), ord(c)) for c in chars)
        widths = b" ".join(
            b"%.2f" % (letter_width(chr(code), size / scale, wider) / DOT)
            for code in range(33, 127)
        )
        objects.append(
            b"<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[%.2f 0 0 %.2f 0 0]"
            b"/FirstChar 33/LastChar 126/Widths[%s]/CharProcs<<%s>>/Encoding<</Differences[%s]>>>>"
            % (DOT, DOT, widths, procs, names)
        )
        fonts += b"/F%d %d 0 R" % (number, len(objects))
        x, y = 72.0, 700 - 30 * number
        for word in text.split():
            content += b"BT /F%d %.2f Tf %.2f %d Td (%s) Tj ET\n" % (
                number, scale, x, y, word.encode(),
            )  # fmt: skip
            x += sum(letter_width(char, size, wider) for char in word) + 0.35 * size
    objects[2] = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<<%s>>>>>>"
        % fonts
    )
    objects[3] = b"<</Length %d>>stream\n%sendstream" % (len(content), content)
    body = b"".join(b"%d 0 obj%s endobj\n" % (at + 1, one) for at, one in enumerate(objects))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>"


def read_lines(data: bytes):
    return text_pdf.read(data, TextOptions(layout_pages=1, ocr=False)).lines


def test_letters_tell_size_weight_and_where_a_line_stands():
    lines = read_lines(made_pdf((HEAD, 14.4, 1.15), *((text, 10.0, 1.0) for text in BODY)))
    assert [line.text for line in lines] == [HEAD, *BODY]
    assert [line.size for line in lines] == pytest.approx([14.4, 10, 10, 10], abs=0.3)
    assert len({line.size for line in lines[1:]}) == 1
    assert [line.is_bold for line in lines] == [True, False, False, False]
    assert [round(line.y1 - line.y0, 1) for line in lines[1:]] == [
        round(0.888 * lines[1].size, 1)
    ] * 3


def test_a_small_font_is_wider_and_not_bold():
    (line,) = read_lines(made_pdf((BODY[2], 7.0, 1.14)))
    assert (line.size, line.is_bold) == (pytest.approx(7.0, abs=0.3), False)


def test_a_font_that_has_a_size_keeps_it():
    lines = read_lines(made_pdf((BODY[0], 10.0, 1.0), scale=9.0))
    assert [line.size for line in lines] == [9.0]
