"""Large crawls in the browser: no page takes longer for their hosts, nor for the runs since."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.status import HOSTS_LISTED
from sheaf.app import Library

HOSTS = 50_000
QUICKLY = 0.25  # some 0.03 s; three times the limit where each host was read
PAGE = "/crawls/commons"


def frontier(library: Library, name: str = "commons") -> Path:
    return library.folder / "frontier" / f"{name}.db"


@pytest.mark.parametrize(
    "path", ["/crawls", "/crawls/many", "/api/v1/crawls", "/api/v1/crawls/many", "/metrics"]
)
def test_many_hosts_hold_no_page_up(crawled: Library, browse: Any, path: str) -> None:
    with closing(FrontierFile(frontier(crawled, "many"))) as file, file.transaction() as write:
        names = ((number, f"host{number}.test") for number in range(1, HOSTS + 1))
        write.executemany("INSERT INTO hosts (id, name) VALUES (?, ?)", names)
        for outcome, urls in (("", 10), ("fetched", 3), ("redirect", 1), ("bad_status", 1)):
            rows = ((number, outcome, urls, 0) for number in range(1, HOSTS + 1))
            write.executemany("INSERT INTO counts VALUES (?, ?, ?, ?)", rows)
    browse.get(path)  # templates are read once
    began = time.perf_counter()
    response = browse.get(path)
    assert time.perf_counter() - began < QUICKLY
    assert response.status_code == 200
    if path == "/api/v1/crawls/many":
        told = response.json()
        assert (told["host_count"], len(told["hosts"])) == (HOSTS, HOSTS_LISTED)
        assert (told["waiting"], told["outcomes"]["fetched"]) == (5 * HOSTS, 3 * HOSTS)
    if path == "/crawls/many":
        assert f"And {HOSTS - 50:,} hosts more" in response.content.decode()


def test_the_run_of_a_crawl_is_found_however_many_came_since(crawled: Library, browse: Any) -> None:
    from sheaf.deposit.models import Run

    runs = Run.objects.using(crawled.run_log.alias)
    now = datetime.now(UTC)
    runs.bulk_create(
        [Run(kind="import", key=str(n), sources=["x"], started=now) for n in range(150)]
    )
    # A crawl of a similar name is another one.
    runs.create(kind="crawl", key="x", sources=["warc/common"], options={"name": "common"},
                started=now)  # fmt: skip
    assert '<a href="/runs/1">Run 1</a>' in browse.get(PAGE).content.decode()
    runs.filter(id=1).update(state="running")
    assert ">interrupted</span>" in browse.get(PAGE).content.decode()
    with crawled.writing("an import"):
        assert ">running</span>" in browse.get(PAGE).content.decode()


def test_links_that_were_left_out_are_shown_by_the_rule(crawled: Library, browse: Any) -> None:
    assert 'id="left-out"' not in browse.get(PAGE).content.decode()
    left_out = {"too_deep": 1234, '<script> of a "rule"': 7}
    with closing(FrontierFile(frontier(crawled))) as file, file.transaction() as write:
        write.executemany("INSERT INTO left_out VALUES (?, ?)", left_out.items())
    page = browse.get(PAGE).content.decode()
    panel = page.partition('id="left-out"')[2].partition("</section>")[0]
    assert "<script>" not in panel
    assert "&lt;script&gt; of a" in panel
    for words in ("too deep", "1,234"):
        assert f">{words}</t" in panel
    assert browse.get("/api/v1/crawls/commons").json()["left_out"] == left_out
    metrics = browse.get("/metrics").content.decode()
    assert 'reason="<script> of a \\"rule\\""} 7' in metrics
