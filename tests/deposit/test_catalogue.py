"""The catalogue's own care: ids without waste, and no library that is silently empty."""

import sqlite3

import pytest
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


def test_a_catalogue_from_the_future_is_refused(folder):
    with sqlite3.connect(folder / "catalogue.db") as database:
        database.execute(
            "insert into django_migrations (app, name, applied) "
            "values ('deposit', '9999_from_the_future', '2030-01-01')"
        )
    database.close()
    with pytest.raises(DatabaseError, match="newer Sheaf"):
        sheaf.open(folder)


def test_an_older_catalogue_is_copied_before_it_is_migrated(folder, monkeypatch):
    from sheaf.deposit import database

    known = database._known()
    monkeypatch.setattr(database, "_known", lambda: known | {"9999_a_later_step"})
    with sheaf.open(folder):
        pass
    (copy,) = folder.glob("catalogue.before-*.db")
    assert copy.stat().st_size > 0
