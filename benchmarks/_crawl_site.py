"""A site of pages to crawl, and an nginx that serves it, for the benchmark of the crawler."""

from __future__ import annotations

import os
import random
import shutil
import socket
import string
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LINKS = 20
CONFIGURATION = """
{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.err;
events {{ worker_connections 4096; }}
http {{
    log_format arrivals '$msec $request_time $host $uri';
    access_log {log};
    sendfile on;
    keepalive_requests 1000000;
    types {{ text/html html; text/plain txt; }}
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2;
    fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    server {{ listen 127.0.0.1:{port}; root {site}; }}
}}
"""


def make_site(folder: Path, pages: int) -> Path:
    """Pages of 15 to 20 KB with twenty links each; every page can be reached from the first."""
    dice = random.Random(1)
    letters = string.ascii_lowercase
    words = ["".join(dice.choices(letters, k=dice.randint(2, 10))) for _ in range(3000)]
    (folder / "p").mkdir(parents=True)
    (folder / "robots.txt").write_text("User-agent: *\nDisallow: /private/\n")
    for number in range(pages):
        size, links, body = dice.randint(15_000, 20_000), [], []
        links = [(number * 3 + step) % pages for step in (1, 2, 3)]
        links += [dice.randrange(pages) for _ in range(LINKS - len(links))]
        while sum(map(len, body)) < size:
            text = " ".join(dice.choices(words, k=60))
            if links:
                name = " ".join(dice.choices(words, k=2))
                text += f' <a href="/p/{links.pop()}.html" class="link">{name}</a>'
            body.append(f"<p>{text}</p>\n")
        head = f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{number}</title></head>'
        page = f"{head}<body>\n{''.join(body)}</body></html>\n"
        (folder / "p" / f"{number}.html").write_text(page)
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def nginx(program: str, site: Path, folder: Path, *, log: Path | None = None) -> Iterator[int]:
    """The site on a port of loopback; with a log, of when each answer ended and what it took."""
    if not shutil.which(program):
        raise SystemExit(f"{program} is missing: apt-get install nginx, or --nginx PATH.")
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    written = f"{log} arrivals" if log else "off"
    path = folder / "nginx.conf"
    # Started by root it would read files as somebody who may not.
    user = "user root;" if os.geteuid() == 0 else ""
    told = CONFIGURATION.format(folder=folder, log=written, port=port, site=site, user=user)
    path.write_text(told)
    server = subprocess.Popen([program, "-c", str(path), "-e", str(folder / "nginx.err")])
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if server.poll() is not None:
                    raise SystemExit("nginx did not start") from None
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()
