"""The simulated scholarly web, whose truth is known, crawled from its portal."""

from __future__ import annotations

from pathlib import Path

from support.crawls import crawl_options

from sheaf.acquire.crawl.crawler import Crawler
from sheaf.records import Seed
from sheaf.settings import Settings
from sheaf.world import World, serve


def test_all_that_is_allowed_and_can_be_reached_is_fetched_and_nothing_else(tmp_path: Path) -> None:
    world = World(seed=7, pages=60, slow_seconds=0.05, crawl_delay=0.02)
    truth = {each["url"]: each for each in world.truth()}
    with serve(world, log=True) as server:
        options = crawl_options(
            name="world",
            hosts=[world.host_pattern],
            resolve={world.host_pattern: ("127.0.0.1", server.port)},
            min_delay=0,
            delay_factor=0,
            retries=0,
            depth=12,
        )
        crawler = Crawler(tmp_path, options.choose_profile(Settings()), options)
        report = crawler.run([Seed(url) for url in world.seeds])
        asked = [f"http://{request.host}{request.path}" for request in server.requests]
    pages = {url for url in asked if not url.endswith("/robots.txt")}
    assert len(asked) == len(set(asked))
    wanted = {url for url, facts in truth.items() if facts["allowed"] and facts["reachable"]}
    # The calendar has no end, so its months are in the truth only as far as the first.
    assert {url for url in pages if "/calendar/" not in url or url in truth} == wanted
    assert report.fetched == len(pages) > 50
