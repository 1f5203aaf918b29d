"""Real sites from a tar file, served on loopback as they were, under their own names.

`sites/NAME.json` says what stands there and what can be reached; `sites/NAME/` has the pages. Of
documents only the paths are known, so each is answered with a stub of its own.
"""

from __future__ import annotations

import json
import socket
import ssl
import tarfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote, urlsplit

TLS_BEGINS_WITH = b"\x16"
TYPES = {".txt": "text/plain", ".xml": "application/xml", ".pdf": "application/pdf"}


@dataclass
class Site:
    name: str
    truth: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return str(self.truth["base_path"])

    @property
    def start(self) -> str:
        return f"http://{self.truth['host']}{self.base}/{self.truth['start']}"

    @property
    def hosts(self) -> set[str]:
        """The host with and without www, and the name that the site has on github.io."""
        owner, _, repository = str(self.truth["source"]).lower().partition("/")
        plain = str(self.truth["host"]).removeprefix("www.")
        also = {repository} if repository == f"{owner}.github.io" else set()
        return {plain, f"www.{plain}"} | also

    @cached_property
    def documents(self) -> set[str]:
        return set(self.truth["documents"])

    @property
    def wanted(self) -> set[str]:
        return {*self.truth["reachable_pages"], *self.documents}

    def find(self, path: str) -> str | None:
        """The file that a server of static sites gives for a path; `x/` where it redirects."""
        if not path.startswith(self.base + "/"):
            return None
        key = unquote(path.removeprefix(self.base + "/"))
        if key in self.files or key in self.documents:
            return key
        if not key or key.endswith("/"):
            return key + "index.html" if key + "index.html" in self.files else None
        if key + ".html" in self.files:
            return key + ".html"
        return key + "/" if key + "/index.html" in self.files else None


def read_sites(path: Path) -> list[Site]:
    sites: dict[str, Site] = {}
    pages: list[tuple[str, str, bytes]] = []
    with tarfile.open(path) as packed:
        for member in packed:
            stream = packed.extractfile(member) if member.isfile() else None
            if stream is None:
                continue
            _, name, *rest = member.name.split("/", 2)
            if rest:
                pages.append((name, rest[0], stream.read()))
            else:
                name = name.removesuffix(".json")
                sites[name] = Site(name, json.load(stream))
    for name, place, data in pages:
        sites[name].files[place] = data
    return list(sites.values())


class SiteServer:
    """All of them on one port, which speaks TLS to whoever begins so: links say both."""

    def __init__(self, sites: list[Site], certificate: Path) -> None:
        self._by_host = {host: site for site in sites for host in site.hosts}
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certificate)
        # What was asked for, and the file of which site was given.
        self.given: dict[str, tuple[str, str]] = {}
        self.was_asked_by_tls = False

    def __enter__(self) -> Self:
        outer = self

        class Server(ThreadingHTTPServer):
            def finish_request(self, request: Any, address: Any) -> None:
                with suppress(OSError):
                    if request.recv(1, socket.MSG_PEEK) != TLS_BEGINS_WITH:
                        Handler(request, address, self)
                        return
                    outer.was_asked_by_tls = True
                    with outer._tls.wrap_socket(request, server_side=True) as wrapped:
                        Handler(wrapped, address, self)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                outer._answer(self)

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, asking: BaseHTTPRequestHandler) -> None:
        host = asking.headers["Host"].lower()
        site, path = self._by_host.get(host), urlsplit(asking.path).path
        file = site.find(path) if site else None
        if site is None or file is None:
            _send(asking, 404, b"not here", {})
        elif file.endswith("/"):
            _send(asking, 301, b"", {"Location": quote(f"{site.base}/{file}")})
        else:
            scheme = "https" if isinstance(asking.connection, ssl.SSLSocket) else "http"
            self.given[f"{scheme}://{host}{asking.path}"] = site.name, file
            stub = f"%!PS {site.name} {file}\n".encode()
            kind = TYPES.get(Path(file).suffix, "text/html")
            if file not in site.files and kind == "text/html":
                kind = "application/postscript"
            _send(asking, 200, site.files.get(file, stub), {"Content-Type": kind})


def _send(
    asking: BaseHTTPRequestHandler, status: int, body: bytes, headers: dict[str, str]
) -> None:
    asking.send_response(status)
    for name, value in {**headers, "Content-Length": str(len(body))}.items():
        asking.send_header(name, value)
    asking.end_headers()
    asking.wfile.write(body)
