"""The nginx of docs/operations/behind-nginx.md: what stands on the page, on ports of its own."""

from __future__ import annotations

import re
import ssl
from pathlib import Path

from support.servers import Server, accepts_connections, free_port

from acquire.crawl.certificates import self_signed
from acquire.crawl.nginx_web import has_ipv6

PAGE = Path(__file__).parents[2] / "docs/operations/behind-nginx.md"
NAME = "papers.example.org"
# A real one has this in /etc/nginx/nginx.conf.
AROUND = """
worker_processes 1;
daemon off;
pid {folder}/pid;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    {shown}
}}
"""


def shown_on_page(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


class NginxProxy(Server):
    service_user = "www-data"

    def __init__(self, program: Path, behind: str) -> None:
        super().__init__(program)
        self.tls_port = free_port()
        self._behind = behind

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.tls_port}"

    def prepare(self) -> None:
        self.certificate = self_signed(self.folder, NAME)
        self._own(self.certificate)
        changes = {
            "http://127.0.0.1:8642": self._behind,
            "/etc/ssl/papers.pem": str(self.certificate),
            "/etc/ssl/papers.key": str(self.certificate),
            "listen 443": f"listen 127.0.0.1:{self.tls_port}",
            "listen [::]:443": f"listen [::1]:{self.tls_port}",
            "listen 80": f"listen 127.0.0.1:{self.port}",
            "listen [::]:80": f"listen [::1]:{self.port}",
        }
        shown = shown_on_page("nginx")
        for written, here in changes.items():
            assert written in shown
            shown = shown.replace(written, here)
        if not has_ipv6():
            shown = re.sub(r"listen \[::1\].*", "", shown)
        config = AROUND.format(folder=self.folder, shown=shown)
        (self.folder / "nginx.conf").write_text(config)

    def command(self) -> list[str]:
        return [str(self.program), "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]

    def answers(self) -> bool:
        return accepts_connections(self.port) and accepts_connections(self.tls_port)

    def trust(self) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(self.certificate))
        context.check_hostname = False  # it is asked by its address
        return context
