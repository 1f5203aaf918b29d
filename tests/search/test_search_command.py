"""What `sheaf search` takes and says."""

from __future__ import annotations

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("asked")
    pages = [
        Page("http://h/1.pdf", paper_pdf("On Sparse Graphs", ["Kurt Gödel"], topic="colouring")),
        Page("http://g/2.pdf", paper_pdf("On Dense Graphs", ["Ada Lovelace"], topic="weaving")),
    ]
    with sheaf.init(folder / "lib") as made:
        made.import_([write_warc(folder / "a.warc.gz", pages)])
        made.index()
    return ("--library", folder / "lib")


def test_facets_and_filters(place, sheaf_here, sheaf_json):
    done = sheaf_here("search", "graphs", "--facets", *place)
    assert "      host: g (1), h (1)\n" in done.stdout
    told = sheaf_json("search", "graphs", "--filter", "host=g", "-f", "language=en", *place)
    assert [hit["title"] for hit in told["hits"]] == ["On Dense Graphs"]
    told = sheaf_json("search", "*", "--year", "2014-2016", "--sort", "newest", *place)
    assert told["total"] == 0


def test_what_a_text_was_taken_for_and_what_was_meant(place, sheaf_here, sheaf_json):
    assert "Taken for a title.\n" in sheaf_here("search", "on dense graphs", *place).stderr
    said = sheaf_here("search", "weavign", *place).stderr
    assert "Nothing has that; searched for: weaving\n" in said
    told = sheaf_json("search", "weavign", *place)
    assert told["suggestion"] == {"words": "weaving", "is_used": True}


def test_a_filter_without_a_value_says_how_to_write_one(place, sheaf_here):
    done = sheaf_here("search", "graphs", "--filter", "en", *place, check=2)
    assert "Write NAME=VALUE, as in language=en." in done.stderr


def test_the_help_names_all_fields(sheaf_here):
    assert "author (authors, au)" in " ".join(sheaf_here("search", "--help").stdout.split())


def test_a_search_of_an_empty_library_says_what_to_do(tmp_path, sheaf_here):
    sheaf.init(tmp_path / "lib").close()
    done = sheaf_here("search", "graphs", "--library", tmp_path / "lib")
    assert done.stdout.endswith("0 found.\n")
    assert "The library is empty: sheaf import and sheaf crawl bring papers in." in done.stderr
