"""Sources in the browser: folders to look through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheaf.app import Library


def text(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.usefixtures("library")
def test_visitors_see_nothing(browse: Any) -> None:
    assert browse.get("/sources").status_code == 302


def test_an_empty_library_says_where_sources_come_from(logged_in: Any, library: Library) -> None:
    (library.folder / "warc").rmdir()
    page = text(logged_in.get("/sources"))
    assert "There is no folder to look in yet" in page
    assert "import_roots" in page


def test_folders_are_looked_through(
    logged_in: Any, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tmp_path / "<drop> & co"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "a.pdf").write_bytes(b"%PDF-")
    (root / "out").symlink_to("/etc")
    changed = library.settings.with_values("web", import_roots=(str(root),))
    monkeypatch.setattr(library, "settings", changed)
    page = text(logged_in.get("/sources"))
    assert "&lt;drop&gt; &amp; co" in page
    page = text(logged_in.get("/sources", {"at": str(root)}))
    assert "inner/" in page
    assert "1 more is not shown" in page
    assert "a.pdf" in text(logged_in.get("/sources", {"at": str(root / "inner")}))
    for place in ("/etc", str(root / "out"), str(root / ".."), "x" * 5000, "\0", "~"):
        response = logged_in.get("/sources", {"at": place})
        assert response.status_code == 404
        assert "not in the folders that may be looked through" in text(response)
