"""Things between an import and its sources: a web server that can be cut off, and a proxy that can.

Both count the bytes they hand out: whether a transfer went on or began anew is told by them alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urlsplit

CHUNK = 64 * 1024


@dataclass
class Served:
    path: str
    range: str | None
    bytes: int = 0


@dataclass
class Behaviour:
    """How the web server misbehaves; all of it may be changed while it runs."""

    cut_after: int | None = None  # bytes of a body, then the connection closes
    cuts: int = 1  # so many times
    stall_after: int | None = None  # bytes of a body, then nothing more for a long time
    with_ranges: bool = True
    with_etag: bool = True
    password: str | None = None
    redirects: dict[str, str] = field(default_factory=dict)
    pages: dict[str, bytes] = field(default_factory=dict)


class WebFiles:
    """Serves a folder with index pages, ETags and ranges, as Apache and nginx do."""

    def __init__(
        self, folder: Path, host: str = "127.0.0.1", certificate: Path | None = None
    ) -> None:
        self.folder = folder
        self.behaviour = Behaviour()
        self.served: list[Served] = []
        self.server = ThreadingHTTPServer((host, 0), self._handler())
        self.server.daemon_threads = True
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{'https' if certificate else 'http'}://{host}:{self.server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def bytes_of(self, path: str) -> list[int]:
        return [one.bytes for one in self.served if one.path == path]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_HEAD(self) -> None:
                web.answer(self, with_body=False)

            def do_GET(self) -> None:
                web.answer(self, with_body=True)

        return Handler

    def answer(self, request: BaseHTTPRequestHandler, *, with_body: bool) -> None:
        path = unquote(urlsplit(request.path).path)
        asked, behaviour = self.folder / path.lstrip("/"), self.behaviour
        if behaviour.password and behaviour.password not in request.headers.get(
            "Authorization", ""
        ):
            request.send_error(401)
        elif path in behaviour.redirects:
            request.send_response(302)
            request.send_header("Location", behaviour.redirects[path])
            request.end_headers()
        elif path in behaviour.pages or (asked.is_dir() and path.endswith("/")):
            self._page(request, behaviour.pages.get(path) or _index(asked), with_body)
        elif asked.is_dir():
            request.send_response(301)
            request.send_header("Location", f"{request.path}/")
            request.end_headers()
        elif asked.is_file():
            self._file(request, path, asked.read_bytes(), asked.stat().st_mtime, with_body)
        else:
            request.send_error(404)

    def _page(self, request: BaseHTTPRequestHandler, page: bytes, with_body: bool) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", str(len(page)))
        request.end_headers()
        if with_body:
            request.wfile.write(page)

    def _file(
        self,
        request: BaseHTTPRequestHandler,
        path: str,
        data: bytes,
        modified: float,
        with_body: bool,
    ) -> None:
        etag = f'"{hashlib.sha256(data).hexdigest()}"'  # as long as they come
        asked = request.headers.get("Range")
        found = re.fullmatch(r"bytes=(\d+)-", asked or "")
        start = int(found[1]) if found and self.behaviour.with_ranges else 0
        if request.headers.get("If-Range", etag) != etag:
            start = 0
        request.send_response(206 if start else 200)
        if start:
            request.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        request.send_header("Content-Length", str(len(data) - start))
        request.send_header("Content-Type", "application/octet-stream")
        if self.behaviour.with_etag:
            request.send_header("ETag", etag)
            request.send_header("Last-Modified", formatdate(modified, usegmt=True))
        request.end_headers()
        if with_body:
            served = Served(path, asked)
            self.served.append(served)
            self._send(request, data[start:], served)

    def _send(self, request: BaseHTTPRequestHandler, data: bytes, served: Served) -> None:
        behaviour = self.behaviour
        limit = None
        if behaviour.cut_after is not None and behaviour.cuts > 0:
            behaviour.cuts -= 1
            limit = behaviour.cut_after
        if behaviour.stall_after is not None:
            limit = behaviour.stall_after
        part = data if limit is None else data[:limit]
        for at in range(0, len(part), CHUNK):
            request.wfile.write(part[at : at + CHUNK])
            served.bytes += len(part[at : at + CHUNK])
        request.wfile.flush()
        if behaviour.stall_after is not None and limit is not None and len(data) > limit:
            time.sleep(30)
        if limit is not None:
            request.close_connection = True


def _index(folder: Path) -> bytes:
    names = sorted(f"{one.name}/" if one.is_dir() else one.name for one in folder.iterdir())
    links = "".join(f'<li><a href="{name}">{name}</a>' for name in ("../", "?C=N;O=D", *names))
    return f"<html><body><ul>{links}</ul></body></html>".encode()


class CuttingProxy:
    """Passes a TCP port on. The next connection that would carry more than `cut_after` bytes to
    the client is closed (or, with `stalls`, held) at that byte; once, or `cuts` times."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.cut_after: int | None = None
        self.cuts = 1
        self.stalls = False
        self.bytes = 0  # to the client, in all
        self.stalled = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for one in self._open:
            _shut(one)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self._open += [client, server]
            threading.Thread(target=self._up, args=(client, server), daemon=True).start()
            threading.Thread(target=self._down, args=(server, client), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        try:
            while data := client.recv(CHUNK):
                server.sendall(data)
        except OSError:
            pass
        _shut(server)

    def _down(self, server: socket.socket, client: socket.socket) -> None:
        passed = 0
        try:
            while data := server.recv(CHUNK):
                limit = self.cut_after
                if limit is not None and self.cuts > 0 and passed + len(data) > limit:
                    self.cuts -= 1
                    client.sendall(data[: limit - passed])
                    self.bytes += limit - passed
                    if self.stalls:
                        self.stalled.set()
                        return
                    break
                client.sendall(data)
                passed += len(data)
                self.bytes += len(data)
        except OSError:
            pass
        _shut(client)
        _shut(server)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
