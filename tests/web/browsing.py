"""A served library in a real browser: one server and one browser for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.library_of import put_papers

import sheaf
from web.real_server import WITHIN, RealServer, real_server
from web.scene import PASSWORD

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
ELSEWHERE = "https://a.test/crawl.warc.gz"  # where nothing answers
PHONE = {"width": 390, "height": 844}
# How whoever comes first gets to the dashboard.
Entering = Callable[[Any, RealServer], None]


@dataclass(frozen=True)
class Browsing:
    """Where the library is served, the browser, and the cookies of somebody who is logged in."""

    url: str
    browser: Any
    session: Any

    @contextmanager
    def page(
        self, *, logged_in: bool = False, expected: Sequence[str] = (), **options: Any
    ) -> Iterator[Any]:
        """A page without a past. What it complains of (scripts, our own policy) fails the test, but
        for the words that are expected."""
        state = {"storage_state": self.session} if logged_in else {}
        context = self.browser.new_context(base_url=self.url, **state, **options)
        context.set_default_timeout(WITHIN * 1000)
        page, complaints = context.new_page(), []
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        try:
            yield page
        finally:
            context.close()
        # A page that is not there is one of those looked at.
        known = ("404", *expected)
        assert [one for one in complaints if not any(words in one for words in known)] == []


def paper(number: int) -> dict[str, Any]:
    """What a crawl brings depends on which host answers first; these are there each time."""
    person = {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}
    other = {"name": "Jon Vester", "given": "Jon", "family": "Vester"}
    cited = {"raw": "Brandt, O.: On whales. 1899.", "title": "On whales and their many relatives",
             "authors": [{"name": "O. Brandt"}], "year": 1899}  # fmt: skip
    return {
        "title": f"Whales and their songs, part {number - 9000}",
        "authors": [person, *([other] if number % 2 else [])],
        "year": 1980 + number - 9000,
        "venue": "Journal of Whale Grammar",
        "abstract": "How whales sing.",
        "references": [cited],
        "provenance": {"extractor": "paper", "extractor_version": "1"},
    }


@contextmanager
def browsing(folder: Path, chromium: Path, log: Path) -> Iterator[Browsing]:
    with sheaf.open(folder) as library:
        put_papers(library, {number: paper(number) for number in range(9001, 9013)})
        library.index()
        library.reports.add(1, "title", "The last word is missing.", right="On Herons", who="")
        made = library.collections.make("Whale songs", owner="ada", is_public=True)
        library.collections.add(made.number, range(9001, 9009))
        library.tags.add([1, 9001], ["to-read"])
        retrieval = library.retrieval
        retrieval.save("Whales", retrieval.draw(retrieval.conditions(random=3, seed=1)))
        library.jobs.add("import", {"sources": [ELSEWHERE]}, owner="ada", as_draft=True)
        library.schedules.add("import", {"sources": [ELSEWHERE]}, "every 400 days", owner="ada")
        library.add_user("ada", PASSWORD)
    with served(folder, chromium, log, lambda page, _: log_in(page, "ada")) as shown:
        yield shown


def log_in(page: Any, name: str) -> None:
    page.goto("/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/dashboard")


@contextmanager
def served(
    folder: Path, chromium: Path, log: Path, enter: Entering, **variables: str
) -> Iterator[Browsing]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with (
        real_server(folder, log, **variables) as server,
        sync_api.sync_playwright() as playwright,
    ):
        sync_api.expect.set_options(timeout=WITHIN * 1000)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(base_url=server.url)
        enter(page, server)
        yield Browsing(server.url, browser, page.context.storage_state())
        browser.close()
