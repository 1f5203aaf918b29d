"""The blacklist that a library keeps itself: who changes it, and who obeys it."""

import json
import threading

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.curate.own_blacklist import OwnBlacklist
from sheaf.errors import BadSettingError, UsageError


@pytest.fixture
def library(tmp_path, monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def archive(path, *hosts):
    pages = [Page(f"http://{host}/{n}.pdf", paper_pdf(f"Of {host} {n}")) for n, host in
             enumerate(hosts)]  # fmt: skip
    return write_warc(path, pages)


def test_imports_and_crawls_obey_it_beside_the_files_of_the_settings(library, tmp_path):
    library.import_([archive(tmp_path / "one.warc.gz", "a.test", "a.test", "www.b.test")])
    assert library.cleaning.count_hits("=a.test").documents == 2
    assert library.cleaning.count_hits("b.test").documents == 1
    assert library.cleaning.count_hits("*/0.pdf").documents == 1
    assert not library.cleaning.count_hits("*/0.pdf", seconds=0).is_exact
    assert library.blacklist.add("=a.test", "2026-11-19, Ada: slides")
    assert library.blacklist.add("B.test")
    assert not library.blacklist.add("=A.TEST."), "the same host"

    hosts = ("a.test", "x.a.test", "c.b.test", "c.test")
    found = library.import_([archive(tmp_path / "two.warc.gz", *hosts)]).outcomes
    assert found == {"new": 2, "blacklisted": 2}
    verdict = library.crawls.explain("http://a.test/1.pdf")
    assert "blacklist.txt" in str(verdict)

    library.blacklist.remove("b.test")
    again = library.import_([archive(tmp_path / "three.warc.gz", "d.b.test")])
    assert again.outcomes == {"new": 1}


def test_lines_written_by_hand_stay_as_they_are(library):
    path = library.folder / "blacklist.txt"
    path.write_text("# ours\nExample.org  # since 2020\n=one.test", encoding="utf-8")
    assert library.blacklist.add("two.test", "why\nnot")
    assert path.read_text().splitlines() == [
        "# ours", "Example.org  # since 2020", "=one.test", "two.test  # why not",
    ]  # fmt: skip
    assert library.blacklist.remove("example.org").words == "Example.org"
    assert [one.words for one in library.blacklist.entries()] == ["=one.test", "two.test"]


def test_the_line_that_goes_is_that_of_the_entry_whatever_stands_in_words(library):
    path = library.folder / "blacklist.txt"
    path.write_text("# a page\x0cof ours\u2028and more\none.test\ntwo.test\n", encoding="utf-8")
    library.blacklist.remove("two.test")
    assert [one.words for one in library.blacklist.entries()] == ["one.test"]
    library.blacklist.remove("one.test")
    assert path.read_text(encoding="utf-8") == "# a page\x0cof ours\u2028and more\n"


def test_what_was_added_can_be_read_again_however_long_it_is(library):
    start = "http://a.test/"
    assert library.blacklist.add(start + "x" * (9_999 - len(start)), "why " * 40)
    with pytest.raises(UsageError, match="too long"):
        library.blacklist.add(start + "y" * (10_000 - len(start)))
    (entry,) = library.blacklist.entries()
    assert len(entry.words) == 9_999


@pytest.mark.parametrize("words", ["", "  # only words", "not a host", "x" * 20_000, "/[/"])
def test_what_is_no_entry_is_refused_and_nothing_is_written(library, words):
    with pytest.raises(UsageError, match="no entry of a blacklist"):
        library.blacklist.add(words)
    assert not (library.folder / "blacklist.txt").exists()


def test_a_pattern_that_no_crawl_could_use_is_refused(library):
    with pytest.raises(BadSettingError):
        library.blacklist.add("/(a+)+(b+)+$/")
    with pytest.raises(UsageError, match="not on the library's own"):
        library.blacklist.remove("example.org")


def test_many_at_once_lose_no_entry(library):
    def add(number):
        OwnBlacklist(library.folder, ()).add(f"h{number}.test")

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {one.words for one in library.blacklist.entries()} == {f"h{n}.test" for n in range(12)}


def test_a_file_of_that_name_outside_a_library_is_nobodys(tmp_path, sheaf_here):
    (tmp_path / "blacklist.txt").write_text("this is no blacklist at all\n")
    assert sheaf_here("settings", check=0)


def test_the_command(library, tmp_path, sheaf_here):
    library.import_([archive(tmp_path / "one.warc.gz", "a.test", "a.test")])
    at = ("-L", str(library.folder))
    assert "Nothing is on a blacklist" in sheaf_here("blacklist", "list", *at, check=0).stdout
    would = sheaf_here("blacklist", "add", "=a.test", "--dry-run", *at, check=0).stdout
    assert "Would add =a.test: 2 documents, 0 of them failed." in would
    assert not library.blacklist.entries()
    sheaf_here("blacklist", "add", "=a.test", "--note", "slides", *at, check=0)
    answer = sheaf_here("blacklist", "list", "--json", *at, check=0).stdout
    assert json.loads(answer) == {
        "entry": "=a.test", "file": "blacklist.txt", "line": 2, "is_own": True,
    }  # fmt: skip
    assert "Removed =a.test" in sheaf_here("blacklist", "remove", "=a.test", *at, check=0).stdout
    assert sheaf_here("blacklist", "remove", "=a.test", *at).returncode == 2
