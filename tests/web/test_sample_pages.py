"""Samples in the browser: counted, drawn, kept, taken along."""

from __future__ import annotations

import csv
import io
import re
import tarfile
import zipfile
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest
from support.sample_documents import SampleDocument, numbered, put_documents, remove_document

from sheaf.app import Library
from web.browsing import PHONE, Browsing


def text(response: Any) -> str:
    return str(response.content.decode())


def check_manifest(files: dict[str, bytes], top: str) -> list[dict[str, str]]:
    """Every file that the manifest names is there with its SHA-1."""
    rows = list(csv.DictReader(io.StringIO(files[f"{top}/manifest.csv"].decode())))
    for row in rows:
        if row["file"]:
            assert sha1(files[f"{top}/{row['file']}"]).hexdigest() == row["sha1"]
    return rows


@pytest.fixture
def shelf(library: Library) -> Library:
    papers = [SampleDocument(100 + one.number, paper=one.paper) for one in numbered(20)]
    put_documents(library, papers)
    return library


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "path", ["/samples", "/samples/count", "/samples/1", "/samples/1/download"]
)
def test_visitors_see_no_samples(browse: Any, path: str) -> None:
    assert browse.get(path).status_code == 302
    assert browse.post("/samples", {"order": "draw"}).status_code == 403  # no token
    assert browse.get("/api/v1/samples").status_code == 401
    assert browse.get("/api/v1/samples/1/download").status_code == 401


def test_a_sample_is_counted_drawn_and_taken_along(logged_in: Any, shelf: Library) -> None:
    conditions = {"domain": "example.edu", "random": "5", "seed": "7"}
    page = text(logged_in.post("/samples", {**conditions, "order": "count"}))
    assert "20 documents." in page
    assert 'value="example.edu"' in page
    answer = logged_in.post("/samples", {**conditions, "name": "Five", "order": "draw"})
    assert answer.status_code == 302
    page = text(logged_in.get(answer.url))
    assert "drawn at random from 20" in page
    assert page.count("<li><a href=") == 5
    remove_document(shelf, int(re.findall(r'<li><a href="/paper/(\d+)"', page)[0]))
    assert page.count("gone") < text(logged_in.get(answer.url)).count("gone")
    form = {"form": "zip", "with": ["txt", "json"]}
    sent = logged_in.get(f"{answer.url}/download", form)
    assert sent.headers["Content-Disposition"] == 'attachment; filename="five.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(sent))) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    rows = check_manifest(files, "five")
    assert [row["problem"] for row in rows].count("") == 4
    assert len(files) == 4 * 3 + 3
    by_api = logged_in.get("/api/v1/samples").json()["samples"][0]
    assert (by_api["name"], by_api["documents"], by_api["owner"]) == ("Five", 5, "ada")
    sent = logged_in.get(f"/api/v1/samples/{by_api['number']}/download?form=tar")
    with tarfile.open(fileobj=io.BytesIO(b"".join(sent))) as tar:
        assert len(tar.getnames()) == 4 + 3
    assert logged_in.post(f"{answer.url}/remove").status_code == 302
    assert "None yet." in text(logged_in.get("/samples"))
    assert logged_in.get(answer.url).status_code == 404


@pytest.mark.usefixtures("shelf")
def test_nonsense_gets_its_words_beside_the_fields(logged_in: Any) -> None:
    wrong = {"random": "many", "type": "nonsense", "year_from": "3", "year_until": "1"}
    answer = logged_in.post("/samples", {**wrong, "order": "draw", "name": "x"})
    assert answer.status_code == 400
    assert text(answer).count('class="field wrong"') == 2
    answer = logged_in.post("/samples", {"year_from": "3", "year_until": "1", "order": "count"})
    assert "Year: it ends (1) before it begins (3)." in text(answer)
    answer = logged_in.post("/samples", {"name": "../x", "order": "draw"})
    assert "&#x27;../x&#x27; is no name for a sample." in text(answer)
    told = logged_in.get("/samples/count", {"random": "many"}).json()
    assert told["words"] == ""
    assert "valid integer" in told["problems"]["random"]
    assert logged_in.get("/samples/count", {"query": "\x00"}).status_code == 200


@pytest.mark.usefixtures("shelf")
def test_programs_count_without_a_login(browse: Any) -> None:
    told = browse.get("/api/v1/samples/count?host=example.edu&host=other.example").json()
    assert told == {"documents": 20, "is_exact": True, "words": "20 documents"}
    answer = browse.get("/api/v1/samples/count?type=nonsense")
    assert (answer.status_code, "is no type" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize("with_scripts", [True, False])
def test_a_sample_comes_out_of_a_browser_as_its_manifest_says(
    web: Browsing, tmp_path: Path, with_scripts: bool
) -> None:
    from playwright.sync_api import expect

    options = {} if with_scripts else {"viewport": PHONE, "java_script_enabled": False}
    name = f"By hand, {'with' if with_scripts else 'without'} scripts"
    name = name.replace(",", "")
    with web.page(logged_in=True, accept_downloads=True, **options) as page:
        page.goto("/samples")
        page.get_by_label("Type", exact=True).fill("pdf")
        page.get_by_label("Random", exact=True).fill("4")
        page.get_by_label("Seed", exact=True).fill("7")
        if not with_scripts:
            page.get_by_role("button", name="Count").click()
        expect(page.locator("output")).to_contain_text("documents.")
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Draw and keep").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.get_by_label("its text").check()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Download").click()
        waiting.value.save_as(tmp_path / "sample.zip")
    with zipfile.ZipFile(tmp_path / "sample.zip") as opened:
        assert opened.testzip() is None
        files = {one: opened.read(one) for one in opened.namelist()}
    (top,) = {one.split("/")[0] for one in files}
    rows = check_manifest(files, top)
    assert len(rows) == 4
    assert sum(bool(row["file"]) for row in rows) >= 1
