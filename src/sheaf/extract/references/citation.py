"""A place of a text that cites, and the entry that it names."""

from __future__ import annotations

from typing import NamedTuple


class Citation(NamedTuple):
    """`entry` is a number of the list, counted from 0; `start` and `end` are places of the text.
    A tuple, since a long text has tens of thousands of them, and most are thrown away."""

    entry: int
    start: int
    end: int
