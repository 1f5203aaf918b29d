"""People in the browser: added with a link, changed, removed; what the history shows to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheaf.app import Library
from web.scene import PASSWORD

NEW = "another long and unusual one"


@pytest.fixture
def admin(library: Library) -> Any:
    library.add_user("ada", PASSWORD)
    return logged_in(library, "ada")


def logged_in(library: Library, name: str) -> Any:
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(username=name))
    return client


def fresh() -> Any:
    from django.test import Client

    return Client(headers={"host": "localhost"})


def roles(library: Library) -> dict[str, str]:
    return {one.name: one.role.value for one in library.users()}


def is_in(client: Any) -> bool:
    return "Log out" in client.get("/help").content.decode()


def link_on(page: Any) -> str:
    found = re.search(r"http://localhost(/welcome/[^<]+)", page.content.decode())
    assert found is not None
    return found[1]


def choose(client: Any, link: str, password: str) -> Any:
    return client.post(link, {"new_password1": password, "new_password2": password})


def test_a_link_lets_a_new_user_choose_a_password_once(library: Library, admin: Any) -> None:
    page = admin.post("/people/add", {"name": "grace", "role": "viewer"})
    link = link_on(page)
    assert link not in admin.get("/people").content.decode()
    assert roles(library)["grace"] == "viewer"
    browser = fresh()
    assert "grace" in browser.get(link).content.decode()
    assert "too common" in choose(browser, link, "password").content.decode()
    assert choose(browser, link, NEW)["Location"] == "/login"
    for status in (browser.get(link).status_code, choose(browser, link, PASSWORD).status_code):
        assert status == 404
    assert browser.post("/login", {"username": "grace", "password": NEW}).status_code == 302
    assert is_in(browser)


def test_links_that_open_nothing_look_alike(library: Library, admin: Any) -> None:
    link = link_on(admin.post("/people/add", {"name": "grace", "role": "viewer"}))
    newer = link_on(admin.post("/people/change", {"name": "grace", "do": "link"}))
    pages = {fresh().get(one).content for one in (link, f"{newer}x", "/welcome/999/abc-def")}
    assert len(pages) == 1
    assert fresh().get(newer).status_code == 200


def test_a_new_role_a_new_password_and_an_order_end_sessions(library: Library, admin: Any) -> None:
    library.add_user("grace", PASSWORD)
    for change in (
        {"do": "role", "role": "viewer"},
        {"do": "log-out"},
        {"do": "link"},
    ):
        browser = fresh()
        browser.post("/login", {"username": "grace", "password": PASSWORD})
        assert is_in(browser)
        admin.post("/people/change", {"name": "grace", **change})
        assert not is_in(browser), change
    assert roles(library)["grace"] == "viewer"
    own, other = fresh(), fresh()
    for browser in (own, other):
        browser.post("/login", {"username": "grace", "password": PASSWORD})
    assert own.post("/me/log-out")["Location"] == "/login"
    assert not is_in(other)


def test_the_last_admin_stays(library: Library, admin: Any) -> None:
    for change in ({"do": "remove"}, {"do": "role", "role": "librarian"}):
        page = admin.post("/people/change", {"name": "ada", **change})
        assert (page.status_code, "is the last admin" in page.content.decode()) == (400, True)
    assert roles(library) == {"ada": "admin"}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"name": "ADA", "role": "viewer"}, "There is a user"),
        ({"name": "two words", "role": "viewer"}, "This name will not do"),
        ({"name": "x", "role": "king"}, "There is no such role"),
        ({"name": "x", "role": "viewer", "password": "short"}, "too short"),
    ],
)
def test_what_will_not_do_is_said(
    library: Library, admin: Any, values: dict[str, str], said: str
) -> None:
    page = admin.post("/people/add", values)
    assert (page.status_code, said in page.content.decode()) == (400, True)
    assert roles(library) == {"ada": "admin"}


def test_names_that_addresses_would_lose_are_changed_too(library: Library, admin: Any) -> None:
    library.add_user("..", PASSWORD)
    admin.post("/people/change", {"name": "..", "do": "role", "role": "viewer"})
    assert roles(library)[".."] == "viewer"
    admin.post("/people/change", {"name": "..", "do": "remove"})
    assert roles(library) == {"ada": "admin"}


def test_a_page_shows_a_key_once(library: Library, admin: Any) -> None:
    client = admin
    page = client.post("/me/keys", {"name": "new", "scope": ["read", "submit"], "days": "7"})
    assert (page.status_code, page["Cache-Control"].count("no-store")) == (200, 1)
    secret = page.content.decode().partition("<code>sheaf_")[2].partition("<")[0]
    assert library.keys.check(f"sheaf_{secret}") is not None
    assert secret[20:] not in client.get("/me").content.decode()
    number = library.keys.list()[0].number
    assert client.post("/me/keys/revoke", {"number": number})["Location"] == "/me"
    assert library.keys.check(f"sheaf_{secret}") is None
    refused = client.post("/me/keys", {"name": "new", "scope": ["read"], "days": "many"})
    assert (refused.status_code, "Write a number" in refused.content.decode()) == (400, True)


def test_nobody_revokes_the_key_of_another_but_an_admin(library: Library, admin: Any) -> None:
    library.add_user("grace", PASSWORD)
    made = library.keys.make("x", owner="ada")
    logged_in(library, "grace").post("/me/keys/revoke", {"number": made.info.number})
    assert library.keys.check(made.secret) is not None
    library.keys.make("y", owner="grace")
    number = library.keys.list(owner="grace")[0].number
    answer = admin.post("/me/keys/revoke", {"number": number, "from": "people"})
    assert answer["Location"] == "/people"
    assert library.keys.list(owner="grace") == []


def test_librarians_see_the_history_without_what_is_about_people(
    library: Library, admin: Any
) -> None:
    library.add_user("grace", PASSWORD)
    library.keys.make("x", owner="grace")
    admin.post("/runs/1/undo")
    shown = logged_in(library, "grace").get("/history").content.decode()
    assert "run.undo" in shown
    assert "user.add" not in shown
    assert "key.add" not in shown
    shown = admin.get("/history").content.decode()
    assert "user.add" in shown
    assert "key.add" in shown
    only = admin.get("/history?who=ada&action=run.").content.decode()
    assert "run.undo" in only
    assert "user.add" not in only


def test_the_history_is_paged_narrowed_and_taken_along(
    library: Library, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sheaf.web.people import people_pages

    monkeypatch.setattr(people_pages, "SHOWN_CHANGES", 2)
    for number in range(3):
        library.history.note("run.undo", f"run {number} <b>", before={"=x": 1})
    page = admin.get("/history?action=run.").content.decode()
    assert "run 2 &lt;b&gt;" in page
    older = re.search(r'rel="next" href="([^"]+)"', page)
    assert older is not None
    assert (
        "run 0 &lt;b&gt;" in admin.get("/history" + older[1].replace("&amp;", "&")).content.decode()
    )
    for never in ("never", "0001-01-01T00:00%2B05:00"):
        assert admin.get(f"/history?since={never}").status_code == 400
    assert "run 2" not in admin.get("/history?until=2001-01-01").content.decode()
    table = admin.get("/history?action=run.&format=csv")
    assert table["Content-Type"].startswith("text/csv")
    assert table.content.decode().count("run.undo") == 3


def test_the_commands_show_keys_and_history(library: Library, admin: Any) -> None:
    from typer.testing import CliRunner

    from sheaf.cli import app

    def run(*words: str) -> Any:
        return CliRunner().invoke(app, [*words, "--library", str(library.folder)])

    made = run("keys", "add", "harvester", "--owner", "ada", "--scope", "submit", "--days", "9")
    assert made.exit_code == 0, made.output
    secret = made.stdout.strip().splitlines()[-1]
    assert library.keys.check(secret) is not None
    listed = run("keys").stdout
    assert "ada: harvester" in listed
    assert secret not in listed
    assert run("keys", "revoke", str(library.keys.list()[0].number)).exit_code == 0
    assert library.keys.check(secret) is None
    done = run("history", "--action", "key.").stdout
    assert "key.revoke  ada: harvester" in done
    assert "command" in done
    assert run("history", "--csv", "--action", "key.").stdout.startswith("number,time,who")
    assert '"action": "key.add"' in run("history", "--json", "--until", "2100-01-01").stdout
