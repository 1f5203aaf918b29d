"""What only a browser shows: keys, the switch for colours, and faults of accessibility."""

from __future__ import annotations

import re

import pytest

from web.browsing import PHONE, Browsing

KEY_WORD = "whales"


def test_keys_lead_to_the_box_and_through_the_results(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page() as page:
        page.goto(f"/?q={KEY_WORD}")
        links = page.locator(".results h2 a")
        page.keyboard.press("j")
        expect(links.nth(0)).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(links.nth(1)).to_be_focused()
        page.keyboard.press("k")
        expect(links.nth(0)).to_be_focused()
        page.keyboard.press("/")
        box = page.get_by_role("searchbox")
        expect(box).to_be_focused()
        page.keyboard.type("j?/")
        expect(box).to_have_value("j?/")  # letters are letters there
        page.keyboard.press("ArrowDown")
        expect(links.nth(0)).to_be_focused()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.get_by_label("Letters and signs do this").uncheck()
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        expect(links.nth(0)).to_be_focused()


@pytest.mark.parametrize("with_scripts", [True, False])
def test_dark_is_switched_on_and_stays(web: Browsing, with_scripts: bool) -> None:
    from playwright.sync_api import expect

    with web.page(color_scheme="light", java_script_enabled=with_scripts) as page:
        page.goto("/dashboard")
        body = page.locator("body")
        light = body.evaluate("one => getComputedStyle(one).backgroundColor")
        with page.expect_response("**/theme"):
            page.get_by_role("button", name="Dark colours").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(body).not_to_have_css("background-color", light)
        page.goto("/runs")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.get_by_role("button", name="Dark colours")).to_have_attribute(
            "aria-pressed", "true"
        )


def test_dark_follows_the_system(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(color_scheme="dark") as page:
        page.goto("/")
        expect(page.locator("body")).to_have_css("background-color", re.compile(r"rgb\(21, 22, 20"))


def test_a_paper_is_copied_cited_and_read_beside_its_file(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto("/paper/1")
        page.get_by_role("button", name="Copy BibTeX").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").startswith("@")
        page.get_by_role("link", name="Cite", exact=True).click()
        dialog = page.get_by_role("dialog", name="Cite this paper")
        expect(dialog.get_by_text("TY  - ")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        page.get_by_role("link", name="Text and PDF").click()
        expect(page.locator("iframe")).to_have_attribute("src", re.compile("^/file/1#"))


def test_a_paper_is_cited_without_scripts(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(java_script_enabled=False) as page:
        page.goto("/paper/1")
        expect(page.get_by_role("button", name="Copy BibTeX")).to_be_hidden()
        page.get_by_role("link", name="Cite", exact=True).click()
        expect(page.get_by_role("heading", name="BibTeX")).to_be_visible()


def test_a_search_is_narrowed_and_widened_again(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(java_script_enabled=False) as page:
        page.goto("/")
        page.get_by_role("searchbox").fill("whales")
        page.get_by_role("button", name="Search").click()
        tally = page.locator(".tally strong")
        every = int(tally.inner_text())
        author = page.locator("#facet-author + ul li a").first
        expected = int(author.locator(".count").inner_text())
        author.click()
        expect(tally).to_have_text(str(expected))
        expect(page.get_by_role("list", name="Chosen")).to_be_visible()
        page.get_by_role("link", name="Newest").click()
        expect(page.get_by_role("link", name="Newest")).to_have_attribute("aria-current", "true")
        expect(tally).to_have_text(str(expected))
        page.get_by_role("link", name="Take all off").click()
        expect(tally).to_have_text(str(every))


def test_a_column_of_the_histogram_is_a_filter(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page() as page:
        page.goto("/?q=whales")
        column = page.locator(".histogram a").first
        words = column.get_attribute("aria-label")
        # Columns are low: there is room above them to press on.
        column.locator(".room").click(position={"x": 2, "y": 2})
        expect(page.get_by_role("list", name="Chosen")).to_contain_text(f"Year: {words[:4]}")


def test_a_result_is_cited_without_leaving_the_page(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page() as page:
        page.goto("/?q=the")
        page.locator(".results").get_by_role("link", name=re.compile("^Cite ")).first.click()
        expect(page.get_by_role("dialog", name="Cite this paper")).to_contain_text("TY  - ")
        page.keyboard.press("Escape")
        expect(page).to_have_url(re.compile(r"/\?q=the$"))


def test_one_walks_from_a_paper_to_its_people_venue_and_back(web: Browsing) -> None:
    from playwright.sync_api import expect

    with web.page(viewport=PHONE) as page:
        page.goto("/paper/9001")
        title = page.get_by_role("heading", level=1).inner_text()
        author = page.get_by_role("list", name="Authors").get_by_role("link").first
        name = author.inner_text()
        author.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(name.split()[-1])
        page.get_by_role("link", name=title).first.click()
        page.locator(".byline a[href^='/venue/']").first.click()
        expect(page.get_by_role("heading", name="Papers")).to_be_visible()
        expect(page.get_by_role("link", name=title).first).to_be_visible()
