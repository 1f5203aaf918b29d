"""A crawl that goes on reads nothing again that it has imported, and misses nothing by that."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.crawls import crawl_options
from support.state import state_of

import sheaf
from acquire.crawl.fake_web import FakeWeb
from acquire.crawl.older_frontier import make_older
from sheaf.acquire.crawl.frontier.import_marks import ImportMark
from sheaf.acquire.importers.archives.warc import WarcCaptures
from sheaf.app import ImportSummary, Library
from sheaf.deposit.admission import Admission, Depositor
from sheaf.records import Outcome

HOME, NAME = "http://a.test/", "here"
PAGES = 12


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    for name, value in (
        ("CURATE_FILTER", "false"),
        ("CURATE_TEXT", "false"),
        ("WORKERS_JOBS", "1"),
    ):
        monkeypatch.setenv(f"SHEAF_{name}", value)
    with sheaf.init(tmp_path / "lib") as made:
        yield made


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb() as made:
        made.links(HOME, [f"/{number}" for number in range(PAGES)])
        for number in range(PAGES):
            made.page(f"{HOME}{number}", f"page {number}")
        yield made


def crawl(library: Library, web: FakeWeb, **how: Any) -> ImportSummary:
    where = {"*.test": ("127.0.0.1", web.port)}
    how = {"pages": 4, "min_delay": 0, "delay_factor": 0, "retries": 0} | how
    heard = {name: how.pop(name) for name in ("on_page", "on_progress") if name in how}
    return library.crawl([HOME], crawl_options(name=NAME, resolve=where, **how), **heard)[1]


def archives(library: Library) -> list[Path]:
    return sorted((library.folder / "warc" / NAME).glob("*.warc.gz"))


@contextmanager
def frontier(library: Library) -> Iterator[sqlite3.Connection]:
    path = library.folder / "frontier" / f"{NAME}.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read, a name for each record."""
    names: list[str] = []
    whole = WarcCaptures._convert_records

    def counted(captures: WarcCaptures, archive: Any, reader: Any) -> Iterator[Any]:
        for item in whole(captures, archive, reader):
            names.append(archive.path.name)
            yield item

    monkeypatch.setattr(WarcCaptures, "_convert_records", counted)
    return names


def anew(library: Library, parent: Path) -> tuple[dict[str, Any], int]:
    """What the same files come to in another library, and how many records are no captures."""
    with sheaf.init(parent / "anew") as other:
        for part in ("warc", "frontier"):
            shutil.copytree(library.folder / part, other.folder / part, dirs_exist_ok=True)
        summary = other.import_crawl(NAME)
        return state_of(other), summary.records


@pytest.mark.parametrize("when", ["while", "after"])
def test_what_was_imported_is_not_read_again(
    library: Library, web: FakeWeb, read: list[str], tmp_path: Path, when: str
) -> None:
    captures = []
    for number in range(4):
        read.clear()
        captures.append(crawl(library, web, importing=when).captures)
        *_, newest = archives(library)
        pages = 4 if number < 3 else 1
        assert read == [newest.name] * (1 + 3 * pages)  # warcinfo; response, request, metadata
    assert captures == [4, 8, 12, 13]
    read.clear()
    summary = library.import_crawl(NAME)
    assert read == []
    assert (summary.captures, summary.records) == (13, 4 + 2 * 13)
    assert summary.records_by_kind == {"metadata": 13, "request": 13, "warcinfo": 4}
    # Also a copy of the frontier, in a library that has nothing of it, is not believed.
    assert (state_of(library), summary.records) == anew(library, tmp_path)


def test_marks_of_an_older_frontier_cost_a_reading(
    library: Library, web: FakeWeb, read: list[str]
) -> None:
    """They did not say of which kinds the records were."""
    first = crawl(library, web)
    with frontier(library) as database:
        make_older(database, 7)
    read.clear()
    again = library.import_crawl(NAME)
    assert read
    assert again.run == first.run
    assert again.captures == first.captures == 4
    assert again.records_by_kind == {"metadata": 4, "request": 4, "warcinfo": 1}


def test_after_an_undo_all_is_read_again(library: Library, web: FakeWeb, read: list[str]) -> None:
    crawl(library, web)
    first = crawl(library, web)
    before = state_of(library)["documents"].keys()
    library.undo(first.run)
    read.clear()
    again = library.import_crawl(NAME)
    assert set(read) == {path.name for path in archives(library)}
    assert (again.run, again.captures) == (first.run + 1, first.captures)
    assert len(state_of(library)["documents"]) == len(before)


def test_undone_while_it_runs_it_begins_anew(library: Library, web: FakeWeb) -> None:
    """The run is another one in the next round, and has all of the crawl at the end."""
    undone = []

    def undo(progress: Any) -> None:
        if not undone:
            with sheaf.open(library.folder) as other:
                undone.extend(run.id for run in other.runs() if run.outcomes)
                for number in undone:
                    other.undo(number, wait=True)

    summary = crawl(library, web, pages=100, min_delay=0.4, on_progress=undo)
    assert undone == [1]
    assert summary.run == 2
    assert summary.captures == PAGES + 1
    assert library.import_crawl(NAME).captures == PAGES + 1


def test_an_archive_that_was_replaced_is_read(
    library: Library, web: FakeWeb, read: list[str], tmp_path: Path
) -> None:
    crawl(library, web)
    (path,) = archives(library)
    with sheaf.init(tmp_path / "other") as other:
        web.page(f"{HOME}0", "something else, and longer " * 20)
        crawl(other, web)
        (another,) = archives(other)
        shutil.copy(another, path)
    read.clear()
    known = {capture[-2:] for capture in state_of(library)["captures"]}
    summary = library.import_crawl(NAME)
    assert read
    assert summary.captures > len(known)
    crawled = library.import_crawl(NAME)
    assert crawled.captures == summary.captures


def test_an_archive_that_was_cut_short_is_read(
    library: Library, web: FakeWeb, read: list[str]
) -> None:
    first = crawl(library, web)
    (path,) = archives(library)
    path.write_bytes(path.read_bytes()[:-10])
    read.clear()
    assert library.import_crawl(NAME).captures >= first.captures
    assert read


class Killed(BaseException):
    """As sudden as a signal: nothing of ours catches it."""


@pytest.mark.parametrize("batches", range(5))
def test_killed_in_a_round_it_goes_on_behind_what_was_committed(
    library: Library, web: FakeWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    monkeypatch.setenv("SHEAF_DEPOSIT_BATCH", "2")
    crawl(library, web)
    crawl(library, web, pages=7, importing="never")
    whole, left = Depositor.admit, [batches]

    def admit(self: Depositor, run: int, admissions: list[Admission]) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        whole(self, run, admissions)

    with sheaf.open(library.folder) as dying, monkeypatch.context() as patch:
        patch.setattr(Depositor, "admit", admit)
        if batches < 4:
            with pytest.raises(Killed):
                dying.import_crawl(NAME)
        else:
            dying.import_crawl(NAME)
    summary = library.import_crawl(NAME)
    assert summary.captures == 11
    assert (state_of(library), summary.records) == anew(library, tmp_path)


def test_a_mark_ahead_of_the_library_is_not_believed(
    library: Library, web: FakeWeb, read: list[str], tmp_path: Path
) -> None:
    """As after a power cut, or where an older copy of the catalogue was put back."""
    crawl(library, web)
    copy = tmp_path / "catalogue.db"
    now, older = sqlite3.connect(library.folder / "catalogue.db"), sqlite3.connect(copy)
    with closing(now), closing(older):
        now.backup(older)
    crawl(library, web)
    folder = library.folder
    library.close()
    for path in folder.glob("catalogue.db*"):
        path.unlink()
    shutil.copy(copy, folder / "catalogue.db")
    with sheaf.open(folder) as again:
        read.clear()
        assert again.import_crawl(NAME).captures == 8
        assert set(read) == {archives(again)[1].name}


def test_a_revisit_has_the_bytes_of_what_is_not_read_again(
    library: Library, web: FakeWeb, read: list[str], tmp_path: Path
) -> None:
    crawl(library, web, pages=100)
    read.clear()
    summary = crawl(library, web, pages=100, revisit=True)
    assert Outcome.MISSING_BYTES not in summary.outcomes
    assert summary.captures == 2 * (PAGES + 1)
    assert len(archives(library)) == 2
    assert set(read) == {path.name for path in archives(library)}  # the first for the bytes
    assert (state_of(library), summary.records) == anew(library, tmp_path)


def test_a_file_of_somebody_else_is_marked_only_where_it_can_be_gone_on_from() -> None:
    kinds = {"request": 1}
    assert ImportMark(100, "50", "50", kinds).is_usable
    assert not ImportMark(100, "0+50", "0+50", kinds).is_usable
    assert not ImportMark(100, "50", "", kinds).is_usable
