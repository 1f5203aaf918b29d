"""The words around a place in a text."""

from __future__ import annotations

import re

AROUND = 200  # characters on either side
SPACES = re.compile(r"\s+")


def around(content: str, start: int, end: int) -> str:
    """About 200 characters on either side, in whole words, as one line."""
    left, right = max(start - AROUND, 0), min(end + AROUND, len(content))
    if left > 0 and not content[left - 1].isspace():
        space = _space(content, left, start)
        left = space + 1 if space >= 0 else left
    if right < len(content) and not content[right].isspace():
        back = max(content.rfind(char, end, right) for char in " \n\f")
        right = back if back >= 0 else right
    return SPACES.sub(" ", content[left:right]).strip()


def _space(content: str, start: int, end: int) -> int:
    places = [place for char in " \n\f" if (place := content.find(char, start, end)) >= 0]
    return min(places, default=-1)
