"""A server on bare sockets that does what no server should, and counts what it could send."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

Way = Callable[["Line"], None]
PATIENCE = 20.0


@dataclass
class Line:
    """A connection with a request on it."""

    connection: socket.socket
    request: bytes
    sent: int = 0

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)
        self.sent += len(data)

    def answer(self, body: bytes, *headers: str, status: str = "200 OK") -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
        self.send("\r\n".join(lines).encode() + body)


@dataclass
class Heard:
    host: str
    path: str
    request: bytes
    began: float
    ended: float = 0.0
    sent: int = 0


class NastyWeb:
    """`ways` are by path; without one a path is an empty page, and robots.txt is not there."""

    def __init__(self, *, tls: ssl.SSLContext | None = None, family: int = socket.AF_INET) -> None:
        self.ways: dict[str, Way] = {}
        self.heard: list[Heard] = []
        self.connections = 0
        self._tls = tls
        self._family = family
        self._lines: list[socket.socket] = []

    def __enter__(self) -> NastyWeb:
        self._server = socket.socket(self._family)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(("::1" if self._family == socket.AF_INET6 else "127.0.0.1", 0))
        self._server.listen(64)
        self.port = self._server.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        for thread in self._threads:
            thread.join(PATIENCE)

    def paths(self, *, robots: bool = False) -> list[str]:
        return [one.path for one in self.heard if robots or one.path != "/robots.txt"]

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                connection.settimeout(PATIENCE)
                self._lines.append(connection)
                thread = threading.Thread(target=self._serve, args=[connection], daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, connection: socket.socket) -> None:
        self.connections += 1
        with suppress(OSError):
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
                self._lines.append(connection)
            while self._answer(connection):
                pass
        connection.close()

    def _answer(self, connection: socket.socket) -> bool:
        request = b""
        while not request.endswith(b"\r\n\r\n"):
            piece = connection.recv(65536)
            if not piece:
                return False
            request += piece
        words = request.decode("latin-1").split()
        host = next(after for word, after in pairwise(words) if word == "Host:")
        heard = Heard(host, words[1], request, time.monotonic())
        self.heard.append(heard)
        line = Line(connection, request)
        try:
            self.ways.get(words[1], usual)(line)
        finally:
            heard.ended, heard.sent = time.monotonic(), line.sent
        return True


def usual(line: Line) -> None:
    is_robots = line.request.startswith(b"GET /robots.txt ")
    line.answer(b"" if is_robots else b"a page", status="404 Not Found" if is_robots else "200 OK")


def closes(line: Line) -> None:
    line.connection.close()
