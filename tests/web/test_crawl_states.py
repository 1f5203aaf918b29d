"""What a crawl is doing, as the browser shows it: a pause of one that does not run, and an import
that goes on when the fetching is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.test import Client

from sheaf.acquire.crawl.frontier.locks import mark_as_importing
from sheaf.acquire.crawl.frontier.orders import give_order
from sheaf.app import Library

PAGE = "/crawls/commons"
REFRESH = '<meta http-equiv="refresh" content="'


def text(client: Any, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return str(response.content.decode())


def frontier(library: Library) -> Path:
    return library.folder / "frontier" / "commons.db"


def test_a_pause_that_waits_is_seen_and_can_be_taken_back(crawled: Library, keeper: Any) -> None:
    assert 'value="resume"' not in text(keeper, PAGE)
    give_order(frontier(crawled), "pause")
    page = text(keeper, PAGE)
    assert '<span class="state paused">paused, not running</span>' in page
    assert ">paused, not running</span>" in text(keeper, "/crawls")
    assert 'value="resume"' in page
    told = keeper.get("/api/v1/crawls/commons").json()
    assert (told["state"], told["paused"]) == ("paused, not running", True)
    keeper.post(f"{PAGE}/orders", {"word": "resume"})
    page = text(keeper, PAGE)
    assert ">stopped</span>" in page
    assert 'value="resume"' not in page
    assert 'href="/jobs/new/crawl?p_name=commons">Go on</a>' in page
    command = f"sheaf crawl --name commons --library {crawled.folder.name}"
    assert command not in page  # who has a button needs no terminal
    assert f"<code>{command}</code> goes on." in text(Client(headers={"host": "localhost"}), PAGE)


def test_an_import_after_the_fetching_is_shown_and_followed(crawled: Library, keeper: Any) -> None:
    assert REFRESH not in text(keeper, PAGE)
    with mark_as_importing(frontier(crawled)):
        page = text(keeper, PAGE)
        assert '<span class="state importing">importing</span>' in page
        assert REFRESH in page
        assert REFRESH in text(keeper, "/crawls")
        assert 'value="stop"' not in page
        assert keeper.get("/api/v1/crawls/commons").json()["importing"]


def test_who_is_not_logged_in_is_led_to_the_login(crawled: Library, browse: Any) -> None:
    assert crawled.folder
    assert f'href="/login?next={PAGE}"' in text(browse, PAGE)
