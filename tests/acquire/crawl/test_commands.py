"""`sheaf crawl status` and its sisters, on a crawl that is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.app import Library
from sheaf.cli import app
from sheaf.errors import FetchRefusedError, NotALibraryError, SheafError, UsageError


@pytest.fixture
def library(bench: Bench) -> Path:
    bench.web.links("http://a.test/", ["/1", "/gone"])
    bench.web.page("http://a.test/1", "x")
    bench.run("http://a.test/")
    return bench.folder


def sheaf(library: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["crawl", *words, "-L", str(library)])


def test_status_by_outcome_and_by_host(library: Path) -> None:
    told = sheaf(library, "status", "crawl").stdout
    assert "not running" in told
    assert "fetched 2, bad_status 1" in told
    as_json = json.loads(sheaf(library, "status", "--json").stdout)
    assert as_json["outcomes"] == {"fetched": 2, "bad_status": 1}
    metrics = sheaf(library, "status", "--prometheus").stdout
    assert 'sheaf_crawl_urls{crawl="crawl",outcome="bad_status"} 1' in metrics.splitlines()


def test_orders_are_left_for_the_crawl(library: Path, bench: Bench) -> None:
    for words in (["pause", "crawl"], ["resume", "crawl"], ["add", "crawl", "http://a.test/2"]):
        assert sheaf(library, *words).exit_code == 0
    bench.run("http://a.test/")
    assert bench.outcomes()["http://a.test/2"] == "bad_status"


@pytest.mark.parametrize(
    "words",
    [
        ["status", "other"],
        ["pause", "../crawl"],
        ["stop", "crawl"],
        ["run"],
        ["wiki", "http://a.test/", "--profile", "scholarly", "-t", "3"],
    ],
)
def test_what_cannot_be_done_is_said(library: Path, words: list[str]) -> None:
    assert isinstance(sheaf(library, *words).exception, UsageError)


def test_explain_says_which_rule_decided() -> None:
    told = CliRunner().invoke(app, ["crawl", "explain", "http://a.test/events/2041/05/"])
    assert told.exit_code == 1
    assert "rejected" in told.stdout
    assert "calendar" in told.stdout


@pytest.mark.parametrize(
    "words",
    [["status"], ["status", "x"], ["pause", "x"], ["resume", "x"], ["stop", "x"], ["remove", "x"],
     ["add", "x", "http://a.test/"], ["explain", "http://a.test/", "--name", "x"]],
    ids=" ".join,
)  # fmt: skip
def test_a_folder_that_is_no_library_is_told(tmp_path: Path, words: list[str]) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        told = sheaf(folder, *words)
        assert isinstance(told.exception, NotALibraryError), told.exception
        assert str(folder) in str(told.exception)


def test_explain_answers_for_a_crawl_that_exists(bench: Bench, library: Path) -> None:
    def told(url: str) -> tuple[int, str]:
        answer = sheaf(library, "explain", url, "--name", "crawl")
        return answer.exit_code, " ".join(answer.stdout.split())

    code, words = told("http://a.test/gone")
    assert code == 0
    assert "Fate: bad_status, status 404" in words
    assert "Found on http://a.test/, depth 1." in words
    assert "robots.txt allows it" in words
    code, words = told("http://elsewhere.test/x")
    assert code == 1
    assert "is rejected by rule" in words
    assert "its robots.txt was not asked for yet" in words
    assert "never met it" in words
    (library / "sheaf.toml").write_text("[curate]\nblacklist = 'bad.txt'\n")
    (library / "bad.txt").write_text("a.test\n")
    bench.run("http://a.test/2")
    code, words = told("http://a.test/2")
    assert code == 1
    assert "a.test is on the blacklist bad.txt" in words
    answer = sheaf(library, "explain", "http://a.test/1", "--name", "crawl", "--json")
    found = json.loads(answer.stdout)
    assert (found["crawl"], found["accepted"], found["fate"]["outcome"]) == (
        "crawl", False, "fetched",
    )  # fmt: skip
    assert sheaf(library, "explain", "not a url", "--name", "crawl").exit_code == 1
    assert isinstance(
        sheaf(library, "explain", "http://a.test/", "--name", "none").exception, UsageError
    )


def test_a_refused_crawl_leaves_nothing_behind(tmp_path: Path) -> None:
    with Library.init(tmp_path / "lib") as made, pytest.raises(FetchRefusedError):
        made.crawl(["https://www.example.org/"])
    assert list((tmp_path / "lib" / "frontier").iterdir()) == []
    assert list((tmp_path / "lib" / "warc").iterdir()) == []


@pytest.mark.parametrize("text", ["<crawl-order", "<other/>", "<serviceConfiguration/>"])
def test_what_is_wrong_with_an_xml_profile_names_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.xml").write_text(text)
    with pytest.raises(SheafError, match=r"mine\.xml"):
        load_profile(tmp_path / "mine.xml")


def test_the_demo_heeds_settings_of_the_command_line(tmp_path: Path) -> None:
    words = ["demo", str(tmp_path / "demo"), "--no-serve", "--pages", "30"]
    command = [sys.executable, "-m", "sheaf", *words, "--set", "crawl.limits.pages=3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "page_limit" in done.stdout
