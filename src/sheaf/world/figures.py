"""Tables and diagrams of the kind papers have, drawn from chance."""

import random
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

from sheaf.world.grammar import Words
from sheaf.world.sheet import Sheet

_HEIGHT = 110


def put_table(sheet: Sheet, words: Words, rng: random.Random) -> None:
    layout = sheet.layout
    small, bold = layout.type("", 0.88), layout.type("bold", 0.88)
    sheet.need(90)
    sheet.space(8)
    sheet.paragraph(f"Table 1: {_capital(words['measure'][0])} for {words['objects'][0]}.", small)
    sheet.rule()
    stops = [layout.column_width * share for share in (0, 0.55, 0.72, 0.88)]
    heads = ["Group", "Mean", "S.D.", "N"]
    sheet.row(list(zip(stops, heads, strict=True)), bold)
    sheet.rule()
    for group in [_capital(agents) for agents in words["agents"]] + list(words["place"]):
        cells = [group, f"{rng.uniform(1, 90):.2f}", f"{rng.random() * 9:.2f}", _count(rng)]
        sheet.row(list(zip(stops, cells, strict=True)), small)
    sheet.rule()
    sheet.space(8)


def put_figure(sheet: Sheet, words: Words, rng: random.Random) -> None:
    small = sheet.layout.type("", 0.88)
    sheet.space(8)
    sheet.picture(_HEIGHT, rng.choice((_curves, _bars))(rng))
    caption = f"Figure 1: {_capital(words['measure'][1])} against {words['measure'][2]}"
    sheet.paragraph(f"{caption} for {words['objects'][0]}.", small)
    sheet.space(8)


_Drawing = Callable[[Canvas, float, float, float], None]


def _curves(rng: random.Random) -> _Drawing:
    curves = [[rng.uniform(0.05, 0.3) for _ in range(12)] for _ in range(3)]

    def draw(canvas: Canvas, x: float, y: float, width: float) -> None:
        _axes(canvas, x, y, width)
        for rises in curves:
            path = canvas.beginPath()
            path.moveTo(x + 20, y + 14)
            level = 0.0
            for step, rise in enumerate(rises, 1):
                level += rise * (1 - level)
                path.lineTo(x + 20 + (width - 40) * step / 12, y + 14 + level * (_HEIGHT - 30))
            canvas.drawPath(path)

    return draw


def _bars(rng: random.Random) -> _Drawing:
    heights = [rng.uniform(0.15, 0.95) for _ in range(8)]

    def draw(canvas: Canvas, x: float, y: float, width: float) -> None:
        _axes(canvas, x, y, width)
        canvas.setFillGray(0.7)
        step = (width - 40) / len(heights)
        for number, height in enumerate(heights):
            left = x + 24 + number * step
            canvas.rect(left, y + 14, step * 0.6, height * (_HEIGHT - 30), stroke=1, fill=1)
        canvas.setFillGray(0)

    return draw


def _axes(canvas: Canvas, x: float, y: float, width: float) -> None:
    canvas.setLineWidth(0.7)
    canvas.line(x + 20, y + 14, x + width - 20, y + 14)
    canvas.line(x + 20, y + 14, x + 20, y + _HEIGHT - 8)


def _count(rng: random.Random) -> str:
    return str(rng.randrange(12, 480))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
