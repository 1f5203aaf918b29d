"""Users beside the first: from the terminal, from Python, and a new password in the browser."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.errors import UsageError
from sheaf.web.guessing import ONE_ACCOUNT_HERE
from web.scene import PASSWORD

NEW = "another long and unusual one"
WITHIN = 60.0


def users(folder: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sheaf.cli", "users", *words, "--library", str(folder)]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=WITHIN, check=False
    )


def can_log_in(client: Any, name: str, password: str) -> bool:
    values = {"username": name, "password": password}
    return bool(client.post("/login", values).status_code == 302)


def fresh() -> Any:
    from django.test import Client

    return Client(headers={"host": "localhost"})


@pytest.fixture
def real_hashing(library: Library) -> Iterator[None]:
    """As the command has it, which is a process of its own."""
    from django.conf import global_settings
    from django.test.utils import override_settings

    with override_settings(PASSWORD_HASHERS=global_settings.PASSWORD_HASHERS):
        yield


@pytest.mark.usefixtures("real_hashing")
def test_made_listed_changed_and_removed_from_the_terminal(library: Library) -> None:
    folder = library.folder
    assert "No user yet" in users(folder).stderr
    done = users(folder, "add", "grace", "--stdin", stdin=f"{PASSWORD}\n")
    assert done.returncode == 0, done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    assert re.match(r"grace  admin, made \S+ \S+, never logged in\n", users(folder).stdout)
    assert '"name": "grace"' in users(folder, "--json").stdout

    browser = fresh()
    assert can_log_in(browser, "grace", PASSWORD)
    assert "Log out" in browser.get("/").content.decode()
    assert "last login" in users(folder).stdout
    assert users(folder, "password", "grace", "--stdin", stdin=f"{NEW}\n").returncode == 0
    assert "Log out" not in browser.get("/").content.decode()
    assert not can_log_in(fresh(), "grace", PASSWORD)
    assert can_log_in(browser, "grace", NEW)

    library.add_user("ada", PASSWORD, "admin")
    assert users(folder, "remove", "grace").returncode == 0
    assert "Log out" not in browser.get("/").content.decode()
    assert [one.name for one in library.users()] == ["ada"]


@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        (["add", "grace", "--stdin"], "short1!\n", "too short"),
        (["add", "grace", "--stdin"], "", "too short"),
        (["add", "grace", "--stdin"], "12345678901\n", "entirely numeric"),
        (["add", "two words", "--stdin"], f"{PASSWORD}\n", "This name will not do"),
        (["add", "x" * 151, "--stdin"], f"{PASSWORD}\n", "This name will not do"),
        (["add", "ADA", "--stdin"], f"{PASSWORD}\n", "There is a user 'ADA' already"),
        (["add", "grace"], f"{PASSWORD}\n", "no terminal to ask on"),
        (["add"], "", "Which user?"),
        (["password", "nobody"], "", "There is no user 'nobody'"),
        (["remove", "nobody"], "", "There is no user 'nobody'"),
        (["remove", "ada"], "", "ada is the last admin"),
        (["role", "ada", "--role", "viewer"], "", "ada is the last admin"),
        (["role", "ada"], "", "Which role?"),
        (["password", "ada", "--role", "admin"], "", "--role goes with add and role"),
        (["banish", "ada"], "", "banish"),
    ],
)
@pytest.mark.usefixtures("user")
def test_what_will_not_do_is_said(
    library: Library, sheaf_here: Any, words: list[str], stdin: str, said: str
) -> None:
    words = ["users", *words, "--library", str(library.folder)]
    assert said in sheaf_here(*words, stdin=stdin.encode(), check=2).stderr
    assert [one.name for one in library.users()] == ["ada"]


@pytest.mark.parametrize(("again", "code"), [(PASSWORD, 0), (NEW, 2)])
def test_a_terminal_is_asked_twice_and_shows_nothing(
    library_folder: Path, again: str, code: int
) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sheaf.cli", "users", "add", "grace", "-L", library_folder]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as process:
        os.close(theirs)
        # getpass throws away what was typed before it asked.
        shown = read_until(ours, "Password for grace: ")
        os.write(ours, f"{PASSWORD}\n".encode())
        shown += read_until(ours, "The same once more: ")
        os.write(ours, f"{again}\n".encode())
        shown += read_until(ours, "log in now" if code == 0 else "not the same")
        assert process.wait(WITHIN) == code
    os.close(ours)
    assert PASSWORD not in shown


def read_until(terminal: int, words: str) -> str:
    shown = ""
    while words not in shown:
        shown += os.read(terminal, 1024).decode()
    return shown


def test_the_same_from_python(library: Library) -> None:
    library.add_user("grace", PASSWORD)
    assert [(one.name, one.last_login) for one in library.users()] == [("grace", None)]
    with pytest.raises(UsageError, match="already"):
        library.add_user("grace", NEW)
    with pytest.raises(UsageError, match="too common"):
        library.set_password("grace", "password")
    library.set_password("grace", NEW)
    assert can_log_in(fresh(), "grace", NEW)
    library.add_user("ada", PASSWORD)
    library.set_role("ada", "admin")
    library.remove_user("grace")
    assert [(one.name, one.role) for one in library.users()] == [("ada", "admin")]


def change(client: Any, old: str, new: str) -> Any:
    page = client.get("/password").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    values = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post("/password", {**values, "csrfmiddlewaretoken": token[1] if token else ""})


def test_the_page_needs_a_login(browse: Any, user: Any) -> None:
    assert browse.get("/password")["Location"] == "/login?next=/password"


def test_a_new_password_in_the_browser_ends_other_sessions(browse: Any, user: Any) -> None:
    elsewhere = fresh()
    for client in (browse, elsewhere):
        client.force_login(user)
    assert 'href="/me"' in browse.get("/").content.decode()
    assert "/password" in browse.get("/me").content.decode()
    assert change(browse, PASSWORD, NEW)["Location"] == "/dashboard"
    assert "Your password was changed." in browse.get("/dashboard").content.decode()
    assert "Log out" not in elsewhere.get("/").content.decode()
    assert can_log_in(fresh(), "ada", NEW)


def test_the_old_password_must_be_known_and_the_new_one_be_good(browse: Any, user: Any) -> None:
    browse.force_login(user)
    for _ in range(ONE_ACCOUNT_HERE.tries + 1):
        assert change(browse, PASSWORD, "password").status_code == 200  # no guess: no wait
    for _ in range(ONE_ACCOUNT_HERE.tries):
        assert change(browse, "a guess", NEW).status_code == 200
    assert change(browse, PASSWORD, NEW).status_code == 429
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_the_page_takes_no_form_from_elsewhere(browse: Any, user: Any) -> None:
    browse.force_login(user)
    values = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert browse.post("/password", values).status_code == 403
