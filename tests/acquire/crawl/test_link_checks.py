"""Links are looked at politely: who is asked what, in which order, and what it means."""

import time

import pytest

from acquire.crawl.fake_web import Page
from sheaf.acquire.addresses import AddressGuard
from sheaf.acquire.crawl.link_checks.checker import LinkChecker
from sheaf.acquire.crawl.link_checks.contract import LinkToCheck
from sheaf.acquire.crawl.profiles import PLAIN
from sheaf.crawl_settings import FetchSettings, PolitenessSettings

DELAY = 0.05
HTML = {"Content-Type": "text/html"}


@pytest.fixture
def check(web):
    """What is found of URLs, by URL. Every name leads to the fake web but those of nowhere.test."""

    def run(*urls, find_on_blacklist=lambda url: None, contact="", **more):
        politeness = PolitenessSettings(min_delay=DELAY, delay_factor=0, **more)
        fetch = FetchSettings(seconds=1.0, connect_seconds=0.5)
        settings = PLAIN.model_copy(update={"politeness": politeness, "fetch": fetch})
        guard = AddressGuard(
            {"*.test": ("127.0.0.1", web.port)}, allow_private=False, loopback_only=not contact
        )
        checker = LinkChecker(settings, guard, find_on_blacklist)
        answers = checker.check(LinkToCheck(n, url) for n, url in enumerate(urls))
        return {one.url: one for one in answers}

    return run


def findings(answers):
    return {url: one.finding.value for url, one in answers.items()}


def methods(web):
    return [(one.method, one.url) for one in web.arrivals]


def test_what_answers_mean(web, check):
    at = "http://a.test"
    statuses = {200: "live", 404: "gone", 410: "gone", 403: "unclear", 401: "unclear",
                429: "unclear", 500: "unclear", 503: "unclear"}  # fmt: skip
    for status in statuses:
        web.page(f"{at}/{status}", "x" * 1000, status=status)
    web.redirect(f"{at}/moved", "http://b.test/new", status=301)
    found = check(*(f"{at}/{status}" for status in statuses), f"{at}/moved")
    assert findings(found) == {
        f"{at}/{status}": finding for status, finding in statuses.items()
    } | {f"{at}/moved": "live"}
    assert found[f"{at}/moved"].moved_to == "http://b.test/new"
    assert found[f"{at}/404"].status == 404
    assert not web.of_host("b.test"), "a redirect is noted, not followed"


def test_head_comes_first_and_get_where_it_is_refused(web, check):
    at = "http://a.test"
    web.page(f"{at}/good", "x")
    web.page(f"{at}/gone", "x", status=404)
    body = b"x" * 300_000
    web.each_time(f"{at}/shy", lambda before: Page(
        status=405 if not before else 200, headers=HTML, body=body))  # fmt: skip
    web.each_time(f"{at}/rude", lambda before: Page(
        raw=None if before else b"", status=200, headers=HTML))  # fmt: skip
    found = check(f"{at}/good", f"{at}/gone", f"{at}/shy", f"{at}/rude")
    assert findings(found) == {
        f"{at}/good": "live", f"{at}/gone": "gone", f"{at}/shy": "live", f"{at}/rude": "live",
    }  # fmt: skip
    asked = methods(web)
    assert asked[0] == ("GET", f"{at}/robots.txt")
    assert [method for method, url in asked if url == f"{at}/good"] == ["HEAD"]
    for name in ("gone", "shy", "rude"):
        assert [method for method, url in asked if url == f"{at}/{name}"] == ["HEAD", "GET"]


def test_hosts_are_asked_as_a_crawl_asks_them(web, check):
    web.robots("a.test", "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.2")
    urls = [web.page(f"http://{host}.test/{n}", "x") for n in range(3) for host in "abc"]
    secret = web.page("http://a.test/private/1", "x")
    began = time.monotonic()
    found = check(*urls, secret)
    assert findings(found) == dict.fromkeys(urls, "live") | {secret: "not-asked"}
    assert time.monotonic() - began >= 0.6
    assert secret not in web.urls()
    assert min(web.gaps("a.test")) >= 0.2 - 0.01
    assert min(web.gaps("b.test")) >= DELAY - 0.01
    assert set(web.most_at_once.values()) == {1}
    assert all("Sheaf" in one.headers["User-Agent"] for one in web.arrivals)


def test_a_server_that_asks_for_a_pause_gets_it(web, check):
    busy = {"Retry-After": "1", **HTML}
    web.page("http://a.test/1", "x", status=503, headers=busy)
    web.page("http://a.test/2", "x")
    check("http://a.test/1", "http://a.test/2")
    assert max(web.gaps("a.test")) >= 0.99


def test_trouble_is_no_death(web, check):
    slow = web.page("http://slow.test/", "x", seconds=1.5)
    web.robots("down.test", "", status=500)
    cut = web.page("http://cut.test/", raw=b"")
    down = web.page("http://down.test/", "x")
    found = check(slow, down, cut)
    assert findings(found) == {slow: "unclear", down: "unclear", cut: "unclear"}
    assert (found[down].words, found[cut].words) == ("robots_unavailable", "broken_response")
    assert down not in web.urls()


def test_names_addresses_and_blacklists(web, check):
    urls = ["http://no-such-name.invalid/", "http://10.0.0.1/", "http://black.test/", "nonsense"]
    found = check(
        *urls, contact="us", find_on_blacklist=lambda url: "line 1" if "black" in url else None
    )
    assert findings(found) == dict(
        zip(urls, ("no-name", "not-asked", "not-asked", "not-asked"), strict=True)
    )
    assert not web.arrivals


def test_many_links_wait_in_a_window(web, check, monkeypatch):
    monkeypatch.setattr("sheaf.acquire.crawl.link_checks.checker.WINDOW", 3)
    urls = [web.page(f"http://h{n}.test/", "x") for n in range(20)]
    assert findings(check(*urls)) == dict.fromkeys(urls, "live")
