"""Readers that nobody has are refused before anything is read, with those there are; what goes
wrong within a worker says how."""

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.errors import UsageError

WRONG = {
    "SHEAF_EXTRACT_ANNOTATORS": "There is no annotator called 'fundign'. Known: .*funding",
    "SHEAF_EXTRACT_EXTRACTOR": "There is no extractor called 'fundign'. Known: .*paper",
}


@pytest.fixture
def archive(tmp_path):
    return write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])


@pytest.fixture
def folder(archive, tmp_path):
    """A library with one paper in it."""
    with sheaf.init(tmp_path / "lib") as library:
        library.import_(archive, jobs=1)
        return library.folder


@pytest.fixture(params=WRONG)
def misspelt(request, monkeypatch):
    """Settings with a typing error; answers with what is to be said about it."""
    monkeypatch.setenv(request.param, "fundign")
    return WRONG[request.param]


def crawled(library, importing):
    return library.crawl(["http://nowhere.test/"], CrawlOptions("c", importing=importing))


@pytest.mark.parametrize(
    "ask",
    [
        lambda library, archive, apart: library.import_(archive),
        lambda library, archive, apart: library.import_(archive, output=apart),
        lambda library, archive, apart: library.reread(),
        lambda library, archive, apart: library.verify(repair=True),
        lambda library, archive, apart: crawled(library, "while"),
        lambda library, archive, apart: crawled(library, "after"),
    ],
    ids=["import", "apart", "extract", "repair", "crawl", "crawl-after"],
)
def test_a_name_that_nobody_has_is_refused(tmp_path, misspelt, archive, ask):
    apart = tmp_path / "apart"
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(UsageError, match=misspelt):
            ask(library, archive, apart)
        assert list(library.runs()) == []
        assert library.catalogue.counts()["documents"] == 0
    assert not apart.exists()
    assert not list((tmp_path / "lib" / "warc").iterdir())


def test_files_too_are_read_by_known_readers_only(tmp_path, misspelt):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    with pytest.raises(UsageError, match=misspelt):
        next(sheaf.extract_files(tmp_path / "a.pdf"))


@pytest.mark.usefixtures("misspelt")
def test_what_is_not_read_needs_no_readers(tmp_path, archive):
    with sheaf.init(tmp_path / "lib") as library:
        assert library.import_(archive, filter=False, text=False).outcomes == {"new": 1}


def test_a_reading_that_took_too_long_says_so_by_its_outcome(tmp_path, folder, monkeypatch):
    monkeypatch.setenv("SHEAF_WORKERS_SECONDS", "0.001")
    with sheaf.open(folder) as library:
        report = library.reread("all")
    assert report.failed[1].startswith("timed_out: ")
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    (told,) = sheaf.extract_files(tmp_path / "a.pdf")
    assert told["provenance"]["error"].startswith("timed_out: ")
