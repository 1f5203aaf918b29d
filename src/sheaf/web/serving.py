"""Starts the server: checks first what can go wrong, then hands the library to a worker process.

Granian takes the connections (Rust, its own threads) and calls Django on a few Python threads, so
that a slow reader does not hold up the others. The worker is a process of its own, spawned, never
forked: it opens the library itself.
"""

from __future__ import annotations

import errno
import http.client
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from sheaf.app import Library
from sheaf.errors import SheafError, UsageError
from sheaf.web import security
from sheaf.web.library import EVERYWHERE

OnReady = Callable[[str, str | None], None]

READY_WITHIN = 60.0
# A request that takes longer than this to end does not hold up the end of the server.
STOP_WITHIN = 10


def serve(folder: Path, host: str, port: int, on_ready: OnReady | None = None) -> None:
    """Serve a library until SIGINT or SIGTERM.

    `on_ready(url, setup_url)` is called once, from another thread, when pages are answered;
    `setup_url` is None where the library has a user already, or cannot be written.
    """
    address, port = _find_address(host, port)
    threads, token = _look_at_library(folder)
    os.environ |= {
        "SHEAF_LIBRARY": str(folder.absolute()),
        "SHEAF_WEB_HOST": host,
        security.SETUP_VARIABLE: token,
    }
    if on_ready is not None:
        url = f"http://{_browser_host(host)}:{port}"
        setup_url = f"{url}/setup?token={token}" if token else None
        waiting = (address, port, lambda: on_ready(f"{url}/", setup_url))
        threading.Thread(target=_wait_until_ready, args=waiting, daemon=True).start()
    _run(address, port, threads)


def _run(address: str, port: int, threads: int) -> None:
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        "sheaf.web.wsgi:application",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=threads,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_WITHIN,
        log_level=LogLevels.error,
    )
    try:
        server.serve()
    except SystemExit:
        raise SheafError(
            "The web side stopped by itself.", "What it wrote above says why; then start it again."
        ) from None


def _find_address(host: str, port: int) -> tuple[str, int]:
    """The address and port, tried out: the server itself would share a port with another one."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise UsageError(
            f"{host!r} is no address of this machine.", "Try --host 127.0.0.1."
        ) from None
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(place)
            trial.listen(1)
        except OSError as problem:
            raise _cannot_listen(host, port, problem) from None
        return str(place[0]), int(trial.getsockname()[1])


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


def _look_at_library(folder: Path) -> tuple[int, str]:
    """How many threads it asks for, and a setup token where it has no user yet and can have one."""
    with Library.open(folder) as library:
        needs_token = not library.users() and library.can_write_catalogue()
        return library.settings.web.threads, security.make_setup_token() if needs_token else ""


def _browser_host(host: str) -> str:
    """The host as it stands in an address."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _wait_until_ready(address: str, port: int, tell: Callable[[], None]) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline:
        if _is_answering("127.0.0.1" if address in EVERYWHERE else address, port):
            tell()
            return
        time.sleep(0.05)


def _is_answering(address: str, port: int) -> bool:
    connection = http.client.HTTPConnection(address, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    else:
        return True
    finally:
        connection.close()
