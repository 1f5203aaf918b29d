"""Papers that are fetched from the web: what is told of the web, and what is not."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.elsewhere import WebFiles

from sheaf.errors import UsageError
from sheaf.workers.service import fetching
from sheaf.workers.service.contract import RefusalReason, RefusedFileError
from sheaf.workers.service.fetching import fetched

DATA = bytes(range(256)) * 1000


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebFiles]:
    (tmp_path / "a paper.pdf").write_bytes(DATA)
    with WebFiles(tmp_path) as served:
        yield served


def refusal_of(url: str, *, allow_private: bool = True) -> str:
    with (
        pytest.raises(RefusedFileError) as problem,
        fetched(url, allow_private=allow_private) as (_, pieces),
    ):
        list(pieces)
    assert problem.value.refusal is RefusalReason.NOT_FETCHED
    return str(problem.value)


def test_a_file_has_its_name_and_its_bytes(web: WebFiles) -> None:
    with fetched(f"{web.url}/a%20paper.pdf", allow_private=True) as (name, pieces):
        assert (name, b"".join(pieces)) == ("a%20paper.pdf", DATA)


def test_what_is_not_there_or_not_to_be_asked_is_refused(web: WebFiles) -> None:
    assert "There is no file" in refusal_of(f"{web.url}/b.pdf")
    assert "private" in refusal_of(f"{web.url}/a%20paper.pdf", allow_private=False)
    assert "http" in refusal_of("ftp://example.org/a.pdf")


def test_half_of_a_file_is_no_file(web: WebFiles) -> None:
    web.behaviour.cut_after = 100_000
    assert "broke off" in refusal_of(f"{web.url}/a%20paper.pdf")


@pytest.mark.parametrize("problem", [UsageError("There is no such format."), OSError("Disk full.")])
def test_what_goes_wrong_with_its_bytes_is_no_matter_of_the_web(
    web: WebFiles, problem: Exception
) -> None:
    def read_and_fail() -> None:
        with fetched(f"{web.url}/a%20paper.pdf", allow_private=True) as (_, pieces):
            list(pieces)
            raise problem

    with pytest.raises(type(problem), match=str(problem)):
        read_and_fail()


@pytest.mark.parametrize(
    "begins", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4"]
)
def test_a_server_that_says_a_byte_now_and_then_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, begins: bytes
) -> None:
    """Wherever it is: before the status, in the midst of the headers, in the body."""
    monkeypatch.setattr(fetching, "MOST_SECONDS", 0.5)

    def drip(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection, suppress(OSError):
            connection.sendall(begins)
            for _ in range(600):
                connection.sendall(b"a")
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, args=(server,), daemon=True).start()
        began = time.monotonic()
        words = refusal_of(f"http://127.0.0.1:{server.getsockname()[1]}/a.pdf")
    assert "it took longer than" in words
    assert time.monotonic() - began < 10
