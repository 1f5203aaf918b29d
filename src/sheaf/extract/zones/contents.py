"""The table of contents: lines behind its heading that end in a page number."""

from __future__ import annotations

from sheaf.extract.zones.document import Seen
from sheaf.extract.zones.reference_zone import LEADER

MOST_LINES = 400
MOST_OTHERS = 4  # lines in a row without a page number: entries of two lines, running heads
LEAST_LINES = 3


def contents_lines(document: Seen) -> set[int]:
    found: set[int] = set()
    for head, kind in enumerate(document.kinds):
        if kind == "contents" and head not in found:
            rows = _rows(document, head)
            if len(rows) >= LEAST_LINES:
                found.update([head, *rows])
    return found


def _rows(document: Seen, head: int) -> list[int]:
    rows: list[int] = []
    others = 0
    for at in range(head + 1, min(head + MOST_LINES, len(document.lines))):
        leads = LEADER.search(document.lines[at].text[-60:]) is not None
        others = 0 if leads or document.lines[at].is_running else others + 1
        if others > MOST_OTHERS:
            break
        rows.append(at)
    while rows and LEADER.search(document.lines[rows[-1]].text[-60:]) is None:
        rows.pop()
    return rows
