"""Figures and tables are found next to their captions."""

from __future__ import annotations

import io
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.extract.annotators.figures import Figures
from sheaf.extract.reading import make_readable
from sheaf.records import Caption, Paper, Text

HEIGHT = A4[1]
SENTENCE = "We describe at some length how the figures of a paper are found on its pages by us."
FIGURE = Caption("figure", "Figure 1", "A box that was drawn.")
TABLE = Caption("table", "Table 1", "Numbers in two columns.")


def page() -> bytes:
    """Text, a figure with its caption below, text, and a table below its caption."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)

    def write(x: float, y: float, words: str) -> None:
        canvas.drawString(x, HEIGHT - y, words)

    for row in range(5):
        write(72, 80 + 14 * row, SENTENCE)
    canvas.rect(150, HEIGHT - 300, 200, 100)
    canvas.line(150, HEIGHT - 300, 350, HEIGHT - 200)
    write(240, 260, "0.5")
    write(150, 320, "Figure 1: A box that was drawn.")
    for row in range(5):
        write(72, 360 + 14 * row, SENTENCE)
    write(150, 460, "Table 1: Numbers in two columns.")
    for row in range(4):
        write(160, 480 + 14 * row, f"alpha {row}")
        write(260, 480 + 14 * row, f"{row * 7}")
    for row in range(5):
        write(72, 570 + 14 * row, SENTENCE)
    canvas.save()
    return out.getvalue()


def annotate(*captions: Caption, data: bytes | None = None) -> Any:
    data = data or page()
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    return Figures().annotate(Paper(captions=captions), make_readable(text, data, PDF))


def test_a_figure_stands_above_its_caption() -> None:
    [found] = annotate(FIGURE)
    assert (found["kind"], found["label"], found["page"]) == ("figure", "Figure 1", 1)
    for value, wanted in zip(found["box"], (150, 200, 350, 300), strict=True):
        assert abs(value - wanted) < 3
    assert 305 < found["caption_box"][1] < 320


def test_a_table_stands_below_its_caption() -> None:
    _, found = annotate(FIGURE, TABLE)
    left, top, right, bottom = found["box"]
    assert 158 <= left <= 162
    assert 465 < top < 480
    assert 264 < right < 280
    assert 520 < bottom < 530


def test_a_caption_with_nothing_next_to_it_has_no_box() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.drawString(72, 700, "Figure 1: A box that was drawn.")
    for row in range(20):
        canvas.drawString(72, 680 - 14 * row, SENTENCE)
        canvas.drawString(72, 720 + 5 * row, SENTENCE)
    canvas.save()
    [found] = annotate(FIGURE, data=out.getvalue())
    assert found["box"] is None


def test_without_captions_there_is_nothing_to_tell() -> None:
    assert annotate() is None
    assert annotate(Caption("figure", "Figure 9", "Which stands nowhere at all.")) is None
