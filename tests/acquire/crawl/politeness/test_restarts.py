"""A pause that a host was promised holds for the next run too, however the last one ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.links.contract import MOST_LINKS

HERE = Path(__file__).parents[1]


def kill_after_first_answer(bench: Bench, seed: str) -> None:
    """A crawl in a process of its own, killed as soon as the page was answered."""
    crawl = subprocess.Popen(
        [sys.executable, str(HERE / "crawl_once.py"), str(bench.web.port), str(bench.folder),
         "--retries", "5", "--delay-factor", "20", seed],
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
    )  # fmt: skip
    end = time.monotonic() + 30
    while not [one for one in bench.web.arrivals if one.url == seed]:
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.2)
    crawl.send_signal(signal.SIGKILL)
    crawl.wait()


@pytest.mark.parametrize("trouble", ["retry-after", "slow"])
def test_a_pause_holds_after_a_kill_of_the_next_moment(
    bench: Bench, web: FakeWeb, trouble: str
) -> None:
    seed = "http://a.test/"
    if trouble == "slow":  # and answers, so that it rests for twenty times as long
        web.page(seed, "x", seconds=0.3)
    else:
        web.pages[seed] = Page(status=503, headers={"Retry-After": "6"})
    kill_after_first_answer(bench, seed)
    asked = web.arrivals[-1].ended
    bench.run(seed, "http://a.test/other", limits_seconds=1)
    assert web.arrivals[-1].ended == asked, "nothing was asked for meanwhile"


def test_a_page_with_too_many_links_says_so(bench: Bench) -> None:
    count = MOST_LINKS + 2345
    bench.web.links("http://a.test/", [f"/{number}" for number in range(count)])
    bench.run("http://a.test/", pages=1)
    (line,) = bench.log()
    assert "dol:2345" in line[11]
    status = read_status(bench.frontier_path)
    assert status.left_out == {"too many on one page": 2345}
    assert status.waiting == MOST_LINKS
