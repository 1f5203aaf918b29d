"""What each role may do in the browser, and what is said to who may not."""

from __future__ import annotations

from typing import Any

import pytest

from sheaf.app import Library
from web.scene import PASSWORD

# For each, a page that asks for at least this role.
PAGES = {"viewer": "/password", "librarian": "/uploads"}


@pytest.fixture
def as_role(library: Library) -> Any:
    """A browser in which somebody of this role is logged in."""
    from django.contrib.auth.models import User
    from django.test import Client

    library.add_user("ada", PASSWORD)

    def log_in(role: str) -> Client:
        library.add_user(role, PASSWORD, role)
        client = Client(headers={"host": "localhost"})
        client.force_login(User.objects.get(username=role))
        return client

    return log_in


@pytest.mark.parametrize(
    ("role", "opens"),
    [("viewer", {"viewer"}), ("librarian", set(PAGES)), ("admin", set(PAGES))],
)
def test_each_role_opens_its_pages(as_role: Any, role: str, opens: set[str]) -> None:
    client = as_role(role)
    found = {needed: client.get(page).status_code for needed, page in PAGES.items()}
    assert found == {needed: 200 if needed in opens else 403 for needed in PAGES}


def test_who_may_not_is_told_who_can_help(library: Library, as_role: Any) -> None:
    client = as_role("viewer")
    page = client.post("/runs/1/undo").content.decode()
    assert "This needs a librarian; viewer is a viewer." in page
    assert "An admin of this library can change that" in page
    assert library.run(1) is not None
    assert library.run(1).state == "done"  # type: ignore[union-attr]


def test_a_program_is_told_in_json(library: Library, browse: Any, as_role: Any) -> None:
    asked = {"accept": "application/json"}
    refused = browse.get("/uploads", headers=asked)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json() == {
        "type": "about:blank",
        "title": "Unauthorized",
        "status": 401,
        "detail": "This needs a login, or an API key.",
    }
    refused = as_role("viewer").get("/uploads", headers=asked)
    assert refused.status_code == 403
    assert "needs a librarian" in refused.json()["detail"]


def test_buttons_that_would_be_refused_are_not_shown(as_role: Any) -> None:
    for role, is_shown in (("viewer", False), ("librarian", True)):
        client = as_role(role)
        assert ("Undo this run" in client.get("/runs/1").content.decode()) is is_shown
        assert ('href="/sources"' in client.get("/").content.decode()) is is_shown


def test_what_is_done_in_the_browser_is_noted_with_its_user(library: Library, as_role: Any) -> None:
    as_role("librarian").post("/runs/1/undo")
    done = library.history.list(limit=1)[0]
    assert (done.who, done.way, done.action) == ("librarian", "web", "run.undo")


def test_only_librarians_see_where_files_lie(library: Library, as_role: Any) -> None:
    source = library.run(1).sources[0]  # type: ignore[union-attr]
    assert source not in as_role("viewer").get("/runs/1").content.decode()
    assert source in as_role("librarian").get("/runs/1").content.decode()
