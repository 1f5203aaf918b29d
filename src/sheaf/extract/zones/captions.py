"""Captions of figures and tables, and the words that stand within them."""

from __future__ import annotations

from sheaf.extract.zones.document import LabelledDocument
from sheaf.extract.zones.layout import are_of_one_size, begins_block
from sheaf.extract.zones.vocabulary import CAPTION_START

MOST_LINES = 25  # of a caption
SHORTEST_RUN = 4  # scraps in a row that make a figure


def find_caption_lines(document: LabelledDocument, taken: set[int]) -> set[int]:
    found: set[int] = set()
    for at in document.captions:
        if at not in taken and at not in found and _begins_caption(document, at):
            found.update(_caption_lines_from(document, at, taken))
    return found


def _begins_caption(document: LabelledDocument, at: int) -> bool:
    line = document.lines[at]
    start = CAPTION_START.match(line.text)
    if start is None or line.is_running or not line.text[:1].strip():
        return False
    if line.text[:1].islower():
        return False
    above = document.lines[at - 1] if at else None
    is_apart = above is None or above.is_running or begins_block(above, line)
    changes = above is not None and (
        above.font != line.font or not are_of_one_size(above, line) or above.is_bold != line.is_bold
    )
    end = start["end"].strip()
    is_clear = bool(end) or line.is_bold or start.end() >= len(line.text)
    if not document.has_layout:
        return is_clear
    # "Figure 3 shows ..." at the start of a line is running text.
    if not is_clear:
        return is_apart and line.text[start.end() : start.end() + 1].isupper()
    ends_other = above is not None and (
        above.text.endswith((".", ":")) or _is_table_row(above.text)
    )
    return is_apart or changes or (end in (":", ".", "|") and ends_other)


def _is_table_row(text: str) -> bool:
    """Numbers, as in the last row of a table whose caption stands below it."""
    letters = sum(map(str.isalpha, text))
    return len(text.split()) > 2 and letters < 0.4 * len(text)


def _caption_lines_from(document: LabelledDocument, start: int, taken: set[int]) -> list[int]:
    """To the end of its block, or to where the type changes."""
    found = [start]
    for at in range(start + 1, min(start + MOST_LINES, len(document.lines))):
        line, above = document.lines[at], document.lines[at - 1]
        if at in taken or line.is_running or begins_block(above, line):
            break
        if CAPTION_START.match(line.text) and _begins_caption(document, at):
            break
        if abs(line.size - above.size) > 1.6:
            break
        found.append(at)
    return found


def find_figure_lines(document: LabelledDocument, captions: set[int], taken: set[int]) -> set[int]:
    """Labels of axes, cells of tables: runs of scraps on a page that has a caption. Elsewhere a
    scrap is part of a formula, and stays in its text."""
    if not document.has_layout:
        return set()
    pages = {document.lines[at].page for at in captions}
    found: set[int] = set()
    run: list[int] = []
    for at, line in enumerate(document.lines):
        if line.page in pages and at not in taken and _is_scrap(document, at):
            run.append(at)
            continue
        if len(run) >= SHORTEST_RUN:
            found.update(run)
        run = []
    return found.union(run if len(run) >= SHORTEST_RUN else ())


def _is_scrap(document: LabelledDocument, at: int) -> bool:
    """Short, and not of the body's type, or hardly any letters."""
    text = document.lines[at].text
    letters = sum(map(str.isalpha, text))
    if len(text) > 60 and letters > 0.6 * len(text):
        return False
    if document.is_smaller(at) and len(text) <= 60:
        return letters < 0.75 * len(text) or len(text.split()) <= 3
    return letters < 0.4 * len(text) or len(text.split()) <= 2
