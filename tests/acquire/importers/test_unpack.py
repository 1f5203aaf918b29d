"""Containers: found, bounded, and never trusted with a name."""

import contextlib
import gzip
import io
import random
import tarfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf.acquire.importers.unpack import CONTAINER_TYPES, Bomb, Broken, UnpackLimits, read_members

LIMITS = UnpackLimits(bytes=5_000_000, ratio=100, members=10)


NOISE = random.Random(1).randbytes(5_100_000)


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


FILES = {"a.pdf": b"%PDF-1", "../../escape": b"x", "d/b.txt": b"hello"}


def test_members_come_with_their_names():
    assert dict(read_members(zipped(FILES), "application/zip", LIMITS)) == FILES
    assert dict(read_members(tarred(FILES), "application/x-tar", LIMITS)) == FILES
    assert dict(read_members(gzip.compress(b"x"), "application/gzip", LIMITS)) == {"": b"x"}


def test_gzip_members_are_joined_and_trailing_garbage_is_left():
    data = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 10
    assert dict(read_members(data, "application/gzip", LIMITS)) == {"": b"one two"}


@pytest.mark.parametrize(
    ("data", "mime_type", "words"),
    [
        (gzip.compress(NOISE, mtime=0), "application/gzip", "more than 5000000 bytes"),
        (gzip.compress(b"\0" * 4_000_000, mtime=0), "application/gzip", "100 times"),
        (zipped({"a": b"\0" * 4_000_000}), "application/zip", "100 times"),
        (zipped({str(n): b"" for n in range(11)}), "application/zip", "10 files"),
        (tarred({str(n): b"" for n in range(11)}), "application/x-tar", "10 files"),
    ],
)
def test_bombs_are_refused(data, mime_type, words):
    with pytest.raises(Bomb, match=words):
        list(read_members(data, mime_type, LIMITS))


@pytest.mark.parametrize("mime_type", sorted(CONTAINER_TYPES))
@given(junk=st.binary(max_size=400), cut=st.integers(0, 300))
def test_anything_else_is_broken_at_worst(mime_type, junk, cut):
    whole = {"application/gzip": gzip.compress(b"hello world " * 20),
             "application/zip": zipped(FILES),
             "application/x-tar": tarred(FILES)}[mime_type]  # fmt: skip
    for data in (junk, whole[:cut], whole[:cut] + junk):
        found = []
        with contextlib.suppress(Bomb, Broken):
            found.extend(read_members(data, mime_type, LIMITS))
        assert len(found) <= LIMITS.members
        assert sum(len(content) for _, content in found) <= LIMITS.bytes
