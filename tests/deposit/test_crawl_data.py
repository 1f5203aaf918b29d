"""CrawlData in the form of 2007, on wish: what is written, read back, verified, mended, undone."""

import re
import shutil
from datetime import datetime, timedelta, timezone

import pytest
from support.samples import Page, paper_pdf, write_warc
from support.xml import parse

import sheaf
from sheaf.acquire.importers.files.crawl_data import ENDINGS, parse_crawl_data
from sheaf.curate.mime_type import EXTENSIONS
from sheaf.deposit.crawl_data import crawl_data
from sheaf.records import Capture, Location

SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
MOMENT = datetime(2026, 11, 6, 13, 48, 17, tzinfo=timezone(timedelta(hours=2)))
CAPTURE = Capture("http://h/?a&b", MOMENT, Location("s", "0"), parent_url="http://h/")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A library with two papers: the first kept as by CDI, the second as by Heritrix."""
    folder = tmp_path_factory.mktemp("prepared")
    sheaf.init(folder / "lib").close()
    for number, form in ((1, "cdi"), (2, "heritrix")):
        set_form(folder / "lib", form)
        pages = [Page(f"http://h/{number}.pdf", paper_pdf(f"Study {number}"), parent="http://h/")]
        archive = write_warc(folder / f"{number}.warc.gz", pages)
        with sheaf.open(folder / "lib") as library:
            library.import_([archive])
        archive.unlink()
    return folder


@pytest.fixture
def folder(prepared, tmp_path):
    return shutil.copytree(prepared / "lib", tmp_path / "lib")


def names(library, number):
    return [path.name.removeprefix(f"000.000.00{number}.") for path in
            library.document(number).files]  # fmt: skip


def files_of(library):
    return {path: path.read_bytes() for path in (library / "repository").rglob("*.*")}


def version(tmp_path, number):
    """A new version of a paper."""
    page = Page(f"http://h/{number}.pdf", paper_pdf(f"Study {number}, Revised"), parent="http://h/")
    return write_warc(tmp_path / "later.warc.gz", [page])


def set_form(library, form):
    path = library / "sheaf.toml"
    text, count = re.subn(
        r'(?m)^(# )?crawl_data = "\w+"', f'crawl_data = "{form}"', path.read_text()
    )
    assert count == 1
    path.write_text(text)


def test_the_form_of_2007_has_its_own_order_and_a_java_date():
    data = crawl_data(CAPTURE, SHA1, "application/pdf", "heritrix")
    assert parse(data) == [
        ("crawlDate", "Fri Nov 06 11:48:17 UTC 2026"),
        ("url", "http://h/?a&b"),
        ("parentUrl", "http://h/"),
        ("contentType", "application/pdf"),
        ("SHA1", SHA1),
    ]


@pytest.mark.parametrize("form", ["cdi", "heritrix"])
@pytest.mark.parametrize("year", [999, 1970, 2026, 9999])
def test_our_own_reader_finds_the_same_values_in_both_forms(form, year):
    moment = MOMENT.replace(year=year)
    capture = Capture("http://h/?a&b", moment, Location("s", "0"), parent_url="http://h/")
    found = parse_crawl_data(crawl_data(capture, SHA1, "application/pdf", form))
    assert found.time == moment
    assert (found.url, found.parent_url) == (capture.url, capture.parent_url)
    assert (found.content_type, found.sha1) == ("application/pdf", SHA1)


def test_a_met_without_the_type_in_its_name_is_found_for_every_type_that_is_kept():
    assert {*EXTENSIONS.values(), "bin"} <= set(ENDINGS)


def test_documents_have_the_form_that_was_set_when_they_came(folder):
    with sheaf.open(folder) as library:
        assert names(library, 1) == ["json", "pdf", "pdf.met", "txt"]
        assert names(library, 2) == ["json", "met", "pdf", "txt"]
        library.index()
        found = {hit.id: hit.file for hit in library.search("study").hits}
        assert found[2] == "repository/000/000/002/000.000.002.pdf"
        assert library.verify().faults == ()


def test_either_form_is_mended_to_the_same_bytes_whatever_is_set_now(folder):
    before = files_of(folder)
    set_form(folder, "cdi")
    mets = sorted((folder / "repository").rglob("*.met"))
    for met in mets:
        met.write_text("<CrawlData>")
    with sheaf.open(folder) as library:
        report = library.verify(repair=True)
        assert [one.fault.path for one in report.repairs] == [str(met) for met in mets]
        assert report.remaining == 0
        assert library.verify().faults == ()
    assert files_of(folder) == before


def test_one_that_is_gone_is_written_in_the_form_that_is_set(folder):
    (folder / "repository/000/000/001/000.000.001.pdf.met").unlink()
    with sheaf.open(folder) as library:
        (fault,) = library.verify().faults
        assert fault.path.endswith("000.000.001.met")
        library.verify(repair=True)
        assert names(library, 1) == ["json", "met", "pdf", "txt"]
        assert library.verify().faults == ()


def test_a_second_one_is_told_and_set_aside(folder):
    met = folder / "repository/000/000/002/000.000.002.met"
    shutil.copy(met, met.with_name("000.000.002.pdf.met"))
    with sheaf.open(folder) as library:
        (fault,) = library.verify().faults
        assert (fault.kind, fault.document_id) == ("stranger", 2)
        assert fault.path.endswith("000.000.002.pdf.met")
        assert library.verify(repair=True).remaining == 0
        assert names(library, 2) == ["json", "met", "pdf", "txt"]


@pytest.mark.parametrize(("number", "form"), [(1, "heritrix"), (2, "cdi")])
def test_an_update_leaves_one_of_them_and_undo_brings_the_other_back(
    folder, tmp_path, number, form
):
    set_form(folder, form)
    before = files_of(folder)
    with sheaf.open(folder) as library:
        summary = library.import_([version(tmp_path, number)])
        assert summary.outcomes == {"updated": 1}
        assert sum(name.endswith("met") for name in names(library, number)) == 1
        assert ("pdf.met" in names(library, number)) == (form == "cdi")
        assert library.verify().faults == ()
        library.undo(summary.run)
        assert library.verify().faults == ()
    assert files_of(folder) == before


def test_another_library_takes_in_both_forms_with_all_that_they_say(folder, tmp_path):
    with sheaf.open(folder) as library, sheaf.init(tmp_path / "other") as other:
        summary = other.import_([folder / "repository"])
        assert summary.outcomes == {"new": 2}
        for number in (1, 2):
            ours, theirs = library.document(number), other.document(number)
            assert (ours.url, ours.sha1, ours.updated, ours.parent_url) == (
                theirs.url, theirs.sha1, theirs.updated, theirs.parent_url,
            )  # fmt: skip


def test_files_kept_without_the_catalogue_have_it_too(sheaf_here, tmp_path):
    sheaf_here("init", "lib", check=0)
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    sheaf_here(
        "import", archive, "-L", "lib", "--no-database", "--output", "out",
        "--set", "deposit.crawl_data=heritrix", check=0,
    )  # fmt: skip
    assert (tmp_path / "out" / "000.000.001.met").exists()
    assert not list((tmp_path / "out").glob("*.pdf.met"))
