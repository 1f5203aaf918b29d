"""What people say of documents, in a real browser: correct, undo, tag, put together."""

from __future__ import annotations

from typing import Any

from web.browsing import Browsing

TITLE = "Whales and their songs, part 10"


def saying(page: Any, words: str) -> Any:
    return page.locator(".notice", has_text=words)


def test_a_paper_is_corrected_and_the_correction_undone(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(logged_in=True) as page:
        page.goto("/paper/9010")
        page.get_by_role("link", name="Correct", exact=True).click()
        page.get_by_label("Title").fill("Whales and what they sing")
        page.get_by_label("Authors").fill("Ada Nkemelu\nBo Brandt")
        page.get_by_role("button", name="Save").click()
        page.wait_for_url("**/paper/9010")
        expect(page.locator("h1")).to_contain_text("Whales and what they sing")
        expect(page.locator("h1")).to_contain_text("corrected")
        expect(page.get_by_label("Authors")).to_contain_text("Bo Brandt")
        page.get_by_role("link", name="Correct", exact=True).click()
        page.get_by_role("button", name="Undo the title").click()
        expect(page.get_by_label("Title")).to_have_value(TITLE)
        page.goto("/corrections")
        expect(page.locator("tbody tr")).to_have_count(2)
        expect(page.locator("tbody")).to_contain_text("undone by ada")


def test_results_are_put_together_and_found(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(logged_in=True) as page:
        page.goto("/?q=title:songs")
        page.get_by_label(f"Choose {TITLE}").check()
        page.get_by_label("or a new one").fill("Tenth parts")
        page.get_by_label("Tags").fill("tenth")
        page.get_by_role("button", name="Put together").click()
        expect(saying(page, "1 of 1 put into Tenth parts, 1 tagged")).to_be_visible()
        page.goto("/collections")
        page.get_by_role("link", name="Tenth parts").click()
        expect(page.locator(".results h3")).to_have_text([TITLE])
        page.get_by_role("link", name="Search in it").click()
        expect(page.locator(".results h2")).to_have_count(1)


def test_a_paper_is_tagged_and_its_state_set(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(logged_in=True) as page:
        page.goto("/paper/9011")
        page.get_by_role("link", name="Tags and collections").click()
        page.get_by_label("Tags").fill("whales, songs")
        page.get_by_label("Whale songs").check()
        page.get_by_label("State of ingestion").select_option("failed")
        page.get_by_role("button", name="Save").click()
        chips = page.get_by_label("Tags and collections")
        expect(chips.get_by_role("listitem")).to_have_text(["Whale songs", "songs", "whales"])
        expect(page.locator(".paper .facts")).to_contain_text("could not be ingested")
        chips.get_by_role("link", name="whales").click()
        expect(page.locator(".results h2")).to_have_count(1)
