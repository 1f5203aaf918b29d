"""The archive that imports are measured on: pages, errors and papers of a simulated web, with
real PDFs strewn among them."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import zlib
from collections.abc import Iterator
from pathlib import Path

from sheaf.world import World, write_warc

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
# Of a hundred records so many are real PDFs: with 20,000 records that makes more than a gigabyte.
REAL_IN_HUNDRED = 23
_DATE = "2026-01-15T12:00:00Z"


def build(path: Path, records: int) -> dict[str, int]:
    """An archive with this many response records, and a metadata record for each page of the
    simulated web; what is in it, in numbers."""
    real = sorted([*SHARED.glob("papers/**/*.pdf"), *SHARED.glob("nonpapers/**/*.pdf")])
    if not real:
        raise SystemExit("the shared corpora are not here, and the archive is made of them")
    of_world = records * (100 - REAL_IN_HUNDRED) // 100
    beside = path.with_suffix(".world")
    write_warc(World(seed=5, pages=int(of_world * 1.05) + 20), beside, limit=of_world)
    with path.open("wb") as out:
        copies = _real_records(real)
        for number, member in enumerate(_pairs(beside)):
            out.write(member)
            due = (number + 1) * REAL_IN_HUNDRED // (100 - REAL_IN_HUNDRED)
            for _ in range(due - number * REAL_IN_HUNDRED // (100 - REAL_IN_HUNDRED)):
                out.write(next(copies))
    beside.unlink()
    return {"records": records, "real_pdfs": records - of_world, "bytes": path.stat().st_size}


def _pairs(path: Path) -> Iterator[bytes]:
    """The compressed records of an archive: a response with its metadata record at a time, the
    warcinfo record with the first of them."""
    data = path.read_bytes()
    starts = [*_member_starts(data), len(data)]
    edges = [0, *starts[3::2]]
    for start, end in itertools.pairwise(edges):
        yield data[start:end]


def _member_starts(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        yield at
        unpacker = zlib.decompressobj(wbits=31)
        rest = memoryview(data)[at : at + 1024 * 1024]
        unpacker.decompress(rest)
        while not unpacker.eof:
            rest = memoryview(data)[at : at + 2 * len(rest)]
            unpacker = zlib.decompressobj(wbits=31)
            unpacker.decompress(rest)
        at += len(rest) - len(unpacker.unused_data)


def _real_records(files: list[Path]) -> Iterator[bytes]:
    """Real PDFs without end; each round of them has other bytes than the last."""
    number = 0
    while True:
        for path in files:
            number += 1
            body = path.read_bytes() + b"\n%% copy %d\n" % number
            yield gzip.compress(_response(f"http://real.example/{number}/{path.name}", body), 1)


def _response(url: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    block = head.encode() + body
    digest = hashlib.sha1(body, usedforsecurity=False).hexdigest()
    fields = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: {_DATE}\r\n"
        f"WARC-Record-ID: <urn:x:{digest}>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return fields.encode() + block + b"\r\n\r\n"
