"""Long work as a job: accepted at once, read whoever is killed meanwhile, asked for later."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import samples
from support.rounds import rounds

from sheaf.client import ExtractionClient, ExtractionError
from web.extraction_server import Extractor, extractor, workers_of

PAPER = samples.paper_pdf()
SHORT = b"too short a text"
PROBLEM = "application/problem+json"
ASYNC = {"Prefer": "respond-async"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    folder = tmp_path_factory.mktemp("jobs")
    with extractor(folder, workers_jobs=2, workers_seconds=3.0) as served:
        yield served


@pytest.fixture
def client(service: Extractor) -> ExtractionClient:
    return ExtractionClient(service.url)


def titles(count: int, of: str) -> list[str]:
    return [f"The {of} Study of {number} Trees" for number in range(count)]


def read_titles(client: ExtractionClient, job: str) -> list[str]:
    done = client.wait(job, 120)
    numbers = range(done["count"])
    assert [one["state"] for one in done["items"]] == ["read"] * done["count"]
    return [client.result(job, number)["paper"]["title"] for number in numbers]


def test_many_files_are_read_as_a_job(
    service: Extractor, client: ExtractionClient, tmp_path: Path
) -> None:
    path = tmp_path / "one.pdf"
    path.write_bytes(PAPER)
    job = client.submit(path, SHORT, samples.paper_pdf("Another Paper"), parts="header,references")
    done = client.wait(job, 60)
    assert [one["state"] for one in done["items"]] == ["read", "refused", "read"]
    assert (done["read"], done["refused"], done["waiting"]) == (2, 1, 0)
    assert done["items"][0]["name"] == "one.pdf"
    assert done["items"][1]["problem"]["reason"] == "too_short"
    first = client.result(job, 0)
    at_once = client.extract(path, parts="header,references")
    assert first["paper"]["provenance"].pop("source") == "one.pdf"
    assert at_once["paper"]["provenance"].pop("source") == "upload"
    assert first["paper"] == at_once["paper"]
    assert first["sha1"] == at_once["sha1"]
    assert client.result(job, 2)["paper"]["title"] == "Another Paper"
    with pytest.raises(ExtractionError) as refused:
        client.result(job, 1)
    assert (refused.value.status, refused.value.reason) == (422, "too_short")
    address = f"/api/v1/extract/jobs/{job}"
    tei = service.ask(f"{address}/results/0", Accept="application/tei+xml")
    assert tei.text.startswith("<?xml")
    again = service.ask(
        f"{address}/results/0", If_None_Match=service.ask(f"{address}/results/0").headers["ETag"]
    )
    assert again.status == 304
    for wrong in (f"{address}/results/3", f"{address[:-1]}", f"{address[:-1]}/results/0"):
        answer = service.ask(wrong)
        assert (answer.status, answer.headers["Content-Type"]) == (404, PROBLEM), wrong
    client.remove_job(job)
    assert service.ask(address).status == 404
    assert service.ask(address, method="DELETE").status == 404


def test_it_is_accepted_before_it_is_read(service: Extractor) -> None:
    answer = service.ask("/api/v1/extract?filter=false", samples.pdf_that_spins(), **ASYNC)
    assert answer.status == 202
    assert answer.headers["Preference-Applied"] == "respond-async"
    assert int(answer.headers["Retry-After"]) >= 1
    address = answer.headers["Location"].removeprefix(service.url)
    assert answer.json["state"] in ("waiting", "reading")
    early = service.ask(f"{address}/results/0")
    assert (early.status, early.headers["Content-Type"]) == (409, PROBLEM)
    assert int(early.headers["Retry-After"]) >= 1
    # Whoever waits for an answer is served meanwhile.
    assert service.ask("/api/v1/extract?reextract=true", PAPER).status == 200
    done = ExtractionClient(service.url).wait(answer.json["job"], 30)
    assert done["items"][0]["problem"]["reason"] == "too_costly"


def test_what_json_names_is_read_as_a_job_too(service: Extractor, client: ExtractionClient) -> None:
    text = "A Study of Trees\n\nAda Lovelace\n\nAbstract\n" + "We study trees in winter. " * 60
    for order, state in (
        ({"text": text}, "read"),
        ({"url": f"{service.url}/healthz"}, "refused"),
    ):
        sent = json.dumps(order).encode()
        answer = service.ask(
            "/api/v1/extract?filter=false", sent, Content_Type="application/json", **ASYNC
        )
        assert answer.status == 202
        [item] = client.wait(answer.json["job"], 60)["items"]
        assert item["state"] == state
    assert item["problem"]["reason"] == "not_fetched"
    wrong = service.ask("/api/v1/extract", b"{}", Content_Type="application/json", **ASYNC)
    assert (wrong.status, wrong.headers["Content-Type"]) == (400, PROBLEM)


def test_a_worker_that_is_killed_costs_a_job_nothing(
    service: Extractor, client: ExtractionClient
) -> None:
    for at in range(rounds(1, 20)):
        wanted = titles(6, f"Killed {at}")
        job = client.submit(*map(samples.paper_pdf, wanted))
        for _ in range(2):
            time.sleep(0.3)
            for worker in workers_of(service)[:1]:
                os.kill(worker, signal.SIGKILL)
        assert read_titles(client, job) == wanted


def test_what_was_accepted_is_read_though_the_service_is_killed_and_expires_then(
    tmp_path: Path,
) -> None:
    accepted: list[tuple[str, list[str]]] = []
    for at in range(rounds(1, 20)):
        with extractor(tmp_path, workers_jobs=2) as service:
            wanted = titles(8, f"Lost {at}")
            accepted.append(
                (ExtractionClient(service.url).submit(*map(samples.paper_pdf, wanted)), wanted)
            )
            time.sleep(0.1 * (at % 20))
            service.process.kill()
            service.process.wait()
    with extractor(tmp_path, workers_jobs=2) as service:
        client = ExtractionClient(service.url)
        for job, wanted in accepted:
            assert read_titles(client, job) == wanted
        assert not list(tmp_path.rglob("source-*"))
        # Nobody asks for it any more.
        for folder in tmp_path.rglob(f"jobs/{job}"):
            os.utime(folder, (0, 0))
        assert service.ask(f"/api/v1/extract/jobs/{job}/results/0").status == 404
        assert service.ask(f"/api/v1/extract/jobs/{job}").status == 404
