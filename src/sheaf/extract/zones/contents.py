"""The table of contents: lines behind its heading that end in a page number."""

from __future__ import annotations

import re

from sheaf.extract.zones.document import Seen

MOST_LINES = 400
MOST_OTHERS = 4  # lines in a row without a page number: entries of two lines, running heads
LEAST_LINES = 3
LEADER = re.compile(r"(?:\.\s?){4,}\s*(?:\d*|[ivxl]{1,7})\s*$|\s\d{1,3}$|^(?:\d{1,3}|[ivxl]{1,7})$")
LINE_END = 60  # characters in which it stands; a line of nothing but dots would take long


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
        leads = leads_to_a_page(document.lines[at].text)
        others = 0 if leads or document.lines[at].is_running else others + 1
        if others > MOST_OTHERS:
            break
        rows.append(at)
    while rows and not leads_to_a_page(document.lines[rows[-1]].text):
        rows.pop()
    return rows


def leads_to_a_page(text: str) -> bool:
    """Dots and a page number at the end of a line, or the number alone."""
    return LEADER.search(text[-LINE_END:]) is not None
