"""Parts of the web without end are recognised, and the rest of it is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sheaf.acquire.crawl.scope import Rule, Scope, Trap
from sheaf.acquire.crawl.scope.traps import SeenValues
from sheaf.crawl_settings import TrapLimits
from sheaf.records import Link

HOME = "http://a.test"
NEXT_YEAR = datetime.now(UTC).year + 1


def guarded(**limits: int) -> Scope:
    rules = [Rule(decide="accept"), Rule(decide="reject", name="traps", traps=tuple(Trap))]
    return Scope.from_rules(rules, seeds=[HOME], traps=TrapLimits(**limits))


def admitted(scope: Scope, urls: list[str]) -> int:
    return sum(scope.admits(Link(url, HOME, "", 1)) for url in urls)


def reasons(scope: Scope, urls: list[str]) -> set[str]:
    return {scope.explain(url).verdict.reason for url in urls}


@pytest.mark.parametrize(
    ("url", "trap"),
    [
        ("/a/a/a/x.html", "repeating_segments"),
        ("/img/css/img/css/img/css/x", "repeating_segments"),
        ("/a/b/c/" + "/".join(map(str, range(20))), "endless_depth"),
        (f"/calendar?year={NEXT_YEAR + 10}&month=3", "calendar"),
        (f"/events/{NEXT_YEAR + 10}/03", "calendar"),
    ],
)
def test_traps_that_one_url_gives_away(url, trap):
    scope = guarded()
    decision = scope.explain(HOME + url)
    assert not decision.accepted
    assert decision.verdict.reason == f"trap: {trap}"
    assert admitted(scope, [HOME + url]) == 0


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/a/a/b/b/index.html",
        "/~author/papers/2004/05/paper.pdf",
        f"/proceedings/{NEXT_YEAR + 20}.pdf",
        f"/events/{NEXT_YEAR}/05/talk",
        "/papers/2050-01-01/a",
        "/browse?start=20",
        "/view?id=20240517",
        "/a/b/a/b/c",
    ],
)
def test_what_people_write_is_no_trap(url):
    assert guarded().explain(HOME + url).accepted


def test_a_calendar_ends_after_its_pages():
    scope = guarded(calendar_pages=20)
    days = [f"{HOME}/cal.php?date=2019-{m:02}-{d:02}" for m in range(1, 13) for d in range(1, 29)]
    assert admitted(scope, days) == 20
    assert reasons(scope, days[20:]) == {"trap: calendar"}
    # What was let in is let in again, and another calendar has its own count.
    assert admitted(scope, days[:20]) == 20
    assert admitted(scope, [f"{HOME}/other.php?date=2019-01-01"]) == 1


def test_a_calendar_in_the_path_ends_too():
    scope = guarded(calendar_pages=20)
    months = [f"{HOME}/events/{y}/{m:02}/" for y in range(1990, 2010) for m in range(1, 13)]
    assert admitted(scope, months) == 20


def test_the_queries_of_a_path_are_counted_once_each():
    scope = guarded(queries=50)
    urls = [f"{HOME}/list?sort={number}" for number in range(200)]
    assert admitted(scope, urls) == 50
    assert reasons(scope, urls[50:]) == {"trap: query_explosion"}
    assert admitted(scope, urls[:50] * 3) == 150
    assert admitted(scope, [f"{HOME}/other?sort=1"]) == 1


def test_new_sessions_of_one_page_come_to_an_end():
    scope = guarded(sessions=5)
    urls = [f"{HOME}/page;jsessionid={number:032X}" for number in range(30)]
    urls += [f"{HOME}/(S({number:024d}))/other" for number in range(30)]
    assert admitted(scope, urls) == 10
    assert reasons(scope, urls[5:30] + urls[35:]) == {"trap: session_id"}


def test_a_guard_that_is_set_to_nothing_is_off():
    off = guarded(calendar_pages=0, repeats=0, queries=0, sessions=0, segments=0)
    urls = [f"{HOME}/a/a/a/a/" + "b/" * 40, f"{HOME}/calendar?year=2999"]
    assert admitted(off, urls) == 2


def test_asking_only_does_not_count():
    scope = guarded(queries=3)
    for number in range(20):
        scope.explain(f"{HOME}/list?sort={number}")
    assert admitted(scope, [f"{HOME}/list?sort={number}" for number in range(3)]) == 3
    assert not scope.explain(f"{HOME}/list?sort=9").accepted
    assert scope.explain(f"{HOME}/list?sort=2").accepted


def test_links_out_of_the_crawl_are_not_counted_in_memory():
    rules = [
        Rule(decide="accept", hosts=("@seeds",)),
        Rule(decide="reject", traps=("query_explosion",)),
    ]
    scope = Scope.from_rules(rules, seeds=[HOME], traps=TrapLimits(queries=2))
    urls = [f"http://else.test/list?sort={number}" for number in range(50)]
    assert admitted(scope, urls) == 0
    assert reasons(scope, urls) == {"no rule speaks of it"}


def test_memory_is_bounded():
    known = SeenValues(most=1000)
    for number in range(5000):
        known.lets_pass(f"key {number % 700}", f"value {number}", 100, note=True)
        assert len(known) <= 1000
    kept = sum(len(values) for values in known._values.values())
    assert kept == len(known)


def test_the_first_trap_has_the_name():
    candidate = guarded().explain(HOME + "/a/a/a/" + "b/" * 30)
    assert candidate.verdict.reason == "trap: endless_depth"


def test_only_the_traps_that_are_asked_for_count():
    rules = [Rule(decide="accept"), Rule(decide="reject", traps=("endless_depth",))]
    scope = Scope.from_rules(rules, seeds=[HOME])
    assert scope.explain(HOME + "/a/a/a/").accepted
    assert not scope.explain(HOME + "/a" * 30).accepted
