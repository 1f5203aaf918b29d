"""Counts and pages of long lists, on all three databases: kept while nothing changes."""

import threading
import time
from collections import Counter
from contextlib import contextmanager
from itertools import product

import pytest
from django.db import connections
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.records import Outcome

HUB = "http://a.test/list{}"


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")


def sources(folder, name, files, count):
    """So many WARC files, with papers and pages that are none, in turn."""
    for file in range(files):
        pages = [
            Page(f"http://a.test/{name}/{file}/{number}", paper_pdf(f"{name} {file} {number}"),
                 parent=HUB.format(number))
            if number % 2
            else Page(f"http://a.test/{name}/{file}/{number}", b"gone", "text/html", 404)
            for number in range(count)
        ]  # fmt: skip
        yield write_warc(folder / f"{name}{file}.warc.gz", pages)


@contextmanager
def questions(library):
    """What is asked of the database."""
    asked = []

    def note(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    with connections[library.database_alias].execute_wrapper(note):
        yield asked


def test_counts_follow_every_change_also_of_another_process(library, another, tmp_path):
    def check(documents, captures, states):
        for one in (library, another):
            status = one.status()
            assert (status["documents"], status["captures"]) == (documents, captures)
            assert sum(status["outcomes"].values()) == captures == one.counts()["captures"]
            assert sum(status["kinds"].values()) == sum(status["types"].values()) == documents
            assert [run.state for run in one.runs()] == states
            for run in one.runs():
                told = Counter(capture.outcome.value for capture in one.captures(run.id))
                assert run.outcomes == told == one.run(run.id).outcomes

    check(0, 0, [])
    library.import_(list(sources(tmp_path, "one", 2, 3)))
    check(2, 6, ["done"])
    another.import_(list(sources(tmp_path, "two", 1, 4)))
    check(4, 10, ["done", "done"])
    library.undo(1)
    check(2, 4, ["done", "undone"])


def test_what_was_counted_is_not_counted_again(library, tmp_path):
    library.import_(list(sources(tmp_path, "one", 1, 4)))
    first = (library.status(), list(library.runs()), list(library.hubs(limit=10)))
    with questions(library) as asked:
        assert (library.status(), list(library.runs()), list(library.hubs(limit=10))) == first
    assert asked
    assert not [sql for sql in asked if "capture" in sql]
    # Who changes an answer changes it for nobody else.
    first[0]["outcomes"].clear()
    first[1][0].outcomes.clear()
    assert library.status()["outcomes"]
    assert next(library.runs()).outcomes


def test_pages_of_captures_and_hubs_make_up_the_whole(library, tmp_path, monkeypatch):
    library.import_(list(sources(tmp_path, "other", 1, 3)))
    library.import_(list(sources(tmp_path, "one", 3, 5)))
    for few, outcomes in product((100, 1), ((), (Outcome.NEW,))):
        monkeypatch.setattr("sheaf.deposit.runs.FEW_SOURCES", few)
        whole = [one.id for one in library.captures(2, outcomes)]
        paged, after = [], 0
        while some := list(library.captures(2, outcomes, limit=4, after=after)):
            assert len(some) <= 4
            paged += [one.id for one in some]
            after = paged[-1]
        assert paged == whole
        assert len(whole) == (6 if outcomes else 15)
    whole = list(library.hubs())
    assert [*library.hubs(limit=1), *library.hubs(limit=5, offset=1)] == whole
    assert len(whole) == 2


def test_what_is_shown_while_others_write_was_true_once(library, another, tmp_path, monkeypatch):
    """Batches of four captures, two of which are kept: nobody sees the half of one, also who serves
    pages and shows what was so before."""
    monkeypatch.setenv("SHEAF_DEPOSIT_BATCH", "4")
    monkeypatch.setattr("sheaf.deposit.counting.QUICK", -1.0)
    look_while_others_write(library, another.folder, list(sources(tmp_path, "one", 2, 8)), 8)
    library.count_behind()
    look_while_others_write(library, another.folder, list(sources(tmp_path, "two", 1, 8)), 12)


def look_while_others_write(library, folder, paths, comes_to):
    writer = threading.Thread(target=write, args=(folder, paths))
    seen = []
    writer.start()
    while writer.is_alive():
        seen.append(look_at(library))
    writer.join()
    for documents, kinds, outcomes, runs in seen:
        for count in (documents, kinds):
            assert count % 2 == 0
        for counted in (outcomes, *runs):
            assert counted.get("new", 0) == counted.get("bad_status", 0)
            assert sum(counted.values()) % 4 == 0
    assert seen[0][0] < comes_to
    last = (comes_to, comes_to, {"new": comes_to, "bad_status": comes_to})
    deadline = time.monotonic() + 20
    while look_at(library)[:3] != last:
        assert time.monotonic() < deadline, "what is shown does not come up to date"


def look_at(library):
    status = library.status()
    runs = [run.outcomes for run in library.runs() if run.state == "running"]
    return status["documents"], sum(status["kinds"].values()), status["outcomes"], runs


def write(folder, paths):
    """In a thread of its own, with a connection of its own."""
    with sheaf.open(folder) as opened:
        opened.import_(paths)
