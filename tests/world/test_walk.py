"""The truth against what is served: a walk along links reaches exactly what the truth promises."""

from urllib.parse import urlsplit

import pytest

from sheaf.world import World
from world.walker import Links, Walker, canonical, is_web, links_to_follow


@pytest.fixture(scope="module")
def walker(world):
    return Walker(world)


@pytest.fixture(scope="module")
def reached(walker):
    return walker.walk()


def test_everything_marked_reachable_is_reached_and_nothing_else(reached, truth):
    assert set(reached) == {each["url"] for each in truth if each["reachable"]}


@pytest.mark.parametrize(("seed", "pages"), [(1, 20), (2, 60), (11, 400)])
def test_that_holds_for_other_worlds(seed, pages):
    world = World(seed, pages)
    promised = {each["url"] for each in world.truth() if each["reachable"]}
    assert set(Walker(world).walk()) == promised


def test_status_codes_are_as_the_truth_says(walker, truth):
    assert all(walker.fetch(each["url"]).status == each["status"] for each in truth)


def test_robots_rules_agree_with_the_truth(walker, truth):
    assert all(walker.allows(each["url"]) == each["allowed"] for each in truth)


def test_forbidden_pages_are_real(walker, truth):
    forbidden = [each for each in truth if not each["allowed"]]
    assert {each["kind"] for each in forbidden} == {"page", "paper", "trap"}
    assert all(walker.fetch(each["url"]).status == 200 for each in forbidden)


def test_urls_are_listed_once(truth):
    urls = [each["url"] for each in truth]
    assert len(urls) == len(set(urls))


def test_every_host_is_listed(world, truth):
    assert {each["url"].split("/")[2] for each in truth} == set(world.hosts)


def test_parents_come_first_and_link_to_their_children(world):
    """Every URL with a parent is found on it, or is where the parent redirects to."""
    seen = {}
    for url, parent, response in world.captures():
        if parent:
            assert url in _targets(parent, seen[parent]), (url, parent)
        seen[url] = response


def _targets(url, response):
    page = Links(url)
    page.feed(response.body.decode("utf-8", "replace"))
    return {canonical(each) for each in page.found if is_web(each)} | {response.header("Location")}


def test_the_calendar_never_ends(world):
    url = "http://attic1.commons.test/calendar/2026/11/"
    for _ in range(30):
        page = world.respond("attic1.commons.test", urlsplit(url).path)
        assert page.status == 200
        url = links_to_follow(url, page)[0]
    assert url.endswith("/calendar/2029/05/")


def test_an_unknown_host_or_path_is_not_found(world):
    assert world.respond("www.elsewhere.test", "/").status == 404
    assert world.respond("www.commons.test", "/nothing.html").status == 404
    assert world.respond("www.commons.test", "/universities/999.html").status == 404
