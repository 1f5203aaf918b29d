"""CrawlData beside files: a test for each writer of the field, and for what they got wrong."""

import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import paper_pdf

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.dates import parse_date
from sheaf.acquire.importers.files.crawl_data import (
    CrawlData,
    CrawlDataImporter,
    parse_crawl_data,
)
from sheaf.records import Aside, Capture, Outcome

SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
DIALECTS = {
    "the Heritrix bridge": (
        ('<?xml version="1.0" encoding="UTF-8"?>\n<CrawlData><crawlDate>'
        "Wed Aug 22 19:54:32 GMT 2007</crawlDate><url>http://h/a.pdf</url><parentUrl>http://h/</parentUrl><contentType>"
        f"application/pdf</contentType><SHA1>{SHA1}</SHA1></CrawlData>"),
        CrawlData("http://h/a.pdf", "http://h/", datetime(2007, 8, 22, 19, 54, 32, tzinfo=UTC),
                  "application/pdf", SHA1),
    ),
    "the SYZ crawler": (
        ("<CrawlData>\n<crawlDate>2012-05-15 00:00:00.000123</crawlDate>\n<lastModified>None"
        "</lastModified>\n<url>http://h/a.pdf</url>\n<parentUrl>http://h/</parentUrl>\n"
        f"<SHA1>{SHA1.upper()}</SHA1>\n</CrawlData>\n"),
        CrawlData("http://h/a.pdf", "http://h/", datetime(2012, 5, 15, 0, 0, 0, 123, tzinfo=UTC),
                  None, SHA1),
    ),
    "CDI, for a seed, with a bare ampersand": (
        ('<?xml version="1.0" encoding="UTF-8"?><CrawlData><crawler>heritrix</crawler><crawlDate>'
        "2013-02-22 05:34:44</crawlDate><lastModified>None</lastModified><url>http://h/a?x=1&y=2"
        f"</url><parentUrl>None</parentUrl><SHA1>{SHA1}</SHA1></CrawlData>\n"),
        CrawlData("http://h/a?x=1&y=2", None, datetime(2013, 2, 22, 5, 34, 44, tzinfo=UTC),
                  None, SHA1),
    ),
    "another order, other capitals, nothing known": (
        ("<crawldata><URL>http://h/a.pdf</URL><parenturl></parenturl><crawldate>soon</crawldate>"
        "<sha1>abc</sha1></crawldata>"),
        CrawlData("http://h/a.pdf"),
    ),
    "no CrawlData": ("<html><url>http://h/</url></html>", CrawlData(None)),
}  # fmt: skip


@pytest.mark.parametrize("writer", DIALECTS)
def test_dialect(writer):
    text, told = DIALECTS[writer]
    assert parse_crawl_data(text.encode()) == told


@pytest.mark.parametrize(
    ("text", "hour"),
    [("Wed Aug 22 19:54:32 EDT 2007", 23), ("Wed Aug 22 19:54:32 CEST 2007", 19)],
)
def test_java_dates_have_zones(text, hour):
    assert parse_date(text).astimezone(UTC).hour == hour


@given(st.binary(max_size=300))
def test_no_bytes_break_it(data):
    found = parse_crawl_data(b"<CrawlData>" + data)
    for text in (found.url, found.parent_url, found.content_type, found.sha1):
        assert text is None or text.encode().strip()
    assert found.time is None or found.time.tzinfo is not None


def met(url, parent, data):
    return (
        f"<CrawlData><crawlDate>2012-05-15 00:00:00</crawlDate><url>{url}</url>"
        f"<parentUrl>{parent}</parentUrl><SHA1>{hashlib.sha1(data).hexdigest()}</SHA1></CrawlData>"
    )


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in" / "000" / "001"
    made.mkdir(parents=True)
    for name, met_name in (("a.pdf", "a.met"), ("b.pdf", "b.pdf.met"), ("c.pdf", "c.pdf.met")):
        data = paper_pdf(f"Paper {name}")
        (made / name).write_bytes(data)
        (made / met_name).write_text(met(f"http://h/{name}", "http://h/list.html", data))
    (made / "b.txt").write_text("its text")
    with (made / "c.pdf").open("ab") as stream:
        stream.write(b"one byte too many")
    (made / "gone.pdf.met").write_text(met("http://h/gone.pdf", "None", b""))
    (made / "undescribed.pdf").write_bytes(paper_pdf("Undescribed Paper"))
    return tmp_path / "in"


def test_documents_are_described_and_everything_is_accounted_for(folder, tmp_path):
    ((source, importer),) = sources.choose([folder], ImportContext(tmp_path))
    assert isinstance(importer, CrawlDataImporter)
    found = list(importer.captures(source))
    captures = {one.url: one for one in found if not isinstance(one, Aside)}
    assert set(captures) == {
        "http://h/a.pdf", "http://h/b.pdf", "http://h/c.pdf", "http://h/gone.pdf",
        (folder / "000/001/undescribed.pdf").as_uri(),
    }  # fmt: skip
    assert captures["http://h/a.pdf"].parent_url == "http://h/list.html"
    assert captures["http://h/b.pdf"].time == datetime(2012, 5, 15, tzinfo=UTC)
    assert captures["http://h/c.pdf"].sha1 == hashlib.sha1(paper_pdf("Paper c.pdf")).hexdigest()
    assert captures["http://h/gone.pdf"].lost.outcome is Outcome.MISSING_BYTES
    assert sum(isinstance(one, Aside) for one in found) == 4


def test_what_has_no_parent_is_a_seed_of_depth_0(folder, tmp_path):
    (folder / "seed.pdf").write_bytes(b"x")
    (folder / "seed.met").write_text(met("http://h/seed.pdf", "None", b"x"))
    found = CrawlDataImporter(ImportContext(tmp_path)).captures(folder)
    facts = {one.url: (one.depth, one.is_seed) for one in found if not isinstance(one, Aside)}
    assert facts["http://h/seed.pdf"] == (0, True)
    assert facts["http://h/a.pdf"] == (None, False)


@pytest.mark.parametrize(
    ("size", "outcome"), [(0, "damaged"), (8, "damaged"), (20 * 1024**3, "bomb")]
)
def test_a_file_is_held_against_its_sha1_in_a_worker(tmp_path, size, outcome):
    """A file that is too large is not read for it."""
    folder = tmp_path / "in"
    folder.mkdir()
    with (folder / "a.pdf").open("wb") as stream:
        stream.write(b"%PDF-1.4"[:size])
        stream.truncate(size)
    (folder / "a.pdf.met").write_text(met("http://h/a.pdf", "None", b"%PDF-1.7"))
    with sheaf.init(tmp_path / "lib") as library:
        summary = library.import_([folder], filter=False, text=False, jobs=1)
        assert summary.outcomes == {outcome: 1}
        assert summary.seconds < 20


def test_a_repository_of_ours_can_be_imported_by_another_library(tmp_path):
    (tmp_path / "x.pdf").write_bytes(paper_pdf("A Travelling Paper"))
    with sheaf.init(tmp_path / "one") as first, sheaf.init(tmp_path / "two") as second:
        first.import_([tmp_path / "x.pdf"])
        summary = second.import_([first.folder / "repository"])
        assert summary.outcomes == {"new": 1}
        (here,), (there,) = first.catalogue.documents(), second.catalogue.documents()
        assert (here.url, here.sha1) == (there.url, there.sha1)


def test_a_plain_folder_is_not_taken_for_one(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.met").write_text("<other/>")
    assert not CrawlDataImporter(ImportContext(tmp_path)).recognises(tmp_path / "in", b"")


def test_links_out_of_the_folder_are_not_read(folder, tmp_path):
    far = tmp_path / "far.met"
    far.write_text(met("http://far/told", "http://far/", b"%PDF-"))
    (folder / "link.pdf").write_bytes(b"%PDF-1.4")
    (folder / "link.pdf.met").symlink_to(far)
    (folder / "alone.met").symlink_to(far)
    got = list(CrawlDataImporter(ImportContext(tmp_path)).captures(folder))
    led_out = [one.url for one in got if isinstance(one, Capture) and one.lost
               and "leads out of the folder" in one.lost.reason]  # fmt: skip
    assert led_out == [(folder / "alone.met").as_uri(), (folder / "link.pdf").as_uri()]


def test_names_as_long_as_the_disk_allows_cost_nothing(tmp_path):
    """No .met can stand beside them: the name would be too long."""
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "a.pdf.met").write_text("<CrawlData><url>http://h/a.pdf</url></CrawlData>")
    (tmp_path / f"{'b' * 251}.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / f"{'c' * 251}.txt").write_bytes(b"words")
    (tmp_path / f"{'d' * 251}.met").write_text("<CrawlData><url>http://h/d</url></CrawlData>")
    importer = CrawlDataImporter(ImportContext(tmp_path))
    found = [one for one in importer.captures(tmp_path) if isinstance(one, Capture)]
    assert [(one.url[-10:], one.lost.outcome if one.lost else None) for one in found] == [
        ("://h/a.pdf", None),
        ("bbbbbb.pdf", None),
        ("cccccc.txt", None),
        ("http://h/d", Outcome.MISSING_BYTES),
    ]
