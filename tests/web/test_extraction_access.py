"""Who may have papers read beside a library: who is logged in, keys with the scope, or all."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import samples

from sheaf.app import Library
from sheaf.settings import Settings
from sheaf.workers.service.service import ExtractionService
from web.real_server import RealServer, real_server
from web.scene import PASSWORD

PAPER = samples.paper_pdf()
RAW = "application/pdf"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExtractionService]:
    chosen = Settings().override({"workers.jobs": 1})
    made = ExtractionService(chosen, tmp_path_factory.mktemp("service"))
    yield made
    made.close()


@pytest.fixture
def beside(library: Library, service: ExtractionService) -> Iterator[Any]:
    """Starts the service beside the library; called with whether it is for everybody."""
    from sheaf.web.extraction.served import start_extraction, stop_extraction

    library.add_user("ada", PASSWORD, "admin")
    library.add_user("vera", PASSWORD, "viewer")
    yield lambda is_public: start_extraction(
        service, is_public=is_public, find_file=lambda number: None
    )
    stop_extraction()


def send(browse: Any, data: bytes = PAPER, **headers: str) -> Any:
    return browse.post("/extractor/file", data, content_type=RAW, headers=headers)


def test_visitors_are_asked_for_a_key(browse: Any, beside: Any) -> None:
    beside(False)
    for path in ("/extractor/file", "/api/processHeaderDocument", "/extractor"):
        answer = browse.post(path, PAPER, content_type=RAW)
        assert answer.status_code == 401, path
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert browse.get("/extract").headers["Location"].startswith("/login")


def test_a_key_needs_the_scope(library: Library, browse: Any, beside: Any) -> None:
    beside(False)
    right = library.keys.make("reader", owner="vera", scopes=("extract",)).secret
    wrong = library.keys.make("another", owner="vera", scopes=("read",)).secret
    assert send(browse, **{"x-api-key": right}).status_code == 201
    answer = send(browse, **{"x-api-key": wrong})
    assert (answer.status_code, answer.json()["detail"]) == (
        403,
        "This API key has not the scope extract.",
    )


def test_a_login_needs_the_token_of_our_pages(browse: Any, beside: Any) -> None:
    """Otherwise any page could have papers read in the name of who is logged in."""
    beside(False)
    assert browse.login(username="vera", password=PASSWORD)
    assert send(browse).status_code == 403
    page = browse.get("/extract").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    assert send(browse, **{"x-csrftoken": token[1]}).status_code == 201


def test_our_own_interface_is_beside_the_library_too(
    library: Library, browse: Any, beside: Any
) -> None:
    beside(False)
    path = "/api/v1/extract?parts=header"
    assert browse.post(path, PAPER, content_type=RAW).status_code == 401
    key = library.keys.make("reader", owner="vera", scopes=("extract",)).secret
    told = browse.post(path, PAPER, content_type=RAW, headers={"x-api-key": key}).json()
    assert told["paper"]["title"] == "Robust Estimation of Sparse Graphs"
    assert "/api/v1/extractions" in browse.get("/api/v1/extraction.json").json()["paths"]


def test_a_document_of_the_library_is_read(
    library: Library, browse: Any, service: ExtractionService
) -> None:
    from sheaf.app import main_file
    from sheaf.web.extraction.served import start_extraction, stop_extraction

    def find_file(number: int) -> Path | None:
        document = library.document(number)
        return None if document is None else main_file(document)

    start_extraction(service, is_public=True, find_file=find_file)
    sent = {"content_type": "application/json"}
    told = browse.post("/api/v1/extract?filter=false", {"document": 1}, **sent).json()
    document = library.document(1)
    assert document is not None
    assert told["sha1"] == document.sha1
    missing = browse.post("/api/v1/extract", {"document": 999}, **sent)
    assert (missing.status_code, missing.json()["detail"]) == (
        400,
        "There is no document 999 here.",
    )
    stop_extraction()


def test_the_service_is_not_the_library(library: Library, browse: Any, beside: Any) -> None:
    """Where reading needs a login, a key for the service opens the service and no more."""
    library.settings = library.settings.with_values("web", reading="login")
    beside(False)
    alone = {"x-api-key": library.keys.make("a", owner="vera", scopes=("extract",)).secret}
    both = {"x-api-key": library.keys.make("b", owner="vera", scopes=("extract", "read")).secret}
    assert send(browse, **alone).status_code == 201
    assert browse.get("/api/isalive", headers=alone).status_code == 200
    assert browse.get("/api/isalive").status_code == 401
    path, sent = "/api/v1/extract?filter=false", {"content_type": "application/json"}
    refused = browse.post(path, {"document": 1}, headers=alone, **sent)
    assert (refused.status_code, "scope read" in refused.json()["detail"]) == (403, True)
    known = browse.post(path, {"document": 1}, headers=both, **sent)
    assert known.status_code == 400  # this one knows no files of documents
    for page, status in (("/api/v1/status", 403), ("/api/v1/extractions/x", 404)):
        assert browse.get(page, headers=alone).status_code == status
    # For everybody it is for everybody, and the library is not.
    beside(True)
    assert send(browse).status_code == 201
    assert browse.get("/extract").status_code == 200
    assert browse.get("/api/isalive").status_code == 200
    assert browse.get("/api/v1/status").status_code == 401


def test_where_it_is_for_everybody_nobody_is_asked(browse: Any, beside: Any) -> None:
    beside(True)
    sent = send(browse)
    assert sent.status_code == 201
    token = re.search(r"<token>([^<]+)<", sent.content.decode())
    assert token is not None
    header = browse.get(f"/extractor/{token[1]}/header")
    assert b"Robust Estimation of Sparse Graphs" in header.content
    assert browse.get("/extract").status_code == 200


@pytest.mark.usefixtures("library")
def test_without_a_service_it_is_said(browse: Any) -> None:
    from sheaf.web.extraction.served import extraction_or_none

    assert extraction_or_none() is None
    assert browse.get("/api/health").json() == {"ready": False}
    assert browse.get("/extractor").status_code == 401


def test_a_served_library_takes_files_of_any_size_that_is_allowed(
    library_folder: Path, tmp_path: Path
) -> None:
    """Visitors may send 64 KiB elsewhere."""
    data = PAPER + b"\n%" + b"a" * 200_000 + b"\n"
    state = {"XDG_STATE_HOME": str(tmp_path / "state"), "SHEAF_WORKERS_JOBS": "1"}
    with real_server(
        library_folder, tmp_path / "log", SHEAF_SERVICE_ACCESS="public", **state
    ) as server:
        assert post(server, "/extractor/file", data) == 201
        assert post(server, "/login", data) == 413
        assert "sheaf_extraction_tasks_total" in server.ask("/metrics")[1]


def post(server: RealServer, path: str, data: bytes) -> int:
    request = urllib.request.Request(server.url + path, data, {"Content-Type": RAW})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code
