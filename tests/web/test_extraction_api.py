"""The extraction service as we like it: /api/v1, the client of Python, and the commands of curl in
its documentation."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import samples

from sheaf.client import ExtractionClient, ExtractionError
from web.extraction_server import Extractor, extractor

PAPER = samples.paper_pdf()
TITLE = "Robust Estimation of Sparse Graphs"
DOCS = Path(__file__).parents[2] / "docs" / "extraction-service.md"
PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    with extractor(tmp_path_factory.mktemp("api"), workers_jobs=2) as served:
        yield served


@pytest.fixture
def client(service: Extractor) -> ExtractionClient:
    return ExtractionClient(service.url)


def test_a_file_is_read_in_one_go(client: ExtractionClient, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(PAPER)
    told = client.extract(path)
    assert told["paper"]["title"] == TITLE
    assert told["paper"]["references"]
    assert told["extractor_version"].startswith("paper-")
    assert told["source"] == told["sha1"]
    assert told["distance"] == 0
    assert 0 < told["confidence"]["title"] <= 1
    header = client.extract(PAPER, parts="header")
    assert header["paper"]["title"] == TITLE
    assert not header["paper"]["references"]
    assert f'<title level="a" type="main">{TITLE}</title>' in client.extract_as("tei", PAPER)


def test_a_file_is_kept_for_a_while(service: Extractor, client: ExtractionClient) -> None:
    token = client.send(PAPER)
    assert client.paper(token)["paper"]["title"] == TITLE
    assert TITLE in client.text(token)
    known = service.ask(f"/api/v1/extractions/{token}").json
    assert known["mime_type"] == "application/pdf"
    assert known["size"] == len(PAPER)
    assert known["links"]["paper"].endswith(f"/{token}/paper")
    assert service.ask(known["links"]["file"].removeprefix(service.url)).body == PAPER
    client.remove(token)
    with pytest.raises(ExtractionError) as problem:
        client.paper(token)
    assert problem.value.status == 404


def test_an_answer_has_an_etag(service: Extractor, client: ExtractionClient) -> None:
    path = f"/api/v1/extractions/{client.send(PAPER)}/paper?parts=header"
    first = service.ask(path)
    mark = first.headers["ETag"]
    again = service.ask(path, If_None_Match=mark)
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", mark)
    assert service.ask(f"{path},references", If_None_Match=mark).status == 200


@pytest.mark.parametrize(
    ("accept", "kind", "start"),
    [
        ("application/tei+xml", "application/tei+xml; charset=utf-8", "<?xml"),
        ("application/x-bibtex", "application/x-bibtex; charset=utf-8", "@"),
        ("text/html, application/json;q=0.5", "application/json", "{"),
        ("*/*", "application/json", "{"),
    ],
)
def test_the_format_is_what_is_accepted(
    service: Extractor, accept: str, kind: str, start: str
) -> None:
    answer = service.ask("/api/v1/extract", PAPER, Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert answer.text.lstrip().startswith(start)
    assert answer.headers["Sheaf-Distance"] == "0"


def test_where_fields_stand_on_the_page(client: ExtractionClient) -> None:
    places = client.extract(PAPER, coordinates=True)["places"]
    title = next(one for one in places if one["field"] == "title")
    [box] = title["boxes"]
    assert box["page"] == 1
    assert 0 <= box["x0"] < box["x1"] <= 596
    assert 0 <= box["y0"] < box["y1"] < 300  # in the upper part
    abstract = next(one for one in places if one["field"] == "abstract")
    assert abstract["boxes"][0]["y0"] > box["y0"]
    assert {"author", "reference", "section"} <= {one["field"] for one in places}


def test_many_files_each_with_its_own_end(service: Extractor) -> None:
    border = b"xx"
    parts = [
        b'--xx\r\nContent-Disposition: form-data; name="file"; filename="%d"\r\n\r\n%s\r\n'
        % (number, data)
        for number, data in enumerate((PAPER, b"too short a text", samples.paper_pdf("Another")))
    ]
    kind = f"multipart/form-data; boundary={border.decode()}"
    answer = service.ask("/api/v1/extractions", b"".join(parts) + b"--xx--\r\n", Content_Type=kind)
    assert answer.status == 201
    first, second, third = answer.json["items"]
    assert "token" in first
    assert "token" in third
    assert second["problem"]["reason"] == "too_short"


def test_texts_and_references_are_read_too(service: Extractor, client: ExtractionClient) -> None:
    strings = ["A. Turing. On computable numbers. 1936.", "K. Gödel. Über Sätze. 1931."]
    assert [one["year"] for one in client.parse_references(strings)] == [1936, 1931]
    text = "A Study of Trees\n\nAda Lovelace\n\nAbstract\n" + "We study trees in winter. " * 60
    sent = json.dumps({"text": text}).encode()
    answer = service.ask("/api/v1/extract?filter=false", sent, Content_Type="application/json")
    assert answer.json["paper"]["title"] == "A Study of Trees"


@pytest.mark.parametrize(
    ("data", "status", "reason"),
    [
        (b"a short text", 422, "too_short"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), 415, "wrong_type"),
        (samples.cv_pdf(), 422, "not_academic"),
        (samples.drawing_pdf(), 422, "unreadable"),
        (b"", 422, "damaged"),
    ],
)
def test_a_refusal_is_a_problem_with_its_reason(
    service: Extractor, data: bytes, status: int, reason: str
) -> None:
    for path in ("/api/v1/extract", "/api/v1/extractions"):
        answer = service.ask(path, data, method="POST", Content_Type="application/pdf")
        assert (answer.status, answer.headers["Content-Type"]) == (status, PROBLEM)
        assert answer.json["reason"] == reason
        assert answer.json["type"] == f"urn:sheaf:refusal:{reason}"
        assert answer.json["status"] == status


def test_private_addresses_are_not_fetched(client: ExtractionClient, service: Extractor) -> None:
    for url in (f"{service.url}/healthz", "http://169.254.169.254/", "http://[::1]/", "file:///"):
        with pytest.raises(ExtractionError) as problem:
            client.extract_url(url)
        assert problem.value.reason == "not_fetched", url


@pytest.mark.parametrize(
    ("path", "data", "kind"),
    [
        ("/api/v1/extract", b"{", "application/json"),
        ("/api/v1/extract", b"{}", "application/json"),
        ("/api/v1/extract", b'{"url": "http://a.test/", "text": "b"}', "application/json"),
        ("/api/v1/extract", b'{"document": 1}', "application/json"),
        ("/api/v1/extract", b"[" * 100_000, "application/json"),
        ("/api/v1/references/parse", b'{"references": []}', "application/json"),
        ("/api/v1/references/parse", b'{"references": "a"}', "application/json"),
        ("/api/v1/extractions", b"no form", "multipart/form-data"),
        ("/api/v1/extractions", b"no form", "multipart/form-data; boundary=x"),
    ],
)
def test_what_cannot_be_read_is_a_problem(
    service: Extractor, path: str, data: bytes, kind: str
) -> None:
    answer = service.ask(path, data, Content_Type=kind)
    assert (answer.status, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert answer.json["detail"].endswith(".")


def test_json_that_is_too_long_is_told_so_and_not_taken_apart(service: Extractor) -> None:
    text = json.dumps({"text": "word " * 500_000}).encode()
    answer = service.ask("/api/v1/extract", text, Content_Type="application/json")
    assert (answer.status, answer.json["reason"]) == (413, "too_large")
    assert "send longer texts as files" in answer.json["detail"]


def test_mistakes_in_parameters_are_problems(service: Extractor) -> None:
    for query in ("parts=figures", "format=pdf", "max_distance=9", "reextract=perhaps"):
        answer = service.ask(f"/api/v1/extract?{query}", PAPER)
        assert (answer.status, answer.headers["Content-Type"]) == (422, PROBLEM), query
    assert service.ask("/api/v1/extractions/tmpQ7x_b2").headers["Content-Type"] == PROBLEM
    assert service.ask("/api/v1/nothing").status == 404


def test_the_commands_of_the_documentation_work(service: Extractor, tmp_path: Path) -> None:
    """Every line with curl, in its order; TOKEN and JOB are those that were given out last. What
    needs a library (and a key) has tests of its own."""
    for name, data in (("paper.pdf", PAPER), ("one.pdf", PAPER), ("two.pdf", PAPER)):
        (tmp_path / name).write_bytes(data)
    found_lines = re.findall(r"^    (curl .+)$", DOCS.read_text(), re.MULTILINE)
    lines = [line for line in found_lines if "key=KEY" not in line]
    assert len(lines) >= 10
    token = job = ""
    for line in lines:
        asked = line.replace("http://127.0.0.1:8642", service.url).replace("TOKEN", token)
        if "JOB/results" in line:
            ExtractionClient(service.url).wait(job, 60)
        asked = asked.replace("JOB", job)
        words = [*shlex.split(asked), "-sS", "--fail-with-body", "--max-time", "60"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        assert done.stdout
        if found := re.search(r"<token>([^<]+)<", done.stdout):
            token = found[1]
        if found := re.search(r'"job": "([^"]+)"', done.stdout):
            job = found[1]


def test_it_counts_what_it_does(service: Extractor, client: ExtractionClient) -> None:
    client.extract(PAPER)
    figures = service.ask("/metrics").text
    assert re.search(r"^sheaf_extraction_tasks_total [1-9]", figures, re.MULTILINE)
    assert re.search(r"^sheaf_extraction_reused_total [1-9]", figures, re.MULTILINE)
    assert 'sheaf_extraction_refused_total{reason="too_short"}' in figures
    assert service.ask("/healthz").text == "ok"
    assert service.ask("/readyz").text == "ok"


def test_refusals_add_up_whoever_refuses(service: Extractor) -> None:
    def counted(reason: str) -> int:
        figures = service.ask("/metrics").text
        found = re.search(rf'refused_total{{reason="{reason}"}} (\d+)', figures)
        assert found
        return int(found[1])

    reasons = ("damaged", "not_fetched", "too_short")
    before = [counted(one) for one in reasons]
    asked = [b'{"url": "ftp://a.test/"}', b'{"text": "Too short."}']
    answers = [
        service.ask("/api/v1/extract", one, Content_Type="application/json") for one in asked
    ]
    answers.append(service.ask("/api/v1/extract", b"", Content_Type="application/pdf"))
    assert [one.json["reason"] for one in answers] == ["not_fetched", "too_short", "damaged"]
    assert [counted(one) for one in reasons] == [count + 1 for count in before]


def test_a_form_with_too_many_files_is_a_problem(service: Extractor) -> None:
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="file"; filename="{n}.txt"\r\n\r\na\r\n'
        for n in range(101)
    ]
    form = "".join([*parts, "--x--\r\n"]).encode()
    kind = "multipart/form-data; boundary=x"
    answer = service.ask("/api/v1/extractions", form, Content_Type=kind)
    assert (answer.status, answer.headers["Content-Type"]) == (400, PROBLEM)


def test_another_host_name_is_told_which_setting_names_hosts(service: Extractor) -> None:
    answer = service.ask("/extract", Host="papers.example")
    assert (answer.status, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert "allowed_hosts" in answer.json["detail"]
