"""The headers of the IESL corpus as lines: to score on, never to learn from (it has no licence).

A row is label, token, x, y, size, in tenths of a point, y growing up; all tokens of a line have
its place. A size of -1 is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sheaf.records import Line

TENTH = 10.0
LINE_HEIGHT = 1.1  # of the size
WIDTH = 0.5  # of a letter, of the size: a guess

Row = Sequence[str]


def lines_of(rows: Sequence[Row]) -> Iterator[Line]:
    """The lines of one header; the top of the page is a little above its highest line."""
    highest = max((float(row[3]) for row in rows), default=0.0) + 500
    for (x, y), group in groupby(rows, key=lambda row: (row[2], row[3])):
        tokens = list(group)
        sizes = [float(row[4]) / TENTH for row in tokens if float(row[4]) > 0]
        size = sizes[0] if sizes else 0.0
        text = " ".join(row[1] for row in tokens)
        base = (highest - float(y)) / TENTH
        left = float(x) / TENTH
        yield Line(
            text, 0, left, base - LINE_HEIGHT * (size or 10.0),
            left + WIDTH * (size or 10.0) * len(text), base, size, font=str(size),
        )  # fmt: skip
