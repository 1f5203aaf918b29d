"""Corrections by hand: every reader sees them, on all three databases."""

from itertools import chain

import pytest
from support.sample_documents import SampleDocument, put_documents
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.deposit import models
from sheaf.errors import UsageError

READ = {"extractor": "paper", "extractor_version": "paper-9"}
HERONS = {
    "title": "On herons and their many relatives",
    "authors": [{"name": "O. Brandt", "given": "O.", "family": "Brandt"}],
    "year": 1890,
}
WRONG = {
    "title": "Proceedings of the Whale",
    "authors": [
        {"name": "J. Vester", "given": "J.", "family": "Vester", "email": "j@vester.example"},
        {"name": "Dept. of Whales"},
    ],
    "year": 1899,
    "date": "1899-05-01",
    "venue": "Page 12",
    "confidence": {"title": 0.2, "year": 0.3, "abstract": 0.9},
    "abstract": "How whales sing.",
    "references": [{"raw": "O. Brandt: Herons", **HERONS}],
    "provenance": READ,
}
RIGHT = {
    "title": "Whales and their songs",
    "authors": ["J. Vester", "Ada Nkemelu"],
    "year": 1999,
    "venue": "Journal of Whale Grammar",
}


@pytest.fixture
def shelf(library):
    herons = {**HERONS, "provenance": READ}
    put_documents(
        library,
        [
            SampleDocument(1, paper=WRONG),
            SampleDocument(2, paper=herons),
            SampleDocument(3, kind="slides"),
        ],
    )
    return library


def row_of(library, number):
    rows = models.Paper.objects.using(library.database_alias)
    row = rows.get(document_id=number)
    return row.title, [one.name for one in row.authors.all()], row.year, row.venue


def found(library, words):
    return [hit.id for hit in library.search(words).hits]


def test_a_correction_is_seen_by_whoever_reads(shelf):
    shelf.index()
    made = shelf.corrections.correct(1, RIGHT, who="ada")
    assert [(one.field, one.as_read, one.right) for one in made] == [
        ("title", WRONG["title"], RIGHT["title"]),
        ("authors", ["J. Vester", "Dept. of Whales"], RIGHT["authors"]),
        ("year", 1899, 1999),
        ("venue", "Page 12", RIGHT["venue"]),
    ]
    paper = shelf.paper(1)
    assert {name: paper[name] for name in ("title", "year", "venue", "date")} == {
        **{name: RIGHT[name] for name in ("title", "year", "venue")}, "date": None
    }  # fmt: skip
    assert paper["authors"] == [
        WRONG["authors"][0],
        {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"},
    ]
    assert paper["confidence"] == {
        "title": 1.0, "authors": 1.0, "year": 1.0, "venue": 1.0, "abstract": 0.9
    }  # fmt: skip
    told = paper["provenance"]["corrected"]
    assert told["title"]["by"] == "ada"
    assert told["title"]["was"] == WRONG["title"]
    assert told["title"]["date"] == f"{made[0].time:%Y-%m-%d}"
    assert shelf.provenance(1)["reading"]["corrected"] == told
    assert shelf.provenance(1)["fields"]["title"] == 1.0
    expected = (RIGHT["title"], RIGHT["authors"], 1999, RIGHT["venue"])
    assert row_of(shelf, 1) == expected
    summary = shelf.summaries([1])[1]
    assert (summary.title, list(summary.authors), summary.year, summary.venue) == expected
    assert dict(shelf.papers())[1]["title"] == RIGHT["title"]
    assert "Whale Grammar" in "".join(shelf.write_papers("bibtex"))
    assert shelf.index_is_behind() == 1
    shelf.index()
    assert found(shelf, 'title:"whales and their songs" author:Nkemelu year:1999') == [1]
    assert found(shelf, "title:proceedings") == []
    assert shelf.graph.work_of(1).title == RIGHT["title"]
    assert [one.name for one in shelf.graph.authors_of(1)] == RIGHT["authors"]
    assert shelf.catalogue.repository.path(1, "json").read_text("utf-8").find("Songs") == -1
    assert [one for one in shelf.verify().faults if one.kind == "stale_paper"] == []


def test_each_is_undone_by_itself(shelf):
    corrections = shelf.corrections
    corrections.correct(1, RIGHT, who="ada")
    corrections.correct(1, {"title": "Whales, and their songs"}, who="bo")
    assert corrections.correct(1, {"title": "Whales,  and their songs"}, who="ada") == []
    (undone,) = corrections.undo(1, ["title"], who="cy")
    assert (undone.who, undone.undone_by) == ("bo", "cy")
    assert shelf.paper(1)["title"] == RIGHT["title"]
    assert shelf.paper(1)["provenance"]["corrected"]["title"]["by"] == "ada"
    corrections.undo(1, ["title", "year"], who="ada")
    assert (shelf.paper(1)["title"], shelf.paper(1)["year"]) == (WRONG["title"], 1899)
    assert shelf.paper(1)["confidence"]["title"] == 0.2
    with pytest.raises(UsageError, match="title of document 1 is not corrected"):
        corrections.undo(1, ["title"], who="ada")
    for one in corrections.of_document(1):
        if one.undone is None:
            corrections.undo_one(one.number, who="ada")
    assert shelf.paper(1) == {"id": 1, "sha1": shelf.document(1).sha1,
                              "url": shelf.document(1).url, **WRONG}  # fmt: skip
    assert row_of(shelf, 1)[0] == WRONG["title"]
    assert corrections.count() == 0
    assert len(corrections.list(undone=True)) == 5


def test_what_is_no_paper_stays_and_is_left_out(shelf):
    shelf.index()
    assert found(shelf, "herons") == [2]
    (made,) = shelf.corrections.correct(2, {"is_paper": False}, who="ada")
    assert made.right is False
    shelf.index()
    assert found(shelf, "herons") == []
    assert shelf.graph.work_of(2) is None
    assert [one.title for one in shelf.graph.wanted()] == [HERONS["title"]]
    assert [(one.id, one.is_removed) for one in shelf.changes(only_read=True)] == [
        (1, False), (2, True)
    ]  # fmt: skip
    assert shelf.change(2).is_removed
    assert [number for number, _ in shelf.papers()] == [1]
    assert [number for number, _ in shelf.papers([2])] == [2]
    assert shelf.document(2) is not None
    shelf.index(rebuild=True)
    assert found(shelf, "herons") == []
    shelf.corrections.correct(2, {"is_paper": True}, who="ada")
    shelf.index()
    assert found(shelf, "herons") == [2]
    assert not shelf.change(2).is_removed
    assert list(shelf.graph.wanted()) == []
    assert shelf.corrections.count() == 0


def test_a_kind_is_corrected_without_a_paper_and_comes_back(shelf):
    with pytest.raises(UsageError, match="has not been read"):
        shelf.corrections.correct(3, {"title": "Slides"}, who="ada")
    shelf.corrections.correct(3, {"kind": "poster"}, who="ada")
    shelf.corrections.correct(3, {"kind": "thesis"}, who="ada")
    assert shelf.document(3).kind == "thesis"
    shelf.corrections.undo(3, ["kind"], who="ada")
    assert shelf.document(3).kind == "poster"
    shelf.corrections.undo(3, ["kind"], who="ada")
    assert shelf.document(3).kind == "slides"


def test_corrections_belong_to_bytes(library, tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    first, second = paper_pdf("Herring Gulls"), paper_pdf("Herring Gulls, Revised")

    def bring(name, url, content):
        return library.import_([write_warc(tmp_path / f"{name}.warc.gz", [Page(url, content)])]).run

    bring("one", "http://h/a.pdf", first)
    library.corrections.correct(1, {"title": "On gulls", "kind": "report"}, who="ada")
    run = bring("two", "http://h/a.pdf", second)
    assert library.paper(1)["title"] == "Herring Gulls, Revised"
    assert library.document(1).kind != "report"
    library.undo(run)
    assert library.paper(1)["title"] == row_of(library, 1)[0] == "On gulls"
    assert library.document(1).kind == "report"
    lines = list(library.corrections.export())
    assert [(one["field"], one["read"], one["right"]) for one in lines] == [
        ("title", "Herring Gulls", "On gulls"),
        ("kind", "paper", "report"),
    ]
    assert lines[0]["reader"] == library.paper(1)["provenance"]["extractor_version"]
    with sheaf.init(tmp_path / "other") as other:
        assert other.corrections.take_in([*lines, {**lines[0], "sha1": "0" * 40}]).taken == 3
        other.import_([tmp_path / "one.warc.gz"])
        assert other.paper(1)["title"] == row_of(other, 1)[0] == "On gulls"
        assert other.document(1).kind == "report"
        again = other.corrections.take_in(lines)
        assert (again.taken, again.known) == (0, 2)
        assert other.verify().faults == ()


def test_nonsense_is_refused_with_its_name(shelf):
    wrong = (
        ({"colour": "blue"}, "colour"),
        ({"year": "19x9"}, "no year"),
        ({"year": 12345}, "no year"),
        ({"kind": "novel"}, "no kind"),
        ({"title": 3}, "title is a text"),
        ({"title": "x" * 3000}, "2,000 characters"),
        ({"authors": "Ada"}, "list of names"),
        ({"is_paper": "no"}, "true or false"),
    )
    for values, words in wrong:
        with pytest.raises(UsageError, match=words):
            shelf.corrections.correct(1, values, who="ada")
    with pytest.raises(UsageError, match="no document 99"):
        shelf.corrections.correct(99, {"title": "x"}, who="ada")
    for line in (
        {},
        {"sha1": "x", "field": "title", "right": "y", "by": "z", "date": "2024-01-01"},
    ):
        with pytest.raises(UsageError):
            shelf.corrections.take_in([line])
    assert shelf.corrections.count() == 0
    assert shelf.history.list(action="document.") == []


def test_what_was_done_stands_in_the_history(shelf):
    shelf.corrections.correct(1, {"year": 1999, "authors": ["Ada Nkemelu"]})
    shelf.corrections.undo(1, ["year"])
    undone, made = shelf.history.list(action="document.")
    assert (made.action, made.target) == ("document.correct", "document 1")
    assert made.before == {"year": 1899, "authors": ["J. Vester", "Dept. of Whales"]}
    assert made.after == {"year": 1999, "authors": ["Ada Nkemelu"]}
    assert made.who == shelf.corrections.list()[0].who
    assert (undone.action, undone.before) == ("document.undo_correction", {"year": 1999})


def test_an_empty_value_says_that_there_is_none(shelf):
    shelf.corrections.correct(1, {"venue": "", "year": "", "authors": [" "]}, who="ada")
    paper = shelf.paper(1)
    assert (paper["venue"], paper["year"], paper["authors"]) == (None, None, [])
    assert row_of(shelf, 1)[1:] == ([], None, "")
    shelf.index()
    assert found(shelf, "year:1899") == []


def test_lists_come_in_parts(shelf):
    for year in range(1901, 1906):
        shelf.corrections.correct(1, {"year": year}, who="ada")
    first = shelf.corrections.list(limit=3)
    rest = shelf.corrections.list(limit=3, before=first[-1].number)
    assert [one.value for one in chain(first, rest)] == [1905, 1904, 1903, 1902, 1901]
    assert [one["right"] for one in shelf.corrections.export()] == [1905]
