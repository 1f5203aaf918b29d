"""Pieces of text put together to lines, and lines to blocks in the order of reading; columns
whose lines a file writes alternately are taken apart before.

Most files are written in the order in which they are read, so that order is kept unless the
page contradicts it: a block that should have been read before another comes after it. Then the
blocks are sorted by the two rules of Breuel ("High performance document layout analysis", 2003):
what stands above comes first within a column, and a column comes before the one to its right,
unless something that spans both stands between them.
"""

from __future__ import annotations

from statistics import median

from sheaf.curate.text.pdf_page import PdfPage, TextPiece

MOST_BLOCKS = 60  # that are sorted, for the time grows with their cube
WEIGHTY = 120  # characters of a block whose place says something about the order of the page


class ColumnBlock:
    """Lines below each other, without a gap."""

    __slots__ = ("lines", "weight", "x0", "x1", "y0", "y1")

    def __init__(self, line: TextPiece) -> None:
        self.lines = [line]
        self.weight = line.weight
        self.x0, self.y0, self.x1, self.y1 = line.x0, line.y0, line.x1, line.y1

    def add(self, line: TextPiece) -> None:
        self.lines.append(line)
        self.weight += line.weight
        _widen(self, line)


def order_lines(pieces: list[TextPiece]) -> list[TextPiece]:
    """The lines of a page as they are read."""
    blocks = to_blocks(to_lines(pieces))
    if is_disordered(blocks):
        blocks = sort_blocks(blocks)
    return [line for block in blocks for line in block.lines]


def to_lines(pieces: list[TextPiece]) -> list[TextPiece]:
    """PDFium ends a line wherever the base line moves, at an index or an exponent too."""
    lines: list[TextPiece] = []
    last: TextPiece | None = None
    for piece in pieces:
        if last is not None and not last.hyphen and _continues(last, piece):
            _join(lines[-1], last, piece)
        else:
            lines.append(piece)
        last = piece
    return lines


def _join(line: TextPiece, last: TextPiece, piece: TextPiece) -> None:
    line.text += f" {piece.text}" if _are_two_words(last, piece) else piece.text
    line.hyphen = piece.hyphen
    line.weight += piece.count
    if piece.count > line.count:
        line.start, line.count = piece.start, piece.count
    _widen(line, piece)


def _are_two_words(before: TextPiece, after: TextPiece) -> bool:
    """Whether two pieces are two words. An index or an exponent is one of its own, or the word
    it is printed at could not be found."""
    height = before.y1 - before.y0
    moved = abs(before.y0 - after.y0) + abs(before.y1 - after.y1) > 0.1 * height
    # A tenth of the height is less than any space between words.
    return moved or before.spaced or after.x0 - before.x1 > 0.1 * height


def _widen(box: TextPiece | ColumnBlock, part: TextPiece) -> None:
    # Comparisons, not min() and max(): this runs for every line of every page.
    if part.x0 < box.x0:
        box.x0 = part.x0
    if part.y0 < box.y0:
        box.y0 = part.y0
    if part.x1 > box.x1:
        box.x1 = part.x1
    if part.y1 > box.y1:
        box.y1 = part.y1


def _continues(before: TextPiece, piece: TextPiece) -> bool:
    """Beside the last piece, not far from it, and at about its height."""
    gap = piece.x0 - before.x1
    height, other = before.y1 - before.y0, piece.y1 - piece.y0
    size = height if height > other else other
    if not -0.5 * size < gap < 1.5 * size:
        return False
    shared = min(before.y1, piece.y1) - max(before.y0, piece.y0)
    return shared > 0.25 * min(height, other)


def to_blocks(lines: list[TextPiece]) -> list[ColumnBlock]:
    blocks: list[ColumnBlock] = []
    for line in lines:
        if blocks and _stands_below(blocks[-1], line):
            blocks[-1].add(line)
        else:
            blocks.append(ColumnBlock(line))
    return blocks


def _stands_below(block: ColumnBlock, line: TextPiece) -> bool:
    if line.x0 >= block.x1 or line.x1 <= block.x0:
        return False
    before = block.lines[-1]
    height = max(before.y1 - before.y0, line.y1 - line.y0)
    return -0.6 * height < line.y0 - before.y1 < 0.9 * height


def is_disordered(blocks: list[ColumnBlock]) -> bool:
    """Whether a block of weight comes after another that it should come before."""
    weighty = [block for block in blocks if block.weight >= WEIGHTY]
    if len(weighty) > MOST_BLOCKS:
        return False
    for place, later in enumerate(weighty):
        for earlier in weighty[:place]:
            if is_before(later, earlier, weighty) and not is_before(earlier, later, weighty):
                return True
    return False


def is_before(one: ColumnBlock, other: ColumnBlock, blocks: list[ColumnBlock]) -> bool:
    if _share_a_column(one, other):
        return _is_above(one, other)
    if one.x0 >= other.x0:
        return False
    # To the left. Not before it where a third, between them in height, spans both columns.
    upper, lower = (one, other) if one.y0 < other.y0 else (other, one)
    return not any(
        block.y0 >= upper.y0
        and block.y1 <= lower.y1
        and block is not one
        and block is not other
        and _share_a_column(block, one)
        and _share_a_column(block, other)
        for block in blocks
    )


def _share_a_column(one: ColumnBlock, other: ColumnBlock) -> bool:
    """A touch is not enough: drop capitals and marks in the margin stand over the gutter."""
    shared = min(one.x1, other.x1) - max(one.x0, other.x0)
    return shared > 0.1 * min(one.x1 - one.x0, other.x1 - other.x0)


def _is_above(one: ColumnBlock, other: ColumnBlock) -> bool:
    return one.y0 + one.y1 < other.y0 + other.y1


def sort_blocks(blocks: list[ColumnBlock]) -> list[ColumnBlock]:
    """In topological order; between blocks that neither rule tells apart, that of the file.

    Where there are too many, light ones (the cells of a table, the words in a figure) go with
    the weighty one that they follow.
    """
    followers: dict[int, list[ColumnBlock]] = {}
    leaders = blocks
    if len(blocks) > MOST_BLOCKS:
        leaders = []
        for block in blocks:
            if block.weight >= WEIGHTY or not leaders:
                leaders.append(block)
            else:
                followers.setdefault(id(leaders[-1]), []).append(block)
    return [
        block
        for leader in _sort_topologically(leaders)
        for block in (leader, *followers.get(id(leader), ()))
    ]


def _sort_topologically(blocks: list[ColumnBlock]) -> list[ColumnBlock]:
    earlier = {
        place: {
            other
            for other, one in enumerate(blocks)
            if other != place and is_before(one, block, blocks)
        }
        for place, block in enumerate(blocks)
    }
    done: list[ColumnBlock] = []
    while earlier:
        # In a circle nobody is free; the order of the file gets out of it.
        free = next((place for place, before in earlier.items() if not before), min(earlier))
        done.append(blocks[free])
        del earlier[free]
        for before in earlier.values():
            before.discard(free)
    return done


# -- columns that a file writes alternately ------------------------------------------------------
# PDFium joins what stands on one base line, so two columns that were written line by line, as some
# scanners do, come as one. The white gutter gives them away: nearly all long lines of the page have
# a gap at the same place, with plenty of text on both sides.

WIDE = 0.5  # of the page; a line of one column among two is shorter
LONG = 40  # characters of a line that may hold two columns
FEWEST = 8  # lines on a page that could be parted
SAMPLES = 6  # lines that are looked at before all are
MOST = 0.66  # of the long lines that must have the gap
COLUMN = 20  # characters on each side, on average: less is a table or a list with dates
GAP = 0.9  # of the height of the line; spaces between words are a third of it

Gap = tuple[float, float]


def split_columns(page: PdfPage, pieces: list[TextPiece]) -> list[TextPiece]:
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


def _gap(page: PdfPage, piece: TextPiece) -> Gap | None:
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


def _halves(page: PdfPage, piece: TextPiece, gutter: float) -> tuple[TextPiece, TextPiece]:
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


def _are_columns(halves: list[tuple[TextPiece, TextPiece]]) -> bool:
    return all(
        sum(pair[side].count for pair in halves) >= COLUMN * len(halves) for side in (0, 1)
    )  # fmt: skip


def _in_order(
    pieces: list[TextPiece], halves: dict[int, tuple[TextPiece, TextPiece]], gutter: float
) -> list[TextPiece]:
    """The left column, then the right one, down to the next line that spans both."""
    done: list[TextPiece] = []
    left: list[TextPiece] = []
    right: list[TextPiece] = []
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
