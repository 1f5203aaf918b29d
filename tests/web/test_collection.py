"""The collection in charts: numbers of the library, drawn, and told to who does not see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.library_of import put_papers

import sheaf
from sheaf.app import Library
from sheaf.web.charts import column_chart, draw_columns, spans_of_years
from web.conftest import serving
from web.scene import without_our_scripts

BAD = "<script>alert(1)</script>"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Library]:
    with sheaf.init(tmp_path / "shelf") as library:
        people = [{"name": f"Kim {BAD}", "given": "Kim", "family": BAD}]
        papers = {
            number: {"title": f"Paper {number} about {BAD} things", "year": year,
                     "venue": f"Acta {BAD}", "authors": people}
            for number, year in enumerate((1999, 2001, 2001), start=1)
        }  # fmt: skip
        put_papers(library, papers)
        library.graph.update()
    yield from serving(tmp_path / "shelf")


def test_the_collection_is_told_in_charts(shelf: Library, browse: Any) -> None:
    text = browse.get("/collection").content.decode()
    assert "<script" not in without_our_scripts(text)
    assert 'aria-label="Papers by year, from 1999 to 2001; most, 2, in 2001"' in text
    assert '<th scope="row">2001</th><td class="figure">2</td>' in text
    (venue,) = shelf.graph.top_venues(10)
    assert f'<a href="/venue/{venue.id}">Acta' in text
    for chart in ("by-year", "growth", "languages", "most-cited", "most-wanted"):
        assert f'id="{chart}"' in text


@pytest.mark.usefixtures("empty_library")
def test_an_empty_collection_says_how_to_fill_it(browse: Any) -> None:
    assert "sheaf import SOURCE" in browse.get("/collection").content.decode()


@pytest.mark.usefixtures("shelf")
def test_its_lists_lead_to_each_other(browse: Any) -> None:
    for address in ("/collection", "/authors", "/venues", "/wanted"):
        text = browse.get(address).content.decode()
        menu = text[text.index('aria-label="Main"') :].partition("</nav>")[0]
        assert f'<a href="{address}" aria-current="page"' in menu
        assert menu.count("<a ") == 7  # search before them, collections and the dashboard behind


def test_months_are_counted(shelf: Library) -> None:
    assert shelf.growth() == {"2024-05": 3}
    assert sum(shelf.languages().values()) == 3


def test_many_years_are_counted_together_and_none_is_lost() -> None:
    counts = {year: year - 1900 for year in range(1901, 2021)}
    spans = spans_of_years(counts, 40)
    assert len(spans) == 40
    assert sum(span.count for span in spans) == sum(counts.values())
    assert (spans[0].value, spans[0].words, spans[-1].last) == ("1901-1903", "1901–1903", 2020)


def test_a_misread_year_presses_no_others_together() -> None:
    assert [one.first for one in spans_of_years({1066: 1, 2001: 5, 2002: 1, 9999: 1}, 40)] == [
        2001, 2002,
    ]  # fmt: skip


@pytest.mark.parametrize("counts", [[], [("a", 0)], [("a", 1), ("b", 1000), ("c", 0)]])
def test_columns_stay_in_the_drawing(counts: list[tuple[str, int]]) -> None:
    for column in draw_columns(counts, 100, 50):
        assert 0 <= column.x <= column.x + column.width <= 100
        assert column.y >= 0
        assert column.y + column.height == pytest.approx(50, abs=0.02)
        assert bool(column.height) == bool(column.count)


def test_nothing_is_no_chart() -> None:
    assert column_chart([]) is None
