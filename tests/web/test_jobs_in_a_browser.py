"""A person who opens no terminal: imports by browsing and by upload, a crawl, a schedule, in a real
browser, against `sheaf serve` with its worker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import sheaf
from sheaf.world import WorldServer
from web.browsing import PHONE, Browsing, browsing
from web.scene import write_papers
from web.test_accessibility import axe_script, faults

__all__ = ["axe_script"]


@dataclass(frozen=True)
class Desk:
    """What a person at a browser has: the pages, and files that lie where sources may lie."""

    web: Browsing
    incoming: Path


@pytest.fixture(scope="module")
def desk(
    made_library: Path,
    chromium: Path,
    world_server: WorldServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    sheaf.init(folder / "library").close()
    incoming = folder / "incoming"
    write_papers(incoming)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHEAF_WEB_IMPORT_ROOTS", f'["{incoming}"]')
        patch.setenv("SHEAF_WORKERS_JOBS", "1")
        with browsing(folder / "library", chromium, folder / "log") as web:
            yield Desk(web, incoming)


def look(page: Any, axe_script: str) -> None:
    """No serious fault of accessibility, and nothing to scroll sideways."""
    assert faults(page, axe_script, {}) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def state(page: Any) -> Any:
    return page.locator("#job .page .state")


def test_an_import_by_browsing(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto("/jobs")
        page.get_by_role("link", name="New job").click()
        look(page, axe_script)
        page.get_by_role("link", name="Import", exact=True).click()
        page.get_by_role("button", name="Pick folders and files").click()
        page.get_by_role("button", name=str(desk.incoming)).click()
        page.get_by_label("growth.pdf").check()
        page.get_by_role("button", name="Add what is ticked").click()
        sources = page.get_by_label("Sources needed")
        expect(sources).to_have_value(str(desk.incoming / "growth.pdf"))
        look(page, axe_script)
        page.get_by_text("More, seldom needed").click()
        page.get_by_label("Filter").select_option("no")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.get_by_role("heading", name="Nothing stands in its way")).to_be_visible()
        expect(sources).to_have_value(str(desk.incoming / "growth.pdf"))
        page.get_by_role("button", name="Try").click()
        expect(page.get_by_role("heading", name="What would become of them")).to_be_visible()
        expect(page.get_by_role("region", name="Captures that were tried")).to_contain_text("new")
        look(page, axe_script)
        page.get_by_role("link", name="Back to the form").click()
        page.get_by_role("button", name="Submit").click()
        expect(state(page)).to_have_text("done")
        counters = page.get_by_role("region", name="Counters")
        expect(counters).to_contain_text("saved_New")
        expect(page.locator("[data-counter=saved_New]")).to_have_text("1")
        look(page, axe_script)
        page.get_by_role("button", name="Run again").click()
        expect(page.get_by_text("This is a new job")).to_be_visible()
        expect(state(page)).to_have_text("done")
        page.goto("/jobs")
        expect(page.locator("tbody tr")).to_have_count(3)
        look(page, axe_script)


def test_an_import_by_upload_on_a_phone(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, viewport=PHONE) as page:
        page.goto("/jobs/new/import")
        look(page, axe_script)
        page.get_by_role("button", name="Pick folders and files").click()
        page.get_by_label("Upload from your computer").set_input_files(
            desk.incoming / "caching.pdf"
        )
        page.get_by_role("button", name="Upload and add").click()
        expect(page.get_by_label("Sources needed")).to_have_value(re.compile(r"/caching\.pdf$"))
        look(page, axe_script)
        page.get_by_role("button", name="Submit").click()
        expect(state(page)).to_have_text("done")
        look(page, axe_script)
        page.get_by_text("Work on the library").click()
        page.get_by_role("link", name="Jobs", exact=True).click()
        expect(page.get_by_role("heading", name="Jobs", exact=True)).to_be_visible()


def test_an_import_without_scripts(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, java_script_enabled=False) as page:
        page.goto("/jobs/new/import")
        page.get_by_role("button", name="Pick folders and files").click()
        page.get_by_label("Upload from your computer").set_input_files(
            desk.incoming / "hostile.pdf"
        )
        page.get_by_role("button", name="Upload and add").click()
        expect(page.get_by_label("Sources needed")).to_have_value(re.compile(r"hostile\.pdf$"))
        page.get_by_role("button", name="Save as draft").click()
        expect(state(page)).to_have_text("draft")
        page.get_by_role("button", name="Submit").click()
        expect(page.get_by_text("The job is submitted")).to_be_visible()
        page.get_by_role("link", name="Hold it still").click()
        expect(page.get_by_role("link", name="Let it follow")).to_be_visible()
