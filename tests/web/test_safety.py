"""Headers, host names, keys and errors."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.errors import DatabaseError
from web.scene import PASSWORD, without_our_scripts


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/dashboard",
        "/login",
        "/nothing-here",
        "/healthz",
        "/static/sheaf/sheaf.css",
        "/static/sheaf/sheaf.js",
    ],
)
def test_headers_are_on_every_answer(browse: Any, path: str) -> None:
    with closing(browse.get(path)) as response:
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response["X-Frame-Options"] == "DENY"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Referrer-Policy"] == "same-origin"


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("path", ["/", "/?q=graphs", "/dashboard", "/runs", "/runs/1", "/paper/1"])
def test_pages_keep_to_their_own_policy(browse: Any, path: str) -> None:
    page = without_our_scripts(browse.get(path).content.decode())
    for forbidden in ("<script", "<style", " style=", " onclick=", 'src="http', "<iframe"):
        assert forbidden not in page


@pytest.mark.usefixtures("library")
def test_other_host_names_are_turned_away(browse: Any) -> None:
    response = browse.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "allowed_hosts" in response.content.decode()


@pytest.mark.usefixtures("user")
def test_cookies_belong_to_one_library_and_are_out_of_scripts_reach(browse: Any) -> None:
    from django.conf import settings

    client = type(browse)(headers={"host": "localhost"})
    response = client.post("/login", {"username": "ada", "password": PASSWORD})
    cookie = response.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie.key.startswith("sheaf_session_")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize(("origin", "status"), [("https://localhost", 302), ("https://evil", 403)])
@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_form_through_a_proxy_with_https(
    browse: Any, origin: str, status: int, is_trusted: bool
) -> None:
    """One that is not trusted passes the form on all the same."""
    proxy = {"origin": origin, "x-forwarded-proto": "https"}
    scheme = {"wsgi.url_scheme": "https"} if is_trusted else {}
    page = browse.get("/login", headers=proxy, **scheme).content.decode()
    token = page.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
    values = {"username": "ada", "password": PASSWORD, "csrfmiddlewaretoken": token}
    response = browse.post("/login", values, headers=proxy, **scheme)
    assert response.status_code == status
    assert bool(response.cookies) == (status == 302)
    assert all(bool(one["secure"]) == is_trusted for one in response.cookies.values())


def test_an_error_of_ours_is_said_in_words(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.test import Client

    def lost() -> None:
        raise DatabaseError("The catalogue failed while counting.")

    monkeypatch.setattr(library, "status", lost)
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    response = client.get("/dashboard")
    assert response.status_code == 503
    assert "The catalogue failed while counting." in response.content.decode()


def test_an_error_of_another_is_not_shown(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.test import Client

    def broken() -> None:
        raise ValueError("a secret detail")

    monkeypatch.setattr(library, "status", broken)
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    response = client.get("/dashboard")
    assert response.status_code == 500
    assert "secret detail" not in response.content.decode()
