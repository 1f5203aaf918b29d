"""A backup is a copy that opens as a library, is brought up to date, and goes on after a cut."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from support.jobs import JobAtWork
from support.samples import Page, cv_pdf, paper_pdf, write_warc
from support.state import files_in, state_of

from sheaf.app import Library
from sheaf.deposit.backup.dump_command import dump_command
from sheaf.errors import BadParametersError, LibraryBusyError, NotALibraryError, UsageError

FIRST = [Page("http://h/a.pdf", paper_pdf("One")), Page("http://h/cv.pdf", cv_pdf())]
MORE = [Page("http://h/b.pdf", paper_pdf("Two", topic="other things"))]


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        made.import_(write_warc(tmp_path / "a.warc.gz", FIRST), keep_rejects=True)
        put_frontier(made, 10)
        yield made


def put_frontier(library, rows):
    """As that of a crawl: a database that somebody writes to, and what lies beside it."""
    path = library.folder / "frontier" / "here.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS url (name TEXT)")
        connection.executemany("INSERT INTO url VALUES (?)", [(f"u{n}",) for n in range(rows)])
    path.with_name("here.db.lock").touch()
    return path


def check_copy(library, target):
    with Library.open(target) as copy:
        assert state_of(copy) == state_of(library)
        assert files_in(copy) == files_in(library)
        assert copy.verify().faults == ()
        copy.index()
        assert copy.search("One").total >= 1
    for path in (target / "frontier", target / "rejects"):
        assert any(path.iterdir())
    assert not (target / "frontier" / "here.db.lock").exists()
    assert not [one for one in target.rglob("*") if one.name.endswith(".being-copied")]


def test_a_backup_opens_as_a_library_and_is_brought_up_to_date(library, tmp_path):
    target = tmp_path / "copies" / "lib"
    first = library.backup(target)
    assert first.copied == first.files > 8
    check_copy(library, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert stat.S_IMODE((target / "catalogue.db").stat().st_mode) == 0o600

    again = library.backup(target)
    assert again.files == first.files
    assert again.copied <= 4  # sheaf.toml, and databases that are open

    older = tmp_path / "older"
    shutil.copytree(target, older, copy_function=os.link)
    run = library.import_(write_warc(tmp_path / "b.warc.gz", MORE)).run
    put_frontier(library, 5)
    changed = library.backup(target)
    assert 4 <= changed.copied <= 10
    check_copy(library, target)
    with closing(sqlite3.connect(older / "frontier" / "here.db")) as connection:
        assert connection.execute("SELECT count(*) FROM url").fetchone() == (10,)
    with Library.open(older) as copy:
        assert copy.counts()["documents"] == 1

    library.undo(run)
    assert library.backup(target).removed >= 3
    check_copy(library, target)


def test_what_is_imported_meanwhile_is_whole_in_the_copy(library, tmp_path):
    more, done = write_warc(tmp_path / "b.warc.gz", MORE), []

    def import_once(report):
        if not done:
            done.append(1)
            with Library.open(library.folder) as other:
                other.import_(more)

    library.backup(tmp_path / "copy", report=import_once)
    assert library.counts()["documents"] == 2
    check_copy(library, tmp_path / "copy")


def test_a_backup_that_was_cut_off_is_no_library_and_goes_on(library, tmp_path):
    target, seen = tmp_path / "copy", []
    library.backup(target)
    library.import_(write_warc(tmp_path / "b.warc.gz", MORE))

    def stop(report):
        seen.append(report.copied)
        if report.copied == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.backup(target, report=stop)
    with pytest.raises(NotALibraryError):
        Library.open(target)
    library.backup(target)
    check_copy(library, target)


def test_nothing_of_others_is_overwritten(library, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    for target in (mine, library.folder / "copy", library.folder, tmp_path):
        with pytest.raises(UsageError):
            library.backup(target)
    assert [one.name for one in mine.iterdir()] == ["thesis.txt"]
    assert not (library.folder / "copy").exists()
    with Library.init(tmp_path / "other") as other:
        other.backup(tmp_path / "copy")
    with pytest.raises(UsageError, match="holds a backup of"):
        library.backup(tmp_path / "copy")


def test_a_backup_waits_only_if_it_is_told_to(library, tmp_path):
    with (
        Library.open(library.folder) as other,
        library.writing("something else"),
        pytest.raises(LibraryBusyError),
    ):
        other.backup(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_how_to_dump_a_server_is_told_without_the_password():
    words = dump_command("postgresql://ann:s%40cret@db.example.org:5433/papers", Path("/copy"))
    assert words == (
        "pg_dump --format custom --file /copy/catalogue.dump --host db.example.org --port 5433 "
        "--username ann papers"
    )
    words = dump_command("mysql://ann@localhost/my papers", Path("/copy"))
    assert words == (
        "mariadb-dump --password --single-transaction --result-file /copy/catalogue.sql "
        "--host localhost --user ann 'my papers'"
    )


def test_a_job_backs_up_to_the_folder_of_the_settings(library, tmp_path, monkeypatch, sheaf_here):
    with pytest.raises(BadParametersError, match="backup_folder"):
        JobAtWork(library, "backup").run()
    chosen = library.settings.with_values("deposit", backup_folder=str(tmp_path / "copy"))
    monkeypatch.setattr(library, "settings", chosen)
    result = JobAtWork(library, "backup").run()
    assert result.counters["copied"] == result.counters["files"] > 8
    check_copy(library, tmp_path / "copy")
    sheaf_here("backup", tmp_path / "second", "-L", library.folder, check=0)
    check_copy(library, tmp_path / "second")
