"""A paper that lies on the web, fetched to be read: never from an address of a private network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.parse import urlsplit

from sheaf.acquire.remote.address import Address, parse
from sheaf.acquire.remote.http import HttpStore
from sheaf.acquire.remote.store import Facts, Reading, RemoteFile
from sheaf.errors import SheafError, SourceError, UsageError
from sheaf.workers.service.contract import RefusalReason, RefusedFileError

MOST_SECONDS = 60.0  # for all of it, also where a server says a byte a minute
LATE = f"it took longer than {MOST_SECONDS:g} s"
WEB = ("http", "https")


class _TimedStore(HttpStore):
    """Its connections are cut when the time is over."""

    def __init__(self, address: Address, *, allow_private: bool) -> None:
        super().__init__(address, allow_private=allow_private)
        self.is_late = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(MOST_SECONDS, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def close(self) -> None:
        self._timer.cancel()
        for one in self._sockets:
            one.close()

    def _connect_checked(self, host: str, port: int) -> socket.socket:
        found = super()._connect_checked(host, port)
        self._sockets.append(found.dup())  # TLS takes the other one over
        if self.is_late:
            found.close()
            raise OSError("no time is left")
        return found

    def _cut(self) -> None:
        self.is_late = True
        for one in list(self._sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def fetched(url: str, *, allow_private: bool) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Its name and its bytes. RefusedFileError where it cannot be had, which may be known only when
    its bytes are read; what goes wrong with them elsewhere is no matter of the web."""
    with ExitStack() as held:
        with _told():
            if urlsplit(url).scheme.lower() not in WEB:
                raise RefusedFileError(
                    RefusalReason.NOT_FETCHED, "its URL does not begin with http:// or https://"
                )
            address = parse(url)
            store = held.enter_context(closing(_TimedStore(address, allow_private=allow_private)))
        with _told(store):
            file = RemoteFile("", "", url, address.name)
            reading = held.enter_context(store.open(file, 0, Facts()))
            name = urlsplit(url).path.rpartition("/")[2] or "document"
        yield name, _in_time(reading, store)


@contextmanager
def _told(store: _TimedStore | None = None) -> Iterator[None]:
    """What the web had to say no with."""
    try:
        yield
    except (SourceError, UsageError, OSError, ValueError) as problem:
        words = str(problem) if isinstance(problem, SheafError) else f"{problem}"[:200]
        if store is not None and store.is_late:
            words = LATE
        raise RefusedFileError(
            RefusalReason.NOT_FETCHED, words.rstrip(".") or "no answer"
        ) from None


def _in_time(reading: Reading, store: _TimedStore) -> Iterator[bytes]:
    """All of it: half of a file reads as if it were a shorter one."""
    size = 0
    while True:
        with _told(store):
            chunk = next(reading.chunks, None)
        if store.is_late:
            raise RefusedFileError(RefusalReason.NOT_FETCHED, LATE)
        if chunk is None:
            break
        size += len(chunk)
        yield chunk
    if reading.facts.size is not None and size < reading.facts.size:
        raise RefusedFileError(RefusalReason.NOT_FETCHED, "the connection broke off")
