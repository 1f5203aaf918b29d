"""The catalogue's own care: ids without waste, and no library that is silently empty."""

import os
import sqlite3
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.db import connections
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.errors import DatabaseError


@pytest.fixture
def folder(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([write_warc(tmp_path / "1.warc.gz", [Page("http://h/1.pdf", paper_pdf())])])
        return library.folder


def test_ids_follow_each_other_over_runs(folder, tmp_path):
    with sheaf.open(folder) as library:
        pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Title Number {n}")) for n in (2, 3)]
        library.import_([write_warc(tmp_path / "2.warc.gz", pages)])
        assert [one.id for one in library.catalogue.documents()] == [1, 2, 3]


def test_a_lost_catalogue_is_not_taken_for_an_empty_one(folder):
    for path in folder.glob("catalogue.db*"):
        path.unlink()
    with pytest.raises(DatabaseError, match="catalogue is empty") as caught:
        sheaf.open(folder)
    assert "backup" in caught.value.what_to_do


def test_verify_misses_nothing(folder):
    with sheaf.open(folder) as library:
        place = library.catalogue.repository.folder(1)
        assert library.verify().faults == ()
        (place / "000.000.001.txt").unlink()
        (place / "000.000.001.pdf.met").write_text("<CrawlData>")
        with (place / "000.000.001.pdf").open("ab") as stream:
            stream.write(b"x")
        (place / "000.000.001.json").write_text("{")
        stranger = library.catalogue.repository.path(7, "pdf")
        stranger.parent.mkdir()
        stranger.touch()
        (place / "notes").touch()
        found = {(one.kind, one.path.rsplit("/", 1)[1]) for one in library.verify().faults}
    assert found == {
        ("missing_file", "000.000.001.txt"),
        ("damaged_file", "000.000.001.pdf.met"),
        ("damaged_file", "000.000.001.pdf"),
        ("damaged_file", "000.000.001.json"),
        ("no_row", "000.000.007.pdf"),
        ("stranger", "notes"),
    }


def test_a_run_cut_off_is_listed_as_interrupted(folder, tmp_path):
    def cut_off(progress):
        raise KeyboardInterrupt

    with sheaf.open(folder) as library:
        with pytest.raises(KeyboardInterrupt):
            library.import_([tmp_path / "1.warc.gz"], report=cut_off)
        assert [run.state for run in library.runs()] == ["interrupted", "done"]
        with library.writing("something"):
            assert [run.state for run in library.runs()] == ["running", "done"]


def test_the_password_of_a_database_is_for_its_owner(folder):
    from sheaf.deposit.commands import without_password

    assert (folder / "sheaf.toml").stat().st_mode & 0o077 == 0
    assert without_password("mysql://ada:se:cret@h/db") == "mysql://ada:***@h/db"
    assert without_password("sqlite:///catalogue.db") == "sqlite:///catalogue.db"


def test_the_migrations_describe_the_tables_there_are():
    done = subprocess.run(
        [sys.executable, "-m", "django", "makemigrations", "deposit", "--check", "--dry-run"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "sheaf.deposit.django_settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_closed_library_leaves_no_connection_behind(folder):
    before = set(connections.databases)
    with sheaf.open(folder) as library:
        assert library.catalogue.alias in connections.databases
    library.close()  # once more does no harm
    assert set(connections.databases) == before


def test_a_catalogue_from_the_future_is_refused(folder):
    with sqlite3.connect(folder / "catalogue.db") as database:
        database.execute(
            "insert into django_migrations (app, name, applied) "
            "values ('deposit', '9999_from_the_future', '2030-01-01')"
        )
    database.close()
    with pytest.raises(DatabaseError, match="newer Sheaf"):
        sheaf.open(folder)


def test_captures_that_failed_before_failed_was_a_group_are_found(folder, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 cut")
    with sheaf.open(folder) as library:
        library.import_(tmp_path / "a.pdf")
        before = ("deposit", "0002_references_and_names")  # as an older Sheaf left it
        call_command("migrate", *before, database=library.database_alias, verbosity=0)
    with sqlite3.connect(folder / "catalogue.db") as database:
        database.execute("update capture set outcome = 'failed'")
    database.close()
    with sheaf.open(folder) as library:
        assert library.run(1).outcomes == {"unforeseen": 1}


def test_an_older_catalogue_is_copied_before_it_is_migrated(folder, monkeypatch):
    from sheaf.deposit import database

    known = database._known_migrations()
    monkeypatch.setattr(database, "_known_migrations", lambda: known | {"9999_a_later_step"})
    with sheaf.open(folder):
        pass
    (copy,) = folder.glob("catalogue.before-*.db")
    assert copy.stat().st_size > 0
