"""Every page at the width of a phone: nothing is scrolled sideways, tables fold."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheaf.app import Library
from web.real_server import real_server

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WIDTH = 390
PAGES = [
    "/", "/?q=the", "/?q=nosuchwordanywhere", "/paper/1", "/dashboard", "/runs", "/runs/1",
    "/runs/1?outcome=failed", "/crawls", "/crawls/commons", "/hubs", "/login", "/nowhere",
]  # fmt: skip
# Boxes that hold more than they show, and would be scrolled to read it.
TOO_WIDE = """[...document.querySelectorAll('main *')].filter(one =>
    one.scrollWidth > one.clientWidth + 1
    && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
).map(one => one.tagName + '.' + one.className)"""


def test_no_page_is_scrolled_sideways(crawled: Library, chromium: Path, tmp_path: Path) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    with (
        real_server(crawled.folder, tmp_path / "log") as server,
        sync_api.sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": 844})
        for path in PAGES:
            page.goto(server.url + path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert (path, wide, page.evaluate(TOO_WIDE)) == (path, WIDTH, [])
        page.goto(f"{server.url}/runs")
        cell = page.locator("td[data-head=Captures]").first
        assert cell.evaluate("one => getComputedStyle(one, '::before').content") != "none"
        browser.close()
