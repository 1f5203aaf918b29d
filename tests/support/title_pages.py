"""A made-up title page, as the reader would tell it."""

from __future__ import annotations

from sheaf.records import Line, PageShape, Text

SHAPE = PageShape(612.0, 792.0)
BODY = (
    "We look at how stones fall down a slope and why some of them stop before the others do.",
    "The model that we use is simple enough to be solved by hand and it tells the same story as",
    "the measurements that were taken in the field over a period of more than twenty years.",
    "Our results show that the size of a stone matters less than the way in which it is thrown.",
)


def line(text: str, y: float, size: float = 10.0, *, x: float | None = None, page: int = 0,
         bold: bool = False, italic: bool = False) -> Line:  # fmt: skip
    width = 0.48 * size * len(text)
    left = (612 - width) / 2 if x is None else x
    return Line(
        text, page, left, y, left + width, y + 1.1 * size, size, bold, italic,
        "Times-Bold" if bold else "Times",
    )  # fmt: skip


def title_page(*middle: Line, title: str = "How Stones Roll Down a Slope") -> tuple[Line, ...]:
    """Title, whatever stands below it, abstract, introduction."""
    lines = [line(title, 90, 17.0, bold=True), *middle, line("Abstract", 300, 12.0, bold=True)]
    lines += [line(text, 320 + 12 * at, x=90) for at, text in enumerate(BODY)]
    lines.append(line("1 Introduction", 400, 12.0, x=72, bold=True))
    lines += [line(text, 420 + 12 * at, x=72) for at, text in enumerate(BODY * 4)]
    return tuple(lines)


def text_of(lines: tuple[Line, ...], pages: int = 1) -> Text:
    content = "\f".join(
        "\n".join(one.text for one in lines if one.page == number) for number in range(pages)
    )
    return Text(content, pages, "made-up", content, lines, (SHAPE,) * pages)
