"""Papers as a table: for spreadsheets, which must not run what stands in it, and data frames."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf.csv_tables import write_table
from sheaf.extract.exporting import stream_papers
from sheaf.extract.formats import FORMATS
from sheaf.extract.formats.table import COLUMNS

PAPER = {
    "id": 7,
    "sha1": "ab12",
    "url": "http://a.test/1.pdf",
    "title": 'Sparse "Graphs", Again',
    "authors": [
        {"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"},
        {"name": "Beethoven, Ludwig van", "given": "Ludwig van", "family": "Beethoven"},
    ],
    "abstract": "One\n\nTwo",
    "year": 1999,
    "confidence": {"venue": 0.2},
    "venue": "A guess",
}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_stream_has_its_columns_once_and_number_and_sha1_in_every_line() -> None:
    text = "".join(stream_papers([(7, PAPER), (8, {"sha1": "cd"})], FORMATS["csv"]))
    first, second = rows(text)
    assert tuple(first) == COLUMNS
    assert (first["number"], first["sha1"], first["year"]) == ("7", "ab12", "1999")
    assert first["title"] == PAPER["title"]
    assert first["authors"] == "Ada Lovelace; Ludwig van Beethoven"
    assert first["abstract"] == "One Two"
    assert first["venue"] == ""  # rather a guess
    assert (second["number"], second["title"]) == ("8", "")


@pytest.mark.parametrize(
    "title", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", '=HYPERLINK("http://evil.test")']
)
def test_no_cell_is_a_formula(title: str) -> None:
    (row,) = rows(FORMATS["csv"].write({"title": title, "url": title}, number=1))
    for cell in (row["title"], row["url"]):
        assert cell == "'" + title.strip()


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_any_text_comes_back(cells: list[str]) -> None:
    columns = [str(place) for place in range(len(cells))]
    text = "".join(write_table(columns, [cells]))
    (read,) = list(csv.reader(io.StringIO(text, newline="")))[1:]
    for before, after in zip(cells, read, strict=True):
        assert after in {before, f"'{before}"}
        assert not after.startswith(("=", "+", "-", "@", "\t", "\r"))
