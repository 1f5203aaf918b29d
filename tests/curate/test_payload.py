"""Payloads as the web sent them."""

import gzip
import hashlib
import io
import zlib

import brotli
import pytest
from fastwarc.stream_io import ZstdWriter

from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.curate.payload import compute_sha1, load, unchunk
from sheaf.records import Dropped, Outcome, Payload

LIMITS = UnpackLimits(bytes=5_000_000, ratio=100, members=10)
BODY = b"The quick brown fox. " * 40


def chunked(data, size=7):
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x;ext=1\r\n%s\r\n" % (len(p), p) for p in parts) + b"0\r\n\r\n"


def zstd(data):
    out = io.BytesIO()
    with ZstdWriter(out) as writer:
        writer.write(data)
    return out.getvalue()


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("data", "encodings"),
    [
        (BODY, ()),
        (chunked(BODY), ("chunked",)),
        (BODY, ("chunked",)),  # the header lies: it was stored dechunked
        (gzip.compress(BODY, mtime=0), ("gzip",)),
        (BODY, ("gzip",)),  # likewise
        (zlib.compress(BODY), ("deflate",)),
        (raw_deflate(BODY), ("deflate",)),
        (brotli.compress(BODY), ("br",)),
        (zstd(BODY), ("zstd",)),
        (BODY, ("utf-8",)),  # no encoding at all
        (b"%PDF-1.4 " + BODY, ("br",)),  # stored decoded
        (b"%PDF-1.4 " + BODY, ("deflate",)),
        (chunked(gzip.compress(BODY, mtime=0)), ("chunked", "gzip")),
    ],
)
def test_encodings_are_undone(data, encodings):
    assert load(Payload(data=data, encodings=encodings), LIMITS).removeprefix(b"%PDF-1.4 ") == BODY


@pytest.mark.parametrize(
    ("payload", "outcome"),
    [
        (Payload(data=b""), Outcome.EMPTY),
        (Payload(), Outcome.EMPTY),
        (Payload(path="/nonexistent/x"), Outcome.MISSING_BYTES),
        (Payload(data=gzip.compress(BODY, mtime=0)[:40], encodings=("gzip",)), Outcome.DAMAGED),
        (Payload(data=b"\x00junk", encodings=("br",)), Outcome.DAMAGED),
        (Payload(data=b"\x00junk", encodings=("zstd",)), Outcome.DAMAGED),
        (Payload(data=zstd(b"\0" * 6_000_000), encodings=("zstd",)), Outcome.BOMB),
        (
            Payload(data=gzip.compress(b"\0" * 6_000_000, mtime=0), encodings=("gzip",)),
            Outcome.BOMB,
        ),
        (Payload(data=brotli.compress(b"\0" * 6_000_000), encodings=("br",)), Outcome.BOMB),
    ],
)
def test_what_cannot_be_loaded_has_an_outcome(payload, outcome):
    answer = load(payload, LIMITS)
    assert isinstance(answer, Dropped)
    assert answer.outcome is outcome


def test_a_stretch_of_a_file(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"0123456789")
    assert load(Payload(path=str(path), offset=3, length=4), LIMITS) == b"3456"


def test_a_chunked_body_cut_short_gives_what_came():
    assert unchunk(chunked(BODY)[:100]).startswith(BODY[:30])


@pytest.mark.parametrize(
    ("data", "encodings", "is_told"),
    [
        (BODY, (), True),
        (chunked(BODY), ("chunked",), True),
        (BODY, ("chunked", "gzip"), True),  # stored decoded
        (chunked(gzip.compress(BODY, mtime=0)), ("chunked", "gzip"), False),
        (brotli.compress(BODY), ("br",), False),
        (b"", (), False),
        (b"a" * (LIMITS.bytes + 1), (), False),
    ],
)
def test_a_sha1_is_that_of_what_is_loaded_and_needs_no_unpacking(
    tmp_path, data, encodings, is_told
):
    payload = Payload(data, encodings=encodings)
    found = compute_sha1(payload, LIMITS)
    assert (found is not None) is is_told
    if found is not None:
        whole = load(payload, LIMITS)
        assert (found[0], whole.startswith(found[1])) == (hashlib.sha1(whole).hexdigest(), True)
    (tmp_path / "file").write_bytes(b"before" + data + b"after")
    stretch = Payload(path=str(tmp_path / "file"), offset=6, length=len(data), encodings=encodings)
    assert compute_sha1(stretch, LIMITS) == (None if encodings else found)
    assert compute_sha1(Payload(path=str(tmp_path / "gone")), LIMITS) is None
