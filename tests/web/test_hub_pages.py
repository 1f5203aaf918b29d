"""The page of hubs, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.samples import Page, write_warc
from typer.testing import CliRunner

from sheaf.cli import app
from sheaf.errors import UsageError
from sheaf.web import hub_pages


@pytest.mark.usefixtures("empty_library")
def test_a_library_without_hubs(browse: Any) -> None:
    assert "There is no hub yet" in browse.get("/hubs?page=7&host=x").content.decode()
    assert 'href="/hubs"' in browse.get("/dashboard").content.decode()


def test_hubs_are_listed_page_by_page(
    library: Any, browse: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_pages, "PER_PAGE", 2)
    pages = [
        Page(f"http://a.test/{n}.pdf", b"", "text/html", 404, parent=f"http://h{n}.test/%3Cb>")
        for n in range(5)
    ]
    library.import_([write_warc(tmp_path / "five.warc.gz", pages)])
    first = browse.get("/hubs").content.decode()
    assert first.count('class="what"') == 2
    assert "5 pages that lead to documents" in first
    assert 'href="?page=3"' in first
    assert browse.get("/hubs?page=9").content.decode().count('class="what"') == 1
    assert "<b>" not in first
    assert "h4.test" in browse.get("/hubs?host=h4.test").content.decode()

    words = ["hubs", "-L", str(library.folder)]
    told = CliRunner().invoke(app, [*words, "--limit", "2"])
    assert told.exit_code == 0
    assert "2 of 5 hubs" in told.stderr
    told = CliRunner().invoke(app, [*words, "--host", "h3.test", "--json"])
    (hub,) = map(json.loads, told.stdout.splitlines())
    assert (hub["host"], hub["documents"], hub["links"]) == ("h3.test", 0, None)
    told = CliRunner().invoke(app, [*words, "--sort", "size"])
    assert isinstance(told.exception, UsageError)
