"""A request as WSGI sees it, and the application's answer, made in one of a few threads.

A thread is held while the application works, never while a client sends or reads.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, BinaryIO
from urllib.parse import unquote_to_bytes

import h11

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

PIECE = 1024 * 1024  # of an answer that is made bit by bit: so much is made ahead
# They are about one connection, and h11 writes its own.
HOP_BY_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "upgrade"})
UNPREFIXED = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})


class DaemonThreads(Executor):
    """A fixed number of threads that do not keep a process from ending: a request that never ends
    must not hold up the end of the server."""

    def __init__(self, count: int, name: str) -> None:
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        for number in range(count):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, lambda: fn(*args, **kwargs)))
        return future

    def _work(self) -> None:
        while True:
            future, call = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as problem:  # noqa: BLE001 - it is raised where it is waited for
                future.set_exception(problem)


@dataclass(slots=True)
class WebAnswer:
    """What the application says: the head, what it has made of the body so far, and the rest of it
    as a file (a descriptor) or as an iterator that goes on in a thread."""

    status: int
    reason: str
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    file: int | None = None
    rest: Iterator[bytes] | None = None
    close: Callable[[], None] | None = None


class FileBody:
    """`wsgi.file_wrapper`: lets the server see that an answer is a file."""

    def __init__(self, stream: BinaryIO, size: int = 64 * 1024) -> None:
        self.stream, self._size = stream, size

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.stream.read(self._size):
            yield piece

    def close(self) -> None:
        self.stream.close()

    def descriptor(self) -> int | None:
        """One of our own, to read from after the application has closed its file."""
        try:
            return os.dup(self.stream.fileno())
        except (AttributeError, OSError):  # a part of a file, or no file at all
            return None


def make_environ(
    request: h11.Request, client: tuple[str, int], server: tuple[str, int], body: BinaryIO
) -> Environ:
    """The target must begin with a slash: the caller has looked."""
    path, _, query = request.target.partition(b"?")
    environ: Environ = {
        "REQUEST_METHOD": request.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{request.http_version.decode('ascii')}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileBody,
    }
    for name, value in request.headers:
        if b"_" in name:
            continue  # in WSGI X_Forwarded_For could pass for X-Forwarded-For
        key = name.decode("ascii").upper().replace("-", "_")
        key = key if key in UNPREFIXED else f"HTTP_{key}"
        said = value.decode("latin-1")
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{said}" if key in environ else said
    # The body has been read, whatever way it came.
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.pop("CONTENT_LENGTH", None)
    return environ


def run_application(application: Application, environ: Environ) -> WebAnswer:
    """In a thread. Ends the request there as well, unless the answer is long and made bit by bit:
    what the application holds (a connection to the catalogue) belongs to its thread."""
    said: list[WebAnswer] = []

    def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        number, _, reason = status.partition(" ")
        kept = [
            (name.encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in headers
            if name.lower() not in HOP_BY_HOP
        ]
        said[:] = [WebAnswer(int(number), reason, kept)]

    result = application(environ, start_response)
    close = getattr(result, "close", None)
    is_over = True
    try:
        if isinstance(result, FileBody) and (file := result.descriptor()) is not None:
            said[0].file = file
            return said[0]
        pieces = iter(result)
        body, is_over = take_some(pieces)
        answer = said[0]
        answer.body = body
        if not is_over:
            answer.rest, answer.close = pieces, close
        return answer
    finally:
        if is_over and close is not None:
            close()


def take_some(pieces: Iterator[bytes]) -> tuple[bytes, bool]:
    """What an answer is made of next, and whether that was all."""
    taken: list[bytes] = []
    size = 0
    for piece in pieces:
        taken.append(piece)
        size += len(piece)
        if size >= PIECE:
            return b"".join(taken), False
    return b"".join(taken), True
