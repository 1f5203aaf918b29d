"""A paper that lies on the web, fetched to be read: never from an address of a private network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import urlsplit

from sheaf.acquire.remote.address import parse
from sheaf.acquire.remote.http import HttpStore
from sheaf.acquire.remote.store import Facts, Reading, RemoteFile
from sheaf.errors import SourceError, UsageError
from sheaf.workers.service.contract import RefusalReason, RefusedFileError

MOST_SECONDS = 60.0  # from the first byte to the last
WEB = ("http", "https")


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
            store = held.enter_context(closing(HttpStore(address, allow_private=allow_private)))
            file = RemoteFile("", "", url, address.name)
            reading = held.enter_context(store.open(file, 0, Facts()))
            name = urlsplit(url).path.rpartition("/")[2] or "document"
        yield name, _in_time(reading)


@contextmanager
def _told() -> Iterator[None]:
    """What the web had to say no with."""
    try:
        yield
    except (SourceError, UsageError) as problem:
        raise RefusedFileError(RefusalReason.NOT_FETCHED, str(problem).rstrip(".")) from None
    except (OSError, ValueError) as problem:
        raise RefusedFileError(
            RefusalReason.NOT_FETCHED, f"{problem}"[:200] or "no answer"
        ) from None


def _in_time(reading: Reading) -> Iterator[bytes]:
    """All of it: half of a file reads as if it were a shorter one."""
    end, size = time.monotonic() + MOST_SECONDS, 0
    while True:
        with _told():
            chunk = next(reading.chunks, None)
        if chunk is None:
            break
        if time.monotonic() > end:
            raise RefusedFileError(
                RefusalReason.NOT_FETCHED, f"it took longer than {MOST_SECONDS:g} s"
            )
        size += len(chunk)
        yield chunk
    if reading.facts.size is not None and size < reading.facts.size:
        raise RefusedFileError(RefusalReason.NOT_FETCHED, "the connection broke off")
