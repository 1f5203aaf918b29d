"""A library that cannot be written, and a catalogue that went away: said, logged, survived."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.parts import require_part
from support.servers import Postgres

import sheaf
from sheaf.app import Library
from web.real_server import WITHIN, RealServer, real_server
from web.scene import PASSWORD

TRACEBACK = "Traceback"


@pytest.fixture
def shelf(library_folder: Path, tmp_path: Path) -> Iterator[Path]:
    """The library on a disk that cannot be written, not even by root."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    mount = ["mount", "--bind", "-o", "ro", str(library_folder), str(shelf)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a read-only disk can be mounted by root only")
    yield shelf
    subprocess.run(["umount", "-l", str(shelf)], check=True)


def test_a_read_only_library_is_shown_and_offers_no_login(shelf: Path, tmp_path: Path) -> None:
    with real_server(shelf, tmp_path / "log") as server:
        assert "No user yet" not in server.written()
        status, page = server.ask("/?q=graphs")
        assert status == 200
        assert "<mark>Graphs</mark>" in page
        assert "Log in" not in page
        assert "Log in" not in server.ask("/runs/1")[1]
        for path in ("/login", "/setup?token=x"):
            status, page = server.ask(path)
            assert status == 503
            assert "The library cannot be written here" in page
        assert server.ask("/readyz") == (200, "ok")
        assert TRACEBACK not in server.written()


def test_what_would_write_says_in_a_sentence_that_it_cannot(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where it could not be told beforehand: SQLite itself refuses here."""
    from django.contrib.auth.models import User
    from django.db import connections
    from django.test import Client

    User.objects.create_superuser("ada", password=PASSWORD)
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    # Django's connection lasts for one request; this one keeps its pragma over it.
    connection = connections[library.catalogue.alias]
    monkeypatch.setattr(connection, "close", lambda: None)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    answer = client.post("/login", {"username": "ada", "password": PASSWORD})
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = OFF")
    assert answer.status_code == 503
    assert "The library cannot be written: attempt to write a readonly" in answer.content.decode()
    (record,) = (one for one in caplog.records if one.name == "django.request")
    assert record.exc_info is None
    assert "readonly database" in record.getMessage()


def test_a_fault_of_ours_keeps_its_traceback(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from django.db import ProgrammingError
    from django.test import Client

    def wrong() -> Any:
        raise ProgrammingError("no such column")

    monkeypatch.setattr(library, "status", wrong)
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    answer = client.get("/api/v1/status")
    assert answer.status_code == 500
    assert answer.json()["detail"] == "This is a fault of ours."
    (record,) = (one for one in caplog.records if one.name == "django.request")
    assert record.exc_info is not None


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """Not the one that all tests share: this one is stopped."""
    with Postgres(require_part("postgres")) as server:
        yield server


def test_a_catalogue_that_goes_away_and_comes_back(own_postgres: Postgres, tmp_path: Path) -> None:
    with sheaf.init(tmp_path / "lib", own_postgres.fresh_database()) as library:
        library.add_user("ada", PASSWORD)
        folder = library.folder
    with real_server(folder, tmp_path / "log") as server:
        assert server.ask("/dashboard")[0] == 200
        assert server.ask("/readyz") == (200, "ok")

        own_postgres.process.send_signal(own_postgres.stop_signal)
        own_postgres.process.wait(WITHIN)
        lines = len(server.written().splitlines())
        status, page = server.ask("/dashboard")
        assert status == 503
        assert "The catalogue cannot be asked just now." in page
        assert "127.0.0.1" not in page  # where the server stands is for the log
        assert len(server.written().splitlines()) == lines + 1
        assert str(own_postgres.port) in server.written().splitlines()[-1]
        status, answer = server.ask("/api/v1/status")
        assert status == 503
        assert json.loads(answer)["detail"] == "The catalogue cannot be asked just now."
        assert server.ask("/readyz") == (503, "The catalogue cannot be asked just now.")
        assert server.ask("/healthz") == (200, "ok")
        assert server.ask("/?q=graphs")[0] == 200  # the index needs no catalogue
        assert TRACEBACK not in server.written()

        own_postgres._start()
        assert _recovers(server)
        for _ in range(16):  # every thread of the server
            assert server.ask("/dashboard")[0] == 200


def _recovers(server: RealServer) -> bool:
    deadline = time.monotonic() + WITHIN
    while server.ask("/readyz")[0] != 200 and time.monotonic() < deadline:
        time.sleep(0.1)
    return server.ask("/readyz") == (200, "ok")
