"""axe-core finds no serious fault on any page, light or dark; none is scrolled sideways on a
phone."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import PHONE, Browsing

PAGES = [
    "/", "/?q=the", "/?q=nosuchwordanywhere", "/?q=opticla&sort=newest",
    "/?scope=all&year=2025", "/help", "/paper/1", "/paper/1/read", "/paper/1/beside",
    "/paper/1/cite", "/dashboard", "/runs", "/runs/1", "/runs/1?outcome=failed", "/crawls",
    "/crawls/commons", "/hubs", "/page/1", "/?scope=pages&q=the",
    "/collection", "/authors", "/venues", "/wanted",
    "/api/docs", "/login", "/nowhere",
]  # fmt: skip
# Each list, and what its first line leads to.
LED_TO = {"/authors": "author", "/venues": "venue", "/wanted": "work"}
OF_USERS = ["/password", "/runs/1/undo", "/crawls/commons/seeds", "/sources", "/uploads",
            "/samples", "/samples/1", "/jobs", "/jobs/new", "/jobs/new/import", "/jobs/1",
            "/jobs/1/change", "/jobs/1/remove", "/schedules",
            "/schedules/new/import", "/schedules/1/change",
            "/jobs/new/retrieve"]  # fmt: skip
# What people say of documents.
PAGES[:0] = ["/collections", "/collections/1", "/paper/1/mistake"]
OF_USERS += ["/paper/1/correct", "/corrections", "/paper/1/marks", "/collections/1/change"]
OF_USERS += ["/reports", "/reports/1"]
# Where documents come from.
PAGES.insert(-1, "/hubs/1")
OF_USERS += ["/parents", "/parents/1", "/hosts", "/hosts/www.commons.test"]
OF_USERS += ["/blacklist?entry=a.test"]
# What reads no HTML, or leads elsewhere. The pages of those who come first (setup, welcome) are
# looked at where somebody comes, those of jobs in each state where jobs are done: in
# test_jobs_in_a_browser.py.
NO_PAGES = {
    "file", "text", "export", "theme", "logout", "crawl-orders", "metrics", "health", "ready",
    "setup", "search-export", "feed", "oai", "robots", "sitemap", "sitemap-part",
    "upload-begin", "upload-piece", "upload-remove",
    "samples-count", "sample-download", "sample-remove",
    "job-state", "job-order", "job-file", "job-keep", "schedule-order",
}  # fmt: skip
NO_PAGES |= {"correction-undo", "collect", "collection-make", "collection-remove"}
# Boxes that hold more than they show, and would be scrolled to read it.
TOO_WIDE = """[...document.querySelectorAll('main *')].filter(one =>
    one.scrollWidth > one.clientWidth + 1
    && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
).map(one => one.tagName + '.' + one.className)"""
COLOURS = {"runOnly": ["color-contrast"]}
# People, their keys, and what they did.
OF_USERS += ["/me", "/people", "/history"]
NO_PAGES |= {"key-make", "key-revoke", "log-out-everywhere"}
NO_PAGES |= {"people-add", "people-change", "welcome"}
# Papers are read for others; what was read has a test of its own (test_extraction_pages.py).
OF_USERS += ["/extract"]
NO_PAGES |= {"extract-result", "extract-picture", "extractor", "extractor-stream"}
NO_PAGES |= {"extractor-document", "extractor-document-as-told", "extractor-part"}
NO_PAGES |= {"grobid-header", "grobid-fulltext", "grobid-references", "grobid-citation"}
NO_PAGES |= {"grobid-citations", "grobid-alive", "grobid-version", "grobid-health"}
NO_PAGES |= {"getdocs", "setdocs", "getdocs-sub", "setdocs-sub", "say-of-versions"}


def faults(page: Any, axe_script: str, options: dict[str, Any]) -> list[str]:
    # Through the debugger: our policy lets no page take a script from elsewhere.
    page.evaluate(axe_script)
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def look_at(page: Any, axe_script: str) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert (wide, page.evaluate(TOO_WIDE)) == (PHONE["width"], [])
    page.set_viewport_size({"width": 1200, "height": 900})
    assert faults(page, axe_script, {}) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, axe_script, COLOURS) == []


@pytest.mark.parametrize("path", [*PAGES, *OF_USERS])
def test_no_page_shuts_anybody_out(web: Browsing, axe_script: str, path: str) -> None:
    with web.page(logged_in=path in OF_USERS, color_scheme="light", viewport=PHONE) as page:
        page.goto(path)
        look_at(page, axe_script)


@pytest.mark.parametrize("path", LED_TO)
def test_nor_does_what_a_list_leads_to(web: Browsing, axe_script: str, path: str) -> None:
    with web.page(color_scheme="light", viewport=PHONE) as page:
        page.goto(path)
        page.locator("main .rows th a").first.click()
        page.wait_for_url(f"**/{LED_TO[path]}*/*")
        look_at(page, axe_script)


def test_every_page_that_there_is_was_looked_at() -> None:
    from django.urls import resolve
    from django.urls.resolvers import URLPattern

    from sheaf.web.urls import urlpatterns

    seen = {resolve(path.partition("?")[0]).url_name for path in [*PAGES[:-1], *OF_USERS]}
    names = {one.name for one in urlpatterns if isinstance(one, URLPattern)}
    assert names - {None} == seen | NO_PAGES | {*LED_TO.values()}


def test_a_table_on_a_phone_has_its_headings_in_its_cells(web: Browsing) -> None:
    with web.page(viewport=PHONE) as page:
        page.goto("/runs")
        cell = page.locator("td[data-head=Captures]").first
        assert cell.evaluate("one => getComputedStyle(one, '::before').content") != "none"
