"""CSV, for spreadsheets and data frames: a line for each paper, the names of columns above them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheaf.csv_tables import CsvCell, write_table
from sheaf.extract.formats.model import Json, leave_out_uncertain, one_line, read_paper
from sheaf.extract.formats.people import split_names

COLUMNS = (
    "number", "sha1", "title", "authors", "year", "venue", "volume", "issue", "pages", "doi",
    "arxiv_id", "language", "keywords", "url", "abstract",
)  # fmt: skip


def write_papers(papers: Iterable[tuple[int | None, Json]]) -> Iterator[str]:
    return write_table(COLUMNS, (_paper_row(number, paper) for number, paper in papers))


def _paper_row(number: int | None, paper: Json) -> list[CsvCell]:
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
