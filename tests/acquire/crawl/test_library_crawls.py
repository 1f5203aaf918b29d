"""What the crawl commands do, `library.crawls` does: status, seeds, orders, explain, remove."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.visits import Target
from sheaf.app import Library, crawls_in
from sheaf.errors import NotALibraryError, UsageError


@pytest.fixture
def library(tmp_path: Path) -> Library:
    with Library.init(tmp_path / "lib") as made:
        frontier = Frontier(made.folder / "frontier" / "mine.db")
        list(frontier.begin([Target(url="http://a.test/", seed="http://a.test/")], revisit=False))
        frontier.close()
        yield made


def test_a_crawl_is_listed_with_how_it_stands(library: Library) -> None:
    assert library.crawls.names() == ["mine"]
    status = library.crawls.status("mine")
    assert (status.name, status.state, status.waiting) == ("mine", "not running", 1)
    assert not library.crawls.is_fetching("mine")


def test_orders_to_a_crawl_that_does_not_run_hold_for_its_next_run(library: Library) -> None:
    assert library.crawls.pause("mine") is False
    assert library.crawls.status("mine").state == "paused, not running"
    library.crawls.resume("mine")
    assert library.crawls.status("mine").state == "not running"
    assert library.crawls.add_seeds("mine", ["http://a.test/b", "http://a.test/c"]) == 2
    with pytest.raises(UsageError, match="not running, so there is nothing to stop"):
        library.crawls.stop("mine")


def test_a_crawl_is_removed_or_only_said_to_be(library: Library) -> None:
    found = library.crawls.remove("mine", dry_run=True)
    assert library.crawls.names() == ["mine"]
    assert library.crawls.remove("mine").files == found.files
    assert library.crawls.names() == []


def test_a_name_leads_to_no_other_folder(library: Library) -> None:
    with pytest.raises(UsageError, match="cannot be the name"):
        library.crawls.status("../frontier/mine")
    for order in (library.crawls.pause, library.crawls.resume, library.crawls.stop):
        with pytest.raises(UsageError, match="There is no crawl called other"):
            order("other")


def test_which_rule_decides_can_be_asked_without_a_library(library: Library) -> None:
    seeds = ["http://a.test/"]
    assert library.crawls.explain("http://a.test/b", seeds=seeds).accepted
    assert not crawls_in(None).explain("http://b.test/", seeds=seeds).accepted
    with pytest.raises(NotALibraryError):
        crawls_in(None).names()


@pytest.mark.parametrize("arguments", [("status",), ("pause", "x"), ("remove", "x", "--yes")])
def test_commands_say_that_a_folder_is_no_library(sheaf_command, tmp_path, arguments) -> None:
    (tmp_path / "plain").mkdir()
    done = sheaf_command("crawl", *arguments, "--library", tmp_path / "plain", check=5)
    assert f"There is no library in {tmp_path / 'plain'}" in done.stderr
