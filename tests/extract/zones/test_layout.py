"""Layout flags mean the same for our lines and for GROBID's columns."""

import pytest
from support.printed import Printer

from corpora.zones import flags_of_row, marked_lines
from sheaf.extract.zones.features import columns_of
from sheaf.extract.zones.layout import flag_lines


def page():
    printer = Printer()
    printer.line("Clear Water", size=17.0, bold=True).gap(20.0)
    printer.line("Water is clear in the morning.").line("It is less so at noon.").gap(20.0)
    printer.line("Nobody knows why.", size=8.0, italic=True)
    return printer


def row(text, block, where, size, bold, italic, height):
    """A line as GROBID's segmentation tells it: 33 columns."""
    first, second = (*text.split(), "")[:2]
    return [
        first, second, first.lower(), *(first[:n] for n in range(1, 5)),
        f"BLOCK{block}", f"PAGE{where}", "NEWFONT", size, bold, italic, "INITCAP", "NODIGIT",
        *"00000000", "0", str(height), "no", "0", "10", "0", "0", "0", "0", "1",
    ]  # fmt: skip


ROWS = [
    row("Clear Water", "START", "START", "HIGHERFONT", "1", "0", 0),
    row("Water is clear in the morning.", "START", "IN", "LOWERFONT", "0", "0", 3),
    row("It is less so at noon.", "END", "IN", "SAMEFONTSIZE", "0", "0", 6),
    row("Nobody knows why.", "START", "END", "LOWERFONT", "0", "1", 9),
]


def test_our_lines_and_their_columns_give_the_same_flags():
    ours = flag_lines(page().lines)
    theirs = [flags_of_row(one, len(ROWS), at) for at, one in enumerate(ROWS)]
    assert ours == theirs


def test_a_model_sees_no_difference():
    lines = page().lines
    texts = [line.text for line in lines]
    theirs = [flags_of_row(one, len(ROWS), at) for at, one in enumerate(ROWS)]
    assert columns_of(texts, flag_lines(lines)) == columns_of(texts, theirs)


@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_flags_do_not_depend_on_the_size_of_the_page(scale):
    lines = page().lines
    scaled = [
        type(line)(line.text, line.page, line.x0 * scale, line.y0 * scale, line.x1 * scale,
                   line.y1 * scale, line.size * scale, line.is_bold, line.is_italic)
        for line in lines
    ]  # fmt: skip
    assert flag_lines(scaled) == flag_lines(lines)


def test_marked_lines_have_the_label_of_their_element():
    tei = b"""<tei><teiHeader/><text><front>Clear Water<lb/> Ada Ferrow<lb/></front>
    <body>Water is clear.<lb/></body><page>2</page><listBibl>[1] A. Ferrow.<lb/></listBibl>
    <div type="annex">A Proofs<lb/></div></text></tei>"""
    assert list(marked_lines(tei)) == [
        ("Clear Water", "front"), ("Ada Ferrow", "front"), ("Water is clear.", "body"),
        ("2", "furniture"), ("[1] A. Ferrow.", "reference"), ("A Proofs", "appendix"),
    ]  # fmt: skip
