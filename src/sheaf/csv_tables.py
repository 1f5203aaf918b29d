"""Tables for spreadsheets and data frames, as CSV that no spreadsheet takes for formulas.

A cell that a spreadsheet would take for one (it begins with = + - @, or with white space that hides
one) gets an apostrophe in front: titles come from anywhere, and a formula can send away what stands
beside it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
CsvCell = str | int | None


def write_table(columns: Sequence[str], rows: Iterable[Sequence[CsvCell]]) -> Iterator[str]:
    """Line by line, as rows come."""
    yield write_row(columns)
    for row in rows:
        yield write_row(row)


def write_row(cells: Sequence[CsvCell]) -> str:
    """A line, with its end."""
    written = io.StringIO()
    csv.writer(written).writerow([_defuse(cell) for cell in cells])
    # Half a surrogate pair cannot be written as UTF-8.
    return written.getvalue().encode("utf-8", "replace").decode("utf-8")


def _defuse(cell: CsvCell) -> CsvCell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
