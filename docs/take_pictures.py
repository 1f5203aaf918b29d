"""Takes the pictures of docs/first-day.md: a librarian's first day, done in a real browser.

    scripts/pictures           take all of them anew, into docs/pictures

It makes a library in a folder of its own, serves it, and a simulated web to crawl. Times and
figures are those of the day; look at the pictures before you commit them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

import sheaf
from sheaf.world import World, serve, write_warc

FOLDER = Path(__file__).parent / "pictures"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
SIZE = {"width": 1080, "height": 760}
COLOURS = 128  # pages of one look have few; with these a picture is a third as large
PASSWORD = "a long and unusual password"  # noqa: S105 - of a library that lives for a minute
WORLD = World(seed=3, pages=120, slow_seconds=0.1, crawl_delay=0.1)
ELSEWHERE = World(seed=8, pages=60)
SETUP = re.compile(r"http\S+/setup\?token=\S+")
WITHIN = 60.0


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch, serve(WORLD) as web:
        folder = Path(scratch)
        sheaf.init(folder / "papers").close()
        archive = folder / "department.warc.gz"
        write_warc(ELSEWHERE, archive, limit=60)
        with served(folder / "papers", f"http://{web.address}") as setup, browser(setup) as page:
            take_all(page, setup, archive)


@contextmanager
def served(library: Path, proxy: str) -> Iterator[str]:
    """The address on which the first user is made."""
    variables = {
        "CRAWL_FETCH_PROXY": proxy,
        "CRAWL_AGENT_CONTACT": "https://library.example.edu/crawler",
        "CRAWL_POLITENESS_RETRY_DELAY": "0.2",
        "DEPOSIT_BACKUP_FOLDER": str(library.parent / "backup"),
    }
    env = {**os.environ, **{f"SHEAF_{name}": value for name, value in variables.items()}}
    command = [sys.executable, "-m", "sheaf.cli", "serve", "--library", str(library), "--port", "0"]
    log = library.parent / "log"
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream, env=env) as server:
        try:
            yield _wait_for_link(log)
        finally:
            server.terminate()


def _wait_for_link(log: Path) -> str:
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        if found := SETUP.search(log.read_text()):
            return found[0]
        time.sleep(0.1)
    raise SystemExit(f"The server did not start: {log.read_text()}")


@contextmanager
def browser(setup: str) -> Iterator[Page]:
    expect.set_options(timeout=WITHIN * 1000)
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = program.new_page(base_url=setup, viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        page.set_default_timeout(WITHIN * 1000)
        yield page
        program.close()


def take(page: Page, name: str, at: str = "") -> None:
    """What is seen in the window, from the place `at` down."""
    page.evaluate("scrollTo(0, 0)")
    if at:
        page.locator(at).first.evaluate("one => scrollTo(0, one.getBoundingClientRect().top - 24)")
    picture = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / f"first-day-{name}.png", optimize=True)


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def wait_for(page: Page, state: str) -> None:
    expect(page.locator("#job .page .state")).to_have_text(state)


def take_all(page: Page, setup: str, archive: Path) -> None:
    page.goto(setup)
    page.get_by_label("Username").fill("ada")
    for box in page.locator("input[type=password]").all():
        box.fill(PASSWORD)
    take(page, "setup")
    press(page, "Make this user")
    import_archive(page, archive)
    crawl(page)
    page.goto("/dashboard")
    take(page, "dashboard")
    look_for_a_paper(page)
    draw_a_sample(page)
    repeat_every_night(page)


def import_archive(page: Page, archive: Path) -> None:
    page.goto("/jobs/new/import")
    press(page, "Pick folders and files, or upload")
    page.get_by_label("Upload from your computer").set_input_files(archive)
    press(page, "Upload and add")
    expect(page.get_by_text("is there, and added")).to_be_visible()
    press(page, "Close")
    press(page, "Check")
    expect(page.get_by_role("heading", name="Nothing stands in its way")).to_be_visible()
    take(page, "import")
    press(page, "Try")
    wait_for(page, "done")
    expect(page.get_by_role("region", name="Captures that were tried")).to_be_visible()
    take(page, "try")
    page.get_by_role("link", name="Back to the form").click()
    press(page, "Submit")
    wait_for(page, "done")
    take(page, "imported")
    take(page, "not-kept", at="section:has(> #rejected)")


def crawl(page: Page) -> None:
    page.goto("/jobs/new/crawl")
    page.get_by_label("Seeds").fill(WORLD.seeds[0])
    page.get_by_label("Name", exact=True).fill("commons")
    page.get_by_label("Hosts").fill("*.test")
    page.get_by_text("More, seldom needed").click()
    page.get_by_label("Pages", exact=True).fill("120")
    press(page, "Submit")
    wait_for(page, "running")
    expect(page.locator("[data-counter=saved_New]")).to_have_text(re.compile(r"^[1-9]\d"))
    take(page, "crawl")
    wait_for(page, "done")


def look_for_a_paper(page: Page) -> None:
    title = WORLD.paper(0).title
    page.goto("/")
    page.get_by_role("searchbox").fill(title.split(":")[0])
    press(page, "Search")
    page.locator(".results h2 a").first.click()
    page.get_by_role("link", name="Correct", exact=True).click()
    page.get_by_label("Title").fill(title)
    take(page, "correct")


def draw_a_sample(page: Page) -> None:
    page.goto("/samples")
    page.get_by_label("Random").fill("10")
    page.get_by_label("Seed", exact=True).fill("1")
    page.get_by_label("Name", exact=True).fill("Ten to look at")
    press(page, "Draw and keep")
    expect(page.get_by_role("heading", name="Take it along")).to_be_visible()
    take(page, "sample")


def repeat_every_night(page: Page) -> None:
    page.goto("/crawls/commons")
    page.goto("/schedules/new/crawl?p_name=commons&p_revisit=on")
    page.get_by_label("When").fill("every Monday at 02:00")
    press(page, "Set the schedule")
    page.goto("/schedules/new/check-links")
    page.get_by_label("When").fill("every month on the 1st at 4")
    press(page, "Set the schedule")
    page.goto("/schedules/new/backup")
    page.get_by_label("When").fill("every night")
    press(page, "Set the schedule")
    take(page, "schedules")


if __name__ == "__main__":
    main()
