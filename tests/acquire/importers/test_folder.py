"""A folder of files: sorted, streamed, archives inside it read as archives."""

import os

import pytest
from support.samples import Page, paper_pdf, write_warc

from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.errors import SourceError, UsageError
from sheaf.records import Outcome


@pytest.fixture
def context(tmp_path):
    (tmp_path / "spool").mkdir()
    return ImportContext(tmp_path / "spool")


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in"
    (made / "b").mkdir(parents=True)
    (made / "b" / "two.pdf").write_bytes(paper_pdf("Two"))
    (made / "a.pdf").write_bytes(paper_pdf("One"))
    (made / "naïve name.pdf").write_bytes(b"")
    write_warc(made / "crawl.warc.gz", [Page("http://h/x.pdf", b"x")])
    return made


def read(paths, context):
    return list(sources.stream(sources.choose(paths, context)))


def test_files_in_order_and_archives_read(folder, context):
    urls = [one.url for one in read([folder], context)]
    assert urls == [
        (folder / "a.pdf").as_uri(),
        (folder / "b" / "two.pdf").as_uri(),
        "http://h/x.pdf",
        (folder / "naïve name.pdf").as_uri(),
    ]


def test_one_file_is_one_capture(folder, context):
    (capture,) = read([folder / "a.pdf"], context)
    assert capture.payload.path == str(folder / "a.pdf")
    assert capture.location.position == "a.pdf"


def test_a_link_to_a_folder_is_not_followed(folder, context):
    (folder / "loop").symlink_to(folder)
    assert len(list(read([folder], context))) == 4


def test_a_library_among_the_files_is_passed_over(folder, context):
    (folder / "lib").mkdir()
    (folder / "lib" / "sheaf.toml").touch()
    (folder / "lib" / "a.pdf").touch()
    assert len(list(read([folder], context))) == 4


def test_a_file_that_cannot_be_opened_is_told(folder, context, monkeypatch):
    dangling = folder / "c.pdf"
    dangling.symlink_to(folder / "nowhere")
    os.chmod(folder / "a.pdf", 0)
    captures = list(read([folder], context))
    if os.geteuid() != 0:  # root reads everything
        assert captures[0].lost.outcome is Outcome.MISSING_BYTES
    assert [one.lost.outcome for one in captures if one.url.endswith("c.pdf")] == [
        Outcome.MISSING_BYTES
    ]


def test_a_missing_source_is_an_error_before_anything_is_read(folder, context):
    with pytest.raises(SourceError, match="does not exist") as caught:
        sources.choose([folder, folder / "nope.warc"], context, "auto")
    assert caught.value.exit_code == 6


def test_what_comes_with_a_folder_is_not_read_twice(folder, context):
    assert len(read([folder, folder / "b", folder, folder / "a.pdf"], context)) == 4


def test_a_pipe_is_refused_and_does_not_hang(folder, context):
    os.mkfifo(folder / "pipe")
    with pytest.raises(SourceError, match="neither"):
        sources.choose([folder / "pipe"], context)
    (*_, pipe) = read([folder], context)
    assert pipe.lost.reason == "neither a file nor a folder"


def test_odd_entries_cost_themselves(folder, context):
    (folder / "round").symlink_to(folder / "about")
    (folder / "about").symlink_to(folder / "round")
    os.utime(folder / "a.pdf", (2**40, 2**40))
    captures = {one.url.rsplit("/", 1)[1]: one for one in read([folder], context)}
    assert len(captures) == 6
    assert captures["round"].lost.outcome is Outcome.MISSING_BYTES
    assert captures["a.pdf"].time.tzinfo is not None  # however far the disk lets it go


def test_an_unknown_format_names_the_known_ones(folder, context):
    with pytest.raises(UsageError, match="warc"):
        sources.choose([folder], context, "wrac")
