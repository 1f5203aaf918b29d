"""Crawls in the browser: one that has ended, one that runs, and files that are none."""

from __future__ import annotations

import html
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.visits import FETCH_MEANINGS, FetchOutcome
from sheaf.app import Library
from sheaf.world import WorldServer
from web.crawl_scene import WITHIN, running_crawl, until
from web.scene import without_our_scripts

REFRESH = '<meta http-equiv="refresh" content="'
PAGE, ORDERS, SEEDS = "/crawls/commons", "/crawls/commons/orders", "/crawls/commons/seeds"


def text(client: Any, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return str(response.content.decode())


def frontier(library: Library, name: str = "commons") -> Path:
    return library.folder / "frontier" / f"{name}.db"


def orders(library: Library) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(frontier(library))) as database:
        return database.execute("SELECT word, url FROM orders ORDER BY id").fetchall()


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("library")
def test_without_a_crawl_the_page_says_how_to_begin_one(browse: Any) -> None:
    page = text(browse, "/crawls")
    assert "No crawl yet" in page
    assert "sheaf crawl SEED --library library" in page
    assert browse.get("/api/v1/crawls").json() == {"crawls": []}
    assert '<a href="/crawls">Crawls</a></dt><dd>0</dd>' in text(browse, "/dashboard")


def test_the_list_has_how_each_crawl_stands(crawled: Library, browse: Any) -> None:
    status = read_status(frontier(crawled))
    page = text(browse, "/crawls")
    assert f'<a href="{PAGE}">commons</a>' in page
    assert ">stopped</span>" in page
    for figure in (1, status.fetched, status.waiting, "–", len(status.hosts)):
        assert re.search(rf'<td class="figure"[^>]*>{figure}</td>', page)
    assert REFRESH not in page
    dashboard = text(browse, "/dashboard")
    assert '<a href="/crawls">Crawls</a></dt><dd>1</dd>' in dashboard
    assert '<a href="/crawls">Crawls</a>\n' in dashboard  # in the navigation


def test_a_crawl_shows_outcomes_with_their_meanings_hosts_and_its_run(
    crawled: Library, browse: Any
) -> None:
    status = read_status(frontier(crawled))
    page = text(browse, PAGE)
    assert status.outcomes["fetched"] > 10
    for name in status.outcomes:
        assert FETCH_MEANINGS[FetchOutcome(name)] in page
    for host in status.hosts:
        assert f">{host.name}</th>" in page
    (run,) = crawled.runs()
    assert f'<a href="/runs/{run.id}">Run {run.id}</a>' in page
    assert f"{run.captures} captures" in page
    assert REFRESH not in page
    assert "Left at this pace" not in page


def test_every_way_a_url_can_end_has_a_meaning() -> None:
    assert set(FETCH_MEANINGS) == set(FetchOutcome)


@pytest.mark.usefixtures("crawled")
def test_only_so_many_hosts_are_shown(browse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = len(browse.get("/api/v1/crawls/commons").json()["hosts"])
    monkeypatch.setattr("sheaf.web.crawl_pages.SHOWN_HOSTS", 2)
    page = text(browse, PAGE)
    assert page.count('class="host"') == 2
    assert f"And {hosts - 2} hosts more" in page


def test_a_crawl_whose_run_was_undone_is_not_imported(crawled: Library, browse: Any) -> None:
    crawled.undo(1)
    page = text(browse, PAGE)
    assert "sheaf crawl import commons --library crawled" in page
    assert 'href="/runs/1"' not in page


@pytest.mark.usefixtures("crawled")
@pytest.mark.parametrize("path", ["/crawls", PAGE, SEEDS])
def test_pages_keep_to_their_own_policy(keeper: Any, path: str) -> None:
    page = without_our_scripts(text(keeper, path))
    for forbidden in ("<script", "<style", " style=", " onclick=", 'src="http', "<iframe"):
        assert forbidden not in page


# -- reading by programs ---------------------------------------------------------------------------


def test_the_api_answers_as_the_command_does(crawled: Library, browse: Any) -> None:
    told = read_status(frontier(crawled)).as_json()
    assert browse.get("/api/v1/crawls/commons").json() == told
    assert browse.get("/api/v1/crawls").json() == {"crawls": [told]}


def test_metrics_of_several_crawls_say_once_what_they_are(crawled: Library, browse: Any) -> None:
    frontier(crawled, 'with "quotes"').write_bytes(frontier(crawled).read_bytes())
    frontier(crawled, "damaged").write_bytes(b"no frontier" * 1000)
    response = browse.get("/metrics")
    assert response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = response.content.decode().splitlines()
    heads = [line.split()[1:3] for line in lines if line.startswith("#")]
    assert len(heads) == len({tuple(head) for head in heads})
    # Each metric is in one piece, below its own HELP and TYPE.
    current = ""
    for line in lines:
        if line.startswith("# HELP"):
            current = line.split()[2]
        elif line.startswith("# TYPE"):
            assert line.split()[2] == current
        else:
            assert re.fullmatch(rf"{current}(\{{.*\}})? [\d.e+]+", line), line
    status, urls = crawled.status(), read_status(frontier(crawled)).outcomes["fetched"]
    assert f"sheaf_documents {status['documents']}" in lines
    assert f'sheaf_captures{{outcome="new"}} {status["outcomes"]["new"]}' in lines
    assert f'sheaf_crawl_urls{{crawl="commons",outcome="fetched"}} {urls}' in lines
    assert f'sheaf_crawl_urls{{crawl="with \\"quotes\\"",outcome="fetched"}} {urls}' in lines
    assert "sheaf_crawls 3" in lines
    assert "sheaf_crawls_unreadable 1" in lines


@pytest.mark.usefixtures("library")
def test_metrics_of_a_library_without_crawls(browse: Any) -> None:
    lines = browse.get("/metrics").content.decode().splitlines()
    assert "sheaf_documents 3" in lines
    assert not any("sheaf_crawl_" in line for line in lines)


@pytest.mark.usefixtures("crawled")
@pytest.mark.parametrize(
    "path", ["/crawls", PAGE, "/api/v1/crawls", "/api/v1/crawls/commons", "/metrics"]
)
def test_reading_is_all_they_do_and_always_anew(browse: Any, path: str) -> None:
    assert "no-store" in browse.get(path)["Cache-Control"]
    relaxed = type(browse)(headers={"host": "localhost"})
    assert relaxed.post(path).status_code == 405


# -- names, and files that are no frontiers --------------------------------------------------------


@pytest.mark.usefixtures("crawled")
@pytest.mark.parametrize(
    "name",
    [
        "other",
        "commons.db",
        "..%2Fsheaf",
        "%2e%2e%2fcatalogue",
        "..",
        ".",
        "commons%00",
        "*",
        "%FF",
    ],
)
@pytest.mark.parametrize("page", ["/crawls/{}", "/api/v1/crawls/{}", "/crawls/{}/seeds"])
def test_names_that_are_not_listed_lead_nowhere(keeper: Any, name: str, page: str) -> None:
    assert keeper.get(page.format(name)).status_code == 404
    assert keeper.post(f"/crawls/{name}/orders", {"word": "pause"}).status_code == 404


@pytest.mark.parametrize("name", ["<b>b", "a b?c#d%e&", "line\nbreak", "ő 'quoted'"])
def test_odd_names_have_their_pages(crawled: Library, keeper: Any, name: str) -> None:
    frontier(crawled, name).write_bytes(frontier(crawled).read_bytes())
    (link,) = [
        one for one in re.findall(r'<a href="(/crawls/[^"]+)">', text(keeper, "/crawls"))
        if one != PAGE
    ]  # fmt: skip
    link = html.unescape(link)
    assert re.fullmatch(r"[!-~]+", link)
    assert "Add seeds" in text(keeper, link)
    assert keeper.get(f"/api/v1{link}").json()["name"] == name
    assert keeper.post(f"{link}/orders", {"word": "pause"})["Location"] == link
    assert "<b>" not in text(keeper, "/crawls")


def test_a_name_that_is_no_text_is_listed_without_a_page(crawled: Library, browse: Any) -> None:
    path = os.fsencode(crawled.folder / "frontier") + b"/\xff.db"
    Path(os.fsdecode(path)).write_bytes(frontier(crawled).read_bytes())
    page = text(browse, "/crawls")
    assert '<th scope="row" class="name">\\xff</th>' in page
    assert {one["name"] for one in browse.get("/api/v1/crawls").json()["crawls"]} == {
        "commons",
        "\\xff",
    }
    assert 'crawl="\\\\xff"' in browse.get("/metrics").content.decode()


def spoil_nothing_but_noise(path: Path) -> None:
    path.write_bytes(b"this is no frontier" * 1000)


def spoil_empty(path: Path) -> None:
    path.write_bytes(b"")


def spoil_a_folder(path: Path) -> None:
    path.mkdir()


def spoil_a_link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nothing-here"))


def spoil_pages(path: Path) -> None:
    whole = path.with_name("commons.db").read_bytes()
    path.write_bytes(whole[:4096] + b"\xee" * (len(whole) - 4096))


def spoil_state(path: Path) -> None:
    path.write_bytes(path.with_name("commons.db").read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM state")


def spoil_version(path: Path) -> None:
    path.write_bytes(path.with_name("commons.db").read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_nothing_but_noise,
        spoil_empty,
        spoil_a_folder,
        spoil_a_link_to_nowhere,
        spoil_pages,
        spoil_state,
        spoil_version,
    ],
)
def test_a_damaged_frontier_is_shown_as_unreadable(
    crawled: Library, keeper: Any, spoil: Any
) -> None:
    spoil(frontier(crawled, "spoilt"))
    page = text(keeper, "/crawls")
    assert ">unreadable</span>" in page
    assert f'<a href="{PAGE}">commons</a>' in page
    assert "cannot be read" in text(keeper, "/crawls/spoilt")
    assert str(crawled.folder) not in page + text(keeper, "/crawls/spoilt")
    answer = keeper.get("/api/v1/crawls/spoilt")
    assert answer.status_code == 503
    assert answer.json()["detail"]
    assert str(crawled.folder) not in answer.content.decode()
    said = keeper.post("/crawls/spoilt/orders", {"word": "pause"}, follow=True).content.decode()
    assert "takes no orders" in said
    response = keeper.post("/crawls/spoilt/seeds", {"seeds": "http://www.commons.test/"})
    assert response.status_code == 400
    assert "<dd>2</dd>" in text(keeper, "/dashboard")
    if spoil is spoil_empty:
        assert not frontier(crawled, "spoilt").stat().st_size


# -- orders ----------------------------------------------------------------------------------------


def test_orders_need_a_login(crawled: Library, browse: Any) -> None:
    assert "Log in to give orders" in text(browse, PAGE)
    assert '<button name="word"' not in text(browse, PAGE)
    assert browse.get(SEEDS)["Location"] == f"/login?next={SEEDS}"
    relaxed = type(browse)(headers={"host": "localhost"})
    came = {"referer": f"http://localhost{PAGE}"}
    given = relaxed.post(ORDERS, {"word": "pause"}, headers=came)
    assert given["Location"] == f"/login?next={PAGE}"
    seeds = {"seeds": "http://www.commons.test/more"}
    given = relaxed.post(SEEDS, seeds, headers={"referer": f"http://localhost{SEEDS}"})
    assert given["Location"] == f"/login?next={SEEDS}"
    assert relaxed.post(SEEDS, seeds)["Location"] == "/login?next=/dashboard"
    assert orders(crawled) == []


def test_orders_need_a_csrf_token(crawled: Library, browse: Any, keeper: Any) -> None:
    browse.cookies = keeper.cookies
    assert browse.post(ORDERS, {"word": "pause"}).status_code == 403
    assert browse.post(SEEDS, {"seeds": "http://www.commons.test/more"}).status_code == 403
    assert orders(crawled) == []
    token = text(browse, PAGE).partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
    values = {"word": "pause", "csrfmiddlewaretoken": token}
    assert browse.post(ORDERS, values)["Location"] == PAGE
    assert orders(crawled) == [("pause", "")]


def test_orders_for_a_crawl_that_does_not_run_wait(crawled: Library, keeper: Any) -> None:
    page = keeper.post(ORDERS, {"word": "pause"}, follow=True).content.decode()
    assert "commons: pause, when it is run again." in page
    page = keeper.post(ORDERS, {"word": "stop"}, follow=True).content.decode()
    assert "The crawl commons is not running, so there is nothing to stop." in page
    page = keeper.post(ORDERS, {"word": "DROP TABLE"}, follow=True).content.decode()
    assert "There is no such order." in page
    assert orders(crawled) == [("pause", "")]
    assert keeper.get(ORDERS).status_code == 405


def test_seeds_are_taken_whole_or_not_at_all(crawled: Library, keeper: Any) -> None:
    written = " http://www.commons.test/a \r\n\r\nhttp://www.commons.test/b"
    page = keeper.post(SEEDS, {"seeds": written}, follow=True).content.decode()
    assert "2 seeds given to commons, when it is run again." in page
    added = [("seed", "http://www.commons.test/a"), ("seed", "http://www.commons.test/b")]
    assert orders(crawled) == added
    for wrong in (
        "",
        " \n ",
        "http://x.test/\n<b>no</b>",
        "http://[::1",
        "ftp://x.test/",
        "h\0ttp",
    ):
        response = keeper.post(SEEDS, {"seeds": wrong})
        assert response.status_code == 400
        assert "No seed was added." in response.content.decode()
        assert "<b>no" not in response.content.decode()
    too_many = "\n".join(f"http://x.test/{number}" for number in range(1001))
    assert "1,000 are the most" in keeper.post(SEEDS, {"seeds": too_many}).content.decode()
    assert orders(crawled) == added


# -- while it runs ---------------------------------------------------------------------------------


def test_a_running_crawl_is_followed_paused_fed_resumed_and_stopped(
    crawled: Library, keeper: Any, browse: Any, world_server: WorldServer
) -> None:
    def told(name: str) -> Any:
        return keeper.get("/api/v1/crawls/live").json().get(name)

    def order(word: str) -> str:
        given = keeper.post("/crawls/live/orders", {"word": word}, follow=True)
        return str(given.content.decode())

    with running_crawl(crawled.folder, world_server, "live") as process:
        until(lambda: (told("fetched") or 0) > 3)
        page = text(browse, "/crawls/live")
        assert ">running</span>" in page
        assert "Left at this pace" in page
        assert "Fetched in this run" in page
        assert "nothing yet" in page  # imported
        for path in ("/crawls/live", "/crawls"):
            assert REFRESH in text(browse, path)
            assert REFRESH not in text(browse, f"{path}?still=1")
        assert REFRESH not in text(browse, PAGE)
        assert "1 running" in text(browse, "/dashboard")
        assert 'sheaf_crawl_running{crawl="live"} 1' in text(browse, "/metrics")

        assert "live: pause, within a second or two." in order("pause")
        until(lambda: told("paused"))
        page = text(keeper, "/crawls/live")
        assert ">paused</span>" in page
        assert "Left at this pace" not in page
        assert 'value="resume"' in page
        assert 'value="pause"' not in page

        seed = "http://www.harrow.test/given-in-the-browser"
        assert REFRESH not in text(keeper, "/crawls/live/seeds")
        keeper.post("/crawls/live/seeds", {"seeds": seed})
        order("resume")
        until(lambda: not told("paused"))
        until(lambda: any("given-in-the-browser" in str(one) for one in world_server.requests))

        order("stop")
        assert process.wait(WITHIN) == 0
    page = text(browse, "/crawls/live")
    assert ">stopped</span>" in page
    assert REFRESH not in page
    assert REFRESH not in text(browse, "/crawls")

    summary = crawled.import_crawl("live")
    assert f'<a href="/runs/{summary.run}">Run {summary.run}</a>' in text(browse, "/crawls/live")


def test_crawls_are_begun_and_gone_on_with_in_the_browser(keeper: Any) -> None:
    assert 'href="/jobs/new/crawl"' in text(keeper, "/crawls")
    assert 'href="/jobs/new/crawl?p_name=commons"' in text(keeper, PAGE)
    assert 'name="p_name" type="text" value="commons"' in text(
        keeper, "/jobs/new/crawl?p_name=commons"
    )
