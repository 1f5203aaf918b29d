"""Every address there is: what changes something needs a login, a role and the token of our forms,
or an API key; what only shows changes nothing."""

from __future__ import annotations

import types
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.deposit.rights.contract import Role
from sheaf.web.people.open_routes import OPEN_TO_ALL
from web.url_walk import Route, Walk, routes, stale_exceptions, state_of

URLCONF = "sheaf.web.urls"


@pytest.fixture
def walk(crawled: Library) -> Walk:
    """Of a library with a run, a crawl and a job, all with the number 1."""
    crawled.jobs.add("index", {}, as_draft=True)
    return Walk(crawled)


def test_nothing_is_changed_by_whom_it_should_not(walk: Walk) -> None:
    known = routes(URLCONF)
    assert walk.faults(known) == []
    taken = {route.name for route in known if walk.is_accepted(route, "POST")}
    assert {"undo", "crawl-orders", "people-change", "key-make", "login", "theme"} <= taken
    assert {"search", "paper", "api:status"}.isdisjoint(taken)
    assert stale_exceptions(walk, known) == []


def test_who_may_is_let_in(walk: Walk) -> None:
    """Otherwise a server that refuses all would pass."""
    for route in routes(URLCONF):
        role = route.role("POST")
        if role is not None and walk.is_accepted(route, "POST"):
            walk.log_in_again()
            assert walk.ask(route, "POST", user=role) not in (401, 403), route


def test_what_shows_changes_nothing(walk: Walk) -> None:
    known, before = routes(URLCONF), state_of(walk.library)
    for route in known:
        read(walk, route, "GET")
        read(walk, route, "HEAD")
        read(walk, route, "OPTIONS")
    assert state_of(walk.library) == before


def read(walk: Walk, route: Route, method: str) -> int:
    """To its end: some answers are made while they are sent."""
    with closing(walk.send(route, method, user=Role.ADMIN)) as answer:
        if answer.streaming:
            for _ in answer.streaming_content:
                pass
        return int(answer.status_code)


def test_behind_the_login_nothing_is_shown_to_visitors(walk: Walk) -> None:
    library = walk.library
    library.settings = library.settings.with_values("web", reading="login")
    shown = [route.name for route in routes(URLCONF) if not walk.is_refused(route, "GET")]
    assert set(shown) <= set(OPEN_TO_ALL)


# -- addresses that break the rule -----------------------------------------------------------------


def unprotected(request: Any) -> Any:
    from django.http import HttpResponse

    return HttpResponse("done")


def only_a_login(request: Any) -> Any:
    from django.contrib.auth.decorators import login_required

    return login_required(unprotected)(request)


def changed_by_looking(request: Any) -> Any:
    from sheaf.web.library import served_library

    served_library().history.note("run.undo", "run 1")
    return unprotected(request)


@pytest.fixture
def broken(walk: Walk) -> Iterator[dict[str, Route]]:
    """Our addresses with some that break the rule, by their names."""
    import sys

    from django.test.utils import override_settings
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt
    from ninja import NinjaAPI

    from sheaf.web import urls
    from sheaf.web.people.rights import needs

    api = NinjaAPI(urls_namespace="broken", docs_url=None)
    api.post("/change", url_name="change")(lambda request: "done")
    module: Any = types.ModuleType("broken_urls")
    module.urlpatterns = [
        path("broken/open", unprotected, name="open"),
        path("broken/login", only_a_login, name="only-a-login"),
        path("broken/token", csrf_exempt(needs(Role.LIBRARIAN)(unprotected)), name="no-token"),
        path("broken/looking", changed_by_looking, name="looking"),
        path("broken/api/", api.urls),
        *urls.urlpatterns,
    ]
    module.handler404, module.handler500 = urls.handler404, urls.handler500
    sys.modules["broken_urls"] = module
    with override_settings(ROOT_URLCONF="broken_urls"):
        yield {route.name: route for route in routes("broken_urls")}
    del sys.modules["broken_urls"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("open", "a visitor is let in"),
        ("open", "it names no role"),
        ("open", "a key that may only read is let in"),
        ("only-a-login", "it names no role"),
        ("no-token", "a form without the token of our pages is taken"),
        ("broken:change", "a visitor is let in"),
    ],
)
def test_an_address_that_breaks_the_rule_is_found(
    walk: Walk, broken: dict[str, Route], name: str, said: str
) -> None:
    assert any(said in fault for fault in walk.faults([broken[name]]))


def test_an_address_that_changes_something_by_being_looked_at_is_found(
    walk: Walk, broken: dict[str, Route]
) -> None:
    before = state_of(walk.library)
    assert read(walk, broken["looking"], "GET") == 200
    assert state_of(walk.library) != before
