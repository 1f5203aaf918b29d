"""Files: where they stand, what the .met says, and how a journal brings them back."""

from datetime import UTC, datetime

import pytest
from support.xml import parse

from sheaf.deposit.crawl_data import crawl_data
from sheaf.deposit.journal import Journal, Placement, put_in_place, restore_files
from sheaf.deposit.repository import Repository
from sheaf.deposit.rows import is_better_parent
from sheaf.errors import StorageError
from sheaf.records import Capture, Location


def test_paths_are_those_of_the_crawl_repository(tmp_path):
    repository = Repository(tmp_path)
    assert repository.path(1234567, "pdf") == tmp_path / "001/234/567/001.234.567.pdf"
    assert repository.path(1, "pdf.met") == tmp_path / "000/000/001/000.000.001.pdf.met"
    for number in (0, -1, 1_000_000_000):
        with pytest.raises(StorageError):
            repository.path(number, "pdf")


def test_strangers_are_told_from_files_of_ours(tmp_path):
    repository = Repository(tmp_path)
    ours = repository.path(7, "pdf")
    ours.parent.mkdir(parents=True)
    ours.touch()
    (tmp_path / "notes.txt").touch()
    (ours.parent / "000.000.008.pdf").touch()  # a name of ours in another's place
    assert {(path.name, owner) for owner, path in repository.all_files()} == {
        ("000.000.007.pdf", 7),
        ("notes.txt", None),
        ("000.000.008.pdf", None),
    }


def test_removing_leaves_no_empty_folders(tmp_path):
    repository = Repository(tmp_path)
    for number in (7, 8):
        repository.path(number, "pdf").parent.mkdir(parents=True)
        repository.path(number, "pdf").touch()
    repository.remove(7)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["000.000.008.pdf"]
    repository.remove(8)
    assert list(tmp_path.iterdir()) == []


def test_met_is_well_formed_whatever_the_url():
    moment = datetime(2013, 2, 22, 5, 34, 44, tzinfo=UTC)
    url = "http://h/a.pdf?x=1&y=<2>\x01\ud800"
    capture = Capture(url, moment, Location("s", "0"), parent_url="http://h/?a&b")
    data = crawl_data(capture, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "application/pdf")
    assert parse(data) == [
        ("crawler", "sheaf"),
        ("crawlDate", "2013-02-22 05:34:44"),
        ("url", "http://h/a.pdf?x=1&y=<2>"),
        ("parentUrl", "http://h/?a&b"),
        ("SHA1", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("contentType", "application/pdf"),
    ]
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?><CrawlData><crawler>')
    assert data.endswith(b"</CrawlData>\n")


def test_met_leaves_out_what_is_not_known():
    capture = Capture("http://h/", datetime(2020, 1, 1, tzinfo=UTC), Location("s", "0"))
    assert b"parentUrl" not in crawl_data(capture, "0" * 40, "application/pdf")


@pytest.mark.parametrize(
    ("new", "old", "better"),
    [
        ("http://h/x", None, True),
        ("http://h/", "http://other/", True),
        ("http://other/", "http://h/", False),
        ("http://other/", "http://another/", False),
        ("http://h/a/b/list", "http://h/a/", True),  # same folder as the document
        ("http://h/a/", "http://h/a/b/list", False),
        ("http://h/a/", "http://h/", True),  # deeper, and above it
        ("http://h/", "http://h/a/", False),
        ("http://h/a/", "http://h/zzz/", True),
        ("http://h/zzz/", "http://h/a/", False),
        ("http://h/a/b/x", "http://h/a/b/y", False),  # no better, so nothing changes
    ],
)
def test_better_parent(new, old, better):
    assert is_better_parent(new, old, "http://h/a/b/paper.pdf") is better


def test_put_in_place_and_take_back(tmp_path):
    for name, text in {"r/f": "old", "new": "new", "new2": "x", "r/gone": "was here"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    placements = [
        Placement("new", "r/f", "old/f"),
        Placement("new2", "r/g"),
        Placement("", "r/gone", "old/gone"),
    ]
    put_in_place(tmp_path, placements)
    assert (tmp_path / "r" / "f").read_text() == "new"
    assert (tmp_path / "old" / "f").read_text() == "old"
    assert not (tmp_path / "r" / "gone").exists()
    for _ in range(2):  # taking back twice is taking back once
        restore_files(tmp_path, placements)
        assert (tmp_path / "r" / "f").read_text() == "old"
        assert (tmp_path / "r" / "gone").read_text() == "was here"
        assert not (tmp_path / "r" / "g").exists()


def test_take_back_before_anything_happened(tmp_path):
    (tmp_path / "f").write_text("old")
    restore_files(tmp_path, [Placement("s", "f", "b")])
    assert (tmp_path / "f").read_text() == "old"


def test_journal_survives_the_trip(tmp_path):
    assert Journal.read(tmp_path) is None
    journal = Journal(3, 7, (Placement("a", "b"), Placement("c", "d", "e")))
    journal.write(tmp_path)
    assert Journal.read(tmp_path) == journal
    Journal.remove(tmp_path)
    assert Journal.read(tmp_path) is None
