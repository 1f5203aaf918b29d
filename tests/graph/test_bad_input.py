"""Papers that nobody should have to read."""

from __future__ import annotations

import json
import time

import pytest
from support.library_of import put_papers
from support.rounds import rounds

from sheaf.app import Library
from sheaf.deposit import models


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.init(tmp_path_factory.mktemp("bad") / "lib") as made:
        yield made


def entry(title, **more):
    return {"raw": title, "title": title, "authors": [], "contexts": [], **more}


def update(library, papers):
    put_papers(library, papers)
    started = time.process_time()
    library.graph.update()
    return time.process_time() - started


def test_thousands_of_references_that_begin_alike(library):
    count = rounds(1000, 5000)
    entries = [entry(f"Proceedings of the workshop on whales, volume {n}") for n in range(count)]
    assert update(library, {1: {"title": "A list of proceedings", "references": entries}}) < 30
    assert len(library.graph.references(1)) == count
    assert library.graph.count_wanted() == count


def test_a_reference_of_ten_kilobytes_and_titles_of_one_letter(library):
    entries = [
        entry("whale " * 2000),
        entry("x"),
        entry("\0\ud800\u0301"),
        entry("A\0B\0C of whales and their songs"),
        entry("", doi="10.1000/" + "9" * 5000),
        entry("y", authors=[{"name": "Z" * 5000, "given": "\0", "family": "\ud800" * 300}] * 300),
    ]
    update(library, {2: {"title": "\0", "authors": [{"name": "\0"}], "references": entries}})
    assert len(library.graph.references(2)) == 6
    assert all(len(one.work.title) <= 400 for one in library.graph.references(2))


def test_a_paper_that_cites_itself_is_not_cited(library):
    title = "A paper that is its own best authority on whales"
    update(library, {3: {"title": title, "references": [entry(title)]}})
    (own,) = library.graph.references(3)
    assert own.work.documents == (3,)
    assert own.work.citations == 0
    assert library.graph.cited_by(3) == []


def test_the_same_entry_twice_is_one_citation(library):
    twice = [entry("Songs of whales that nobody has heard yet", year=1999)] * 2
    update(library, {4: {"title": "Twice the same songs", "references": twice}})
    first, second = library.graph.references(4)
    assert first.work == second.work
    assert first.work.citations == 1
    (citing,) = library.graph.citing(first.work.id)
    assert citing.positions == (0, 1)


def test_papers_that_are_none_leave_no_trace(library):
    path = library.catalogue.repository.path(5, "json")
    put_papers(library, {5: {"title": "Will be damaged"}})
    path.write_text(json.dumps({"title": 5, "references": "none"}), encoding="utf-8")
    library.graph.update()
    assert library.graph.work_of(5) is None
    assert library.graph.references(5) == library.graph.authors_of(5) == []


def test_titles_of_one_kind_are_not_one_work(library):
    papers = {
        number: {
            "title": "Preface",
            "year": number,
            "authors": [],
            "references": [entry("Preface")],
        }
        for number in (10, 11, 12)
    }
    update(library, papers)
    assert len(set(library.graph.work_ids([10, 11, 12]).values())) == 3
    assert all(library.graph.work_of(number).citations == 0 for number in papers)


def test_nothing_is_left_due(library):
    alias = library.catalogue.alias
    for table in (models.Work, models.AuthorGroup, models.VenueGroup, models.Authorship):
        assert not table.objects.using(alias).filter(is_due=True).exists()
    assert not models.Description.objects.using(alias).exclude(due=0).exists()
