"""Records as they are packed are read back, each by itself, in the packings of archives."""

from __future__ import annotations

import zlib

import pytest

from sheaf.acquire.crawl.archive.warc_writer import choose_packing
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Capture

RECORD = (
    b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:%s>\r\n"
    b"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: text/plain\r\n"
    b"WARC-Target-URI: http://localhost/\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
)
ID = b"00000000-0000-4000-8000-00000000000"
BODIES = [b"short", b"middling " * 20, b"long " * 5000]


@pytest.mark.parametrize(("compression", "ending"), [("gzip", ".warc.gz"), ("zstd", ".warc.zst")])
def test_packed_records_are_read_by_the_importer(compression, ending, tmp_path):
    name, pack = choose_packing(compression)
    assert name == ending
    path = tmp_path / f"crawl{name}"
    records = [RECORD % (ID + b"%d" % at, len(body), body) for at, body in enumerate(BODIES)]
    path.write_bytes(b"".join(map(pack, records)))
    found = [
        one.payload.data
        for one in WarcImporter(ImportContext(tmp_path, 10**6)).captures(path)
        if isinstance(one, Capture)
    ]
    assert found == BODIES


def test_every_gzip_member_is_whole_by_itself():
    _, pack = choose_packing("gzip")
    for body in BODIES:
        assert zlib.decompress(pack(body), 31) == body
