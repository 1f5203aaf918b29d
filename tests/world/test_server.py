import asyncio
import http.client
import socket
import time
from contextlib import contextmanager
from email.message import Message
from typing import NamedTuple

import aiohttp
import pytest

from sheaf.world import World, serve


@pytest.fixture(scope="module")
def server(world):
    with serve(world, log=True) as running:
        yield running


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes
    failure: Exception | None


@contextmanager
def connected(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    yield connection
    connection.close()


def ask(server, host, path, method="GET"):
    with connected(server) as connection:
        connection.request(method, path, headers={"Host": host})
        response = connection.getresponse()
        try:
            return Answer(response.status, response.headers, response.read(), None)
        except http.client.IncompleteRead as failure:
            return Answer(response.status, response.headers, failure.partial, failure)
        finally:
            response.close()


def test_hosts_share_one_port(server, world):
    for host in world.hosts:
        assert ask(server, host, "/").body == world.respond(host, "/").body


def test_the_port_in_the_host_header_does_not_matter(server):
    assert ask(server, f"www.commons.test:{server.port}", "/").status == 200


def test_an_unknown_host_is_not_found(server):
    assert ask(server, "www.elsewhere.test", "/").status == 404


def test_head_has_the_length_but_not_the_body(server, world):
    answer = ask(server, "www.commons.test", "/", "HEAD")
    assert int(answer.headers["Content-Length"]) == len(world.respond("www.commons.test", "/").body)
    assert answer.body == b""


def test_one_connection_serves_many_requests(server):
    with connected(server) as connection:
        for path in ("/", "/robots.txt", "/nothing"):
            connection.request("GET", path, headers={"Host": "www.commons.test"})
            answer = connection.getresponse()
            answer.read()
            assert not answer.will_close


def test_a_connection_closed_mid_body_delivers_half(server, world):
    host, path = "attic1.commons.test", "/broken/disconnect.pdf"
    whole = world.respond(host, path).body
    head, received, was_reset = read_raw(server, host, path)
    assert f"Content-Length: {len(whole)}".encode() in head
    assert received == whole[: len(whole) // 2]
    assert was_reset


def read_raw(server, host, path):
    """Head and body as the socket gives them, and whether the connection ended with a reset."""
    data, was_reset = b"", False
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        try:
            while chunk := line.recv(65536):
                data += chunk
        except ConnectionResetError:
            was_reset = True
    head, _, body = data.partition(b"\r\n\r\n")
    return head, body, was_reset


def test_a_short_body_promises_more_than_it_has(server, world):
    host, path = "attic1.commons.test", "/broken/short.pdf"
    answer = ask(server, host, path)
    assert isinstance(answer.failure, http.client.IncompleteRead)
    assert answer.failure.expected == 1000
    assert answer.body == world.respond(host, path).body


def test_slow_pages_keep_others_waiting_for_nothing(server):
    async def both():
        address = f"http://{server.address}"
        async with aiohttp.ClientSession() as session:

            async def timed(host, path):
                started = time.monotonic()
                async with session.get(address + path, headers={"Host": host}) as answer:
                    await answer.read()
                return time.monotonic() - started

            slow = asyncio.create_task(timed("attic1.commons.test", "/slow/letter.html"))
            await asyncio.sleep(0.01)
            return await timed("www.commons.test", "/robots.txt"), await slow

    quick, slow = asyncio.run(both())
    assert slow >= 0.2
    assert quick < 0.15


def test_requests_are_logged_in_order(server):
    server.requests.clear()
    ask(server, "www.commons.test", "/")
    ask(server, "WWW.Commons.test", "/robots.txt")
    assert [(each.host, each.path) for each in server.requests] == [
        ("www.commons.test", "/"),
        ("www.commons.test", "/robots.txt"),
    ]
    assert server.requests[0].time <= server.requests[1].time


def test_nothing_is_logged_unless_asked_for():
    with serve(World(1, 20)) as quiet:
        ask(quiet, "www.commons.test", "/")
        assert not quiet.requests


def test_noise_on_the_line_does_no_harm(server):
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        line.settimeout(5)
        assert line.recv(100) == b""
    assert ask(server, "www.commons.test", "/").status == 200


def test_a_taken_port_is_reported(server):
    with pytest.raises(OSError), serve(World(1, 20), port=server.port):
        pass
