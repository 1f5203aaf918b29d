"""Worlds as WARC files: what a crawl of the world would have kept, without crawling."""

import gzip
from base64 import b32encode
from collections.abc import Iterable, Iterator
from hashlib import sha1
from itertools import islice
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from sheaf.world.response import CLOSE_MID_BODY, Response
from sheaf.world.world import World

# Any moment will do, as long as it is always the same.
_DATE = "2026-01-15T12:00:00Z"
_INFO = b"software: sheaf.world\r\nformat: WARC File Format 1.1\r\n"
_FASTEST = 1

_Fields = Iterable[tuple[str, str]]


def write_warc(world: World, path: str | Path, limit: int | None = None) -> int:
    """Write the first captures of a world, all by default; return how many."""
    count = 0
    with Path(path).open("wb") as file:
        _write(file, f"warcinfo:{world.seed}:{world.pages}", _info_fields(path), _INFO)
        for url, parent, response in islice(world.captures(), limit):
            _write_capture(file, url, parent, response)
            count += 1
    return count


def _write_capture(file: BinaryIO, url: str, parent: str, response: Response) -> None:
    payload = response.received
    block = _http_head(response) + payload
    fields = [
        ("WARC-Type", "response"),
        ("WARC-Target-URI", url),
        ("WARC-IP-Address", "127.0.0.1"),
        ("Content-Type", "application/http; msgtype=response"),
        ("WARC-Payload-Digest", _digest(payload)),
    ]
    if response.fault == CLOSE_MID_BODY:
        fields.append(("WARC-Truncated", "disconnect"))
    _write(file, f"response:{url}", fields, block)
    _write_metadata(file, url, parent)


def _write_metadata(file: BinaryIO, url: str, parent: str) -> None:
    via = f"via: {parent}\r\n" if parent else ""
    fields = [
        ("WARC-Type", "metadata"),
        ("WARC-Target-URI", url),
        ("WARC-Concurrent-To", _record_id(f"response:{url}")),
        ("Content-Type", "application/warc-fields"),
    ]
    _write(file, f"metadata:{url}", fields, f"{via}host: {urlsplit(url).netloc}\r\n".encode())


def _info_fields(path: str | Path) -> _Fields:
    yield "WARC-Type", "warcinfo"
    yield "WARC-Filename", Path(path).name
    yield "Content-Type", "application/warc-fields"


def _http_head(response: Response) -> bytes:
    lines = [f"HTTP/1.1 {response.status} {response.reason}"]
    lines += [f"{name}: {value}" for name, value in response.headers]
    lines += [f"Content-Length: {response.declared_length}", "", ""]
    return "\r\n".join(lines).encode("latin-1")


def _write(file: BinaryIO, name: str, fields: _Fields, block: bytes) -> None:
    head = "".join(f"{field}: {value}\r\n" for field, value in _complete(name, fields, block))
    record = b"WARC/1.1\r\n" + head.encode() + b"\r\n" + block + b"\r\n\r\n"
    file.write(gzip.compress(record, _FASTEST, mtime=0))


def _complete(name: str, fields: _Fields, block: bytes) -> Iterator[tuple[str, str]]:
    yield from fields
    yield "WARC-Record-ID", _record_id(name)
    yield "WARC-Date", _DATE
    yield "WARC-Block-Digest", _digest(block)
    yield "Content-Length", str(len(block))


def _record_id(name: str) -> str:
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, name)}>"


def _digest(data: bytes) -> str:
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
