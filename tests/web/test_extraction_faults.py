"""What strangers send to the extraction service costs their own request: poison, slow drips.
And what it has given out holds, whoever is killed."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import os
import re
import signal
import socket
import stat
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support import samples
from support.rounds import rounds

from web.extraction_server import Answer, Extractor, extractor, workers_of

PAPER = samples.paper_pdf()
OTHER = "A Study of Trees"
LIMITS = {"workers_jobs": 2, "workers_seconds": 3.0, "workers_memory": 512 * 1024**2}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    folder = tmp_path_factory.mktemp("faults")
    with extractor(folder, service_queue=4, service_upload_bytes=2**20, **LIMITS) as served:
        yield served


def read(service: Extractor, title: str = OTHER) -> Answer:
    return service.ask("/api/v1/extract?reextract=true", samples.paper_pdf(title=title))


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    f'<Override PartName="/word/document.xml" ContentType="{WORD}.main+xml"/></Types>'
)


def docx(document: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("word/document.xml", document)
    return out.getvalue()


def docx_of_entities() -> bytes:
    """A few hundred bytes that stand for gigabytes."""
    laughs = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    body = '<w:document xmlns:w="w"><w:p><w:t>&e9;</w:t></w:p></w:document>'
    return docx(f'<!DOCTYPE d [<!ENTITY e0 "laugh">{laughs}]>{body}')


# What it is, and what it is refused for.
POISON: dict[str, tuple[Callable[[], bytes], str]] = {
    "hangs": (samples.pdf_that_spins, "too_costly"),
    "eats memory": (samples.pdf_that_eats_memory, "too_costly"),
    "unpacks without end": (lambda: gzip.compress(bytes(300_000_000), 6), "too_costly"),
    "has entities": (docx_of_entities, "damaged"),
    "is no XML": (lambda: docx("<w:p>" * 100_000), "damaged"),
}


@pytest.mark.parametrize("name", POISON)
def test_poison_costs_its_own_request(service: Extractor, name: str) -> None:
    make, reason = POISON[name]
    with ThreadPoolExecutor(2) as threads:
        bad = threads.submit(service.ask, "/api/v1/extract", make())
        good = threads.submit(read, service)
        assert good.result().json["paper"]["title"] == OTHER
        assert bad.result().status == 422
        assert bad.result().json["reason"] == reason
    assert read(service).status == 200


def send_raw(service: Extractor, data: bytes, pause: float = 0) -> bytes:
    """All that is answered until the connection is closed."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as client:
        try:
            client.sendall(data)
            time.sleep(pause)
            said = b""
            while piece := client.recv(65536):
                said += piece
        except (ConnectionResetError, BrokenPipeError):
            pass
    return said


HEAD = b"POST /api/v1/extractions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
FORM = b"Content-Type: multipart/form-data; boundary=x\r\n"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (HEAD + b"X-Long: " + b"a" * 200_000 + b"\r\n\r\n", b"431"),
        (HEAD + b"".join(b"X-%d: a\r\n" % n for n in range(200)) + b"\r\n", b"431"),
        (HEAD + b"Content-Length: 3000000\r\n\r\n", b"413"),
        (HEAD + b"Content-Length: -5\r\n\r\n", b"400"),
        (HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", b"400"),
        (HEAD + FORM + b"Content-Length: 9\r\n\r\n--y\r\n\r\nab", b"400"),
        (HEAD + FORM + b"Content-Length: 4\r\n\r\n--x\r", b"400"),
    ],
)
def test_requests_that_are_none(service: Extractor, data: bytes, status: bytes) -> None:
    answer = send_raw(service, data)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b"application/problem+json" in answer
    assert service.ask("/healthz").status == 200


def test_a_body_that_drips_holds_up_nobody(service: Extractor) -> None:
    host, port = service.url.removeprefix("http://").split(":")
    slow = [socket.create_connection((host, int(port)), timeout=30) for _ in range(30)]
    for one in slow:
        one.sendall(HEAD + b"Content-Length: 1000\r\n\r\n%PDF")
    began = time.monotonic()
    assert read(service).status == 200
    assert time.monotonic() - began < 5
    for one in slow:
        one.close()


def test_a_chunked_body_that_never_ends_is_cut_off(service: Extractor) -> None:
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    assert send_raw(service, head + piece * 20).startswith(b"HTTP/1.1 413")


def test_a_full_service_says_when_to_come_again(service: Extractor) -> None:
    """Two are read, four wait; of many more at once some are sent away, and the others answered."""
    spins = samples.pdf_that_spins()
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda _: service.ask("/api/v1/extract", spins), range(12)))
    away = [one for one in answers if one.status == 503]
    assert away
    assert {one.status for one in answers} == {422, 503}
    assert all(int(one.headers["Retry-After"]) >= 1 for one in away)
    assert all(one.headers["Content-Type"] == "application/problem+json" for one in away)
    assert read(service).status == 200


def test_a_worker_that_is_killed_costs_no_more_than_its_request(service: Extractor) -> None:
    for _ in range(rounds(2, 10)):
        with ThreadPoolExecutor(4) as threads:
            asked = [threads.submit(read, service) for _ in range(4)]
            time.sleep(0.05)
            for worker in workers_of(service)[:1]:
                os.kill(worker, signal.SIGKILL)
            statuses = [one.result().status for one in asked]
        assert statuses.count(200) >= 3
        assert set(statuses) <= {200, 422, 500}
    assert read(service).status == 200


def test_what_was_given_out_survives_a_kill(tmp_path: Path) -> None:
    """Tokens that were answered are there, whole, when the service has started again; what was
    under way left nothing that shows."""
    given: list[tuple[str, bytes]] = []
    lock = threading.Lock()

    def send(number: int) -> None:
        data = samples.paper_pdf(title=f"The Study of {number} Trees")
        try:
            answer = service.ask("/extractor/file?filter=0", data)
        except (OSError, http.client.HTTPException):
            return  # it was killed meanwhile
        if answer.status == 201:
            token = re.search(r"<token>([^<]+)<", answer.text)
            assert token is not None
            with lock:
                given.append((token[1], data))

    for at in range(rounds(1, 20)):
        with (
            extractor(tmp_path, workers_jobs=2) as service,
            ThreadPoolExecutor(4) as threads,
        ):
            for number in range(30):
                threads.submit(send, 30 * at + number)
            while len(given) < 3 * (at + 1):
                time.sleep(0.01)
            service.process.kill()
            service.process.wait()
    with extractor(tmp_path, workers_jobs=1) as service:
        for token, data in given:
            assert service.ask(f"/extractor/{token}/file").body == data
        assert service.ask(f"/extractor/{given[0][0]}/header").status == 200
        tokens = [p for p in tmp_path.rglob("tokens/*") if not p.name.startswith(".")]
        assert all((path / "about.json").is_file() for path in tokens)
        json.loads((tokens[0] / "about.json").read_text())


def test_files_are_for_the_owner_whatever_the_mask(service: Extractor) -> None:
    service.ask("/extractor/file?filter=0", PAPER)
    kept = [path for path in service.state.rglob("*") if "scratch-" not in str(path)]
    assert len(kept) > 5
    for path in kept:
        if path.is_file() and "near" in path.parts:
            continue  # nobody else comes into that folder
        assert stat.S_IMODE(path.stat().st_mode) in (0o700, 0o600), path


def test_what_expires_answers_404(tmp_path: Path) -> None:
    with extractor(tmp_path, workers_jobs=1, service_expires_hours=1 / 3600) as service:
        found = re.search(r"<token>([^<]+)<", service.ask("/extractor/file", PAPER).text)
        assert found is not None
        time.sleep(1.2)
        answer = service.ask(f"/extractor/{found[1]}/header")
        assert (answer.status, answer.text) == (404, "404 Not Found")


def test_it_stops_in_good_order(tmp_path: Path) -> None:
    with extractor(tmp_path, workers_jobs=1) as service:
        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(read, service)
            time.sleep(0.2)
            service.process.send_signal(signal.SIGTERM)
            assert asked.result().status == 200
        assert service.process.wait(20) == 0
    assert not list(tmp_path.rglob("scratch-*"))
    left = subprocess.run(
        ["pgrep", "-f", f"worker_main.*{service.process.pid}$"], capture_output=True, check=False
    )
    assert left.stdout == b""
