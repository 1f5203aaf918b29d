"""A pause is seen wherever one looks, says how it ends, and holds up nothing that is done; and an
import that follows the fetching is told as one."""

from __future__ import annotations

import threading
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.live import Live

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.control.crawl_screen import CrawlScreen, progress_lines, show_status
from sheaf.acquire.crawl.control.metrics import as_prometheus
from sheaf.acquire.crawl.control.progress import CrawlProgress, HostProgress
from sheaf.acquire.crawl.frontier.locks import is_running, mark_as_importing
from sheaf.acquire.crawl.frontier.orders import add_seeds, give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.places import is_crawling
from sheaf.records import Seed

HOME = "http://a.test/"
SOON = 10.0


def make_site(bench: Bench, pages: int = 3) -> None:
    bench.web.links(HOME, [f"/{number}" for number in range(pages)])
    for number in range(pages):
        bench.web.page(f"{HOME}{number}", "a page")


def progress(**changes: object) -> CrawlProgress:
    told = {
        "seconds": 4000.0, "outcomes": {"fetched": 123456}, "fetched": 123456, "bytes": 10**12,
        "written": 10**12, "waiting": 7654321, "under_way": 3, "pages_per_second": 1234.5,
        "bytes_per_second": 12345678.0, "seconds_left": 360000.0,
        "hosts": (HostProgress("a.test", 5, 100, 3, 0.0),), "host_count": 12345,
        "is_paused": False, "name": "mine", "captures": 9,
    }  # fmt: skip
    return CrawlProgress(**(told | changes))


def drawn(screen_told: object, width: int = 80) -> list[str]:
    console = Console(file=StringIO(), force_terminal=True, width=width)
    with Live("", console=console) as live:
        screen = CrawlScreen(live)
        screen_told(screen)  # type: ignore[operator]
        shown = live.get_renderable()
    out = Console(file=StringIO(), width=width)
    out.print(shown)
    return [line.rstrip() for line in out.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def test_a_pause_of_a_crawl_that_does_not_run_is_seen(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    make_site(bench)
    bench.run(HOME, pages=1)
    assert read_status(bench.frontier_path).state == "stopped"
    give_order(bench.frontier_path, "pause")
    status = read_status(bench.frontier_path)
    assert status.state == "paused, not running"
    assert (status.as_json()["state"], status.as_json()["paused"]) == (status.state, True)
    show_status(status)
    told = capsys.readouterr().out
    assert "paused, not running" in told
    assert "sheaf crawl resume crawl" in told
    give_order(bench.frontier_path, "resume")
    assert read_status(bench.frontier_path).state == "stopped"


def test_a_run_with_nothing_waiting_does_not_wait(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME)
    give_order(bench.frontier_path, "pause")
    ended = threading.Event()
    crawler = bench.crawler()

    def run() -> None:
        crawler.run([Seed(HOME)])
        ended.set()

    threading.Thread(target=run, daemon=True).start()
    is_over = ended.wait(SOON)
    crawler.stop()
    assert is_over
    assert read_status(bench.frontier_path).state == "paused, not running"


def test_a_paused_run_with_something_waiting_waits_and_says_how_to_go_on(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME)
    give_order(bench.frontier_path, "pause")
    add_seeds(bench.frontier_path, [f"{HOME}more"])
    heard: list[CrawlProgress] = []
    bench.run(HOME, limits_seconds=1.5, on_progress=heard.append)
    assert heard[0].is_paused
    assert "`sheaf crawl resume crawl` goes on." in " ".join(progress_lines(heard[0]))
    assert f"{HOME}more" not in bench.web.urls()


def test_off_a_terminal_a_pause_is_told_when_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    screen = CrawlScreen(None)
    screen.show(progress())
    assert capsys.readouterr().err == ""
    screen.show(progress(is_paused=True))
    assert "sheaf crawl resume mine" in capsys.readouterr().err
    screen.show(progress(is_paused=True))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("is_paused", [False, True])
def test_the_first_line_fits_on_a_narrow_screen(is_paused: bool) -> None:
    shown = drawn(lambda screen: screen.show(progress(is_paused=is_paused)))
    assert all(len(line) <= 80 for line in progress_lines(progress(is_paused=is_paused)))
    wanted = "sheaf crawl resume mine" if is_paused else "100:00:00 left"
    assert wanted in " ".join(shown[:2])


def test_there_is_no_table_of_hosts_without_hosts() -> None:
    assert any("rests" in line for line in drawn(lambda screen: screen.show(progress())))
    assert not any("rests" in line for line in drawn(lambda one: one.show(progress(hosts=()))))


def test_when_the_fetching_is_over_the_line_is_about_the_import() -> None:
    def told(screen: CrawlScreen) -> None:
        screen.show(progress())
        screen.show_import({"new": 1})
        screen.show(progress(is_last=True))
        screen.show_import({"new": 1, "not_academic": 2})

    assert drawn(told) == ["Importing: 3 of 9 captures, 1 document kept."]


def test_a_crawl_whose_captures_are_imported_is_importing(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME)
    frontier = bench.frontier_path
    with mark_as_importing(frontier):
        status = read_status(frontier)
        assert status.state == "importing"
        assert (status.is_running, status.as_json()["importing"]) == (False, True)
        assert 'sheaf_crawl_importing{crawl="crawl"} 1' in [*as_prometheus(status)]
        assert not is_running(frontier)
        assert is_crawling(bench.folder, "crawl")
        with mark_as_importing(frontier):  # another import of it waits for the library
            assert read_status(frontier).state == "importing"
        give_order(frontier, "pause")
        assert read_status(frontier).state == "importing, paused"
    assert read_status(frontier).state == "paused, not running"


def test_a_mark_is_left_out_where_it_cannot_be_set(tmp_path: Path) -> None:
    with mark_as_importing(tmp_path / "not there" / "crawl.db"):
        began = time.monotonic()
    assert time.monotonic() - began < 1
