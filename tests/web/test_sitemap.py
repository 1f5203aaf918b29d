"""What crawlers are told: robots.txt and the sitemap."""

from __future__ import annotations

import urllib.robotparser
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.web import sitemap

PLACE = ".//{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
DAY = ".//{http://www.sitemaps.org/schemas/sitemap/0.9}lastmod"


def addresses(browse: Any, path: str) -> list[str]:
    response = browse.get(path)
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    root = ET.fromstring(b"".join(response.streaming_content))
    return [one.text or "" for one in root.findall(PLACE)]


def test_robots_may_see_papers_and_not_the_console(library: Library, browse: Any) -> None:
    text = browse.get("/robots.txt").content.decode()
    rules = urllib.robotparser.RobotFileParser()
    rules.parse(text.splitlines())
    for path in ("/", "/paper/1", "/file/1", "/paper/1/read"):
        assert rules.can_fetch("*", path), path
    for path in ("/runs/1", "/dashboard", "/api/v1/papers", "/login"):
        assert not rules.can_fetch("*", path), path
    assert rules.site_maps() == ["http://localhost/sitemap.xml"]


def test_the_sitemap_lists_every_document(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitemap, "PER_PART", 2)
    parts = addresses(browse, "/sitemap.xml")
    assert parts == [f"http://localhost/sitemap-{one}.xml" for one in (1, 2)]
    found = [one for part in parts for one in addresses(browse, part)]
    assert found == [f"http://localhost/paper/{one.id}" for one in library.documents()]
    [first] = ET.fromstring(b"".join(browse.get("/sitemap-2.xml").streaming_content)).findall(DAY)
    assert first.text == f"{max(one.updated for one in library.documents()):%Y-%m-%d}"
    assert browse.get("/sitemap-3.xml").status_code == 404


@pytest.mark.usefixtures("empty_library")
def test_an_empty_library_has_an_empty_sitemap(browse: Any) -> None:
    assert addresses(browse, "/sitemap.xml") == []
    assert browse.get("/sitemap-1.xml").status_code == 404
