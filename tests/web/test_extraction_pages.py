"""The page on which a paper is dropped: what was read is shown, and coloured on its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import samples

from web.browsing import FLAGS, PHONE, Browsing
from web.extraction_server import Extractor, extractor
from web.test_accessibility import look_at

PAPER = samples.paper_pdf()
TITLE = "Robust Estimation of Sparse Graphs"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    with extractor(tmp_path_factory.mktemp("pages"), workers_jobs=1) as served:
        yield served


@pytest.fixture(scope="module")
def browser(service: Extractor, chromium: Path) -> Iterator[Browsing]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield Browsing(service.url, made, None)
        made.close()


def test_what_was_read_is_shown_without_scripts(service: Extractor) -> None:
    sent = service.send_form("/extract", "file", PAPER)
    assert sent.status == 200  # where it led to
    assert TITLE in sent.text
    assert "Ada Lovelace, Kurt Gödel" in sent.text
    address = re.search(r'<image href="([^"]+)" width="([0-9.]+)"', sent.text)
    assert address is not None
    picture = service.ask(address[1])
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.body.startswith(PNG)
    assert abs(int.from_bytes(picture.body[16:20]) - float(address[2]) * 1.5) <= 1
    for field in ("title", "author", "abstract"):
        assert re.search(rf'<rect class="{field}" x="[0-9.]+" y="[0-9.]+" width="[1-9]', sent.text)
    token = re.search(r"/extract/(tmp\w+)/page", sent.text)
    assert token is not None
    second = service.ask(f"/extract/{token[1]}?page=2").text
    assert '<rect class="reference"' in second
    assert '<rect class="title"' not in second
    for page in ("99", "0", "9" * 300):
        assert service.ask(f"/extract/{token[1]}/page/{page}.png").status == 404


def test_what_cannot_be_read_says_so(service: Extractor) -> None:
    for data in (b"\x89PNG\r\n\x1a\n" + bytes(200), samples.drawing_pdf()):
        answer = service.send_form("/extract", "file", data)
        assert answer.status == 422
        assert "It was not read:" in answer.text
    assert service.send_form("/extract", "another", PAPER).status == 400
    assert "has expired" in service.ask("/extract/tmp0").text


def test_a_text_has_no_pages_to_draw(service: Extractor) -> None:
    text = b"A Study of Trees\n\nAda Lovelace\n\n" + b"We study trees in winter. " * 40
    answer = service.send_form("/extract", "file", text, "a.txt")
    assert answer.status == 200
    assert "<svg" not in answer.text


def test_it_shuts_nobody_out(browser: Browsing, axe_script: str) -> None:
    def show(page: Any) -> None:
        page.goto("/extract")
        page.get_by_label("A paper in PDF").set_input_files(
            {"name": "a.pdf", "mimeType": "application/pdf", "buffer": PAPER}
        )
        page.get_by_role("button", name="Read it").click()
        page.wait_for_url("**/extract/tmp*")
        assert page.locator("svg.drawn rect.title").count() == 1

    with browser.page(color_scheme="light", viewport=PHONE) as page:
        page.goto("/")
        look_at(page, axe_script)
    with browser.page(color_scheme="light", viewport=PHONE) as page:
        show(page)
        look_at(page, axe_script)
