"""CSV, for spreadsheets and data frames: a line for each paper, the names of columns above them.

A cell that a spreadsheet would take for a formula (it begins with = + - @, or with white space that
hides one) gets an apostrophe in front: titles come from anywhere, and a formula can send away what
stands beside it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.formats.model import Json, leave_out_uncertain, one_line, read_paper
from sheaf.extract.formats.people import split_names

COLUMNS = (
    "number", "sha1", "title", "authors", "year", "venue", "volume", "issue", "pages", "doi",
    "arxiv_id", "language", "keywords", "url", "abstract",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | None


def write_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Line by line, as rows come."""
    yield _write_line(columns)
    for row in rows:
        yield _write_line([_defuse(cell) for cell in row])


def write_papers(papers: Iterable[tuple[int | None, Json]]) -> Iterator[str]:
    return write_table(COLUMNS, (_paper_row(number, paper) for number, paper in papers))


def _paper_row(number: int | None, paper: Json) -> list[Cell]:
    read = leave_out_uncertain(read_paper(paper))
    return [
        number,
        str(paper.get("sha1") or ""),
        read.title,
        "; ".join(name.in_order for name in split_names(read.authors)),
        read.year,
        read.venue,
        read.volume,
        read.issue,
        read.pages,
        read.doi,
        read.arxiv_id,
        read.language,
        "; ".join(read.keywords),
        one_line(str(paper.get("url") or "")),
        one_line(read.abstract or ""),
    ]


def _defuse(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _write_line(cells: Sequence[Cell]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    # Half a surrogate pair cannot be written as UTF-8.
    return written.getvalue().encode("utf-8", "replace").decode("utf-8")
