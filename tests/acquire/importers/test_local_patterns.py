"""Patterns that no shell has spelt out: from Python, and quoted on the command line."""

import os

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.acquire.importers.local_patterns import find_paths
from sheaf.errors import SourceError


@pytest.fixture
def crawl(tmp_path):
    made = tmp_path / "crawl"
    for name in ("job-1/b.gz", "job-1/deep/er/c.gz", "job-2/a.gz", "z.gz", "y.pdf", ".hidden.gz"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).touch()
    (made / "lib").mkdir()
    (made / "lib" / "sheaf.toml").touch()
    (made / "lib" / "d.gz").touch()
    return made


def names(crawl, pattern):
    return [str(path.relative_to(crawl)) for path in find_paths(crawl / pattern)]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.gz", ["z.gz"]),
        ("?.*", ["y.pdf", "z.gz"]),
        ("*", ["job-1", "job-2", "y.pdf", "z.gz"]),
        ("job-[1-9]/*.gz", ["job-1/b.gz", "job-2/a.gz"]),
        ("job-[!1]/*.gz", ["job-2/a.gz"]),
        ("**/*.gz", ["job-1/b.gz", "job-1/deep/er/c.gz", "job-2/a.gz", "z.gz"]),
        ("**/er/*", ["job-1/deep/er/c.gz"]),
        (".*.gz", [".hidden.gz"]),
    ],
)
def test_a_pattern_finds_files_and_folders_in_order(crawl, pattern, found):
    assert names(crawl, pattern) == found


def test_a_name_that_is_there_is_no_pattern(crawl):
    for name in ("a[1].gz", "*.gz", "[x]/e.gz"):
        (crawl / name).parent.mkdir(exist_ok=True)
        (crawl / name).touch()
        assert names(crawl, name) == [name]
    assert names(crawl, "[x]/*") == ["[x]/e.gz"]


def test_links_to_folders_lead_on_only_where_they_cannot_lead_in_circles(crawl):
    (crawl / "job-1" / "loop").symlink_to(crawl)
    assert names(crawl, "job-1/*/z.gz") == ["job-1/loop/z.gz"]
    assert "job-1/loop/z.gz" not in names(crawl, "**/z.gz")


def test_a_pattern_that_finds_nothing_is_an_error_that_says_so(crawl):
    for pattern in ("*.warc.gz", "nowhere/*.gz", "**/nothing"):
        with pytest.raises(SourceError, match="There is no file") as caught:
            find_paths(crawl / pattern)
        assert "**" in caught.value.what_to_do
    with pytest.raises(SourceError, match="cannot be read: Not a directory"):
        find_paths(crawl / "z.gz" / "*")


def test_names_that_are_no_text_are_found(crawl):
    raw = os.fsdecode(b"caf\xe9.gz")
    (crawl / raw).touch()
    assert names(crawl, "c*.gz") == [raw]


@pytest.fixture
def archives(tmp_path):
    folder = tmp_path / "warcs"
    folder.mkdir()
    for number in (2, 1):
        page = Page(f"http://h/{number}.pdf", paper_pdf(f"Paper {number}"))
        write_warc(folder / f"part-{number}.warc.gz", [page])
    (folder / "notes.txt").write_text("not meant")
    return folder


def test_from_python_all_that_a_pattern_finds_is_one_run_by_its_name(archives, tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        pattern = f"{archives}/*.warc.gz"
        summary = library.import_(pattern, filter=False, text=False)
        assert summary.captures == 2
        assert [one.url for one in library.captures(summary.run)] == [
            "http://h/1.pdf", "http://h/2.pdf",
        ]  # fmt: skip
        (run,) = library.run_log.runs()
        assert run.sources == (pattern,)


def test_a_quoted_pattern_on_the_command_line(sheaf_json, archives, tmp_path):
    sheaf.init(tmp_path / "lib").close()
    summary = sheaf_json("import", "warcs/*.warc.gz", "-L", "lib", "--no-filter", "--no-text")
    assert summary["captures"] == 2
