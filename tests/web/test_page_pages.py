"""Pages worth finding, as they are shown: their text, and nothing of it runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import sheaf
from sheaf.app import Library
from sheaf.records import PageText
from web.conftest import serving
from web.scene import without_our_scripts

BAD = '"><script>alert(1)</script>'


def test_a_page_that_was_found_is_read_here(crawled: Library, browse: Any) -> None:
    crawled.index()
    hit = next(hit for hit in crawled.search("papers", scope="pages").hits if hit.title)
    found = browse.get("/?q=papers&scope=pages").content.decode()
    assert f'<a href="/page/{hit.id}">' in found
    assert 'aria-label="Where to search"' in browse.get("/?q=papers").content.decode()
    page = browse.get(f"/page/{hit.id}").content.decode()
    text = crawled.page_content(hit.id)
    assert text is not None
    assert f"<h1>{text.title}</h1>" in page
    assert f'href="{hit.url}" rel="noreferrer noopener nofollow"' in page
    assert all(f'<a href="{link}"' in page for link in text.out_links if "&" not in link)
    assert browse.get("/page/99999").status_code == 404


def test_a_hostile_page_is_text(
    crawled: Library, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PageText(
        title=BAD,
        content=f"{BAD}\n\n\ud800 {BAD}",
        categories=(BAD, "\ud800"),
        last_modified=datetime(2024, 5, 1, tzinfo=UTC),
        out_links=("javascript:alert(1)", BAD, "http://a.example/?x=1&y=2"),
        problem=f"{crawled.folder}/warc/x.warc.gz is gone {BAD}",
    )
    monkeypatch.setattr(crawled, "page_content", lambda number: text)
    page = browse.get("/page/1").content.decode()
    assert "<script" not in without_our_scripts(page)
    assert 'href="javascript' not in page
    assert "1 May 2024" in page
    assert str(crawled.folder) not in page


def test_a_library_of_pages_alone_is_not_empty(tmp_path: Path, browse: Any) -> None:
    (tmp_path / "site").mkdir()
    html = "<title>Clover</title><p>Clover has nectar for bees.</p>"
    (tmp_path / "site" / "clover.html").write_text(html, encoding="utf-8")
    with sheaf.init(tmp_path / "pages") as made:
        (made.folder / "sheaf.toml").write_text('[deposit]\npages = "all"\n', encoding="utf-8")
    with sheaf.open(tmp_path / "pages") as library:
        library.import_([tmp_path / "site"], base_url="http://h.example/")
        library.index()
    for _ in serving(tmp_path / "pages"):
        assert "<strong>1</strong> page, by title" in browse.get("/").content.decode()
        found = browse.get("/?q=nectar").content.decode()
        assert '<a href="?q=nectar&amp;scope=pages">1 page</a> does.' in found
        assert "No paper matches" in browse.get("/?q=zebra").content.decode()
