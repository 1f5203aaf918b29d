"""Starts the server: checks first what can go wrong, then answers until it is told to stop.

One process: an event loop takes the connections (server/), and Django answers on a few threads.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import importlib
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from sheaf.app import Library, main_file
from sheaf.errors import UsageError
from sheaf.settings import Settings, Web
from sheaf.terminal import messages
from sheaf.web import security
from sheaf.web.extraction.alone import serving_alone
from sheaf.web.extraction.served import (
    folder_for,
    slow_lane,
    start_extraction,
    stop_extraction,
)
from sheaf.web.library import EVERYWHERE, start_serving
from sheaf.web.people.programs import may_send
from sheaf.web.server.http_server import HttpServer
from sheaf.web.server.limits import Limits
from sheaf.web.server.proxies import TrustedProxies
from sheaf.web.sessions import is_logged_in
from sheaf.workers.jobs.working import working_beside
from sheaf.workers.service.service import ExtractionService

OnReady = Callable[[str, str | None], None]

# Connections that the system holds for us before we take them.
BACKLOG = 256


def serve(folder: Path, host: str, port: int, on_ready: OnReady | None = None) -> None:
    """Serve a library until SIGINT, SIGTERM or the end of its terminal.

    `on_ready(url, setup_url)` is called once, when pages are answered; `setup_url` is None where
    the library has a user already, or cannot be written.
    """
    with listen(host, port) as listening, Library.open(folder) as library:
        token = _expect_first_user(library)
        start_serving(library, host)
        # Who comes first need not wait until a large library is counted.
        Thread(target=library.warm_counts, daemon=True).start()
        url = f"http://{_browser_host(host)}:{listening.getsockname()[1]}"
        setup_url = f"{url}/setup?token={token}" if token else None
        tell = (lambda: on_ready(f"{url}/", setup_url)) if on_ready else (lambda: None)
        with working_beside(library, messages.print), extracting(library) as service:
            server = _make_server(library.settings.web, _is_known, service)
            asyncio.run(_serve_until_told(server, listening, tell))


def serve_alone(chosen: Settings, host: str, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve the extraction service and nothing else, until told to stop."""
    with listen(host, port) as listening:
        url = f"http://{_browser_host(host)}:{listening.getsockname()[1]}/"
        with serving_alone(chosen, host) as service:
            server = _make_server(chosen.web, lambda _: False, service)
            asyncio.run(_serve_until_told(server, listening, lambda: on_ready(url)))


@contextmanager
def extracting(library: Library) -> Iterator[ExtractionService]:
    """The extraction service beside the pages of a library."""
    chosen = library.settings
    service = ExtractionService(chosen, folder_for(chosen, library.folder))
    start_extraction(
        service,
        is_public=chosen.service.access == "public",
        find_file=partial(_file_of_document, library),
    )
    service.start()
    try:
        yield service
    finally:
        stop_extraction()
        service.close()


def _file_of_document(library: Library, number: int) -> Path | None:
    document = library.document(number)
    return None if document is None else main_file(document)


def _make_server(
    web: Web, is_known: Callable[[dict[str, Any]], bool], service: ExtractionService
) -> HttpServer:
    application = get_wsgi_application()
    importlib.import_module(settings.ROOT_URLCONF)  # before the first visitor waits for it
    # What is loaded now stays: looking through it for garbage would hold up a visitor for long.
    gc.collect()
    gc.freeze()
    limits = Limits(threads=web.threads, known_bytes=web.upload_bytes)
    proxies = TrustedProxies(web.trusted_proxies)
    return HttpServer(application, limits, is_known, proxies, slow_lane(service, is_known))


def _is_known(environ: dict[str, Any]) -> bool:
    return may_send(environ) or is_logged_in(environ)


async def _serve_until_told(
    server: HttpServer, listening: socket.socket, tell: Callable[[], None]
) -> None:
    serving = asyncio.create_task(server.run(listening, tell))
    # A closed terminal is not heard where `nohup` says so.
    hears_hangup = signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
    for number in (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hears_hangup else [])):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()  # what went wrong is raised


def _expect_first_user(library: Library) -> str:
    """The token with which the first user is made; empty where there is one, or can be none."""
    needs_token = not library.users() and library.can_write_catalogue()
    token = security.make_setup_token() if needs_token else ""
    security.expect_setup_token(token)
    return token


def listen(host: str, port: int) -> socket.socket:
    """No port is shared: of two servers that are started at once the second is refused here."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[
            0
        ]
    except OSError:
        raise UsageError(
            f"{host!r} is no address of this machine.", "Try --host 127.0.0.1."
        ) from None
    # With the protocol by its number: by that asyncio knows that small packets are not to wait.
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as problem:
        listening.close()
        raise _cannot_listen(host, port, problem) from None
    return listening


def _cannot_listen(host: str, port: int, problem: OSError) -> UsageError:
    if problem.errno == errno.EADDRINUSE:
        return UsageError(
            f"Port {port} on {host} is in use already.",
            "Choose another with --port (0 finds a free one), or stop what is using it.",
        )
    if problem.errno == errno.EACCES:
        return UsageError(f"Port {port} is not allowed to you.", "Choose one above 1023.")
    return UsageError(
        f"It is not possible to listen on {host}: {problem.strerror}.", "Try --host 127.0.0.1."
    )


def _browser_host(host: str) -> str:
    """The host as it stands in an address."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
