"""Conditions and what meets them, on all three databases."""

import csv
import io
import time
from datetime import UTC, datetime
from hashlib import sha1

import pytest
from django.db import connections
from support.sample_documents import (
    SampleDocument,
    numbered,
    put_documents,
    remove_document,
    renew_document,
    write_files,
)
from support.samples import Page, paper_pdf, write_warc

from sheaf.deposit import models
from sheaf.deposit.retrieval import saved, selection
from sheaf.errors import UsageError

LIST = "http://www.list.example/papers"
PAPERS = (
    SampleDocument(
        1,
        "http://www.cs.example.edu/one.pdf",
        parent=LIST,
        pages=12,
        paper={
            "title": "Sparse graphs",
            "abstract": "They are sparse.",
            "year": 2001,
            "venue": "Journal of Graph 100% Theory",
            "references": [{"raw": "A: B. 1999.", "title": "Older graphs", "year": 1999}],
        },
    ),
    SampleDocument(
        2,
        "http://example.edu/two.ps",
        mime_type="application/postscript",
        content=b"%!PS" + b"x" * 5000,
        language="de",
        discovered=datetime(2011, 6, 30, 23, 59, 59, tzinfo=UTC),
        updated=datetime(2012, 1, 1, tzinfo=UTC),
        paper={"title": "Netze", "year": 2012},
    ),
    SampleDocument(3, "http://notexample.edu/three.pdf", kind="slides", academic=0.2, pages=0),
    SampleDocument(4, "http://a_b.example.org/four.pdf", state=1, academic=None, language=""),
    SampleDocument(5, "file:///data/five.pdf", state=-1),
    SampleDocument(6, "http://[2001:db8::1]:8080/six.pdf", kind="thesis", pages=200),
    SampleDocument(7, "http://xn--bcher-kva.example/seven.pdf"),
    SampleDocument(8, "http://axb.example.org/eight.pdf"),
)


@pytest.fixture
def shelf(library):
    put_documents(library, PAPERS, files=False)
    return library


CASES = (
    ({"type": "ps"}, {2}),
    ({"type": ["application/postscript", "pdf"]}, {1, 2, 3, 4, 5, 6, 7, 8}),
    ({"kind": "slides,thesis"}, {3, 6}),
    ({"language": "de"}, {2}),
    ({"state": "ingested,failed"}, {4, 5}),
    ({"host": "example.edu"}, {2}),
    ({"host": "EXAMPLE.edu., 2001:db8::1"}, {2, 6}),
    ({"host": "bücher.example"}, {7}),
    ({"domain": "example.edu"}, {1, 2}),
    ({"domain": ".edu"}, {1, 2, 3}),
    ({"domain": "a_b.example.org"}, {4}),
    ({"domain": "_b.example.org"}, set()),
    ({"domain": "%"}, set()),
    ({"parent": LIST}, {1}),
    ({"parent": "http://www.list.example/other"}, set()),
    ({"discovered_from": "2011-06-30"}, {2}),
    ({"discovered_from": "2011-06-30", "discovered_until": "2011-06-30"}, {2}),
    ({"discovered_until": "2011-06-29"}, {1, 3, 4, 5, 6, 7, 8}),
    ({"updated_from": "2012-01-01", "updated_until": "9999-12-31"}, {2}),
    ({"academic_until": 0.5}, {3}),
    ({"academic_from": 0.5, "kind": "paper", "domain": "edu"}, {1, 2}),
    ({"size_from": 1000}, {2}),
    ({"size_until": 1000, "host": "example.edu"}, set()),
    ({"pages_from": 12, "pages_until": 12}, {1}),
    ({"year_from": 2001, "year_until": 2011}, {1}),
    ({"venue": "graph 100% t"}, {1}),
    ({"venue": "100_"}, set()),
    ({"has": "abstract,references"}, {1}),
    ({"has": "title", "has_no": "references"}, {2}),
    ({"has_no": "title"}, {3, 4, 5, 6, 7, 8}),
    ({"has_no": "text"}, {3}),
    ({"has": "text", "has_no": "abstract", "type": "ps"}, {2}),
    ({"run": 1}, set()),
    ({"captured_from": "1990-01-01"}, set()),
)


def numbers(library, **given):
    conditions = library.retrieval.conditions(**given)
    pieces = library.retrieval._select(conditions).pieces()
    return {number for piece in pieces for number, _ in piece}


def test_conditions_find_what_they_say(shelf):
    for given, expected in CASES:
        assert numbers(shelf, **given) == expected, given
        conditions = shelf.retrieval.conditions(**given)
        for limits in ({}, {"most": 100}, {"seconds": 60}):
            counted = shelf.retrieval.count(conditions, **limits)
            assert (counted.documents, counted.is_exact) == (len(expected), True), given


def test_a_count_stops_where_it_is_told_to(shelf, monkeypatch):
    monkeypatch.setattr(selection, "FIRST_STRETCH", 2)
    retrieval = shelf.retrieval
    papers = retrieval.conditions(type="pdf")
    assert retrieval.count(papers, most=3).words == "more than 3 documents"
    assert retrieval.count(papers, most=7).words == "7 documents"
    assert retrieval.count(papers, seconds=0).words == "at least 1 document"
    assert retrieval.count(retrieval.conditions()).words == "8 documents"


def test_a_stretch_that_a_server_takes_long_for_is_stopped(library, monkeypatch):
    if connections[library.database_alias].vendor != "postgresql":
        pytest.skip("embedded, or without such a limit: stretches are short there")
    put_documents(library, numbered(40), files=False)
    rows = selection.Selection._rows
    monkeypatch.setattr(
        selection.Selection,
        "_rows",
        lambda one: rows(one).extra(where=["pg_sleep(0.1 * (id / 20)) IS NOT NULL"]),
    )
    monkeypatch.setattr(selection, "FIRST_STRETCH", 19)
    began = time.monotonic()
    counted = library.retrieval.count(library.retrieval.conditions(type="pdf"), seconds=0.3)
    assert counted.words == "at least 18 documents"
    assert time.monotonic() - began < 1.5


def test_a_search_and_a_run_are_conditions_too(library, tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    monkeypatch.setenv("SHEAF_CURATE_FILTER", "false")
    archive = write_warc(
        tmp_path / "one.warc.gz",
        [Page(f"http://a.test/{name}.pdf", paper_pdf(name)) for name in ("Whales", "Herons")],
    )
    library.import_([archive])
    assert numbers(library, run=1) == {1, 2}
    assert numbers(library, captured_from="1990-01-01") == {1, 2}
    assert numbers(library, run=2) == set()
    with pytest.raises(UsageError, match="no index"):
        numbers(library, query="whales")
    library.index()
    assert numbers(library, query="whales") == {1}
    assert numbers(library, query="whales", type="ps") == set()
    assert library.retrieval.count(library.retrieval.conditions(query="whales")).documents == 1


def test_a_library_of_many_pieces_is_found_whole(library, monkeypatch):
    put_documents(library, numbered(60), files=False)
    monkeypatch.setattr(selection, "PIECE", 7)
    monkeypatch.setattr(selection, "FIRST_STRETCH", 7)
    assert numbers(library, has="title") == set(range(1, 61))
    assert numbers(library, type="ps") == {10, 20, 30, 40, 50, 60}
    counted = library.retrieval.count(library.retrieval.conditions(type="ps"), most=1000)
    assert counted.documents == 6


def read_manifest(text):
    return list(csv.DictReader(io.StringIO(text)))


def check_folder(folder):
    """Every file that the manifest names is there with its SHA-1, and no other."""
    rows = read_manifest((folder / "manifest.csv").read_text())
    named = {row["file"]: row["sha1"] for row in rows if row["file"]}
    for file, digest in named.items():
        assert sha1((folder / file).read_bytes()).hexdigest() == digest
    copied = {f"documents/{path.name}" for path in (folder / "documents").iterdir()}
    assert {one for one in copied if one.endswith((".pdf", ".ps"))} == set(named)
    return rows


def test_a_sample_is_the_same_each_time_and_on_every_database(library, another, tmp_path):
    put_documents(library, numbered(60))
    retrieval = library.retrieval
    wanted = retrieval.conditions(random=10, seed=7, type="pdf")
    drawing = retrieval.draw(wanted)
    numbers = [number for piece in drawing.pieces() for number, _ in piece]
    # What anybody computes who reads in README.txt how it is drawn.
    assert numbers == [2, 5, 6, 16, 18, 29, 36, 43, 49, 56]
    assert (drawing.count, drawing.matching) == (10, 54)
    again = another.retrieval.draw(wanted)
    assert list(again.pieces()) == list(drawing.pieces())
    larger = retrieval.draw(retrieval.conditions(random=20, seed=7, type="pdf"))
    assert set(numbers) < {number for piece in larger.pieces() for number, _ in piece}
    put_documents(library, [SampleDocument(number) for number in range(61, 64)])
    more = {number for piece in retrieval.draw(wanted).pieces() for number, _ in piece}
    assert len(more & set(numbers)) >= 7
    made = retrieval.draw(retrieval.conditions(random=100)).conditions.seed
    assert made is not None


def test_a_sample_is_copied_with_all_that_is_known_of_it(shelf, tmp_path):
    for document in PAPERS:
        write_files(shelf, document)
    retrieval = shelf.retrieval
    drawing = retrieval.draw(retrieval.conditions(random=8, seed=1))
    done = retrieval.copy(drawing, tmp_path / "out", parts=("met", "txt", "json"))
    assert (done.documents, done.problems) == (8, 0)
    rows = check_folder(tmp_path / "out")
    first = rows[0]
    assert first["title"] == "Sparse graphs"
    assert (first["parent_url"], first["pages"], first["state"]) == (LIST, "12", "not_ingested")
    assert first["discovered"] == "2011-01-01T12:00:00Z"
    names = {path.name for path in (tmp_path / "out" / "documents").iterdir()}
    assert {"000.000.001.pdf", "000.000.001.met", "000.000.001.txt", "000.000.001.json"} <= names
    readme = (tmp_path / "out" / "README.txt").read_text()
    assert "8 documents, drawn at random with seed 1 out of 8." in readme
    assert "sheaf retrieve --random 8 --seed 1 --output DIR" in readme
    assert "8 documents" in (tmp_path / "out" / "CITATION.txt").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"lib", "out"}


def test_one_whose_bytes_are_lost_lends_its_neighbour_no_other_digest(shelf):
    documents = models.Document.objects.using(shelf.database_alias)
    documents.filter(id=2).update(content_sha1="")
    drawing = shelf.retrieval.draw(shelf.retrieval.conditions(random=8, seed=1))
    found = dict(pair for piece in drawing.pieces() for pair in piece)
    assert found == {document.id: document.sha1 for document in shelf.documents()}
    assert found[2] == ""


def test_a_sample_is_kept_and_drawn_again(library, another, tmp_path):
    put_documents(library, numbered(40))
    retrieval = library.retrieval
    wanted = retrieval.conditions(random=10, seed=7, discovered_from="2011-01-05", type="pdf,ps")
    kept = retrieval.save("Spring sample", retrieval.draw(wanted), owner="ada")
    numbers = [number for piece in kept.pieces() for number, _ in piece]
    put_documents(library, [SampleDocument(number) for number in range(41, 80)])
    remove_document(library, numbers[0])
    renew_document(library, numbers[1], b"other bytes")
    other = another.retrieval
    again = other.draw_again("spring SAMPLE")
    assert list(again.pieces()) == list(kept.pieces())
    assert again.conditions == wanted
    done = other.copy(again, tmp_path / "out")
    assert (done.documents, done.problems) == (8, 2)
    words = done.first_problems[0]
    assert words == f"Document {numbers[0]} is gone: the library holds it no longer."
    info = other.samples()[0]
    assert (info.count, info.matching, info.owner) == (10, 36, "ada")
    assert "sheaf retrieve --sample 'Spring sample'" in (tmp_path / "out/README.txt").read_text()
    with pytest.raises(UsageError, match="already"):
        other.save("SPRING sample", again)
    with pytest.raises(UsageError, match="no name"):
        other.save("../x", again)
    other.remove_sample("Spring sample")
    assert other.samples() == []
    with pytest.raises(UsageError, match="no sample"):
        retrieval.draw_again("Spring sample")


def test_a_sample_that_is_too_large_is_not_kept_at_all(library, monkeypatch):
    put_documents(library, numbered(30), files=False)
    monkeypatch.setattr(selection, "PIECE", 10)
    monkeypatch.setattr(saved, "LARGEST_SAMPLE", 25)
    retrieval = library.retrieval
    with pytest.raises(UsageError, match="25 documents at the most"):
        retrieval.save("all", retrieval.draw(retrieval.conditions()))
    assert retrieval.samples() == []
    kept = retrieval.save("some", retrieval.draw(retrieval.conditions(type="ps")))
    assert kept.count == 3
