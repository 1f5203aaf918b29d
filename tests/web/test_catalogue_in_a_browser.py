"""What a librarian does with a library that is there: each job of the catalogue from its form, a
sample that is taken along, a correction that survives, in a real browser."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheaf.world import WorldServer
from web.browsing import PHONE
from web.desk import Desk, counted, notice, open_desk, press, state
from web.test_sample_pages import check_manifest

TITLE = "A title that a librarian knows better"
# Each job with what is filled in or ticked in its form, and how it ends.
JOBS: dict[str, tuple[dict[str, str], str]] = {
    "index": ({"Rebuild": "yes"}, ""),
    "citations": ({}, ""),
    "verify": ({}, "documents are whole"),
    "repair": ({"Dry run": "yes"}, ""),
    "check-links": ({"Limit": "3"}, "3 links checked"),
    "clean-documents": ({}, "0 documents would go."),
    "clean-parents": ({}, "would go."),
    "whitelist": ({"Limit": "2"}, ""),
    "export": ({"Format": "bibtex"}, ""),
    "backup": ({}, ""),
}


@pytest.fixture(scope="module")
def desk(
    made_crawl: Path,
    chromium: Path,
    world_server: WorldServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(made_crawl, folder / "library")
    with open_desk(folder / "library", folder, chromium, world_server) as made:
        yield made


def submit(page: Any, kind: str, given: dict[str, str]) -> str:
    page.goto(f"/jobs/new/{kind}")
    for name, value in given.items():
        box = page.get_by_label(name, exact=True)
        box.check() if value == "yes" else box.fill(value)
    press(page, "Submit")
    page.wait_for_url(re.compile(r"/jobs/\d+$"))
    return str(page.url)


def test_each_job_of_the_catalogue_is_done_from_its_form(desk: Desk) -> None:
    """They wait for each other, or not, as the worker will have it."""
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        submitted = {kind: submit(page, kind, given) for kind, (given, _) in JOBS.items()}
        for kind, address in submitted.items():
            page.goto(address)
            expect(state(page), kind).to_have_text("done")
            expect(page.locator("[data-live=words]"), kind).to_contain_text(JOBS[kind][1])
        page.goto(submitted["export"])
        with page.expect_download() as download:
            page.get_by_role("link", name="papers.bib").click()
        assert Path(download.value.path()).read_text(encoding="utf-8").startswith("@")
        page.goto(submitted["whitelist"])
        with page.expect_download() as download:
            page.locator(".downloads a").first.click()
        assert (
            Path(download.value.path()).read_text(encoding="utf-8").count("\n") == 3
        )  # a head, and two
        page.goto("/jobs/new/crawl")
        page.get_by_label("From the whitelist").check()
        page.get_by_label("Hosts").fill("*.test")
        press(page, "Check")
        expect(notice(page, "begins at 2 seeds.")).to_be_visible()
    assert list((desk.library.parent / "backup").iterdir())


def test_what_failed_on_a_blacklisted_host_is_cleaned_away_and_brought_back(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto("/paper/2/marks")
        page.get_by_label("State of ingestion").select_option("failed")
        press(page, "Save")
        page.goto("/paper/2")
        host = re.sub(r"^https?://([^/:]+).*", r"\1", url_of(page))
        page.goto(f"/hosts/{host}")
        page.get_by_role("link", name="Blacklist it").click()
        press(page, "Put it on the blacklist")
        expect(notice(page, host)).to_be_visible()
        address = submit(page, "clean-documents", {})
        expect(state(page)).to_have_text("done")
        expect(page.locator("[data-live=words]")).to_have_text("1 document would go.")
        press(page, "Copy as a draft")
        page.get_by_label("Only count").uncheck()
        press(page, "Submit")
        expect(state(page)).to_have_text("done")
        expect(page.locator("[data-live=words]")).to_have_text("1 document taken out.")
        assert page.url != address
        page.get_by_role("link", name="Undo", exact=True).click()
        press(page, "Undo this run")
        expect(notice(page, "was undone")).to_be_visible()
        assert page.goto("/paper/2").status == 200


def url_of(page: Any) -> str:
    """Where the document of a paper's page came from."""
    return str(page.locator(".facts a[href^='http']").first.get_attribute("href"))


def test_a_sample_is_retrieved_and_is_what_its_manifest_says(desk: Desk, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto("/jobs/new/retrieve")
        page.get_by_label("Random").fill("3")
        page.get_by_label("Seed", exact=True).fill("7")
        page.get_by_label("met").check()
        press(page, "Check")
        expect(notice(page, "meet the conditions")).to_be_visible()
        press(page, "Submit")
        expect(state(page)).to_have_text("done")
        expect(counted(page, "documents")).to_have_text("3")
        with page.expect_download() as download:
            page.get_by_role("link", name="sample.zip").click()
        download.value.save_as(tmp_path / "sample.zip")
    with zipfile.ZipFile(tmp_path / "sample.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}
    top = {name.partition("/")[0] for name in files}.pop()
    rows = check_manifest(files, top)
    assert len(rows) == 3
    documents = {name for name in files if name.endswith((".pdf", ".ps"))}
    assert documents == {f"{top}/{row['file']}" for row in rows}


def test_a_correction_survives_reading_again_on_a_phone(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, viewport=PHONE) as page:
        page.goto("/paper/1/correct")
        before = page.get_by_label("Title").input_value()
        page.get_by_label("Title").fill(TITLE)
        press(page, "Save")
        submit_all = "/jobs/new/reread"
        page.goto(submit_all)
        page.get_by_label("Which").select_option("all")
        press(page, "Submit")
        expect(state(page)).to_have_text("done")
        assert int(counted(page, "read").inner_text()) > 1
        page.goto("/paper/1")
        expect(page.get_by_role("heading", level=1)).to_contain_text(TITLE)
        page.goto(f"/?q=%22{TITLE.replace(' ', '+')}%22")
        expect(page.locator(".results h2 a").first).to_have_text(TITLE)
        page.goto("/paper/1/correct")
        page.get_by_role("button", name="Undo the title").click()
        expect(page.get_by_label("Title")).to_have_value(before)


def test_a_file_is_read_without_being_kept(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto(f"/jobs/new/read?p_sources={desk.incoming / 'growth.pdf'}")
        press(page, "Submit")
        expect(state(page)).to_have_text("done")
        with page.expect_download() as download:
            page.locator(".downloads a").first.click()
        assert "Growth of Networks" in Path(download.value.path()).read_text(encoding="utf-8")
        page.goto("/history")
        expect(page.get_by_role("row").filter(has_text="job").first).to_contain_text("ada")
