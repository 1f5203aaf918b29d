"""A small real library, made once and copied for each test that serves it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.library_of import put_papers

import sheaf
from sheaf.app import Library
from sheaf.world import WorldServer, serve
from web.browsing import Browsing, browsing
from web.crawl_scene import WORLD, crawl_and_import
from web.graph_scene import PAPERS
from web.scene import PASSWORD, write_papers


@pytest.fixture(scope="session")
def made_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web")
    with sheaf.init(folder / "library") as library:
        library.import_([write_papers(folder / "papers")], filter=False, jobs=1)
        library.index()
    return folder / "library"


@pytest.fixture
def library_folder(made_library: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_library, tmp_path / "library"))


@pytest.fixture
def empty_folder(tmp_path: Path) -> Path:
    with sheaf.init(tmp_path / "empty") as library:
        return library.folder


def serving(folder: Path) -> Iterator[Library]:
    from django.test.utils import override_settings

    from sheaf.web import security
    from sheaf.web.library import start_serving, stop_serving

    with (
        sheaf.open(folder) as library,
        override_settings(
            # Slow hashing is for real passwords.
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]
        ),
    ):
        start_serving(library)
        from sheaf.web.guessing import throttle

        throttle.forget_all()
        security.expect_setup_token("the token")
        yield library
        security.expect_setup_token("")
        stop_serving()


@pytest.fixture
def library(library_folder: Path) -> Iterator[Library]:
    yield from serving(library_folder)


@pytest.fixture
def empty_library(empty_folder: Path) -> Iterator[Library]:
    yield from serving(empty_folder)


@pytest.fixture
def browse() -> Any:
    """A browser without a face; it asks for localhost, and minds CSRF as a real one would."""
    from django.test import Client

    return Client(headers={"host": "localhost"}, enforce_csrf_checks=True)


@pytest.fixture
def user(library: Library) -> Any:
    from django.contrib.auth.models import User

    return User.objects.create_superuser("ada", password=PASSWORD)


@pytest.fixture
def logged_in(user: Any) -> Any:
    """Without CSRF checks: those have a test of their own."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    return client


@pytest.fixture(scope="session")
def world_server() -> Iterator[WorldServer]:
    with serve(WORLD, log=True) as server:
        yield server


@pytest.fixture(scope="session")
def made_crawl(tmp_path_factory: pytest.TempPathFactory, world_server: WorldServer) -> Path:
    folder = tmp_path_factory.mktemp("crawled") / "library"
    sheaf.init(folder).close()
    crawl_and_import(folder, world_server, "commons")
    return folder


@pytest.fixture
def crawled(made_crawl: Path, tmp_path: Path) -> Iterator[Library]:
    """A library with one crawl, which has ended and was imported."""
    yield from serving(Path(shutil.copytree(made_crawl, tmp_path / "crawled")))


@pytest.fixture
def keeper(crawled: Library) -> Any:
    """Logged in, in the library with the crawl; without CSRF checks, as `logged_in`."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("ada", password=PASSWORD))
    return client


@pytest.fixture(scope="session")
def axe_script() -> str:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    return Path(axe.__file__).with_name("axe.min.js").read_text()


# Not for the whole session: while playwright runs, Django takes this thread for one that must not
# ask a database.
@pytest.fixture(scope="module")
def web(
    made_crawl: Path, chromium: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browsing]:
    """The library with the crawl in a real browser. Tests only look at it."""
    folder = tmp_path_factory.mktemp("browsed")
    copy = Path(shutil.copytree(made_crawl, folder / "crawled"))
    with browsing(copy, chromium, folder / "log") as shown:
        yield shown


@pytest.fixture(scope="session")
def made_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with sheaf.init(tmp_path_factory.mktemp("graph") / "library") as library:
        put_papers(library, PAPERS)
        library.index()
        return library.folder


@pytest.fixture
def cited(made_graph: Path) -> Iterator[Library]:
    yield from serving(made_graph)
