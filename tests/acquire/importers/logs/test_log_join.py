"""crawl.log and archives together: each record finds its line, each line is counted once."""

import gzip
import json
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import Page, warc_record, write_warc

from sheaf.acquire.importers import sources
from sheaf.acquire.importers.archives.arc import ArcImporter
from sheaf.acquire.importers.archives.wacz import WaczImporter
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.files.folder import FolderImporter
from sheaf.acquire.importers.heritrix.job import HeritrixJobImporter
from sheaf.acquire.importers.heritrix.mirror import MirrorImporter
from sheaf.acquire.importers.logs import heritrix_log
from sheaf.acquire.importers.logs import lookup as log_lookup
from sheaf.acquire.importers.logs.heritrix_log import (
    BadLine,
    CrawlLogLine,
    NoLogRow,
    parse_line,
    read_log,
    read_url_and_time,
)
from sheaf.acquire.importers.logs.lookup import LogLookup
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture, Outcome

# When the records of tests/support were fetched.
FETCHED = datetime(2024, 5, 1, 12, tzinfo=UTC)


def row(url, *, status=200, hops="L", via="http://h/", time=FETCHED, notes="-", extra=None):
    stamp = time.strftime("%Y%m%d%H%M%S") + f"{time.microsecond // 1000:03}"
    fetched = f"{stamp}+210" if status > 0 else "-"
    tail = f" {json.dumps(extra)}" if extra else ""
    return (
        f"{time:%Y-%m-%dT%H:%M:%S}.000Z {status:5} {100:>10} {url} {hops} {via} application/pdf "
        f"#001 {fetched} sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - {notes}{tail}\n"
    )


def after(**time):
    return FETCHED + timedelta(**time)


@pytest.fixture
def spool(tmp_path):
    (tmp_path / "spool").mkdir()
    return tmp_path / "spool"


@pytest.fixture
def lookup(tmp_path, spool):
    def make(*parts):
        paths = []
        for number, rows in enumerate(parts):
            paths.append(tmp_path / f"{number}.log")
            paths[-1].write_text("".join(rows))
        return LogLookup(paths, spool)

    return make


# -- the lookup -----------------------------------------------------------------------------------


def test_the_line_nearest_in_time_is_found(lookup):
    rows = [row("http://h/a", via=f"http://h/{n}", time=after(hours=n)) for n in range(40)]
    found = lookup(rows[20:], rows[:20])
    for n in range(40):
        assert found.find("http://h/a", after(hours=n)).via == f"http://h/{n}"
        assert found.find("http://h/a", after(hours=n, minutes=29)).via == f"http://h/{n}"
    assert found.find("http://h/a", datetime.fromtimestamp(0, UTC)).via == "http://h/0"
    assert found.find("http://h/b", FETCHED) is None
    assert list(found.iterate_unmatched()) == []


def test_lines_of_one_second_are_given_out_one_after_the_other(lookup):
    rows = [row("http://h/a", via=f"http://h/{n}", time=after(milliseconds=300 * n))
            for n in range(3)]  # fmt: skip
    found = lookup(rows)
    assert {found.find("http://h/a", FETCHED).via for _ in rows} == {
        f"http://h/{n}" for n in (0, 1, 2)
    }
    assert list(found.iterate_unmatched()) == []
    assert found.find("http://h/a", FETCHED).via == "http://h/0"


def test_a_line_that_names_the_record_is_its_line(lookup):
    def named(offset, via, **time):
        extra = {"warcFilename": "W.warc.gz", "warcFileOffset": offset, "note": "a b"}
        return row("http://h/a", via=via, time=after(**time), extra=extra)

    found = lookup([named(10, "http://h/1"), named(20, "http://h/2", minutes=5)])
    assert found.find("http://h/a", FETCHED, "W.warc.gz", "20").via == "http://h/2"
    assert found.find("http://h/a", FETCHED, "W.warc.gz.open", "20").via == "http://h/2"
    assert found.find("http://h/a", FETCHED, "X.warc.gz", "20").via == "http://h/1"


def test_what_was_not_fetched_is_the_last_resort(lookup):
    found = lookup([row("http://h/a", status=-2), row("http://h/a", time=after(hours=9))])
    assert found.find("http://h/a", FETCHED).status == 200
    assert lookup([row("http://h/a", status=-2)]).find("http://h/a", FETCHED).status == -2


def test_lines_are_found_again_whatever_stands_before_them(tmp_path, spool, monkeypatch):
    monkeypatch.setattr(heritrix_log, "LONGEST_LINE", 10_000)
    monkeypatch.setattr(log_lookup, "LONGEST_LINE", 10_000)
    log = tmp_path / "crawl.log"
    long = row(f"http://h/{'x' * 6000}", via="http://h/long")
    noise = "noise " * 5000 + "\n"
    exact = "y" * 9_999 + "\n"
    last = row("http://h/last").rstrip("\n")
    log.write_text(f"{long}\n{noise}{row('http://h/b')}{exact}{row('http://h/ü')}{last}")
    found = LogLookup([log], spool)
    assert (found.lines, found.rows) == (7, 4)
    for url in (f"http://h/{'x' * 6000}", "http://h/b", "http://h/ü", "http://h/last"):
        assert found.find(url, FETCHED).url == url
    assert [(line.number, line.reason[:6]) for _, line in found.bad_lines()] == [
        (2, "blank"),
        (3, "the fo"),
        (5, "only 1"),
    ]
    assert [line.number for _, line in found.iterate_unmatched()] == [2, 3, 5]


def test_other_bytes_than_utf_8(tmp_path, spool):
    log = tmp_path / "crawl.log"
    log.write_bytes(row("http://h/ü").encode("latin-1"))
    assert LogLookup([log], spool).find("http://h/ü", FETCHED) is not None


def test_a_compressed_log_is_asked_the_same(tmp_path, spool):
    packed = gzip.compress("".join(row(f"http://h/{n}") for n in range(5000)).encode())
    (tmp_path / "whole.gz").write_bytes(packed)
    (tmp_path / "cut.gz").write_bytes(packed[:-20])
    (tmp_path / "more.log").write_text(row("http://h/more"))
    found = LogLookup([tmp_path / "cut.gz", tmp_path / "more.log"], spool)
    for url in ("http://h/0", "http://h/100", "http://h/more"):
        assert found.find(url, FETCHED).url == url
    *_, (path, ending) = found.bad_lines()
    assert path.name == "cut.gz"
    assert "ends here" in ending.reason
    assert ending == list(read_log(tmp_path / "cut.gz"))[-1]
    assert ending.number > 4500
    whole = LogLookup([tmp_path / "whole.gz"], spool)
    assert (whole.rows, list(whole.bad_lines())) == (5000, [])
    assert whole.find("http://h/4999", FETCHED) is not None


def test_a_log_that_grows_meanwhile_is_read_as_far_as_it_was(tmp_path, spool):
    log = tmp_path / "crawl.log"
    log.write_text(row("http://h/a"))
    found = LogLookup([log], spool)
    with log.open("a") as file:
        file.writelines(row(f"http://h/{n}") for n in range(100))
    assert [line.url for _, line in found.iterate_unmatched()] == ["http://h/a"]


def test_nothing_is_left_in_the_spool_folder(lookup, spool):
    found = lookup([row("http://h/a")])
    assert list(spool.iterdir()) == []
    found.close()
    found.close()


def test_a_log_that_is_not_there_is_an_error(tmp_path, spool):
    with pytest.raises(SourceError, match="cannot be read"):
        LogLookup([tmp_path / "gone.log"], spool)


def says_row(line):
    try:
        read_url_and_time(line)
    except NoLogRow:
        return False
    return True


COLUMNS = row("http://h/a").split()


@given(
    st.integers(0, len(COLUMNS) - 1),
    st.one_of(
        st.sampled_from(["-", "", "x", "9" * 17, "20249901000000000+1", "12+LLL", "1" * 5000]),
        st.text(),
    ),
)
def test_a_glance_and_a_parse_agree_on_what_is_a_row(column, text):
    changed = [*COLUMNS[:column], text, *COLUMNS[column + 1 :]]
    line = " ".join(changed).encode("utf-8", "replace")
    parsed = parse_line(line)
    assert says_row(line) == isinstance(parsed, CrawlLogLine)
    if isinstance(parsed, CrawlLogLine):
        url, time = read_url_and_time(line)
        assert time == parsed.time
        assert (url.decode() if isinstance(url, bytes) else url) == parsed.url


# -- archives with a log that was named -----------------------------------------------------------


def with_log(tmp_path, spool, *rows):
    log = tmp_path / "named.log"
    log.write_text("".join(rows))
    return ImportContext(spool, log=log)


def parted(found):
    items = list(found)
    captures = [one for one in items if isinstance(one, Capture)]
    return captures, Counter(one.kind for one in items if isinstance(one, Aside))


def test_a_warc_is_completed_from_the_log(tmp_path, spool):
    pages = [
        Page("http://h/", b"x"),
        Page("http://h/a", b"x", parent="http://referer/"),
        Page("http://h/b", b"x"),
        Page("http://h/c", b"x", parent="http://h/known"),
    ]
    warc = write_warc(tmp_path / "a.warc.gz", pages)
    rows = [
        row("http://h/", hops="-", via="-"),
        row("http://h/a", hops="12+LLL", via="http://h/list"),
        row("http://h/b", hops="LR", notes="2t,lenTrunc"),
        row("http://h/elsewhere"),
    ]
    captures, asides = parted(WarcImporter(with_log(tmp_path, spool, *rows)).captures(warc))
    told = [(one.parent_url, one.depth, one.is_seed, one.truncated) for one in captures]
    assert told == [
        (None, 0, True, None),
        ("http://h/list", 15, False, None),
        ("http://h/", 2, False, "length"),
        ("http://h/known", None, False, None),
    ]
    assert asides == {"metadata": 2, "log_line": 4}


def test_an_arc_is_completed_from_the_log(tmp_path, spool):
    block = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\nx"
    records = [
        f"http://h/{n} 1.2.3.4 20240501120000 application/pdf {len(block)}\n".encode() + block
        for n in range(3)
    ]
    head = b"filedesc://a.arc 0.0.0.0 20240501120000 text/plain 77\n1 0 InternetArchive\n"
    head += b"URL IP-address Archive-date Content-type Archive-length\n\n"
    arc = tmp_path / "a.arc"
    arc.write_bytes(head + b"\n".join(records))
    rows = [row(f"http://h/{n}", hops="L" * n, via=f"http://h/via{n}") for n in range(1, 3)]
    captures, asides = parted(ArcImporter(with_log(tmp_path, spool, *rows)).captures(arc))
    assert [(one.parent_url, one.depth) for one in captures] == [
        (None, None),
        ("http://h/via1", 1),
        ("http://h/via2", 2),
    ]
    assert asides == {"filedesc": 1, "log_line": 2}


def test_the_log_is_counted_once_however_many_read_with_it(tmp_path, spool):
    context = with_log(tmp_path, spool, row("http://h/a"), "noise\n", "\n")
    (tmp_path / "named.log.cp00001-20240101000000").write_text(row("http://h/b"))
    warcs = [write_warc(tmp_path / f"{n}.warc", [Page(f"http://h/{n}", b"x")]) for n in "ab"]
    readers = [WarcImporter(context), WarcImporter(context), ArcImporter(context)]
    readers.append(WaczImporter(context).warc)
    items = [one for reader in readers for one in reader.captures(warcs[0])]
    items += readers[0].captures(warcs[1])
    captures, asides = parted(items)
    assert asides == {"log_line": 2, "blank": 1}
    damaged = [one for one in captures if one.location.position == "named.log:2"]
    assert [one.lost.outcome for one in damaged] == [Outcome.DAMAGED]
    assert "noise" in damaged[0].lost.reason
    assert captures[-1].depth == 1
    again = ImportContext(spool, log=context.log)
    assert parted(WarcImporter(again).captures(warcs[0]))[1]["log_line"] == 2


@pytest.mark.parametrize("value", ["length", "time", "disconnect", "unspecified", "Length"])
def test_a_record_that_says_it_was_cut_is_told(tmp_path, spool, value):
    block = b"HTTP/1.1 200 OK\r\n\r\nx"
    record = warc_record("response", "http://h/a", "application/http", block, 1)
    cut = record.replace(
        b"\r\nContent-Type", f"\r\nWARC-Truncated: {value}\r\nContent-Type".encode(), 1
    )
    (tmp_path / "a.warc").write_bytes(record + cut)
    context = with_log(tmp_path, spool, row("http://h/a", notes="timeTrunc"))
    alone = list(WarcImporter(ImportContext(spool)).captures(tmp_path / "a.warc"))
    assert [one.truncated for one in alone] == [None, value.lower()]
    joined, _ = parted(WarcImporter(context).captures(tmp_path / "a.warc"))
    assert [one.truncated for one in joined] == ["time", value.lower()]


# -- a job folder ---------------------------------------------------------------------------------


@pytest.fixture
def job(tmp_path):
    """Makes a job folder out of archives and log rows."""

    def make(archives, *rows, name="job", archive_folder="warcs"):
        folder = tmp_path / name
        (folder / archive_folder).mkdir(parents=True, exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        for archive, pages in archives.items():
            write_warc(folder / archive_folder / archive, pages)
        (folder / "logs" / "crawl.log").write_text("".join(rows))
        return folder

    return make


def chosen(source, spool, **options):
    ((_, importer),) = sources.choose([source], ImportContext(spool, **options))
    return importer


def test_every_line_and_every_record_is_counted_once(job, spool):
    rows = [
        row("dns:h", status=1, hops="P"),
        row("http://h/", hops="-", via="-"),
        row("http://h/a"),
        row("http://h/gone"),
        row("http://h/error", status=404, notes="headerTrunc"),
        row("http://h/copy", notes="3t,unwritten:identicalDigest"),
        row("http://h/named", extra={"warcFilename": "W-3.warc.gz", "warcFileOffset": 5}),
        row("http://h/robots", status=-9998),
        "noise\n",
        row("http://h/b", hops="LL"),
    ]
    archives = {
        "W-1.warc.gz": [
            Page("dns:h", b"1.2.3.4"),
            Page("http://h/", b"x"),
            Page("http://h/a", b"x"),
        ],
        "W-2.warc.gz": [Page("http://h/b", b"x"), Page("http://h/not-in-the-log", b"x")],
    }
    folder = job(archives, *rows)
    (folder / "order.xml").write_text("<order/>")
    importer = chosen(folder, spool)
    assert isinstance(importer, HeritrixJobImporter)
    captures, asides = parted(importer.captures(folder))
    assert asides == {"dns": 1, "not_fetched": 1, "job_file": 1}
    assert [(one.url, one.depth) for one in captures[:4]] == [
        ("http://h/", 0),
        ("http://h/a", 1),
        ("http://h/b", 2),
        ("http://h/not-in-the-log", None),
    ]
    rest = captures[4:]
    assert [one.location.position for one in rest] == [
        f"crawl.log:{number}" for number in (4, 5, 6, 7, 9)
    ]
    assert {one.location.source for one in rest} == {str(folder)}
    gone, error, copy, named, noise = rest
    assert gone.lost.outcome is Outcome.MISSING_BYTES
    assert (error.lost, error.status, error.truncated) == (None, 404, "header")
    assert "unwritten:identicalDigest" in copy.lost.reason
    assert "W-3.warc.gz" in named.lost.reason
    assert noise.lost.outcome is Outcome.DAMAGED
    assert len({one.location for one in captures}) == len(captures)


def test_a_broken_record_answers_its_line(job, spool):
    folder = job({"a.warc": []}, row("http://h/a"), row("http://h/b"))
    records = [
        warc_record(
            "response", f"http://h/{one}", "application/http", b"HTTP/1.1 200 OK\r\n\r\nx" * 9, 1
        )
        for one in "ab"
    ]
    (folder / "warcs" / "a.warc").write_bytes(records[0] + records[1][:-60])
    captures, _ = parted(HeritrixJobImporter(ImportContext(spool)).captures(folder))
    assert [(one.url, one.lost is None) for one in captures] == [
        ("http://h/a", True),
        ("http://h/b", False),
    ]
    assert captures[1].lost.outcome is Outcome.DAMAGED


def test_launches_are_read_each_with_its_log(job, spool):
    first = job({"a.warc.gz": [Page("http://h/a", b"x")]}, row("http://h/a", via="http://h/1"),
                name="job/20240101000000")  # fmt: skip
    second = job({"a.warc.gz": [Page("http://h/a", b"x")]}, row("http://h/a", via="http://h/2"),
                 name="job/20240201000000")  # fmt: skip
    source = first.parent
    (source / "latest").symlink_to(second)
    (source / "crawler-beans.cxml").write_text("<beans/>")
    (source / "older").mkdir()
    write_warc(source / "older" / "o.warc.gz", [Page("http://h/o", b"x")])
    importer = chosen(source, spool)
    assert isinstance(importer, HeritrixJobImporter)
    captures, asides = parted(importer.captures(source))
    assert [(one.url, one.parent_url) for one in captures] == [
        ("http://h/a", "http://h/1"),
        ("http://h/a", "http://h/2"),
        ("http://h/o", None),
    ]
    assert asides == {"job_file": 1}
    assert isinstance(chosen(second / "warcs", spool), HeritrixJobImporter)


def test_who_reads_which_folder(job, spool, tmp_path):
    pages = {"a.warc.gz": [Page("http://h/a", b"x")]}
    arcs = job(pages, row("http://h/a"), name="arcs-job", archive_folder="arcs")
    assert isinstance(chosen(arcs, spool), HeritrixJobImporter)
    beside = job(pages, row("http://h/a"), name="beside", archive_folder=".")
    (beside / "logs" / "crawl.log").rename(beside / "crawl.log")
    assert isinstance(chosen(beside, spool), HeritrixJobImporter)
    no_log = job(pages, "no row\n", name="no-log")
    assert isinstance(chosen(no_log, spool), FolderImporter)
    no_archive = job({}, row("http://h/a"), name="no-archive")
    assert isinstance(chosen(no_archive, spool), FolderImporter)
    both = job(pages, row("http://h/a"), name="both")
    (both / "mirror" / "h").mkdir(parents=True)
    (both / "mirror" / "h" / "a").write_bytes(b"x")
    assert isinstance(chosen(both, spool), MirrorImporter)
    assert not HeritrixJobImporter(ImportContext(spool)).recognises(both, b"")


def test_a_folder_of_archives_with_a_named_log_is_no_job(job, spool, tmp_path):
    folder = job({"a.warc.gz": [Page("http://h/a", b"x")]}, row("http://h/a"))
    log = (folder / "logs" / "crawl.log").rename(tmp_path / "all.log")
    with log.open("a") as file:
        file.write(row("http://h/in-another-archive"))
    captures, asides = parted(chosen(folder, spool, log=log).captures(folder))
    assert [(one.url, one.depth) for one in captures] == [("http://h/a", 1)]
    assert asides == {"log_line": 2}
    as_job = HeritrixJobImporter(ImportContext(spool, log=log))
    captures, _ = parted(as_job.captures(folder))
    assert [one.url for one in captures] == ["http://h/a", "http://h/in-another-archive"]


def test_a_job_without_a_log_is_an_error(tmp_path, spool):
    with pytest.raises(SourceError, match=r"no crawl\.log"):
        list(HeritrixJobImporter(ImportContext(spool)).captures(tmp_path))


def test_a_revisit_in_a_later_launch_has_its_own_way(job, spool):
    first = job({"a.warc.gz": []}, row("http://h/a", via="http://h/1"), name="job/1")
    second = job({"a.warc.gz": []}, row("http://h/a", via="http://h/2", time=after(days=1)),
                 name="job/2")  # fmt: skip
    digest = b"\r\nWARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\nContent-Type"
    block = b"HTTP/1.1 200 OK\r\n\r\nx"
    for folder, kind, body in ((first, "response", block), (second, "revisit", b"")):
        record = warc_record(kind, "http://h/a", "application/http", body, 1)
        path = folder / "warcs" / "a.warc.gz"
        path.write_bytes(gzip.compress(record.replace(b"\r\nContent-Type", digest, 1)))
    captures, _ = parted(HeritrixJobImporter(ImportContext(spool)).captures(first.parent))
    assert [(one.parent_url, one.payload.data, one.lost) for one in captures] == [
        ("http://h/1", b"x", None),
        ("http://h/2", b"x", None),
    ]


def test_bad_lines_alone_make_no_job_and_no_crash(tmp_path, spool):
    (tmp_path / "a.warc").write_bytes(b"")
    (tmp_path / "crawl.log").write_bytes(b"\0\xff\n" * 50)
    assert not HeritrixJobImporter(ImportContext(spool)).recognises(tmp_path, b"")
    found = LogLookup([tmp_path / "crawl.log"], spool)
    assert all(isinstance(line, BadLine) for _, line in found.iterate_unmatched())
    assert sum(1 for _ in found.bad_lines()) == 50
