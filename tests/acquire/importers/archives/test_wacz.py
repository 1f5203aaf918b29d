"""WACZ files: a zip of WARCs, read where they stand."""

import gzip
import struct
import tracemalloc
import zipfile

import pytest
from support.samples import Page, response_record, warc_record

from sheaf.acquire.importers.archives.wacz import WaczImporter
from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext
from sheaf.records import Outcome

RECORDS = [response_record(Page(f"http://h/{n}", b"body %d" % n), n) for n in range(5)]


@pytest.fixture
def importer(tmp_path):
    spool = tmp_path / "spool"
    spool.mkdir()
    return WaczImporter(ImportContext(spool))


def write(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as file:
        file.writestr("datapackage.json", "{}")
        for name, data in members.items():
            file.writestr(name, data)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_all_archives_in_it_are_read(importer, tmp_path, method):
    members = {
        "archive/a.warc.gz": b"".join(map(gzip.compress, RECORDS[:3])),
        "archive/b.warc": b"".join(RECORDS[3:]),
        "pages/pages.jsonl": b"{}",
    }
    path = write(tmp_path / "x.wacz", members, method)
    assert importer.recognises(path, path.read_bytes()[:HEAD_BYTES])
    captures = list(importer.captures(path))
    assert [one.url for one in captures] == [f"http://h/{n}" for n in range(5)]
    assert [one.payload.data for one in captures] == [b"body %d" % n for n in range(5)]
    assert captures[3].location.position == "archive/b.warc@0"
    assert len({one.location for one in captures}) == 5
    assert {one.location.source for one in captures} == {str(path)}
    assert list((tmp_path / "spool").iterdir()) == []


def test_a_name_in_it_leads_nowhere(importer, tmp_path):
    path = write(tmp_path / "x.wacz", {"archive/../../../evil.warc": RECORDS[0]})
    captures = list(importer.captures(path))
    assert [one.url for one in captures] == ["http://h/0"]
    assert not list(tmp_path.parent.glob("**/evil.warc"))


def test_a_broken_record_in_it_costs_itself_only(importer, tmp_path):
    records = list(map(gzip.compress, RECORDS))
    records[2] = records[2][:40]
    path = write(tmp_path / "x.wacz", {"archive/a.warc.gz": b"".join(records)})
    captures = list(importer.captures(path))
    assert [one.url for one in captures if one.lost is None] == [
        f"http://h/{n}" for n in (0, 1, 3, 4)
    ]
    assert "archive/a.warc.gz@" in next(one for one in captures if one.lost).lost.reason


def test_a_revisit_finds_its_original_in_another_archive_of_the_same_file(importer, tmp_path):
    digest = b"WARC-Payload-Digest: sha1:ABC\r\nWARC-Date:"
    again = warc_record("revisit", "http://h/again", "x/y", b"", 9)
    members = {
        "archive/a.warc": RECORDS[0].replace(b"WARC-Date:", digest),
        "archive/b.warc": again.replace(b"WARC-Date:", digest),
    }
    captures = list(importer.captures(write(tmp_path / "x.wacz", members)))
    assert captures[1].payload.data == b"body 0"


def test_a_bomb_is_not_unpacked(importer, tmp_path):
    path = tmp_path / "x.wacz"
    write(path, {"archive/a.warc": bytes(5_000_000)}, zipfile.ZIP_DEFLATED)
    (capture,) = importer.captures(path)
    assert capture.lost.outcome is Outcome.DAMAGED
    assert "200 times" in capture.lost.reason


@pytest.mark.parametrize("cut", [30, 200])
def test_a_cut_zip_is_one_loss(importer, tmp_path, cut):
    path = write(tmp_path / "x.wacz", {"archive/a.warc": RECORDS[0]})
    path.write_bytes(path.read_bytes()[:-cut])
    (capture,) = importer.captures(path)
    assert capture.lost.outcome is Outcome.DAMAGED


def test_other_zips_are_not_recognised(importer, tmp_path):
    path = write(tmp_path / "x.zip", {"word/document.xml": b"<x/>"})
    assert not importer.recognises(path, path.read_bytes()[:HEAD_BYTES])


def test_a_directory_of_gigabytes_is_not_read(importer, tmp_path):
    """Any zip is asked whether it is a WACZ, in the process that must not grow."""
    path, size = tmp_path / "x.zip", 3 * 1024**3
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 4, 0)
    with path.open("wb") as stream:
        stream.write(b"PK\3\4")
        stream.truncate(4 + size)
        stream.seek(4 + size)
        stream.write(end)
    tracemalloc.start()
    try:
        assert not importer.recognises(path, b"PK\3\4")
        assert tracemalloc.get_traced_memory()[1] < 100 * 1024**2
    finally:
        tracemalloc.stop()
