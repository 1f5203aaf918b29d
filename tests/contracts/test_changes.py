"""What changed when, for those who keep a copy, whichever database keeps the catalogue."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from support.samples import Page, paper_pdf, write_warc

from sheaf.deposit import admission, models, revision_times

START = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The time of the catalogue, which tests move on."""

    class Clock(datetime):
        moment = START

        @classmethod
        def now(cls, tz=None):
            return cls.moment

    monkeypatch.setattr(revision_times, "datetime", Clock)
    return Clock


def bring_in(library, folder, name, *numbers):
    pages = [
        Page(f"http://{'ab'[n % 2]}.test/{n}.pdf", paper_pdf(f"Title Number {n}")) for n in numbers
    ]
    return library.import_([write_warc(folder / f"{name}.warc.gz", pages)]).run


def walk(library, **wanted):
    """All changes, two at a time, each question behind the last answer."""
    found = library.changes(limit=2, **wanted)
    while found:
        yield from found
        found = library.changes(limit=2, after=(found[-1].revision, found[-1].id), **wanted)


def test_changes_come_in_parts_between_times_and_within_a_host(library, tmp_path, clock):
    bring_in(library, tmp_path, "first", 1, 2, 3)
    clock.moment += timedelta(days=1)
    bring_in(library, tmp_path, "second", 4, 5)
    documents = {one.id: one.url for one in library.documents()}
    found = list(walk(library))
    assert [one.id for one in found] == list(documents)
    assert [one.time for one in found] == [START] * 3 + [clock.moment] * 2
    assert all(one.host in documents[one.id] and not one.is_removed for one in found)
    late = list(walk(library, since=START + timedelta(seconds=1)))
    assert late == found[3:] == list(walk(library, since=clock.moment))
    assert list(walk(library, until=clock.moment - timedelta(seconds=1))) == found[:3]
    assert list(walk(library, until=START - timedelta(seconds=1))) == []
    of_host = list(walk(library, within=("host", "b.test")))
    assert [documents[one.id] for one in of_host] == [f"http://b.test/{n}.pdf" for n in (1, 3, 5)]
    assert library.values_of("host", limit=9) == ["a.test", "b.test"]
    assert library.values_of("host", after="a.test", limit=9) == ["b.test"]
    assert library.first_change() == START


def test_what_went_is_told_with_where_it_was(library, tmp_path, clock):
    bring_in(library, tmp_path, "first", 1, 2)
    run = bring_in(library, tmp_path, "second", 3, 4)
    gone = {one.id: one for one in library.changes() if one.id > 2}
    clock.moment += timedelta(hours=1)
    library.undo(run)
    found = library.changes(since=clock.moment)
    assert {one.id for one in found} == set(gone)
    assert all(one.is_removed and one.time == clock.moment for one in found)
    assert [(one.host, one.kind, one.language) for one in found] == [
        (gone[one.id].host, gone[one.id].kind, gone[one.id].language) for one in found
    ]
    assert [one.id for one in library.changes(within=("host", "b.test"))] == [1, 3]
    assert library.change(3).is_removed
    assert not library.change(1).is_removed
    assert library.change(99) is None


def test_what_is_read_again_moves_behind_the_others(library, tmp_path, clock):
    bring_in(library, tmp_path, "first", 1, 2, 3)
    clock.moment += timedelta(hours=1)
    first = library.changes(limit=1)[0]
    library.catalogue.paper_was_read(first.id, {"title": "Another"})
    found = list(walk(library))
    assert found[-1].id == first.id
    assert found[-1].time == clock.moment
    assert len(found) == 3
    assert len(library.changes(only_read=True)) == 2  # the reader of the other paper is not named


def test_a_clock_that_is_set_back_changes_no_order(library, tmp_path, clock):
    bring_in(library, tmp_path, "first", 1)
    clock.moment -= timedelta(days=400)
    bring_in(library, tmp_path, "second", 2)
    assert [one.time for one in library.changes()] == [START, START]
    rows = models.RevisionTime.objects.using(library.catalogue.alias)
    assert rows.count() == 1


def test_a_batch_that_is_committed_late_is_new_to_who_asked_meanwhile(
    library, tmp_path, clock, monkeypatch
):
    bring_in(library, tmp_path, "first", 1)
    told = {}

    def harvest():
        try:
            return [one.id for one in library.changes()]
        finally:
            connections[library.catalogue.alias].close()

    def write_slowly(*args):
        clock.moment += timedelta(minutes=5)
        with ThreadPoolExecutor(1) as elsewhere:
            told[clock.moment] = elsewhere.submit(harvest).result()
        clock.moment += timedelta(minutes=5)
        return write(*args)

    write = admission.write_judgements
    monkeypatch.setattr(admission, "write_judgements", write_slowly)
    bring_in(library, tmp_path, "second", 2)
    assert list(told.values()) == [[1]]
    (asked,) = told
    assert [one.id for one in library.changes(since=asked)] == [2]
    assert [one.time for one in library.changes()] == [START, clock.moment]
