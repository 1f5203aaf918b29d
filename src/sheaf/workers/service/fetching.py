"""A paper that lies on the web, fetched to be read: never from an address of a private network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

from sheaf.acquire.remote.address import parse
from sheaf.acquire.remote.http import HttpStore
from sheaf.acquire.remote.store import Facts, RemoteFile
from sheaf.errors import SourceError, UsageError
from sheaf.workers.service.contract import RefusalReason, RefusedFileError

MOST_SECONDS = 60.0  # from the first byte to the last
WEB = ("http", "https")


@contextmanager
def fetched(url: str, *, allow_private: bool) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Its name and its bytes. RefusedFileError where it cannot be had."""
    try:
        if urlsplit(url).scheme.lower() not in WEB:
            raise RefusedFileError(
                RefusalReason.NOT_FETCHED, "its URL does not begin with http:// or https://"
            )
        address = parse(url)
        with closing(HttpStore(address, allow_private=allow_private)) as store:
            file = RemoteFile("", "", url, address.name)
            with store.open(file, 0, Facts()) as reading:
                name = urlsplit(url).path.rpartition("/")[2] or "document"
                yield name, _in_time(reading.chunks)
    except (SourceError, UsageError) as problem:
        raise RefusedFileError(RefusalReason.NOT_FETCHED, str(problem).rstrip(".")) from None
    except (OSError, ValueError) as problem:
        raise RefusedFileError(
            RefusalReason.NOT_FETCHED, f"{problem}"[:200] or "no answer"
        ) from None


def _in_time(chunks: Iterator[bytes]) -> Iterator[bytes]:
    end = time.monotonic() + MOST_SECONDS
    for chunk in chunks:
        if time.monotonic() > end:
            raise RefusedFileError(
                RefusalReason.NOT_FETCHED, f"it took longer than {MOST_SECONDS:g} s"
            )
        yield chunk
