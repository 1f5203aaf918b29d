"""A crawl that was stopped, or met a limit, is not listed as done: it says why, and what next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.crawls import crawl_options
from typer.testing import CliRunner

import sheaf
from acquire.crawl.fake_web import FakeWeb
from sheaf.app import Library
from sheaf.cli import app

HOME, NAME = "http://a.test/", "here"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.setenv("SHEAF_CURATE_FILTER", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def crawl(library: Library, web: FakeWeb, **how: Any) -> None:
    web.links(HOME, [f"/{number}" for number in range(6)])
    where = {"*.test": ("127.0.0.1", web.port)}
    how = {"min_delay": 0, "delay_factor": 0, "retries": 0} | how
    heard = {name: how.pop(name) for name in ("on_page",) if name in how}
    library.crawl([HOME], crawl_options(name=NAME, resolve=where, **how), **heard)


def run_state(library: Library) -> tuple[str, str]:
    (run,) = library.runs()
    return run.state, run.reason


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ({"pages": 2}, "all the pages"),
        ({"limits_bytes": 10}, "all the bytes"),
        ({"limits_seconds": 0.4, "min_delay": 0.3}, "time of the run"),
    ],
    ids=["pages", "bytes", "seconds"],
)
def test_a_limit_is_why_it_was_stopped(
    library: Library, web: FakeWeb, limit: dict[str, float], words: str
) -> None:
    crawl(library, web, **limit)
    state, reason = run_state(library)
    assert state == "stopped"
    assert words in reason
    assert f"`sheaf crawl --name {NAME}` goes on" in reason
    status = library.crawls.status(NAME)
    assert (status.state, status.was_stopped) == ("stopped", True)
    assert words in status.why_stopped
    # Gone on with, it comes to its end.
    crawl(library, web)
    assert run_state(library) == ("done", "")
    assert library.crawls.status(NAME).state == "not running"
    assert library.crawls.status(NAME).why_stopped == ""


def test_an_order_is_why_it_was_stopped(library: Library, web: FakeWeb) -> None:
    crawl(library, web, min_delay=1.5, on_page=lambda visit: library.crawls.stop(NAME))
    assert run_state(library)[0] == "stopped"
    words = ["-L", str(library.folder)]
    told = CliRunner().invoke(app, ["crawl", "status", NAME, *words]).stdout
    words_told = " ".join(told.split())
    assert "Stopped: somebody ended the run. `sheaf crawl --name here` goes on." in words_told
    told = CliRunner().invoke(app, ["runs", *words]).stdout
    assert "stopped" in told
    assert "goes on" in told
    found = json.loads(CliRunner().invoke(app, ["runs", "--json", *words]).stdout)
    assert (found["state"], found["reason"][:22]) == ("stopped", "somebody ended the run")
    # Without its frontier nobody knows more than that it was imported.
    library.crawls.remove(NAME)
    assert run_state(library) == ("done", "")
