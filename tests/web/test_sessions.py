"""Who is logged in stays so when the server is killed, and nowhere but on that server."""

from __future__ import annotations

import os
import shutil
import stat
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import sheaf
from sheaf.web.library import start_serving
from sheaf.web.state import KEY_FILE, secret_key
from web.conftest import serving
from web.real_server import real_server
from web.scene import PASSWORD

OURS = "sheaf/serve"
# Only who is logged in sees it; others are sent to the login.
CLOSED = "/password"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def log_in() -> tuple[Any, str]:
    """A browser that is logged in, and the key that it shows."""
    from django.conf import settings
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.post("/login", {"username": "ada", "password": PASSWORD})
    assert client.get(CLOSED).status_code == 200
    return client, client.cookies[settings.SESSION_COOKIE_NAME].value


def is_let_in(key: str) -> bool:
    from django.conf import settings
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return bool(client.get(CLOSED).status_code == 200)


def all_text(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@contextmanager
def also_serving(folder: Path) -> Any:
    yield from serving(folder)


@pytest.mark.usefixtures("user")
def test_a_copy_of_the_library_carries_no_session(library: Any, tmp_path: Path) -> None:
    _, key = log_in()
    assert is_let_in(key)
    copy = Path(shutil.copytree(library.folder, tmp_path / "copy"))
    assert not (copy / KEY_FILE).exists()
    assert key.encode() not in all_text(copy)
    with also_serving(copy) as served_copy:
        assert [one.name for one in served_copy.users()] == ["ada"]
        assert not is_let_in(key)


@pytest.mark.usefixtures("user")
def test_at_the_same_path_of_another_machine_nobody_is_logged_in(
    library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, key = log_in()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another machine"))
    with also_serving(library.folder):
        assert not is_let_in(key)


@pytest.mark.usefixtures("user", "library")
def test_whoever_reads_what_is_remembered_has_no_key(state: Path) -> None:
    _, key = log_in()
    files = [path for path in state.rglob("*") if path.is_file()]
    assert {path.name == KEY_FILE for path in files} == {True, False}
    assert key not in " ".join(map(str, files))
    assert key.encode() not in all_text(state)
    assert not any(is_let_in(path.name.rpartition("_")[2]) for path in files)


@pytest.mark.usefixtures("user")
def test_what_is_remembered_is_for_its_owner_only(library: Any, state: Path) -> None:
    shutil.rmtree(state)
    before = os.umask(0)
    try:
        with also_serving(library.folder):
            log_in()
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [state, *state.rglob("*")]}
    assert len(modes) == 6
    assert not [path for path, mode in modes.items() if mode & 0o077]


@pytest.mark.usefixtures("user")
def test_logging_out_ends_the_session_for_every_server_of_the_library(library: Any) -> None:
    client, key = log_in()
    start_serving(library)  # as another process would
    assert is_let_in(key)
    assert client.post("/logout").status_code == 302
    assert not is_let_in(key)


@pytest.mark.usefixtures("user")
def test_sessions_nobody_used_for_long_are_cleared(library: Any, state: Path) -> None:
    log_in()
    (old,) = state.rglob("sheaf_session_*")
    os.utime(old, (0, 0))
    with also_serving(library.folder):
        assert not list(state.rglob("sheaf_session_*"))


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize("trouble", ["file", "stranger"])
def test_without_a_place_to_keep_them_sessions_last_as_long_as_the_server(
    library: Any, trouble: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(state)
    if trouble == "file":
        state.touch()
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with also_serving(library.folder):
        _, key = log_in()
        assert is_let_in(key)
        assert not list(state.rglob("*.key"))
    with also_serving(library.folder):
        assert not is_let_in(key)


def test_the_key_that_an_older_sheaf_kept_in_the_library_goes(library_folder: Path) -> None:
    (library_folder / KEY_FILE).write_text("known to whoever has a copy")
    with also_serving(library_folder):
        assert not (library_folder / KEY_FILE).exists()


def test_a_login_outlives_a_server_that_is_killed(library_folder: Path, tmp_path: Path) -> None:
    with sheaf.open(library_folder) as library:
        library.add_user("ada", PASSWORD)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with real_server(library_folder, tmp_path / "log") as server:
        page = browser.open(f"{server.url}/login").read().decode()
        token = page.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = {"username": "ada", "password": PASSWORD, "csrfmiddlewaretoken": token}
        browser.open(f"{server.url}/login", urllib.parse.urlencode(form).encode())
        server.process.kill()
    with real_server(library_folder, tmp_path / "log") as server:
        assert browser.open(server.url + CLOSED).url == server.url + CLOSED
    assert not (library_folder / KEY_FILE).exists()


# -- the key that signs sessions -------------------------------------------------------------------


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) >= 50
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_an_empty_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).touch()
    key = secret_key(tmp_path)
    assert key
    assert secret_key(tmp_path) == key
