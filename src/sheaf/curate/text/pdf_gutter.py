"""Columns whose lines a file writes alternately, taken apart.

PDFium joins what stands on one base line, so two columns that were written line by line, as some
scanners do, come as one. The white gutter gives them away: nearly all long lines of the page have
a gap at the same place, with plenty of text on both sides.
"""

from __future__ import annotations

from statistics import median

from sheaf.curate.text.pdf_page import PdfPage, Piece

WIDE = 0.5  # of the page; a line of one column among two is shorter
LONG = 40  # characters of a line that may hold two columns
FEWEST = 8  # lines on a page that could be parted
SAMPLES = 6  # lines that are looked at before all are
MOST = 0.66  # of the long lines that must have the gap
COLUMN = 20  # characters on each side, on average: less is a table or a list with dates
GAP = 0.9  # of the height of the line; spaces between words are a third of it

Gap = tuple[float, float]


def split_columns(page: PdfPage, pieces: list[Piece]) -> list[Piece]:
    long = [
        piece for piece in pieces if piece.count >= LONG and piece.x1 - piece.x0 > WIDE * page.width
    ]
    if len(long) < FEWEST:
        return pieces
    sample = long[:: max(len(long) // SAMPLES, 1)][:SAMPLES]
    if sum(_gap(page, piece) is not None for piece in sample) < MOST * len(sample):
        return pieces
    gaps = {id(piece): gap for piece in long if (gap := _gap(page, piece))}
    if len(gaps) < MOST * len(long):
        return pieces
    gutter = median((left + right) / 2 for left, right in gaps.values())
    halves = {
        id(piece): _halves(page, piece, gutter)
        for piece in long
        if id(piece) in gaps and gaps[id(piece)][0] < gutter < gaps[id(piece)][1]
    }
    if len(halves) < MOST * len(long) or not _are_columns(list(halves.values())):
        return pieces
    return _in_order(pieces, halves, gutter)


def _gap(page: PdfPage, piece: Piece) -> Gap | None:
    """The widest white stretch of a line, where it is wider than between words."""
    if piece.count != len(piece.text):
        return None
    stretches = sorted(page.stretches(piece))
    widest, reached = (0.0, 0.0), stretches[0][1] if stretches else 0.0
    for left, right in stretches[1:]:
        if left - reached > widest[1] - widest[0]:
            widest = (reached, left)
        reached = max(reached, right)
    return widest if widest[1] - widest[0] > GAP * (piece.y1 - piece.y0) else None


def _halves(page: PdfPage, piece: Piece, gutter: float) -> tuple[Piece, Piece]:
    split = next(
        (place for place in range(1, piece.count) if page.left_edge(piece.start + place) > gutter),
        piece.count - 1,
    )
    left, right = piece.text[:split].rstrip(), piece.text[split:]
    start = piece.start + split
    return (
        page.piece(left, piece.start, piece.start + len(left) - 1),
        page.piece(right, start, start + len(right) - 1, hyphen=piece.hyphen),
    )


def _are_columns(halves: list[tuple[Piece, Piece]]) -> bool:
    return all(
        sum(pair[side].count for pair in halves) >= COLUMN * len(halves) for side in (0, 1)
    )  # fmt: skip


def _in_order(
    pieces: list[Piece], halves: dict[int, tuple[Piece, Piece]], gutter: float
) -> list[Piece]:
    """The left column, then the right one, down to the next line that spans both."""
    done: list[Piece] = []
    left: list[Piece] = []
    right: list[Piece] = []
    for piece in pieces:
        if id(piece) in halves:
            left.append(halves[id(piece)][0])
            right.append(halves[id(piece)][1])
        elif piece.x1 <= gutter:
            left.append(piece)
        elif piece.x0 >= gutter:
            right.append(piece)
        else:
            done += [*left, *right, piece]
            left, right = [], []
    return [*done, *left, *right]
