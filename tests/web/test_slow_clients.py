"""Clients that send or read slowly, too much, or nonsense, over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheaf.web.server.application import FileBody
from sheaf.web.server.http_server import HttpServer
from sheaf.web.server.limits import Limits
from sheaf.web.server.proxies import TrustedProxies
from web.real_server import real_server

# As the real ones, with less patience.
IMPATIENT = Limits(
    connections=40,
    connections_of_address=30,
    threads=2,
    idle_seconds=0.4,
    head_seconds=0.4,
    body_seconds=0.4,
    write_seconds=0.4,
    linger_seconds=0.2,
)
LARGE = 30_000_000
MANY = 50


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
    path = environ["PATH_INFO"]
    if path == "/large":
        headers = [("Content-Length", str(LARGE))]
        start_response("200 OK", headers)
        file = os.fdopen(os.memfd_create("large"), "w+b")
        file.truncate(LARGE)
        return FileBody(file)
    if path == "/slow":
        time.sleep(0.5)
    if path == "/bits":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return (b"x" * 1000 for _ in range(2000))
    body = environ["wsgi.input"].read()
    said = b"%s %d" % (environ["REQUEST_METHOD"].encode(), len(body))
    start_response("200 OK", [("Content-Length", str(len(said))), ("X-Path", path)])
    return [said]


@contextmanager
def running(limits: Limits, known: bool = False) -> Iterator[int]:
    """A server in a thread, on a free port."""
    listening = socket.create_server(("127.0.0.1", 0))
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    stop: list[Callable[[], object]] = []

    async def serve() -> None:
        server = HttpServer(application, limits, lambda _: known, TrustedProxies())
        task = asyncio.current_task()
        assert task is not None
        stop.append(task.cancel)
        await server.run(listening, ready.set)

    def work() -> None:
        with pytest.raises(asyncio.CancelledError):
            loop.run_until_complete(serve())
        loop.close()

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(5)
    try:
        yield listening.getsockname()[1]
    finally:
        loop.call_soon_threadsafe(stop[0])
        thread.join(10)
        listening.close()
        assert not thread.is_alive()


@pytest.fixture
def port() -> Iterator[int]:
    with running(IMPATIENT) as port:
        yield port


def connect(port: int, data: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=5)
    client.sendall(data)
    return client


def receive_all(client: socket.socket) -> bytes:
    found = b""
    try:
        while piece := client.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def talk(port: int, data: bytes) -> bytes:
    """All that is answered until the server closes the connection."""
    with connect(port, data) as client:
        return receive_all(client)


def seconds_to_answer(port: int) -> float:
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200
    connection.close()
    return time.monotonic() - began


HALF_SENT = {
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow",
    "bodies": b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuse",
    "chunks": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab",
}


@pytest.mark.parametrize("what", HALF_SENT)
def test_what_is_half_sent_is_given_up_and_holds_up_nobody(port: int, what: str) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(port, HALF_SENT[what])) for _ in range(20)]
        assert seconds_to_answer(port) < 2
        # The deadline does not move when a byte comes now and then.
        began = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):  # already, on a slow machine
            while time.monotonic() < began + 0.3:
                clients[0].sendall(b"z")
                time.sleep(0.05)
        assert [receive_all(one)[:12] for one in clients[1:]] == [b"HTTP/1.1 408"] * 19


API = b" /api/v1/status HTTP/1.1\r\nHost: localhost\r\n"
REFUSED = {
    "half a head": (b"GET" + API, 408),
    "half a line": (b"GET /api/v1/st", 408),
    "half a body": (b"POST" + API + b"Content-Length: 100\r\n\r\nab", 408),
    "a long header": (b"GET" + API + b"X-Long: " + b"a" * 200_000 + b"\r\n\r\n", 431),
    "many headers": (b"GET" + API + b"X: a\r\n" * 200 + b"\r\n", 431),
    "a large body": (b"POST" + API + b"Content-Length: 9000000\r\n\r\n", 413),
    "two lengths": (b"POST" + API + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n", 400),
}


@pytest.mark.parametrize("what", REFUSED)
def test_programs_are_refused_with_a_problem(port: int, what: str) -> None:
    data, status = REFUSED[what]
    # What waits until its time is over is tried once.
    paths = [b"/api/v1/status", *([b"/papers/api/v1"] if status != 408 else [])]
    for path in paths:
        head, _, body = talk(port, data.replace(b"/api/v1/status", path)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d" % status), head
        is_problem = b"application/problem+json" in head
        assert is_problem is path.startswith(b"/api/")
        if is_problem:
            told = json.loads(body)
            assert told["status"] == status
            assert told["detail"].endswith(".")


def test_a_program_that_finds_all_threads_busy_is_told_when_to_come_again() -> None:
    with running(replace(IMPATIENT, thread_seconds=0.1, threads=1)) as port, ExitStack() as stack:
        slow = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
        stack.enter_context(connect(port, slow))
        time.sleep(0.1)
        answer = talk(port, b"GET" + API + b"\r\n")
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"application/problem+json" in answer
        assert b"retry-after: " in answer.lower()


@pytest.mark.parametrize("path", ["large", "bits"])
def test_readers_who_do_not_read_hold_up_nobody_and_are_cut_off(port: int, path: str) -> None:
    ask = f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * (
        1 if path == "large" else 9
    )
    with ExitStack() as stack:
        for _ in range(20):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(5)
            client.connect(("127.0.0.1", port))
            client.sendall(ask)
        assert seconds_to_answer(port) < 2
        time.sleep(1)
        assert len(receive_all(client)) < LARGE


def test_a_reader_who_reads_has_the_whole_file(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    for path, size in (("/large", LARGE), ("/bits", 2_000_000), ("/large", LARGE)):
        connection.request("GET", path)
        assert len(connection.getresponse().read()) == size
    connection.close()


def test_more_connections_than_allowed_close_the_oldest_not_the_newest(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(connect(port, HALF_SENT["headers"]))
        assert seconds_to_answer(port) < 2


def test_who_is_not_known_may_send_little(port: int) -> None:
    small, large = IMPATIENT.anonymous_bytes, IMPATIENT.anonymous_bytes + 1
    post = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    assert talk(port, post + b"Content-Length: %d\r\n\r\n" % small + b"a" * small).endswith(
        b"POST %d" % small
    )
    refused = talk(port, post + b"Content-Length: %d\r\n\r\n" % large + b"a" * large)
    assert refused.startswith(b"HTTP/1.1 413")
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n"
    piece = b"8000\r\n" + b"a" * 0x8000 + b"\r\n"
    assert talk(port, chunked + piece * 3 + b"0\r\n\r\n").startswith(b"HTTP/1.1 413")
    asked = post + b"Expect: 100-continue\r\nContent-Length: 999999999\r\n\r\n"
    assert talk(port, asked).startswith(b"HTTP/1.1 413")


def test_who_is_known_may_send_more_and_not_everything() -> None:
    with running(IMPATIENT, known=True) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("POST", "/", body=iter([b"a" * 500_000] * 4), encode_chunked=True)
        assert connection.getresponse().read() == b"POST 2000000"
        connection.close()
        post = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
        assert talk(port, post).startswith(b"HTTP/1.1 413")


def test_a_flood_of_tiny_chunks_is_given_up_at_once(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    tiny = b"1\r\na\r\n"
    for number, status in ((IMPATIENT.chunks, b"200"), (9000, b"400")):
        end = b"0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        assert talk(port, head + tiny * number + end)[9:12] == status
    with ExitStack() as stack:
        for _ in range(25):
            stack.enter_context(connect(port, head + tiny * 9000))
        assert seconds_to_answer(port) < 2


@pytest.mark.parametrize("what", ["GET", "POST"])
def test_who_sends_no_more_may_still_listen(port: int, what: str) -> None:
    """A half-closed connection; and one whose body does not come, whatever it expects."""
    with connect(port, f"{what} / HTTP/1.1\r\nHost: a\r\n".encode()) as client:
        if what == "POST":
            client.sendall(b"Expect: 100-continue\r\nContent-Length: 9\r\n")
        client.sendall(b"\r\n")
        client.shutdown(socket.SHUT_WR)
        answer = receive_all(client)
    if what == "GET":
        assert answer.endswith(b"GET 0")
    else:
        assert b" 200 " not in answer


BAD = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
    "a length below zero": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "a length with a sign": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na",
    "length and chunks": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "another coding": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked twice": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunked and more": b"POST / HTTP/1.1\r\nHost: a\r\n"
    b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "chunked behind a sign": b"POST / HTTP/1.1\r\nHost: a\r\n"
    b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a length in hexadecimal": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\na",
    "a length with a bar": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1_0\r\n\r\na",
    "a chunk with a sign": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"+1\r\na\r\n0\r\n\r\n",
    "a chunk that goes on": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"1\r\naXX0\r\n\r\n",
    "a lone end of line": b"GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
    "a zero in a header": b"GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
    "an absurd chunk": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"fffffffffffffffffffffff\r\n",
    "a blank before the colon": b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "another's page": b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "a tunnel": b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:b\r\n" * 6000 + b"\r\n",
    "many trailers": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    + b"a:b\r\n" * 6000,
    "huge headers": b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("what", BAD)
def test_what_could_be_understood_in_two_ways_is_refused(port: int, what: str) -> None:
    answer = talk(port, BAD[what])
    assert answer[:12] in {b"HTTP/1.1 400", b"HTTP/1.1 431", b"HTTP/1.1 501"}
    assert answer.count(b"HTTP/1.1") == 1


def test_who_asks_for_the_head_only_hears_of_a_refusal_too(port: int) -> None:
    answer = talk(port, b"HEAD http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b"\r\n\r\n")


def test_requests_in_one_packet_are_answered_in_their_order(port: int) -> None:
    one = b"GET /%s HTTP/1.1\r\nHost: a\r\n\r\n"
    post = b"POST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
    last = b"HEAD /d HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    answer = talk(port, one % b"slow" + one % b"b" + post + last)
    lines = answer.lower().split(b"\r\n")
    paths = [line for line in lines if line.startswith(b"x-path")]
    assert paths == [b"x-path: /slow", b"x-path: /b", b"x-path: /c", b"x-path: /d"]
    assert answer.endswith(b"\r\n\r\n")  # HEAD has no body


def test_a_hundred_slow_clients_do_not_stop_a_library(library_folder: Path, tmp_path: Path) -> None:
    """Fifty of each kind, with the limits as they are."""
    with real_server(library_folder, tmp_path / "log") as server, ExitStack() as stack:
        port = int(server.url.rpartition(":")[2])
        for number in range(MANY):
            stack.enter_context(connect(port, HALF_SENT["bodies"]))
            stack.enter_context(connect(port, HALF_SENT["headers"]))
            if number % 10 == 0:
                assert seconds_to_answer(port) < 2
        began = time.monotonic()
        assert server.ask("/paper/1")[0] == 200
        assert time.monotonic() - began < 2
        assert "Traceback" not in server.written()
