"""Facets, order, scope, what was meant, the feed of a search: everything from the real index."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.library_of import put_papers

import sheaf
from sheaf.app import Library
from sheaf.web.finding.asked import LONGEST_QUESTION, LONGEST_VALUE, MOST_VALUES
from web.conftest import serving
from web.scene import without_our_scripts

BAD = "<script>alert(1)</script>"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
READ = {"provenance": {"extractor": "paper", "extractor_version": "1"}}


def paper(number: int) -> dict[str, Any]:
    family = ("Nkemelu", "Vester", "Brandt")[number % 3]
    return {
        **READ,
        "title": f"Grammars of whales, part {number}",
        "authors": [{"name": f"Kim {family}", "given": "Kim", "family": family}],
        "year": 1990 + number,
        "venue": ("Acta", f"Whale {BAD}")[number % 2],
        "abstract": "How whales sing, and what their songs mean to them.",
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finding") / "library"
    with sheaf.init(folder) as library:
        put_papers(library, {number: paper(number) for number in range(1, 25)})
        library.index()
    return folder


@pytest.fixture
def shelf(made: Path) -> Iterator[Library]:
    yield from serving(made)


def page(browse: Any, address: str) -> str:
    answer = browse.get(address)
    assert answer.status_code == 200
    text = str(answer.content.decode())
    assert "<script" not in without_our_scripts(text)
    return text


def total(text: str) -> int:
    found = re.search(r'role="status"><strong>([\d,]+)</strong>', text)
    return int(found[1].replace(",", "")) if found else 0


def link(text: str, words: str) -> str:
    """Where the link with these words leads."""
    found = re.search(rf'<a [^>]*?href="([^"]*)"[^>]*>(?:(?!</a>).)*{re.escape(words)}', text)
    assert found, words
    return "/" + unescape(found[1])


@pytest.mark.usefixtures("shelf")
def test_facets_narrow_together_and_are_taken_off(browse: Any) -> None:
    every = page(browse, "/?q=whales")
    assert total(every) == 24
    one = page(browse, link(every, "Kim Brandt"))
    assert total(one) == 8
    assert "Author: Kim Brandt" in one
    two = page(browse, link(one, '<span class="words">Acta'))
    assert total(two) == 4
    both = page(browse, link(one, '<span class="words">Kim Vester'))
    assert total(both) == 16  # of one facet any value
    less = page(browse, link(two, "Author: Kim Brandt"))
    assert total(less) == 12
    assert total(page(browse, link(two, "Take all off"))) == 24


@pytest.mark.usefixtures("shelf")
def test_years_are_a_histogram_with_boxes(browse: Any) -> None:
    text = page(browse, "/?q=whales")
    assert 'aria-label="Papers by year: 1991 to 2014' in text
    assert text.count('<rect class="fill') == 24
    assert total(page(browse, "/?q=whales&from=1995&to=1999")) == 5
    assert total(page(browse, "/?q=whales&from=2010")) == 5
    assert total(page(browse, "/?q=whales&to=1991")) == 1
    chosen = page(browse, "/?q=whales&from=1999&to=1995&author=Kim+Brandt")
    assert "Year: 1995-1999" in chosen
    assert '<input type="hidden" name="author" value="Kim Brandt">' in chosen
    assert 'value="1995"' in chosen
    assert 'value="1999"' in chosen
    assert chosen.count('<rect class="fill chosen"') == 5
    open_end = page(browse, "/?q=whales&from=2010")
    assert 'value="2010"' in open_end
    assert open_end.count('<rect class="fill chosen"') == 5
    assert total(page(browse, link(chosen, "Year: 1995-1999"))) == 8


@pytest.mark.usefixtures("shelf")
def test_results_are_sorted_and_paged_and_keep_what_was_chosen(browse: Any) -> None:
    newest = page(browse, "/?q=whales&sort=newest&venue=Acta")
    assert newest.index("part 24") < newest.index("part 22")
    second = page(browse, link(newest, "Next"))
    assert "part 4" in second
    assert "part 24" not in second
    assert '<ol class="results" start="11">' in second
    oldest = page(browse, link(second, "Oldest"))
    assert oldest.index("part 2<") < oldest.index("part 4")


@pytest.mark.usefixtures("shelf")
def test_filters_alone_are_a_search(browse: Any) -> None:
    assert total(page(browse, "/?author=Kim+Brandt")) == 8


@pytest.mark.usefixtures("shelf")
def test_what_was_meant_is_offered_or_searched(browse: Any) -> None:
    text = page(browse, "/?q=whalse+grammers")
    assert "These results are for" in text
    assert total(text) == 24
    assert "This was taken for" in page(browse, "/?q=Grammars+of+whales,+part+7")


@pytest.mark.usefixtures("shelf")
def test_nothing_found_says_what_finds_more(browse: Any) -> None:
    text = page(browse, "/?q=whales&author=Nobody")
    assert "Nothing has all that was chosen" in text
    assert link(text, "Search without it") == "/?q=whales"
    assert "No page matches" in page(browse, "/?q=whales&scope=pages")


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    "odd",
    ["page=abc", "page=0", "page=999999", "sort=best", "scope=everything", "colour=red",
     "year=abc", "year=%00", "from=x&to=%00", "from=99999", "author=%3Cscript%3E", "venue=%22",
     "language=" + "x" * 5000, "kind=%ff%fe", "host='%20OR%201=1", "&".join(["author=a"] * 500)],
)  # fmt: skip
def test_odd_parameters_are_answered(browse: Any, odd: str) -> None:
    page(browse, f"/?q=whales&{odd}")


@pytest.mark.usefixtures("shelf")
def test_a_long_question_is_cut_and_says_so(browse: Any) -> None:
    text = page(browse, "/?q=" + "whales+" * 2000)
    assert f"Only the first {LONGEST_QUESTION:,} characters" in text


def test_every_facet_has_a_name_in_the_contract_and_a_heading() -> None:
    from sheaf.search.contract import FACET_NAMES
    from sheaf.search.facets import FACETS
    from sheaf.web.finding.facets import HEADINGS

    assert tuple(FACETS) == FACET_NAMES
    assert HEADINGS.keys() == FACETS.keys()


def test_values_have_limits() -> None:
    from django.test import RequestFactory

    from sheaf.web.finding.asked import read_asked

    many = "&".join(f"author={'x' * 999}{one}" for one in range(99))
    names = "&".join(f"venue={one}" for one in range(99))
    asked = read_asked(RequestFactory().get(f"/?{many}&{names}"))
    assert asked.filters["author"] == ("x" * LONGEST_VALUE,)
    assert len(asked.filters["venue"]) == MOST_VALUES


@pytest.mark.usefixtures("shelf")
def test_a_search_has_a_feed_of_what_came_last(browse: Any) -> None:
    text = page(browse, "/?q=whales&venue=Acta")
    head = re.search(r'type="application/atom\+xml" title="[^"]*" href="([^"]*)"', text)
    assert head
    answer = browse.get(unescape(head[1]))
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)
    entries = feed.findall("a:entry", ATOM)
    found = [urlsplit(one.findtext("a:id", "", ATOM)).path for one in entries]
    assert found == [f"/paper/{number}" for number in range(24, 1, -2)]
    assert feed.findtext("a:updated", "", ATOM) == "2024-05-01T00:00:00+00:00"
    assert entries[0].findtext("a:title", "", ATOM) == "Grammars of whales, part 24"
    assert entries[0].findtext("a:author/a:name", "", ATOM) == "Kim Nkemelu"
    for odd, count in {"q=nosuchthing": 0, "q=%00%ff&page=x": 0, "": 24}.items():
        answer = ET.fromstring(browse.get(f"/search.atom?{odd}").content)
        assert len(answer.findall("a:entry", ATOM)) == count


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl", "csv", "json", "reference"])
def test_all_results_are_taken_along(shelf: Library, browse: Any, name: str) -> None:
    text = page(browse, "/?q=whales&venue=Acta&sort=newest")
    address = f"/search/export/{name}"
    assert f'href="{address}?q=whales&amp;venue=Acta&amp;sort=newest" download' in text
    answer = browse.get(f"{address}?q=whales&venue=Acta&sort=newest")
    assert answer["Content-Disposition"].startswith('attachment; filename="results.')
    assert answer["Content-Security-Policy"].startswith("sandbox")
    numbers = list(shelf.find_all("whales", filters={"venue": ["Acta"]}, sort="newest"))
    assert len(numbers) == 12
    assert b"".join(answer.streaming_content).decode() == "".join(shelf.write_papers(name, numbers))
    assert browse.head(address).content == b""


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("name", ["xml", "tei", "docx"])
def test_nothing_else_is_written_of_results(browse: Any, name: str) -> None:
    assert browse.get(f"/search/export/{name}?q=whales").status_code == 404


@pytest.mark.usefixtures("shelf")
def test_the_help_lists_every_field_with_its_other_names(browse: Any) -> None:
    from sheaf.search.fields import FIELDS

    text = page(browse, "/help")
    for field in FIELDS:
        assert all(f"<code>{one}:</code>" in text for one in field.aliases)


def test_a_damaged_index_is_said_and_the_rest_is_served(
    made: Path, tmp_path: Path, browse: Any
) -> None:
    folder = Path(shutil.copytree(made, tmp_path / "damaged"))
    for path in (folder / "index").rglob("*"):
        if path.is_file():
            path.write_bytes(b"x" * 100)
    for _ in serving(folder):
        text = page(browse, "/?q=whales")
        assert "sheaf index --rebuild --library damaged" in text or "sheaf index" in text
        assert browse.get("/paper/1").status_code == 200
        assert browse.get("/search.atom?q=whales").status_code == 200
        assert browse.get("/collection").status_code == 200


def test_damage_that_only_a_question_meets_is_an_error_of_ours_and_no_broken_file(
    made: Path, tmp_path: Path, browse: Any
) -> None:
    folder = Path(shutil.copytree(made, tmp_path / "damaged"))
    for terms in (folder / "index").rglob("*.term"):
        kept = terms.read_bytes()
        terms.write_bytes(
            bytes(byte ^ 0xFF for byte in kept[: len(kept) // 2]) + kept[len(kept) // 2 :]
        )
    for _ in serving(folder):
        assert "sheaf index --rebuild" in page(browse, "/?q=whales")
        browse.raise_request_exception = False
        for address in ("/search.atom?q=whales", "/search/export/csv?q=whales"):
            answer = browse.get(address)
            assert answer.status_code == 503
            assert "sheaf index --rebuild" in answer.content.decode()


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(("scope", "is_offered"), [("papers", True), ("all", False)])
def test_results_are_taken_along_where_all_of_them_are_papers(
    browse: Any, scope: str, is_offered: bool
) -> None:
    text = page(browse, f"/?q=whales&scope={scope}")
    assert total(text) >= 24
    assert ('id="take-all"' in text) == is_offered
