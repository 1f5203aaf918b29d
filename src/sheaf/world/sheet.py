"""Pages with columns: text flows down a column, into the next, and onto the next page."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from sheaf.world.typeset import FastText, Type, TypesetLine, face

# Streams as plain bytes: the ASCII armour costs a third of the time and a fifth of the size.
rl_config.useA85 = 0

A4 = (595.0, 842.0)
LETTER = (612.0, 792.0)


@dataclass(frozen=True)
class Layout:
    """How a document is set. Sizes are points."""

    page: tuple[float, float] = A4
    columns: int = 1
    margin: float = 72
    gutter: float = 20
    family: str = "Times"
    size: float = 10
    leading: float = 1.19  # of the size
    hyphenate: bool = False
    running_head: str = ""
    footer: str = ""
    first_footer: str = ""
    numbered_pages: bool = True

    def type(self, style: str = "", scale: float = 1) -> Type:
        """The face in regular (""), "bold" or "italic", larger or smaller than the text."""
        size = round(self.size * scale, 2)
        return Type(face(_FACES[self.family, style]), size, round(size * self.leading, 2))

    @property
    def width(self) -> float:
        return self.page[0] - 2 * self.margin

    @property
    def column_width(self) -> float:
        return (self.width - self.gutter * (self.columns - 1)) / self.columns


_FACES = {
    ("Times", ""): "Times-Roman",
    ("Times", "bold"): "Times-Bold",
    ("Times", "italic"): "Times-Italic",
    ("Helvetica", ""): "Helvetica",
    ("Helvetica", "bold"): "Helvetica-Bold",
    ("Helvetica", "italic"): "Helvetica-Oblique",
}


class Sheet:
    """A document under way. Write into it from top to bottom, then take its bytes."""

    def __init__(self, layout: Layout, title: str = "", author: str = "", key: str = "") -> None:
        self.layout = layout
        self._buffer = BytesIO()
        self.canvas = Canvas(
            self._buffer, pagesize=layout.page, invariant=1, pageCompression=1, encrypt=key or None
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author)
        self._page_number = 1
        self._column = 0
        self._columns_start = layout.page[1] - layout.margin
        self._text = FastText(self.canvas)
        self.y = self._columns_start

    def across(self, text: str, kind: Type, align: str = "center", after: float = 0) -> None:
        """Lines over the whole width, above the columns of the first page."""
        for line in kind.wrap(text, self.layout.width):
            self.y -= kind.leading
            slack = self.layout.width - line.width
            shift = {"center": slack / 2, "left": 0, "right": slack}[align]
            self._text.put(kind, self.layout.margin + shift, self.y, line.text)
        self.y -= after
        self._columns_start = self.y

    def paragraph(
        self, text: str, kind: Type, first: float = 0, rest: float = 0, justify: bool = True
    ) -> None:
        width = self.layout.column_width
        for line in kind.wrap(text, width, first, rest, self.layout.hyphenate):
            self.need(kind.leading)
            self.y -= kind.leading
            gap = self._gap(line, width) if justify else 0
            self._text.put(kind, self.x + line.indent, self.y, line.text, gap)

    def heading(self, text: str, kind: Type, align: str = "left") -> None:
        # Room for two lines of text below keeps a heading from ending its column alone.
        self.need(kind.leading * 3.5)
        self.y -= kind.leading * 0.6
        for line in kind.wrap(text, self.layout.column_width):
            self.y -= kind.leading
            shift = (self.layout.column_width - line.width) / 2 if align == "center" else 0
            self._text.put(kind, self.x + shift, self.y, line.text)
        self.y -= kind.leading * 0.25

    def row(self, cells: list[tuple[float, str]], kind: Type) -> None:
        """Words at given distances from the left edge of the column, on one line."""
        self.need(kind.leading)
        self.y -= kind.leading
        for shift, text in cells:
            self._text.put(kind, self.x + shift, self.y, text)

    def space(self, points: float) -> None:
        self.y -= points

    def rule(self, width: float | None = None) -> None:
        self.canvas.setLineWidth(0.5)
        end = self.x + (self.layout.column_width if width is None else width)
        self.canvas.line(self.x, self.y - 3, end, self.y - 3)
        self.y -= 4

    def picture(self, height: float, draw: Callable[[Canvas, float, float, float], None]) -> None:
        """A drawing as wide as the column: draw(canvas, x, y, width) from its lower left corner."""
        self.need(height + 30)
        self.y -= height
        draw(self.canvas, self.x, self.y, self.layout.column_width)

    def need(self, height: float) -> None:
        if self.y - height < self.layout.margin:
            self._next_column()

    def break_page(self) -> None:
        self._end_page()
        self._start_page()
        self.y = self._columns_start

    def finish(self) -> bytes:
        self._end_page()
        self.canvas.save()
        return self._buffer.getvalue()

    @property
    def x(self) -> float:
        step = self.layout.column_width + self.layout.gutter
        return self.layout.margin + self._column * step

    def _gap(self, line: TypesetLine, width: float) -> float:
        spaces = line.text.count(" ")
        if line.ends_paragraph or not spaces:
            return 0
        return (width - line.indent - line.width) / spaces

    def _next_column(self) -> None:
        self._column += 1
        if self._column == self.layout.columns:
            self._end_page()
            self._start_page()
        self.y = self._columns_start

    def _start_page(self) -> None:
        self._page_number += 1
        self._column = 0
        self._columns_start = self.layout.page[1] - self.layout.margin
        self._text = FastText(self.canvas)
        if self.layout.running_head:
            small = self.layout.type("italic", 0.85)
            top = self.layout.page[1] - self.layout.margin * 0.6
            self._text.put(small, self.layout.margin, top, self.layout.running_head)

    def _end_page(self) -> None:
        small = self.layout.type("", 0.85)
        first = self._page_number == 1 and self.layout.first_footer
        footer = first or self.layout.footer
        low = self.layout.margin * 0.55
        if footer:
            self._text.put(small, self.layout.margin, low, footer)
        if self.layout.numbered_pages:
            number = str(self._page_number)
            middle = (self.layout.page[0] - small.width(number)) / 2
            self._text.put(small, middle, low - (12 if footer else 0), number)
        self.canvas.drawText(self._text)
        self.canvas.showPage()
