"""Pages set in lines, for tests of what reads lines: a small printer of papers."""

from sheaf.records import Line, Text

PITCH = 12.0
CHARACTER = 5.0


class Printer:
    """Sets one line below the other; `gap` leaves room, `page` and `column` go on elsewhere."""

    def __init__(self):
        self.lines = []
        self.number, self.left, self.top = 0, 72.0, 72.0

    def line(
        self, text, *, size=10.0, bold=False, italic=False, indent=0.0, font="", running=False
    ):
        x0 = self.left + indent
        x1 = x0 + CHARACTER * len(text) * size / 10
        self.lines.append(
            Line(text, self.number, x0, self.top, x1, self.top + 1.1 * size, size, bold, italic,
                 font or ("Serif-Bold" if bold else "Serif"), running)
        )  # fmt: skip
        self.top += PITCH
        return self

    def prose(self, *sentences):
        for sentence in sentences:
            self.line(sentence)
        return self

    def heading(self, text, size=12.0):
        return self.gap().line(text, size=size, bold=True).gap()

    def gap(self, points=10.0):
        self.top += points
        return self

    def page(self):
        self.number, self.left, self.top = self.number + 1, 72.0, 72.0
        return self

    def column(self):
        self.left, self.top = 320.0, 72.0
        return self

    @property
    def text(self):
        pages = [[] for _ in range(self.number + 1)]
        for line in self.lines:
            pages[line.page].append(line.text)
        content = "\f".join("\n".join(page) for page in pages)
        return Text(content, len(pages), "printer", lines=tuple(self.lines))


PROSE = (
    "We measured the water of nine rivers in the spring of two years and found",
    "that it was clearer in the morning than in the evening, as others had said",
    "before us without counting. The instruments were built for the purpose and",
    "were left where they stood, so that those who come later may use them again.",
)


def paper(references, *, heading="References", after=(), body=()):
    """A paper of one column: front, two sections, references, and what follows them."""
    printer = Printer()
    printer.line("Clear Water in Nine Rivers", size=17.0, bold=True).gap()
    printer.line("Ada Ferrow and Bent Okoro").line("University of Lund, Sweden").gap()
    printer.line("Abstract", bold=True).prose(*PROSE[:2])
    printer.heading("1 Introduction").prose(*PROSE, *body, *PROSE)
    printer.heading("2 Method").prose(*PROSE, *PROSE, *PROSE)
    printer.page().prose(*PROSE)
    if heading:
        printer.heading(heading)
    for entry in references:
        for number, part in enumerate(entry):
            printer.line(part, size=9.0, indent=12.0 if number else 0.0)
    for part in after:
        part(printer)
    return printer


NUMBERED = (
    (
        "[1] A. Ferrow and B. Okoro. On the clarity of rivers. Journal of",
        "Waters, 12(3):45-67, 1998.",
    ),
    (
        "[2] C. Lindqvist. Measuring light. In Proceedings of the 3rd Conference",
        "on Optics, pages 1-9, Oslo, 2001.",
    ),
    (
        "[3] D. Maro, E. Nkemelu, and F. Ostrow. Instruments that stay.",
        "Nordic Press, Bergen, 2004.",
    ),
    ("[4] G. Petrov. A history of springs. Annals of Hydrology, 7:101-130,", "1987."),
)
BY_NAME = (
    (
        "Ferrow, A., & Okoro, B. (1998). On the clarity of rivers. Journal of",
        "Waters, 12(3), 45-67.",
    ),
    (
        "Lindqvist, C. (2001a). Measuring light. In Proceedings of the 3rd",
        "Conference on Optics (pp. 1-9). Oslo.",
    ),
    ("Lindqvist, C. (2001b). Measuring shade. Optics Letters, 4, 12-19.",),
    (
        "Maro, D., Nkemelu, E., & Ostrow, F. (2004). Instruments that stay.",
        "Bergen: Nordic Press.",
    ),
    ("Petrov, G. (1987). A history of springs. Annals of Hydrology, 7,", "101-130."),
)
