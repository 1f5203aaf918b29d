"""ARC files: every form of the record line, lengths that lie, and what stands between records."""

import gzip
from datetime import UTC, datetime

import pytest

from sheaf.acquire.importers.archives.arc import ArcImporter
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Outcome

V10 = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
V11 = V10.replace(b"1 0", b"1 1") + b"<arcmetadata>x</arcmetadata>\n"


@pytest.fixture
def importer(tmp_path):
    spool = tmp_path / "spool"
    spool.mkdir()
    return ArcImporter(ImportContext(spool, hand_over_bytes=1000))


def arc_record(url, block, mime="application/pdf", date="20080430204825", length=None):
    length = len(block) if length is None else length
    return f"{url} 207.241.229.39 {date} {mime} {length}\n".encode() + block


def answer(body, head="Content-Type: application/pdf"):
    return f"HTTP/1.1 200 OK\r\n{head}\r\n\r\n".encode() + body


def file_head(body, extra=0):
    line = f"filedesc://a.arc 0.0.0.0 20080430204825 text/plain {len(body) + extra}\n"
    return line.encode() + body


def read(importer, path, data):
    path.write_bytes(data)
    assert importer.recognises(path, data[:4096])
    items = list(importer.captures(path))
    return [one for one in items if not isinstance(one, Aside)], [
        one for one in items if isinstance(one, Aside)
    ]


@pytest.mark.parametrize("packing", [bytes, gzip.compress])
@pytest.mark.parametrize("between", [b"", b"\n", b"\r\n", b"\n\n\n"])
@pytest.mark.parametrize(("body", "extra"), [(V10, 1), (V10, 0), (V11, 0)])
def test_records_are_found_whatever_stands_between(
    importer, tmp_path, packing, between, body, extra
):
    head = packing(file_head(body, extra) + b"\n")
    pages = [packing(arc_record(f"http://h/{n}", answer(b"x" * n)) + between) for n in range(5)]
    captures, asides = read(importer, tmp_path / "a.arc", head + b"".join(pages))
    assert asides == [Aside("filedesc")]
    assert [one.url for one in captures] == [f"http://h/{n}" for n in range(5)]
    assert [one.payload.data for one in captures] == [b"x" * n for n in range(5)]
    assert all(one.lost is None for one in captures)


def test_a_record_tells_time_type_status_and_encodings(importer, tmp_path):
    block = answer(b"x", "Content-Type: text/html\r\nTransfer-Encoding: chunked")
    (capture,), _ = read(importer, tmp_path / "a", arc_record("http://h/a", block))
    assert capture.time == datetime(2008, 4, 30, 20, 48, 25, tzinfo=UTC)
    assert (capture.status, capture.mime_type) == (200, "text/html")
    assert capture.payload.encodings == ("chunked",)


def test_what_is_no_download_stands_aside(importer, tmp_path):
    records = [
        arc_record("dns:www.archive.org", b"20080430204825\nwww A 1.2.3.4\n", "text/dns"),
        arc_record("whois://whois.example.org/example.org", b"a registrant\n", "text/plain"),
        arc_record("http://www.archive.org/dns:.pdf", answer(b"%PDF-1.4")),
    ]
    (capture,), asides = read(importer, tmp_path / "a.arc", b"\n".join(records))
    assert capture.url == "http://www.archive.org/dns:.pdf"
    assert asides == [Aside("dns"), Aside("whois")]


@pytest.mark.parametrize(
    ("line", "url"),
    [
        (b"http://h/a b.pdf 1.2.3.4 20080430204825 text/html 4\n", "http://h/a b.pdf"),
        (b"http://h/a 1.2.3.4 20080430204825 text/html; charset=x 4\n", "http://h/a"),
        (b"http://h/a 2001:db8::1 20080430204825 text/html 4\n", "http://h/a"),
        (b"http://h/a - - no-type 4\n", "http://h/a"),
        (b"http://h/a 1.2.3.4 null text/html 4\r\n", "http://h/a"),
        (b"http://h/a 1.2.3.4 20080430204825 text/html 200 - - 0 a.arc 4\n", "http://h/a"),
    ],
)
def test_record_lines_of_all_kinds(importer, tmp_path, line, url):
    (capture,), _ = read(importer, tmp_path / "a.arc", line + b"body\n")
    assert capture.url == url
    assert capture.payload.data == b"body"


@pytest.mark.parametrize("length", [3, 70, 99999, -1, "abc"])
@pytest.mark.parametrize("packing", [bytes, gzip.compress])
def test_a_wrong_length_costs_no_other_record(importer, tmp_path, packing, length):
    whole = [arc_record(f"http://h/{n}", answer(b"body %d" % n)) + b"\n" for n in range(4)]
    wrong = arc_record("http://h/wrong", answer(b"body"), length=length) + b"\n"
    data = b"".join(map(packing, [*whole[:2], wrong, *whole[2:]]))
    captures, _ = read(importer, tmp_path / "a.arc", data)
    good = [one.url for one in captures if one.lost is None and one.url != "http://h/wrong"]
    assert good == [f"http://h/{n}" for n in range(4)]
    assert any(one.lost or one.url == "http://h/wrong" for one in captures)


def test_a_wrong_length_is_forgiven_where_the_server_told_the_right_one(importer, tmp_path):
    block = answer(b"body", "Content-Length: 4")
    data = arc_record("http://h/a", block, length=len(block) + 12) + b"\n"
    (capture,), _ = read(importer, tmp_path / "a.arc", data)
    assert capture.lost is None
    assert capture.payload.data == b"body"


def test_garbage_is_a_loss_with_its_offset(importer, tmp_path):
    first = arc_record("http://h/a", answer(b"x")) + b"\n"
    data = first + b"no record at all\n" + arc_record("http://h/b", answer(b"y"))
    captures, _ = read(importer, tmp_path / "a.arc", data)
    assert [one.lost is None for one in captures] == [True, False, True]
    assert captures[1].lost.outcome is Outcome.DAMAGED
    assert captures[1].location.position == f"{len(first)}:broken"


@pytest.mark.parametrize("head", [b"", b"%PDF-1.4", b"WARC/1.0\r\n", b"http://h/ is a URL\n"])
def test_other_things_are_not_recognised(importer, tmp_path, head):
    assert not importer.recognises(tmp_path / "x", head)


def test_an_archive_with_a_broken_start_is_known_by_its_name(importer, tmp_path):
    assert importer.recognises(tmp_path / "x.arc.gz", b"\x1f\x8b broken")
    assert not importer.recognises(tmp_path / "x.arc", b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\n")


@pytest.mark.parametrize("packing", [bytes, gzip.compress])
def test_a_file_cut_in_its_first_record_is_damaged(importer, tmp_path, packing):
    """All that it held is lost, and not even a count of it is left."""
    whole = packing(file_head(V10))
    for end in range(4, len(whole) - 1):
        captures, _ = read(importer, tmp_path / "a.arc.gz", whole[:end])
        assert [one.lost.outcome for one in captures] == [Outcome.DAMAGED], end
    captures, asides = read(importer, tmp_path / "a.arc.gz", whole)
    assert (captures, asides) == ([], [Aside("filedesc")])
