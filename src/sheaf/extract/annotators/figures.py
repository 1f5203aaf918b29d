"""Figures and tables: what their captions say, on which page they stand, and where.

A caption is found among the lines of its page. What it belongs to lies next to it, between it and
the running text: pictures and strokes of the page, and the short lines among them (numbers on
axes, cells of a table).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2
from pypdfium2 import raw

from sheaf.extract.contract import Readable
from sheaf.extract.places import PageLines
from sheaf.records import Caption, Line, Paper

DRAWN = (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_SHADING)
MOST_OBJECTS = 20_000  # of a page; a map may have many more
MOST_DEPTH = 4
BACKGROUND = 0.8  # of a page: what covers so much of it is its ground
RUNNING_LETTERS = 35  # a line of so many is running text, and ends what lies next to a caption
LEAST_SIDE = 12.0  # points: less is a rule, or nothing
NEAR = 60.0  # points at most between a caption and what it belongs to
# Points between parts of a figure; columns are further from each other.
BESIDE = 12.0
MOST_STEPS = 20
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LocatedCaption:
    caption: Caption
    page: int
    box: Rectangle


class Figures:
    name = "figures"
    version = "figures-1"

    def annotate(self, paper: Paper, document: Readable) -> list[dict[str, Any]] | None:
        lines = document.text.lines
        captions = list(_locate(paper.captions, lines))
        if not captions:
            return None
        drawn = _drawn_on({one.page for one in captions}, document.pdf)
        told = [_tell(one, lines, captions, drawn.get(one.page, [])) for one in captions]
        return told or None


def _locate(captions: Sequence[Caption], lines: Sequence[Line]) -> Iterator[LocatedCaption]:
    pages = PageLines(lines)
    for caption in captions:
        words = f"{caption.label} {caption.text}"
        boxes = pages.find(words) or pages.find(caption.text)
        on_page = [one for one in boxes if one.page == boxes[0].page]
        if on_page:
            box = _around([(one.x0, one.y0, one.x1, one.y1) for one in on_page])
            yield LocatedCaption(caption, on_page[0].page, box)


def _drawn_on(pages: set[int], pdf: bytes | None) -> dict[int, list[Rectangle]]:
    """What is drawn on pages, and is no text; y grows down from the top."""
    if pdf is None:
        return {}
    found: dict[int, list[Rectangle]] = {}
    try:
        with pypdfium2.PdfDocument(pdf) as opened:
            for number in sorted(pages):
                if number <= len(opened):
                    found[number] = list(_drawn(opened[number - 1]))
    except pypdfium2.PdfiumError:
        pass
    return found


def _drawn(page: pypdfium2.PdfPage) -> Iterator[Rectangle]:
    width, height = page.get_size()
    objects = page.get_objects(filter=DRAWN, max_depth=MOST_DEPTH)
    for _, one in zip(range(MOST_OBJECTS), objects, strict=False):
        try:
            left, bottom, right, top = one.get_bounds()
        except pypdfium2.PdfiumError:
            continue
        if (right - left) * (top - bottom) < BACKGROUND * width * height:
            yield left, height - top, right, height - bottom


def _tell(
    found: LocatedCaption,
    lines: Sequence[Line],
    captions: Sequence[LocatedCaption],
    drawn: Sequence[Rectangle],
) -> dict[str, Any]:
    box = _next_to(found, lines, captions, drawn)
    return {
        "kind": found.caption.kind,
        "label": found.caption.label,
        "caption": found.caption.text,
        "page": found.page,
        "caption_box": _rounded(found.box),
        "box": _rounded(box) if box is not None else None,
    }


def _next_to(
    found: LocatedCaption,
    lines: Sequence[Line],
    captions: Sequence[LocatedCaption],
    drawn: Sequence[Rectangle],
) -> Rectangle | None:
    """Figures mostly stand above their captions and tables below: there it is looked first."""
    on_page = [line for line in lines if line.page == found.page - 1 and not line.is_running]
    others = [one.box for one in captions if one.page == found.page and one is not found]
    sides = (True, False) if found.caption.kind == "figure" else (False, True)
    for is_above in sides:
        top, bottom = _free_stretch(found.box, on_page, others, is_above=is_above)
        inside = [one for one in drawn if _lies_in(one, found.box, top, bottom)]
        if found.caption.kind == "table" or inside:
            inside += [
                _box_of(line) for line in on_page if _lies_in(_box_of(line), found.box, top, bottom)
            ]
        box = _grown(_around(inside), drawn, top, bottom) if inside else None
        if box is not None and _is_large(box) and _gap(box, found.box) <= NEAR:
            return box
    return None


def _grown(box: Rectangle, drawn: Sequence[Rectangle], top: float, bottom: float) -> Rectangle:
    """With what is drawn beside it: a figure may be wider than its caption."""
    for _ in range(MOST_STEPS):
        beside = [
            one
            for one in drawn
            if one[1] >= top - 2
            and one[3] <= bottom + 2
            and one[0] <= box[2] + BESIDE
            and one[2] >= box[0] - BESIDE
        ]
        wider = _around([box, *beside])
        if wider == box:
            break
        box = wider
    return box


def _free_stretch(
    caption: Rectangle, lines: Sequence[Line], others: Sequence[Rectangle], *, is_above: bool
) -> tuple[float, float]:
    """From the caption to the next running text, or another caption, in its column."""
    walls = [_box_of(line) for line in lines if _letters(line) >= RUNNING_LETTERS]
    walls = [one for one in (*walls, *others) if one[0] < caption[2] and one[2] > caption[0]]
    if is_above:
        return max((one[3] for one in walls if one[3] <= caption[1] + 1), default=0.0), caption[1]
    end = min((one[1] for one in walls if one[1] >= caption[3] - 1), default=float("inf"))
    return caption[3], end


def _lies_in(box: Rectangle, caption: Rectangle, top: float, bottom: float) -> bool:
    in_column = box[0] < caption[2] and box[2] > caption[0]
    return in_column and box[1] >= top - 2 and box[3] <= bottom + 2


def _gap(box: Rectangle, caption: Rectangle) -> float:
    return max(caption[1] - box[3], box[1] - caption[3], 0.0)


def _is_large(box: Rectangle) -> bool:
    return box[2] - box[0] >= LEAST_SIDE and box[3] - box[1] >= LEAST_SIDE


def _letters(line: Line) -> int:
    return sum(map(str.isalpha, line.text))


def _box_of(line: Line) -> Rectangle:
    return line.x0, line.y0, line.x1, line.y1


def _around(boxes: Sequence[Rectangle]) -> Rectangle:
    return (
        min(one[0] for one in boxes),
        min(one[1] for one in boxes),
        max(one[2] for one in boxes),
        max(one[3] for one in boxes),
    )


def _rounded(box: Rectangle) -> list[float]:
    return [round(one, 1) for one in box]
