"""API keys: what they open, how many requests they may send, and where they never stand."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.deposit.rights.contract import SCOPES
from sheaf.web.people import programs
from web.scene import PASSWORD

WRONG = f"sheaf_{'0' * 16}_{'x' * 43}"
AWAY = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def key(library: Library, browse: Any) -> str:
    programs.throttle.forget_all()
    library.add_user("ada", PASSWORD)
    return library.keys.make("harvester", owner="ada").secret


@pytest.fixture
def closed(library: Library) -> Library:
    """Reading needs a login."""
    library.settings = library.settings.with_values("web", reading="login")
    return library


def status(client: Any, page: str, headers: dict[str, str] | None = None) -> int:
    with closing(client.get(page, headers=headers)) as answer:
        return int(answer.status_code)


def with_key(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


OPEN = ("/login", "/healthz", "/readyz", "/robots.txt", "/static/sheaf/sheaf.css")
PAGES = ("/", "/?q=graphs", "/paper/1", "/file/1", "/text/1", "/paper/1/export/bibtex",
         "/dashboard", "/search/export/csv?q=graphs", "/help", "/api/docs")  # fmt: skip
FOR_PROGRAMS = ("/api/v1/status", "/api/v1/openapi.json", "/oai?verb=Identify", "/search.atom",
                "/sitemap.xml", "/metrics")  # fmt: skip


@pytest.mark.usefixtures("closed")
def test_with_reading_behind_the_login_a_visitor_sees_nothing(browse: Any, key: str) -> None:
    for page in OPEN:
        assert status(browse, page) == 200, page
    for page in PAGES:
        assert browse.get(page)["Location"].startswith("/login?next=/"), page
    for page in FOR_PROGRAMS:
        refused = browse.get(page)
        assert (refused.status_code, refused["WWW-Authenticate"]) == (401, "Bearer"), page
    assert browse.post("/oai", {"verb": "Identify"}).status_code == 401
    assert browse.get("/robots.txt").content == b"User-agent: *\nDisallow: /\n"


@pytest.mark.usefixtures("closed")
def test_with_reading_behind_the_login_a_viewer_and_a_key_read(
    library: Library, browse: Any, key: str
) -> None:
    from django.contrib.auth.models import User

    for page in (*PAGES, *FOR_PROGRAMS):
        assert status(browse, page, with_key(key)) == 200, page
        assert status(browse, page, {"x-api-key": key}) == 200, page
    library.add_user("eve", PASSWORD, "viewer")
    browse.force_login(User.objects.get(username="eve"))
    for page in (*PAGES, *FOR_PROGRAMS):
        assert status(browse, page) == 200, page


@pytest.mark.usefixtures("closed")
def test_a_key_that_stands_in_addresses_reads_nothing(
    library: Library, browse: Any, key: str
) -> None:
    ours = library.keys
    ingest = ours.make("extractor", owner="ada", scopes=("ingest",)).secret
    for page in FOR_PROGRAMS:
        assert status(browse, page, with_key(ingest)) == 403, page
    for page in PAGES:
        assert status(browse, page, with_key(ingest)) != 200, page
    assert b"<response location=" in browse.get("/api/getdocs.xml", {"key": ingest, "n": 1}).content
    both = ours.make("both", owner="ada", scopes=("ingest", "read")).secret
    assert status(browse, "/api/v1/status", with_key(both)) == 200
    library.settings = library.settings.with_values("web", reading="public")
    library.collections.make("Hidden")
    shown = {
        secret: browse.get("/api/v1/collections", headers=with_key(secret)).json()["collections"]
        for secret in (ingest, key)
    }
    assert [len(shown[secret]) for secret in (ingest, key)] == [0, 1]


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize("scope", [one for one in SCOPES if one not in ("read", "ingest")])
def test_a_key_reads_only_with_the_scope_read(
    library: Library, browse: Any, key: str, scope: str
) -> None:
    """It comes to what its own scope opens, and no further."""
    own = {"submit": "/api/v1/jobs", "edit": "/api/v1/reports", "admin": "", "extract": ""}[scope]
    alone = library.keys.make("alone", owner="ada", scopes=(scope,)).secret
    both = library.keys.make("both", owner="ada", scopes=(scope, "read")).secret
    for page in (*FOR_PROGRAMS, "/api/v1/search?q=a"):
        refused = browse.get(page, headers=with_key(alone))
        assert refused.status_code == 403, page
        assert "scope read" in refused.content.decode(), page
        assert status(browse, page, with_key(both)) == 200, page
    if own:
        assert status(browse, own, with_key(alone)) == 200


def test_a_wrong_key_is_refused_where_anybody_may_read(browse: Any, key: str) -> None:
    for secret in (WRONG, key[:-1] + "x", "none", ""):
        refused = browse.get("/api/v1/status", headers=with_key(secret))
        assert (refused.status_code, refused["WWW-Authenticate"]) == (401, "Bearer")
        assert "not known, has ended, or was revoked" in refused.json()["detail"]
    # What a proxy asks for itself is none of ours.
    assert browse.get("/api/v1/status", headers={"authorization": "Basic eDp5"}).status_code == 200


def test_a_key_opens_no_form_whatever_the_cookies_say(
    library: Library, browse: Any, key: str
) -> None:
    from django.contrib.auth.models import User

    browse.force_login(User.objects.get(username="ada"))
    assert browse.get("/uploads").status_code == 200
    refused = browse.get("/uploads", headers=with_key(key))
    assert (refused.status_code, "API keys are for" in refused.json()["detail"]) == (403, True)
    relaxed = type(browse)(headers={"host": "localhost", **with_key(key)})
    assert relaxed.post("/runs/1/undo").status_code == 403


def test_a_key_sees_no_places_of_the_machine(library: Library, browse: Any, key: str) -> None:
    source = library.run(1).sources[0]  # type: ignore[union-attr]
    assert source not in browse.get("/api/v1/runs/1", headers=with_key(key)).content.decode()


def test_requests_are_counted_by_key_and_by_address(
    library: Library, browse: Any, key: str
) -> None:
    library.settings = library.settings.with_values("web", key_requests=3, address_requests=2)
    asked = [browse.get("/api/v1/status", headers=with_key(key), **AWAY) for _ in range(4)]
    assert [one.status_code for one in asked] == [200, 200, 200, 429]
    assert int(asked[3]["Retry-After"]) in range(15, 21)
    assert "with this API key. Try again in" in asked[3].json()["detail"]
    for headers in ({}, with_key(WRONG)):
        programs.throttle.forget_all()
        asked = [browse.get("/api/v1/status", headers=headers, **AWAY) for _ in range(3)]
        assert asked[2].status_code == 429
        assert "from this address" in asked[2].json()["detail"]
    assert browse.get("/dashboard", **AWAY).status_code == 200
    # This machine's own address says nothing of who asks.
    assert [browse.get("/api/v1/status").status_code for _ in range(4)] == [200] * 4


def test_with_a_key_that_may_submit_more_bytes_may_be_sent(library: Library, key: str) -> None:
    secret = library.keys.make("sender", owner="ada", scopes=("submit",)).secret
    assert programs.may_send({"HTTP_AUTHORIZATION": f"Bearer {secret}"})
    assert programs.may_send({"HTTP_X_API_KEY": secret})
    for given in ({}, {"HTTP_X_API_KEY": key}, {"HTTP_X_API_KEY": WRONG}):
        assert not programs.may_send(given)
