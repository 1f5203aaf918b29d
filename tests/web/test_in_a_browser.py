"""What only a browser shows: keys, the switch for colours, and faults of accessibility."""

from __future__ import annotations

import re

import pytest

from web.browsing import Browsing

KEY_WORD = "the"


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
