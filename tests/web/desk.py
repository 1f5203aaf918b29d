"""The desk of a librarian: a library that is served with its worker, a web to crawl, folders to
import from, and a person who sits there with a browser and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.world import WorldServer
from web.browsing import PHONE, Browsing, served
from web.crawl_scene import until
from web.real_server import RealServer
from web.scene import PASSWORD, write_papers
from web.test_accessibility import COLOURS, faults

SETUP = re.compile(r"http\S+/setup\?token=\S+")


@dataclass(frozen=True)
class Desk:
    """`incoming` may be looked through; `seed` is where a crawl may begin."""

    web: Browsing
    library: Path
    incoming: Path
    seed: str


@contextmanager
def open_desk(
    library: Path, folder: Path, chromium: Path, world: WorldServer, axe_script: str = ""
) -> Iterator[Desk]:
    """Whoever installs Sheaf sets this once, and starts `sheaf serve`. The web is reached as from
    an institution that has a proxy."""
    incoming = write_papers(folder / "incoming")
    variables = {
        "WEB_IMPORT_ROOTS": json.dumps([str(incoming)]),
        "WORKERS_JOBS": "1",
        "DEPOSIT_BATCH": "4",  # so that few documents show some progress
        "CRAWL_FETCH_PROXY": f"http://{world.address}",
        "CRAWL_AGENT_CONTACT": "https://library.example.edu/",
        "DEPOSIT_BACKUP_FOLDER": str(folder / "backup"),
    }
    named = {f"SHEAF_{name}": value for name, value in variables.items()}

    def enter(page: Any, server: RealServer) -> None:
        make_first_admin(page, server, axe_script)

    with served(library, chromium, folder / "log", enter, **named) as web:
        yield Desk(web, library, incoming, world.world.seeds[0])


def make_first_admin(page: Any, server: RealServer, axe_script: str) -> None:
    """With the link that the terminal of `sheaf serve` shows."""
    until(lambda: SETUP.search(server.written()) is not None)
    page.goto(SETUP.findall(server.written())[0])
    if axe_script:
        look(page, axe_script)
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Make this user").click()
    page.wait_for_url("**/dashboard")


def look(page: Any, axe_script: str) -> None:
    """As it stands now: no serious fault of accessibility, light or dark, and nothing to scroll
    sideways on a phone."""
    size = page.viewport_size
    assert faults(page, axe_script, {}) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert faults(page, axe_script, COLOURS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)


def state(page: Any) -> Any:
    return page.locator("#job .page .state")


def press(page: Any, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def counted(page: Any, name: str) -> Any:
    return page.locator(f"[data-counter='{name}']")


def notice(page: Any, words: str) -> Any:
    return page.locator(".notice", has_text=words)


def field(page: Any, name: str) -> Any:
    """The field of a parameter, with its help and what is wrong with it."""
    return page.locator(".field", has=page.locator(f"#p_{name}"))
