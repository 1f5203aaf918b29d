"""An nginx that serves a few pages over TLS and without, and says of each request how it came."""

from __future__ import annotations

import contextlib
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from support.samples import paper_pdf
from support.servers import Server, free_port

from acquire.crawl.certificates import self_signed

NAMES = ("one.test", "two.test", "six.test")
PAGES = 12
# Compressible, and long enough for nginx to think it worth the while.
TEXT = "<p>It grows beside the road, and has been known for long.</p>\n" * 40
CONFIG = """
worker_processes 1;
daemon off;
pid {folder}/pid;
events {{ worker_connections 256; }}
http {{
    log_format how '$server_protocol|$connection|$connection_requests|$status'
        '|$sent_http_content_encoding|$remote_addr|$request_uri|$http_if_none_match';
    access_log {folder}/access how;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    types {{ text/html html; application/pdf pdf; }}
    gzip on;
    server {{
        {listen}
        ssl_certificate {certificate};
        ssl_certificate_key {certificate};
        root {folder}/www;
    }}
}}
"""


@dataclass(frozen=True)
class Heard:
    protocol: str
    connection: int
    nth_of_connection: int
    status: int
    encoding: str
    address: str
    path: str
    if_none_match: str


class NginxWeb(Server):
    """`port` is without TLS and `tls_port` with it; `certificate` vouches for NAMES."""

    service_user = "www-data"

    def __init__(self, program: Path) -> None:
        super().__init__(program)
        self.tls_port = free_port()
        self._read = 0

    def prepare(self) -> None:
        www = self.folder / "www"
        www.mkdir()
        names = [f"{number}.html" for number in range(PAGES)]
        links = "".join(f'<a href="/{name}">{name}</a>\n' for name in [*names, "paper.pdf"])
        (www / "index.html").write_text(f"<html>{TEXT}{links}</html>")
        for name in names:
            (www / name).write_text(f"<html><h1>{name}</h1>{TEXT}</html>")
        (www / "paper.pdf").write_bytes(paper_pdf("Clover beside the road"))
        self.certificate = self_signed(self.folder, *NAMES)
        for path in (www, *www.iterdir(), self.certificate):
            self._own(path)
        addresses = ["127.0.0.1", *(["[::1]"] if has_ipv6() else [])]
        listen = "".join(
            f"listen {one}:{self.port}; listen {one}:{self.tls_port} ssl http2;\n"
            for one in addresses
        )
        config = CONFIG.format(folder=self.folder, certificate=self.certificate, listen=listen)
        (self.folder / "nginx.conf").write_text(config)

    def command(self) -> list[str]:
        return [str(self.program), "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]

    def heard(self, requests: int) -> list[Heard]:
        """The requests since the last time, which are so many; of robots.txt it says nothing."""
        deadline = time.monotonic() + 10
        while True:
            # A line is written after the answer has gone out.
            lines = (self.folder / "access").read_text().splitlines()[self._read :]
            found = [_heard(line) for line in lines]
            pages = [one for one in found if one.path != "/robots.txt"]
            if len(pages) >= requests or time.monotonic() > deadline:
                self._read += len(lines)
                assert len(pages) == requests, lines
                return pages
            time.sleep(0.02)


def _heard(line: str) -> Heard:
    protocol, connection, nth, status, *rest = line.split("|")
    return Heard(protocol, int(connection), int(nth), int(status), *rest)


def has_ipv6() -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        return True
    return False
