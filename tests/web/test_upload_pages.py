"""Uploads in the browser: sent in pieces by scripts, whole by a form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from sheaf.app import Library

WARC = b"WARC/1.0\r\n" + b"x" * 9990


def text(response: Any) -> str:
    return str(response.content.decode())


def begin(client: Any, **values: Any) -> Any:
    return client.post("/uploads/begin", json.dumps(values), "application/octet-stream")


def send(client: Any, key: str, offset: object, data: bytes) -> Any:
    return client.post(f"/uploads/{key}?offset={offset}", data, "application/octet-stream")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("path", ["/uploads", "/uploads/begin", "/uploads/0123456789abcdef"])
def test_visitors_see_and_send_nothing(browse: Any, path: str) -> None:
    assert browse.get(path).status_code == 302
    assert browse.post(path, {}).status_code == 403  # no token


def test_a_file_is_sent_in_pieces_and_is_found_among_the_sources(
    logged_in: Any, library: Library
) -> None:
    upload = begin(logged_in, name="crawl.warc", size=len(WARC), identity="1").json()
    assert 0 < upload["piece_bytes"] < library.settings.web.upload_bytes
    assert send(logged_in, upload["key"], 0, WARC[:6000]).json()["received"] == 6000
    assert " so far</span>" in text(logged_in.get("/uploads"))
    wrong = send(logged_in, upload["key"], 5000, WARC[5000:])
    assert (wrong.status_code, wrong.json()["received"]) == (409, 6000)
    again = begin(logged_in, name="crawl.warc", size=len(WARC), identity="1").json()
    assert (again["key"], again["received"]) == (upload["key"], 6000)
    done = send(logged_in, upload["key"], 6000, WARC[6000:]).json()
    assert Path(done["path"]).read_bytes() == WARC
    folder = Path(done["path"]).parent
    assert "crawl.warc" in text(logged_in.get("/sources", {"at": str(folder)}))
    page = text(logged_in.get("/uploads"))
    assert ">ada</td>" in page
    assert logged_in.post(f"/uploads/{upload['key']}/remove").status_code == 302
    assert "crawl.warc was removed." in text(logged_in.get("/uploads"))
    assert not folder.exists()


def test_without_scripts_a_form_sends_whole_files(logged_in: Any, library: Library) -> None:
    files = [
        SimpleUploadedFile("crawl.warc", WARC),
        SimpleUploadedFile("holiday.pdf", b"\xff\xd8\xff" + bytes(5000)),
    ]
    response = logged_in.post("/uploads", {"files": files})
    assert response.status_code == 400
    assert "holiday.pdf is a picture" in text(response)
    assert [one.name for one in library.uploads.list()] == ["crawl.warc"]
    assert "Choose at least one file." in text(logged_in.post("/uploads", {}))
    files = [SimpleUploadedFile("crawl.warc", WARC)]
    assert logged_in.post("/uploads", {"files": files}).status_code == 302


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "body",
    [
        *("", "nonsense", "[]", "{}", '{"name": 1}', '{"name": "a", "size": "much"}', "[1]"),
        *('{"name": "a", "size": 1e999}', "[" * 10_000),
    ],
)
def test_nonsense_is_no_upload(logged_in: Any, body: str) -> None:
    response = logged_in.post("/uploads/begin", body, "application/octet-stream")
    assert (response.status_code, "name and a size" in text(response)) == (400, True)


@pytest.mark.usefixtures("library")
def test_what_is_refused_is_said(logged_in: Any) -> None:
    assert begin(logged_in, name="a.pdf", size=10**15).status_code == 422
    for key in ("0123456789abcdef", "begun", "x"):
        response = send(logged_in, key, 0, b"x")
        assert (response.status_code, "Begin it again" in text(response)) == (422, True)
    upload = begin(logged_in, name="a.pdf", size=4).json()
    assert send(logged_in, upload["key"], "nonsense", b"x").status_code == 409


def test_another_cannot_add_to_an_upload(logged_in: Any, library: Library) -> None:
    upload = library.uploads.begin("grace", "a.warc", 10)
    response = send(logged_in, upload.key, 0, b"WARC/")
    assert response.status_code == 422
    assert "This upload is another" in response.json()["error"]
