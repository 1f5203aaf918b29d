"""Where things lie on a machine is not told to who is not logged in, on any page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import sheaf
from sheaf.app import Library
from sheaf.errors import StorageError
from sheaf.extract.formats import FORMATS
from sheaf.web.hidden_paths import without_places
from sheaf.world import WorldServer
from web.conftest import serving
from web.crawl_scene import crawl_and_import
from web.scene import write_papers

HIDDEN = "folder of ours"
# What the numbers and names of urls.py are filled with; the last of each is none.
NUMBERS = (1, 2, 3, 4, 5, 6, 999)
NUMBERED = r"<number:\w+>|<(number|section)>"
NAMES = {"crawls": ("commons", "broken", "none"), "export": (*FORMATS, "none")}
QUESTIONS = ("", "?q=graphs&outcome=failed&token=x&host=a.test&references=1")


@pytest.fixture(scope="module")
def made(
    tmp_path_factory: pytest.TempPathFactory, made_library: Path, world_server: WorldServer
) -> Path:
    """A library with a crawl, and an import of a folder, of files that are broken, and of options
    that name files."""
    folder = tmp_path_factory.mktemp("discreet") / HIDDEN
    shutil.copytree(made_library, folder / "library")
    crawl_and_import(folder / "library", world_server, "commons", pages=2)
    papers = write_papers(folder / "my papers")
    (papers / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    (papers / "broken.warc.gz").write_bytes(b"\x1f\x8b\x08 broken")
    (papers / "away.pdf").symlink_to(folder / "elsewhere.pdf")
    (papers / "list.csv").write_text(f"path,url\n{papers}/hostile.pdf,\n{papers}/none.pdf,\n")
    with sheaf.open(folder / "library") as library:
        (folder / "hosts to avoid.txt").write_text("nowhere.test\n")
        library.import_([papers], filter=False, jobs=1)
        library.import_([papers / "broken.warc.gz", papers / "list.csv"], filter=False, jobs=1)
        library.index()
    (folder / "library" / "frontier" / "broken.db").write_bytes(b"no frontier")
    return folder


@pytest.fixture
def discreet(made: Path, tmp_path: Path) -> Iterator[Library]:
    """The folder of the library is another one now: neither is told."""
    copied = shutil.copytree(made / "library", tmp_path / HIDDEN / "library", symlinks=True)
    yield from serving(Path(copied))


def routes(patterns: Any, start: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = start + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def addresses() -> Iterator[str]:
    """Every pattern of urls.py, filled in."""
    from sheaf.web.urls import urlpatterns

    for route in routes(urlpatterns):
        for number in NUMBERS if re.search(NUMBERED, route) else (0,):
            plain = "/" + re.sub(NUMBERED, str(number), route)
            names = (
                NAMES["crawls" if "crawls" in route else "export"] if "name>" in plain else ("",)
            )
            yield from (re.sub(r"<(\w+:)?name>", name, plain) for name in names)
    yield from ("/nothing-here", "/paper/0")


def told(client: Any, address: str) -> str:
    response = client.get(address)
    body = response.getvalue() if response.streaming else response.content
    return body.decode("utf-8", "replace") + str(response.headers)


@pytest.mark.usefixtures("discreet")
def test_no_page_tells_a_visitor_where_things_lie(browse: Any, made: Path) -> None:
    places = (str(made.parents[1]), HIDDEN, quote(HIDDEN), HIDDEN.replace(" ", "+"))
    asked = [address + question for address in addresses() for question in QUESTIONS]
    for address in asked:
        page = told(browse, address)
        for written in places:
            assert written not in page, (address, written)
    assert len(asked) > 150


def test_visitors_see_the_names_of_files_and_who_is_logged_in_their_places(
    discreet: Library, browse: Any, made: Path
) -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    latest = max(one.id for one in discreet.runs())
    ours = next(one.id for one in discreet.documents() if one.url.startswith("file:"))
    keeper = Client(headers={"host": "localhost"})
    keeper.force_login(User.objects.create_superuser("ada"))
    paths = (f"/runs/{latest}", f"/paper/{ours}", f"/api/v1/papers/{ours}/provenance", "/runs")
    for path in paths:
        assert str(made.parents[1]) in told(keeper, path), path
    assert "broken.warc.gz" in told(browse, paths[0])
    assert re.search(r"file:///\w+\.pdf", told(browse, paths[1]))
    facts = browse.get(paths[2]).json()
    assert facts["record"]["source"] == "my papers" or "/" not in facts["record"]["source"]


def test_an_error_of_ours_does_not_tell_it_either(
    discreet: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.test import Client

    def lost() -> None:
        raise StorageError(f"{discreet.folder}/index cannot be written.", f"Look at {made_up}.")

    made_up = discreet.folder.parent / "x.db"
    monkeypatch.setattr(discreet, "status", lost)
    monkeypatch.setattr(discreet, "revision", lost)
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    for path in ("/dashboard", "/api/v1/status", "/readyz"):
        page = told(client, path)
        assert "index cannot be written" in page
        assert HIDDEN not in page


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("/srv/a b/x.warc.gz", "x.warc.gz"),
        ("file:///srv/a%20b/x.pdf", "file:///x.pdf"),
        ("sftp://ada@host/srv/x.pdf", "x.pdf"),
        ("in /srv/files/x.zip: no such file", "in x.zip: no such file"),
        ('("/srv/files/x.zip")', '("x.zip")'),
        ("https://a.org/b/c?d=/e/f", "https://a.org/b/c?d=/e/f"),
        ("see https://a.org/b/c, and/or /srv/a/b", "see https://a.org/b/c, and/or b"),
        ("text/html; 1/2/3", "text/html; 1/2/3"),
    ],
)
@pytest.mark.usefixtures("discreet")
def test_paths_are_shortened_and_addresses_stay(said: str, shown: str) -> None:
    assert without_places(said) == shown
    nested = without_places({"a": [said], "b": ({"c": said},)})
    assert nested == {"a": [shown], "b": ({"c": shown},)}


@pytest.mark.usefixtures("discreet")
def test_a_path_with_blanks_is_known_by_its_folder() -> None:
    run = {"source": "/srv/a b/c.warc", "reason": "/srv/a b/d e.txt is no list"}
    assert without_places(run) == {"source": "c.warc", "reason": "d e.txt is no list"}
