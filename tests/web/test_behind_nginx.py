"""The set-up of docs/operations/behind-nginx.md, with the real nginx and the real server."""

from __future__ import annotations

import http.client
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.parts import require_part

import sheaf
from sheaf.web.guessing import ONE_ACCOUNT_HERE
from web.form_client import FormClient
from web.nginx_proxy import NAME, NginxProxy, shown_on_page
from web.real_server import real_server
from web.scene import PASSWORD

pytestmark = pytest.mark.parts("nginx")


@pytest.fixture(scope="module")
def proxy(made_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NginxProxy]:
    folder = tmp_path_factory.mktemp("nginx")
    library_folder = Path(shutil.copytree(made_library, folder / "library"))
    (library_folder / "sheaf.toml").write_text(shown_on_page("toml"))
    with sheaf.open(library_folder) as library:
        library.add_user("ada", PASSWORD)
    with (
        real_server(library_folder, folder / "log") as server,
        NginxProxy(require_part("nginx"), server.url) as proxy,
    ):
        yield proxy


def visitor(proxy: NginxProxy, address: str = "127.0.0.1") -> FormClient:
    name = f"{NAME}:{proxy.tls_port}"
    headers = {"Host": name, "Origin": f"https://{name}", "X-Forwarded-For": "192.0.2.66"}
    return FormClient(proxy.url, headers, address, proxy.trust())


def test_readers_log_in_and_download_and_who_guesses_stops_only_himself(proxy: NginxProxy) -> None:
    attacker = visitor(proxy, "127.0.0.2")
    guesses = [attacker.log_in("ada", "wrong") for _ in range(ONE_ACCOUNT_HERE.tries + 1)]
    assert guesses == [200] * ONE_ACCOUNT_HERE.tries + [429]

    reader = visitor(proxy)
    status, file = reader.ask("/file/1")
    assert (status, file[:5]) == (200, b"%PDF-")
    assert int(reader.head["Content-Length"]) == len(file)
    assert reader.log_in("ada", PASSWORD) == 302
    assert reader.head["Location"] == "/dashboard"
    assert reader.head["Strict-Transport-Security"]
    assert reader.has_secure_cookies
    assert b"Log out" in reader.ask("/dashboard")[1]


def test_plain_http_leads_to_https_and_large_bodies_end_at_the_proxy(proxy: NginxProxy) -> None:
    plain = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10)
    plain.request("GET", "/paper/1", headers={"Host": NAME})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/paper/1")
    plain.close()
    head = f"POST /login HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: {400 * 1024**2}\r\n\r\n"
    with (
        socket.create_connection(("127.0.0.1", proxy.tls_port), timeout=10) as raw,
        proxy.trust().wrap_socket(raw) as client,
    ):
        client.sendall(head.encode())
        assert client.recv(1000).startswith(b"HTTP/1.1 413")
