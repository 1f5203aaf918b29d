"""/extractor is CiteSeerExtractor to the programs that were written for it: its statuses, words,
XML and JSON, compared with what stands in golden/extractor/."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import samples

from web.extraction_server import Extractor, extractor

GOLDEN = Path(__file__).parent / "golden" / "extractor"
PAPER = samples.paper_pdf(title="A Paper About <Crawling> & More", pages=1)
XML = "text/xml; charset=utf-8"
WRONG_TYPE = (
    "Your document failed our academic document filter due to invalid file type. Supported types"
    " are PDF, PS, and TXT."
)
LIMIT = 5 * 1024 * 1024
TOKEN = re.compile(r"<token>([^<]+)</token>")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    with extractor(tmp_path_factory.mktemp("extractor"), workers_jobs=1) as served:
        yield served


def upload(service: Extractor, data: bytes = PAPER, query: str = "") -> str:
    answer = service.ask(f"/extractor/file{query}", data, Content_Type="application/octet-stream")
    assert answer.status == 201, answer.text
    found = TOKEN.search(answer.text)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def token(service: Extractor) -> str:
    return upload(service)


def golden(name: str, text: str) -> None:
    """The file says what was right; where it is missing, what was answered lies beside it."""
    path = GOLDEN / name
    if not path.exists():
        path.with_suffix(f"{path.suffix}.new").write_text(text)
    assert text == path.read_text()


def test_the_conversation_of_curl(service: Extractor, tmp_path: Path) -> None:
    """As an old client has it: send the bytes, read the token, ask for parts, remove it."""
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(PAPER)

    def curl(*words: str) -> str:
        command = ["curl", "-s", "-S", "--max-time", "60", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    said = curl("--data-binary", f"@{paper}", f"{service.url}/extractor/file")
    token = TOKEN.search(said)
    assert token is not None
    base = f"{service.url}/extractor/{token[1]}"
    assert '<algorithm name="SVM HeaderParse"' in curl(f"{base}/header")
    assert "<citationList>" in curl(f"{base}/citations")
    assert json.loads(curl(f"{base}/citations?output=json"))["citationList"]["citation"]
    assert curl("-X", "DELETE", base) == f"DELETED {token[1]}"
    status = ["-o", str(tmp_path / "gone"), "-w", "%{http_code} %{content_type}"]
    assert curl(*status, f"{base}/header") == "404 text/html"
    assert (tmp_path / "gone").read_text() == "404 Not Found"
    form = curl("-F", f"myfile=@{paper}", f"{service.url}/extractor")
    assert TOKEN.search(form) is not None


def test_a_new_document_is_answered_as_it_was(service: Extractor) -> None:
    answer = service.send_form("/extractor", "myfile", PAPER)
    assert answer.status == 201
    assert answer.headers["Content-Type"] == XML
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    found = TOKEN.search(answer.text)
    assert found is not None
    assert re.fullmatch(r"tmp[A-Za-z0-9_]{22}", found[1])
    assert answer.headers["Location"] == f"{service.url}/extractor/pdf/{found[1]}"
    shown = answer.text.replace(service.url, "http://h:8080").replace(found[1], "tmpQ7x_b2")
    golden("created.xml", shown)
    # Its own link led nowhere; ours leads to the same again.
    assert service.ask(f"/extractor/pdf/{found[1]}").text == answer.text
    assert service.ask(f"/extractor/{found[1]}").text == answer.text


def test_the_reason_phrase_is_in_capitals(service: Extractor) -> None:
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as client:
        head = f"POST /extractor/file HTTP/1.0\r\nHost: {host}\r\nContent-Length: {len(PAPER)}\r\n"
        client.sendall(head.encode() + b"\r\n" + PAPER)
        assert client.recv(100).startswith(b"HTTP/1.1 201 CREATED\r\n")


@pytest.mark.parametrize("part", ["header", "citations", "body", "keyphrases"])
def test_parts_as_they_were(service: Extractor, token: str, part: str) -> None:
    for query in ("", "?output=", "?output=xml"):
        answer = service.ask(f"/extractor/{token}/{part}{query}")
        assert (answer.status, answer.headers["Content-Type"]) == (200, XML)
        golden(f"{part}.xml", answer.text)
    answer = service.ask(f"/extractor/{token}/{part}?output=json")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/json; charset=utf-8")
    golden(f"{part}.json", answer.text + "\n")


def test_file_and_text_as_they_were(service: Extractor, token: str) -> None:
    file = service.ask(f"/extractor/{token}/file")
    assert (file.body, file.headers["Content-Type"]) == (PAPER, "application/pdf")
    text = service.ask(f"/extractor/{token}/text")
    assert text.headers["Content-Type"] == "text/text"
    assert "Crawling" in text.text


def test_a_text_is_taken_too(service: Extractor) -> None:
    """With a heading that the filter of then looked for."""
    words = "We crawl the web for papers and describe the results of it in this paper. " * 40
    text = (
        f"A Paper of Text\n\nAda Example\n\nAbstract\n{words}\n\nReferences\n[1] A. B. C. 2001.\n"
    )
    made = upload(service, text.encode(), "?filter=0")
    file = service.ask(f"/extractor/{made}/file")
    assert (file.body, file.headers["Content-Type"]) == (text.encode(), "text/plain")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b"\x89PNG\r\n\x1a\n" + bytes(500),
            WRONG_TYPE,
        ),
        (samples.cv_pdf(), "Your document failed our academic document filter."),
        (b"Too few words for a paper.\n" * 10, "File is too small"),
        (b"x" * (LIMIT + 1), f"('File too large. Limit is ', {LIMIT})"),
    ],
)
def test_refusals_have_their_words(service: Extractor, data: bytes, words: str) -> None:
    answer = service.ask("/extractor/file", data)
    assert (answer.status, answer.text) == (400, words)


def test_the_filter_can_be_turned_off(service: Extractor) -> None:
    assert upload(service, samples.cv_pdf(), "?filter=0")
    answer = service.send_form("/extractor?filter=0", "myfile", samples.cv_pdf())
    assert answer.status == 201


def test_mistakes_have_their_words(service: Extractor, token: str) -> None:
    wrong = service.ask(f"/extractor/{token}/header?output=yaml")
    said = 'Unsupported output format. Options are: "xml" (default) and "json"'
    assert (wrong.status, wrong.text) == (400, said)
    empty = service.ask("/extractor/file", b"", method="POST")
    assert (empty.status, empty.text) == (400, WRONG_TYPE)
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(f"POST /extractor/file HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        said = client.recv(4096).decode()
    assert said.startswith("HTTP/1.1 400 ")
    assert said.endswith("Please set Content-Length header for bytestream upload")
    gone = service.ask("/extractor/tmpQ7x_b2", method="DELETE")
    assert (gone.status, gone.text) == (404, "404 Not Found")
    for part in ("header", "citations", "body", "text", "file", "keyphrases"):
        answer = service.ask(f"/extractor/tmpQ7x_b2/{part}")
        assert (answer.status, answer.text) == (404, "404 Not Found")
        assert answer.headers["Content-Type"] == "text/html"
    nothing = service.send_form("/extractor", "another", PAPER)
    assert (nothing.status, nothing.text) == (500, "500 Internal Server Error")


def test_the_form_is_there(service: Extractor) -> None:
    answer = service.ask("/extractor")
    assert answer.status == 200
    assert '<input id="file" type="file" name="myfile">' in answer.text
