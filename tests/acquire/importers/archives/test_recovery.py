"""Archives broken at random: nothing crashes, nothing hangs, and no whole record is missed."""

import gzip
import io
import tempfile
import time
from pathlib import Path

import pytest
from fastwarc.stream_io import ZstdWriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from support.samples import Page, response_record

from sheaf.acquire.importers.archives.arc import ArcImporter
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Capture, Outcome

COUNT = 6
BODIES = [b"body number %d. " % n * (3 + n * n) for n in range(COUNT)]


def warc(n: int) -> bytes:
    return response_record(Page(f"http://h/{n}", BODIES[n]), n)


def arc(n: int) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: x/y\r\n\r\n" + BODIES[n]
    line = b"http://h/%d 207.241.229.39 20080430204825 x/y %d\n" % (n, len(block))
    return line + block + b"\n"


def zstd(record: bytes) -> bytes:
    out = io.BytesIO()
    out.close = lambda: None  # type: ignore[method-assign]
    with ZstdWriter(out) as stream:
        stream.write(record)
    return out.getvalue()


KINDS = {
    "plain.warc": (WarcImporter, warc, bytes),
    "packed.warc.gz": (WarcImporter, warc, gzip.compress),
    "packed.warc.zst": (WarcImporter, warc, zstd),
    "plain.arc": (ArcImporter, arc, bytes),
    "packed.arc.gz": (ArcImporter, arc, gzip.compress),
}
PIECES = {name: [packing(made(n)) for n in range(COUNT)] for name, (_, made, packing) in
          KINDS.items()}  # fmt: skip


@some.composite
def damages(draw) -> tuple[int, str, float, bytes]:
    """(record, what is done to it, how far into it, with which bytes)."""
    return (
        draw(some.integers(0, COUNT - 1)),
        draw(some.sampled_from(["flip", "cut", "insert", "truncate", "before"])),
        draw(some.floats(0, 1, exclude_max=True)),
        draw(some.binary(min_size=1, max_size=40)),
    )


def damaged(piece: bytes, how: str, where: float, junk: bytes) -> bytes:
    at = int(where * len(piece))
    if how == "flip":
        return piece[:at] + bytes([piece[at] ^ (junk[0] or 1)]) + piece[at + 1 :]
    if how == "cut":
        return piece[:at] + piece[at + len(junk) :]
    if how == "truncate":
        return piece[:at]
    return (piece[:at] + junk + piece[at:]) if how == "insert" else junk + piece


def read(name: str, data: bytes):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        importer = KINDS[name][0](ImportContext(Path(folder), hand_over_bytes=1000))
        found = [one for one in importer.captures(path) if isinstance(one, Capture)]
        spooled = {one.payload.path for one in found if one.payload.path}
        left = {str(one) for one in Path(folder).iterdir() if one != path}
        assert left == spooled, "a payload that nobody asks for is left in the spool"
        bodies = [bytes_of(one) for one in found if one.lost is None]
    return found, bodies


def bytes_of(capture: Capture) -> bytes:
    payload = capture.payload
    if payload.data is not None:
        return payload.data
    return Path(payload.path).read_bytes()[payload.offset :][: payload.length]


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(plan=some.lists(damages(), min_size=1, max_size=2))
def test_whole_records_are_found_whatever_happened_to_others(name, plan):
    pieces = list(PIECES[name])
    for record, how, where, junk in plan:
        if pieces[record]:
            pieces[record] = damaged(pieces[record], how, where, junk)
    captures, bodies = read(name, b"".join(pieces))
    touched = {record for record, *_ in plan}
    # By their bytes: what is left of a broken ARC line may look like the start of the next URL.
    assert set(bodies) >= {BODIES[n] for n in range(COUNT) if n not in touched}
    assert len({one.location for one in captures}) == len(captures)
    assert all(one.lost.outcome is Outcome.DAMAGED for one in captures if one.lost)


@pytest.mark.parametrize("importer", [WarcImporter, ArcImporter])
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=some.lists(
        some.sampled_from(
            [b"WARC/1.0\r\n", b"WARC-Type: response\r\n", b"Content-Length: 9999999999\r\n",
             b"Content-Length: 3\r\n", b"\r\n", b"\r\n\r\n", b"\n", b"\x1f\x8b\x08\x00", b"\0" * 9,
             b"HTTP/1.1 200 OK\r\n", b"http://h/ 1.2.3.4 20080430204825 x/y 7\n", b"filedesc://",
             b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18", b"\x04\x22\x4d\x18", b"text"]
        ) | some.binary(max_size=12),
        max_size=25,
    )
)  # fmt: skip
def test_anything_at_all_is_survived(importer, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any"
        path.write_bytes(b"".join(data))
        found = list(importer(ImportContext(Path(folder))).captures(path))
        assert found


def test_a_file_in_which_every_length_lies_is_read_in_reasonable_time(tmp_path):
    """Each record claims a megabyte of those that follow it."""
    record = warc(0).replace(b"Content-Length: ", b"Content-Length: 1000")
    path = tmp_path / "a.warc"
    path.write_bytes(record * 5000)
    started = time.monotonic()
    captures = list(WarcImporter(ImportContext(tmp_path)).captures(path))
    assert len(captures) == 5000
    assert time.monotonic() - started < 20


def test_a_large_record_whose_length_lies_gives_back_what_it_swallowed(tmp_path):
    large = response_record(Page("http://h/large", b"x" * 300_000), 1)
    wrong = large.replace(b"Content-Length: 300", b"Content-Length: 301")
    path = tmp_path / "a.warc"
    path.write_bytes(wrong + b"".join(warc(n) for n in range(COUNT)))
    captures = list(WarcImporter(ImportContext(tmp_path, hand_over_bytes=1000)).captures(path))
    assert [one.url for one in captures if one.lost is None] == [f"http://h/{n}" for n in range(6)]
    assert captures[0].lost.outcome is Outcome.DAMAGED


@pytest.mark.parametrize("packing", [bytes, gzip.compress])
def test_fastwarc_takes_over_again_behind_the_damage(tmp_path, monkeypatch, packing):
    pieces = [packing(warc(n % COUNT)) for n in range(400)]
    pieces[5] = pieces[5][:50]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(pieces))
    read_carefully = []
    from sheaf.acquire.importers.archives import warc_reader

    class Watched(warc_reader.RecoveringReader):
        def records(self, *place):
            for found in super().records(*place):
                read_carefully.append(found)
                yield found

    monkeypatch.setattr(warc_reader, "RecoveringReader", Watched)
    captures = list(WarcImporter(ImportContext(tmp_path)).captures(path))
    assert len([one for one in captures if one.lost is None]) == 399
    assert len(read_carefully) < 100
