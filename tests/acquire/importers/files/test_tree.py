"""A tree copied from a server: where each file came from, and what the copying left behind."""

import os
from datetime import UTC, datetime

import pytest
from support.samples import Page, write_warc

from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.files.folder import FolderImporter
from sheaf.acquire.importers.files.tree import TreeImporter
from sheaf.records import Aside, Outcome


@pytest.fixture
def tree(tmp_path):
    made = tmp_path / "tree"
    made.mkdir()
    return made


def put(tree, *names):
    for name in names:
        path = tree / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def read(source, base_url=None, format_name="auto"):
    context = ImportContext(source.parent / "spool", base_url=base_url)
    return list(sources.stream(sources.choose([source], context, format_name)))


def urls(tree, base_url=None, format_name="auto"):
    return [one.url for one in read(tree, base_url, format_name) if not isinstance(one, Aside)]


def test_every_file_has_the_url_it_was_copied_from(tree):
    put(tree, "a.pdf", "b c/é.ps", "b c/x;y?z#1.pdf", b"caf\xe9.pdf", "d/100%.pdf")
    assert urls(tree, "ftp://ftp.example.org/pub") == [
        "ftp://ftp.example.org/pub/a.pdf",
        "ftp://ftp.example.org/pub/b%20c/x%3By%3Fz%231.pdf",
        "ftp://ftp.example.org/pub/b%20c/%C3%A9.ps",
        "ftp://ftp.example.org/pub/caf%E9.pdf",
        "ftp://ftp.example.org/pub/d/100%25.pdf",
    ]


def test_over_http_a_question_mark_begins_the_query(tree):
    put(tree, "get.php?id=3&f=a b.pdf")
    assert urls(tree, "http://h/") == ["http://h/get.php?id=3&f=a%20b.pdf"]


def test_the_time_is_that_of_the_file_and_the_parent_is_its_folder(tree):
    put(tree, "b/a.pdf")
    os.utime(tree / "b/a.pdf", (1_337_040_000, 1_337_040_000))
    (capture,) = read(tree, "ftp://h/pub/")
    assert capture.time == datetime(2012, 5, 15, tzinfo=UTC)
    assert capture.parent_url == "ftp://h/pub/b/"
    assert capture.location.position == "b/a.pdf"
    assert capture.payload.path == str(tree / "b/a.pdf")
    (capture,) = read(tree, "http://h/pub/")
    assert capture.parent_url is None


def test_without_a_base_url_the_top_folders_are_hosts(tree):
    put(tree, "FTP.example.org/pub/a.pdf", "ftp.h.edu/a.pdf", "www.h.edu:8080/x/b.pdf",
        "not a host/c.pdf", "top.pdf")  # fmt: skip
    assert urls(tree, format_name="tree") == [
        "ftp://FTP.example.org/pub/a.pdf",
        "ftp://ftp.h.edu/a.pdf",
        (tree / "not a host/c.pdf").as_uri(),
        (tree / "top.pdf").as_uri(),
        "http://www.h.edu:8080/x/b.pdf",
    ]


def test_a_folder_is_a_tree_only_where_the_user_says_so(tree):
    put(tree, "ftp.h.edu/a.pdf")
    for base_url, kind in ((None, FolderImporter), ("ftp://h/", TreeImporter)):
        context = ImportContext(tree.parent, base_url=base_url)
        ((_, importer),) = sources.choose([tree], context)
        assert type(importer) is kind


def test_one_file(tree):
    put(tree, "a.pdf")
    assert [one.url for one in read(tree / "a.pdf", "ftp://h/", "tree")] == ["ftp://h/a.pdf"]


def test_what_lftp_and_wget_leave_behind(tree):
    put(tree, ".listing", "index.html", "index.html?C=N;O=D", "index.html?C=M;O=A", "a.pdf",
        "a.pdf.lftp-pget-status", "sub/.in.b.pdf", "index.html?C=9")  # fmt: skip
    got = read(tree, "http://h/")
    kinds = [one.kind for one in got if isinstance(one, Aside)]
    assert sorted(kinds) == ["directory_listing"] * 3 + ["download_status"]
    outcomes = {one.url: one.lost and one.lost.outcome for one in got if not isinstance(one, Aside)}
    assert outcomes == {
        "http://h/index.html": None,
        "http://h/index.html?C=9": None,
        "http://h/a.pdf": Outcome.DAMAGED,
        "http://h/sub/.in.b.pdf": Outcome.DAMAGED,
    }


def test_archives_in_a_tree_are_read(tree):
    put(tree, "a.pdf")
    write_warc(tree / "crawl.warc.gz", [Page("http://elsewhere/x.pdf", b"x")])
    assert urls(tree, "ftp://h/") == ["ftp://h/a.pdf", "http://elsewhere/x.pdf"]


def test_links_are_not_followed_and_pipes_not_opened(tree):
    put(tree, "a.pdf")
    (tree / "loop").symlink_to(tree)
    (tree / "gone.pdf").symlink_to("nowhere")
    os.mkfifo(tree / "pipe")
    got = {one.url: one.lost and one.lost.outcome for one in read(tree, "ftp://h/")}
    assert got == {
        "ftp://h/a.pdf": None,
        "ftp://h/gone.pdf": Outcome.MISSING_BYTES,
        "ftp://h/pipe": Outcome.MISSING_BYTES,
    }


def test_a_name_as_long_as_can_be(tree):
    put(tree, "x" * 251 + ".pdf")
    assert [one.lost for one in read(tree, "ftp://h/")] == [None]


def test_a_link_out_of_the_tree_is_not_read(tree, tmp_path):
    (tmp_path / "secret").write_text("root:x:0:0")
    put(tree, "a.pdf")
    (tree / "b.txt").symlink_to(tmp_path / "secret")
    got = {one.url: one.lost and one.lost.reason for one in read(tree, "ftp://h/")}
    assert got["ftp://h/a.pdf"] is None
    assert "leads out of the folder" in got["ftp://h/b.txt"]
