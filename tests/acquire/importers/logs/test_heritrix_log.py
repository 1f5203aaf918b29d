"""crawl.log of every version, line by line: nothing crashes, nothing is left out."""

import gzip
import json
import tarfile
from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf.acquire.importers.logs import heritrix_log
from sheaf.acquire.importers.logs.heritrix_log import (
    BadLine,
    CrawlLogLine,
    parse_line,
    parts_of_log,
    read_log,
)

EMPTY_SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
START = b"2013-02-22T05:34:44.123Z   200     123456 http://www.example.edu/a.pdf L"
MIDDLE = b" http://www.example.edu/pubs.html application/pdf #007 20130222053443900+210"
DIGEST = b" sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"


def line(tail=b" - -", digest=DIGEST, start=START, middle=MIDDLE):
    return parse_line(start + middle + digest + tail + b"\n")


def test_the_twelve_columns_of_version_1():
    assert line(b" http://www.example.edu/ 3t,lenTrunc") == CrawlLogLine(
        number=1,
        time=datetime(2013, 2, 22, 5, 34, 43, 900_000, tzinfo=UTC),
        status=200,
        size=123456,
        url="http://www.example.edu/a.pdf",
        hops="L",
        depth=1,
        via="http://www.example.edu/pubs.html",
        mime_type="application/pdf",
        digest=EMPTY_SHA1,
        source_tag="http://www.example.edu/",
        annotations="3t,lenTrunc",
    )


@pytest.mark.parametrize(
    ("tail", "source_tag", "annotations"),
    [
        (b"", None, None),
        (b" -", None, None),
        (b" 3t", None, "3t"),
        (b" http://seed/", "http://seed/", None),
        (b" - -", None, None),
        (b" - 2t", None, "2t"),
        (b" - Runtime exceeded 60000 ms,3t", None, "Runtime exceeded 60000 ms,3t"),
        (b" - {odd", None, "{odd"),
        (b" - dol:{1}", None, "dol:{1}"),
    ],
)
def test_what_follows_the_digest_in_version_1(tail, source_tag, annotations):
    row = line(tail)
    assert (row.source_tag, row.annotations, row.extra) == (source_tag, annotations, None)


@pytest.mark.parametrize(
    ("tail", "annotations", "warc_file"),
    [
        (b" - - IAH-20100601-00000-h.warc.gz", None, "IAH-20100601-00000-h.warc.gz"),
        (b" - - -", None, None),
        (b" - 3t -", "3t", None),
        (b" - Runtime exceeded,3t IAH-1.warc.gz.open", "Runtime exceeded,3t", "IAH-1.warc.gz.open"),
    ],
)
def test_the_warc_name_of_version_1_15(tail, annotations, warc_file):
    row = line(tail)
    assert (row.annotations, row.warc_file, row.warc_offset) == (annotations, warc_file, None)


def test_the_json_of_version_3_has_spaces():
    extra = {"contentSize": 7, "scopeDecision": "ACCEPT by rule #14 X", "warcFileOffset": 530}
    tail = b" - ip:1.2.3.4,1: stream: Eicar FOUND " + json.dumps(extra).encode()
    row = line(tail.replace(b"}", b', "warcFilename": "W {1}.warc.gz"}'))
    assert row.annotations == "ip:1.2.3.4,1: stream: Eicar FOUND"
    assert (row.warc_file, row.warc_offset) == ("W {1}.warc.gz", 530)


@pytest.mark.parametrize(
    ("extra", "warc_file", "warc_offset"),
    [
        (b"{}", None, None),
        (b'{"arcFilename":"a.arc.gz"}', "a.arc.gz", None),
        (b'{"warcFilename":7,"warcFileOffset":"7"}', None, None),
        (b'{"warcFileOffset":-1}', None, None),
        (b'{"warcFilename":oops}', None, None),
        (b'{"a":' * 100_000 + b"}" * 100_000, None, None),
    ],
)
def test_json_that_tells_little(extra, warc_file, warc_offset):
    row = line(b" - - " + extra)
    assert (row.annotations, row.warc_file, row.warc_offset) == (None, warc_file, warc_offset)


@pytest.mark.parametrize(
    ("digest", "expected"),
    [
        (DIGEST, EMPTY_SHA1),
        (b" 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", EMPTY_SHA1),
        (b" sha1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", EMPTY_SHA1),
        (b" sha1:" + EMPTY_SHA1.encode(), EMPTY_SHA1),
        (b" sha1:" + b"A" * 32, "0" * 40),
        (b" -", None),
        (b" md5:d41d8cd98f00b204e9800998ecf8427e", None),
        (b" sha1:3I42H3S6NNFQ2MSV", None),
        (b" sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QB_1", None),
        (b" sha1:0I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", None),
    ],
)
def test_digests(digest, expected):
    assert line(digest=digest).digest == expected


@pytest.mark.parametrize(
    ("hops", "shown", "depth"),
    [(b"-", "", 0), (b"L", "L", 1), (b"LLXER", "LLXER", 5), (b"12+LLL", "12+LLL", 15)],
)
def test_depth_is_the_length_of_the_discovery_path(hops, shown, depth):
    row = line(start=START.replace(b" L", b" " + hops))
    assert (row.hops, row.depth, row.is_seed) == (shown, depth, hops == b"-")


def test_fields_that_are_not_known():
    row = parse_line(b"2013-02-22T05:34:44.123Z -9998 - http://h/x - - no-type #001 - - - -")
    assert (row.size, row.via, row.mime_type, row.digest) == (None, None, None, None)
    assert row.time == datetime(2013, 2, 22, 5, 34, 44, 123_000, tzinfo=UTC)


def test_an_impossible_fetch_time_leaves_the_time_of_logging():
    row = line(middle=MIDDLE.replace(b"20130222053443900", b"20139922053443900"))
    assert row.time == datetime(2013, 2, 22, 5, 34, 44, 123_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "url", "aside"),
    [
        (b"0", b"http://h/", "not_fetched"),
        (b"-9998", b"http://h/", "not_fetched"),
        (b"1", b"dns:h", "dns"),
        (b"1001", b"dns:h", "dns"),
        (b"2001", b"whois://w/h", "whois"),
        (b"200", b"http://h/", None),
        (b"404", b"http://h/", None),
        (b"226", b"ftp://h/x", None),
    ],
)
def test_what_is_no_download_says_what_it_is(status, url, aside):
    start = b"2013-02-22T05:34:44.123Z " + status + b" 5 " + url + b" P"
    assert line(start=start).aside == aside


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\n", "blank"),
        (b"", "blank"),
        (b"metadata://x 127.0.0.1 20071206233602 text/plain 19882\n", "only 5 columns"),
        (START + MIDDLE, "only 9 columns"),
        (START.replace(b"200", b"2OO") + MIDDLE + DIGEST, "the status is no number"),
        (START.replace(b"123456", b"many") + MIDDLE + DIGEST, "the size is no number"),
        (START.replace(b"2013-", b"then-") + MIDDLE + DIGEST, "the time is no time"),
        (START.replace(b"http://", b"//") + MIDDLE + DIGEST, "the fourth column is no URI"),
        (START.replace(b" L", b" +L") + MIDDLE + DIGEST, "the discovery path is none"),
        (START.replace(b" L", b" L1") + MIDDLE + DIGEST, "the discovery path is none"),
    ],
)
def test_a_line_that_is_no_row_says_why(raw, reason):
    found = parse_line(raw, 7)
    assert isinstance(found, BadLine)
    assert (found.number, found.reason) == (7, reason)


def test_only_ascii_spaces_part_columns_and_other_charsets_are_kept():
    row = line(start=START.replace(b"a.pdf", "a\u00a0\u3000b.pdf".encode()))
    assert row.url == "http://www.example.edu/a\u00a0\u3000b.pdf"
    assert line(start=START.replace(b"a.pdf", b"\xe9.pdf")).url == "http://www.example.edu/é.pdf"


@given(st.binary() | st.binary().map(lambda noise: START + MIDDLE + DIGEST + noise))
def test_no_line_crashes_the_parser(raw):
    found = parse_line(raw)
    if isinstance(found, CrawlLogLine):
        assert found.aside in {None, "dns", "whois", "not_fetched"}
        assert isinstance(found.warc_file, str | None)
        assert isinstance(found.warc_offset, int | None)
        assert found.url.encode()
        assert found.time.tzinfo


ODD_COLUMNS = [b"-", b"L", b"12+L", b"{", b"}", b'{"a":1}', b"200", b"sha1:", b"9" * 5000]
COLUMN = st.sampled_from([*ODD_COLUMNS, *(START + MIDDLE + DIGEST).split()])


@given(st.lists(COLUMN | st.binary(max_size=40), max_size=15))
def test_no_mixture_of_columns_crashes_the_parser(columns):
    found = parse_line(b" ".join(columns))
    assert isinstance(found, CrawlLogLine | BadLine)


def test_every_line_of_a_file_has_its_number(tmp_path):
    log = tmp_path / "crawl.log"
    log.write_bytes(START + MIDDLE + DIGEST + b"\n\nnoise\n" + START + MIDDLE + DIGEST)
    assert [(one.number, type(one)) for one in read_log(log)] == [
        (1, CrawlLogLine), (2, BadLine), (3, BadLine), (4, CrawlLogLine),
    ]  # fmt: skip


def test_a_line_without_end_is_cut_and_the_next_one_read(tmp_path, monkeypatch):
    monkeypatch.setattr(heritrix_log, "LONGEST_LINE", 300)
    log = tmp_path / "crawl.log"
    log.write_bytes(b"x" * 1000 + b"\n" + START + MIDDLE + DIGEST + b"\n" + b"y" * 300)
    assert [type(one) for one in read_log(log)] == [BadLine, CrawlLogLine, BadLine]


def test_a_compressed_log_that_was_cut_off(tmp_path):
    rows = (START + MIDDLE + DIGEST + b" - -\n") * 1000
    log = tmp_path / "crawl.log.gz"
    log.write_bytes(gzip.compress(rows))
    assert Counter(map(type, read_log(log))) == {CrawlLogLine: 1000}
    log.write_bytes(gzip.compress(rows)[:-8])
    *before, last = read_log(log)
    assert isinstance(last, BadLine)
    assert "ends here" in last.reason
    assert all(isinstance(one, CrawlLogLine) for one in before)


def test_the_parts_that_checkpoints_rotated_come_first(tmp_path):
    names = ["crawl.log.cp00002-20130301000000", "crawl.log.cp00001-20130201000000", "crawl.log"]
    for name in [*names, "crawl.log.lck", "crawl.log.1", "uri-errors.log"]:
        (tmp_path / name).touch()
    found = [path.name for path in parts_of_log(tmp_path / "crawl.log")]
    assert found == [names[1], names[0], names[2]]
    assert parts_of_log(tmp_path / names[0]) == [tmp_path / names[0]]


@pytest.mark.shared
def test_every_line_of_the_real_logs_is_accounted_for(shared_data, tmp_path):
    with tarfile.open(shared_data / "logs.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    folder = tmp_path / "logs"
    known = [json.loads(row) for row in (folder / "manifest.jsonl").read_text().splitlines()]
    logs = [row for row in known if row["file"].startswith("files/")]
    assert len(logs) >= 10
    for expected in logs:
        rows = list(read_log(folder / expected["file"]))
        bad = [row for row in rows if isinstance(row, BadLine)]
        statuses = Counter(str(row.status) for row in rows if isinstance(row, CrawlLogLine))
        assert (len(rows), len(bad)) == (expected["lines"], expected["malformed"])
        assert statuses == expected["status"], expected["file"]


@pytest.mark.shared
def test_the_companion_logs_are_not_taken_for_crawl_logs(shared_data, tmp_path):
    with tarfile.open(shared_data / "logs.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    companions = sorted((tmp_path / "logs" / "other").glob("*progress-statistics.log"))
    assert companions
    for path in companions:
        assert all(isinstance(row, BadLine) for row in read_log(path))
