"""A folder of files: sorted, streamed, archives inside it read as archives."""

import os
import subprocess

import pytest
from support.samples import Page, paper_pdf, write_warc

from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.errors import SourceError, UsageError
from sheaf.records import Outcome
from sheaf.settings import Acquire


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


@pytest.fixture
def nest_folders(tmp_path):
    """Makes folders in folders, one by one: the path of the last may be longer than is allowed."""

    def nest(name, depth):
        at = os.open(top, os.O_RDONLY)
        for _ in range(depth):
            os.mkdir(name, dir_fd=at)
            below = os.open(name, os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = below
        os.close(os.open("deepest.pdf", os.O_CREAT, dir_fd=at))
        os.close(at)
        return top

    top = tmp_path / "in"
    top.mkdir()
    yield nest
    # Python's own ways to remove or search a tree go no deeper than Python.
    subprocess.run(["rm", "-rf", top], check=True)


def test_folders_nested_deeper_than_python_goes_are_read(nest_folders, context):
    (capture,) = read([nest_folders("d", 1_100)], context)
    assert capture.url.endswith("/d/d/deepest.pdf")
    assert capture.lost is None


def test_a_path_longer_than_the_system_allows_costs_itself(nest_folders, context):
    folder = nest_folders("d" * 200, 30)
    (folder / "a.pdf").touch()
    near, far = read([folder], context)
    assert near.url.endswith("/a.pdf")
    assert far.lost.outcome is Outcome.MISSING_BYTES
    assert "File name too long" in far.lost.reason


def test_a_folder_that_vanishes_while_it_is_read_is_one_thing_lost(folder, context):
    (folder / "z").mkdir()
    captures = sources.stream(sources.choose([folder], context))
    first = next(captures)
    (folder / "z").rmdir()
    *_, last = captures
    assert first.lost is None
    assert (last.url, last.lost.outcome) == ((folder / "z").as_uri(), Outcome.MISSING_BYTES)


def test_an_unknown_format_names_the_known_ones(folder, context):
    with pytest.raises(UsageError, match="warc"):
        sources.choose([folder], context, "wrac")


# -- links that lead out -----------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("root:x:0:0")
    return path


def links(captures, name):
    return [one for one in captures if one.url.rpartition("/")[2].startswith(name)]


def test_a_link_out_of_the_folder_is_not_read(folder, context, secret):
    (folder / "link.txt").symlink_to(secret)
    write_warc(folder.parent / "far.warc.gz", [Page("http://far/x.pdf", b"x")])
    (folder / "link.warc.gz").symlink_to(folder.parent / "far.warc.gz")
    captures = read([folder], context)
    for one in links(captures, "link"):
        assert one.lost.outcome is Outcome.MISSING_BYTES
        assert "leads out of the folder" in one.lost.reason
        assert one.payload.path is None
    assert len(links(captures, "link")) == 2
    assert "http://far/x.pdf" not in [one.url for one in captures]


def test_a_link_within_the_folder_is_read(folder, context):
    (folder / "again.pdf").symlink_to(folder / "b" / "two.pdf")
    (again,) = links(read([folder], context), "again.pdf")
    assert again.lost is None


def test_a_folder_that_is_a_link_itself_is_read(folder, context, tmp_path):
    (tmp_path / "other-name").symlink_to(folder)
    (folder / "again.pdf").symlink_to("a.pdf")
    assert not any(one.lost for one in read([tmp_path / "other-name"], context))


def test_a_link_that_was_named_is_read(folder, context, secret):
    (folder / "link.txt").symlink_to(secret)
    (capture,) = read([folder / "link.txt"], context)
    assert capture.lost is None


# -- a log that nobody would use ---------------------------------------------------------------

ROW = (
    "2007-08-22T19:54:32.000Z   200       1 http://h/x.pdf L http://h/ application/pdf #001 "
    "20070822195432000+10 sha1:AAAA - -\n"
)


def opened(paths, tmp_path, **more):
    context = ImportContext(tmp_path / "spool", **more)
    return sources.Sources(paths, context, "auto", Acquire(), tmp_path / "incoming")


def test_a_log_must_be_a_file(folder, context, tmp_path):
    with pytest.raises(UsageError, match="nofile is no file"):
        opened([folder], tmp_path, log=tmp_path / "nofile")


def test_a_log_that_would_not_be_used_is_refused(folder, context, tmp_path):
    log = tmp_path / "crawl.log"
    log.write_text(ROW)
    (folder / "crawl.warc.gz").unlink()
    for source in (folder, folder / "a.pdf"):
        with pytest.raises(UsageError, match="would not be used"):
            opened([source], tmp_path, log=log)


def test_a_log_of_another_mirror_is_refused(context, tmp_path):
    mirror = tmp_path / "mirror"
    (mirror / "www.example.org").mkdir(parents=True)
    (mirror / "www.example.org" / "a.pdf").write_bytes(b"%PDF-1.4")
    log = tmp_path / "other.log"
    log.write_text(ROW)
    with pytest.raises(UsageError, match="would not be used"):
        opened([mirror], tmp_path, log=log)


def test_a_log_is_used_with_archives_in_a_folder(folder, context, tmp_path):
    log = tmp_path / "crawl.log"
    log.write_text(ROW)
    with opened([folder], tmp_path, log=log) as given:
        assert any(getattr(one, "kind", "") == "log_line" for one in given)
