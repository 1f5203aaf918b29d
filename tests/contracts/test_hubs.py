"""Hubs: pages that lead to documents, from crawls and imports, on all three databases."""

import pytest
from django.core.management import call_command
from support.crawls import crawl_options
from support.samples import Page, paper_pdf, write_warc

import sheaf
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.errors import UsageError

# A paper with a link to another one.
CITING = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[<</Type/Annot/Subtype/Link
/Rect[0 0 9 9]/A<</S/URI/URI(http://a.test/2.PDF)>>>>]>>endobj
trailer<</Root 1 0 R>>"""
LIST, OTHER = "http://a.test/list", "http://b.test/papers/"


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")


def source(path, *, more=()):
    pages = [
        Page("http://a.test/1.pdf", paper_pdf("One"), parent=LIST),
        Page("http://a.test/2.pdf", paper_pdf("Two"), parent=LIST),
        Page("http://a.test/gone.pdf", b"", "text/html", 404, parent=OTHER),
        # A redirect names a document as the parent, and others name no page at all.
        Page("http://a.test/copy.pdf", b"moved", "text/html", 302, parent="http://a.test/old.pdf"),
        Page("http://a.test/script.pdf", b"x", "text/html", 404, parent="javascript:alert(1)"),
        Page("http://a.test/get?id=7", paper_pdf("Three"), parent="http://a.test/archive"),
        Page("http://a.test/more", b"<html>", "text/html", parent="http://a.test/start"),
        *more,
    ]
    return write_warc(path, pages)


def shown(library, **how):
    return [(hub.url, hub.documents, hub.links) for hub in library.hubs(**how)]


def test_an_import_brings_hubs_once_and_undo_takes_them_back(library, tmp_path):
    library.import_([source(tmp_path / "one.warc.gz")])
    expected = [(LIST, 2, None), ("http://a.test/archive", 1, None), (OTHER, 0, None)]
    assert shown(library) == expected
    first, archive, gone = library.hubs()
    assert first.pattern == gone.pattern != ""
    assert archive.pattern == "", "the URL of its document does not match: a kept document does"
    assert (first.host, first.first_seen) == ("a.test", first.last_seen)

    # The same again makes no second row; a second run has its own share in them.
    more = [Page("http://b.test/9.pdf", paper_pdf("Nine"), parent=OTHER)]
    library.import_([source(tmp_path / "two.warc.gz", more=more)])
    assert shown(library) == [(LIST, 2, None), ("http://a.test/archive", 1, None), (OTHER, 1, None)]
    library.undo(2)
    assert shown(library) == expected
    library.undo(1)
    assert shown(library) == []


def test_hubs_that_another_run_has_seen_stay(library, tmp_path):
    page = Page("http://a.test/gone.pdf", b"", "text/html", 404, parent=OTHER)
    for name in ("one", "two"):
        library.import_([write_warc(tmp_path / f"{name}.warc.gz", [page])])
    library.undo(1)
    assert shown(library) == [(OTHER, 0, None)]
    library.undo(2)
    assert shown(library) == []


def test_hubs_are_chosen_and_sorted(library, tmp_path):
    library.import_([source(tmp_path / "one.warc.gz")])
    assert next(library.hubs(sort="url")).url == "http://a.test/archive"
    assert shown(library, host="B.test") == [(OTHER, 0, None)]
    assert shown(library, host="test", limit=1, offset=1) == [("http://a.test/archive", 1, None)]
    assert library.count_hubs(host="a.test") == 2
    for no_host in ("a.test\0", "a.test\udcff"):
        assert (shown(library, host=no_host), library.count_hubs(host=no_host)) == ([], 0)
    with pytest.raises(UsageError, match="not sorted by 'size'"):
        library.hubs(sort="size")


def test_a_crawl_without_a_profile_counts_the_links_of_its_hubs(library):
    with FakeWeb() as web:
        web.links("http://a.test/", ["/list", "/about"])
        web.links(LIST, ["/1.pdf", "/2.PDF", "/3.ps.gz", "/about", "http://off.test/4.pdf"])
        web.page(
            "http://a.test/1.pdf", paper_pdf("One"), headers={"Content-Type": "application/pdf"}
        )
        options = crawl_options(
            name="here", resolve={"*.test": ("127.0.0.1", web.port)}, min_delay=0, delay_factor=0
        )
        library.crawl(["http://a.test/"], options)
        assert shown(library) == [(LIST, 1, 4)]
        log = (library.folder / "warc" / "here" / "crawl.log").read_text()
        assert sum(line.rstrip().endswith("hub") for line in log.splitlines()) == 1
        # What was crawled is the same when its archives are imported elsewhere.
        (hub,) = library.hubs()
        library.undo(1)
        assert shown(library) == []
        library.import_([library.folder / "warc" / "here"])
        assert shown(library) == [(LIST, 1, 4)]
        assert next(library.hubs()).pattern == hub.pattern


def test_a_paper_that_links_to_papers_is_no_hub(library):
    with FakeWeb() as web:
        web.links(LIST, ["/1.pdf"])
        web.page("http://a.test/1.pdf", CITING, headers={"Content-Type": "application/pdf"})
        options = crawl_options(
            name="here",
            resolve={"*.test": ("127.0.0.1", web.port)},
            min_delay=0,
            delay_factor=0,
            profile=load_profile("scholarly"),
        )
        library.crawl([LIST], options)
        log = (library.folder / "warc" / "here" / "crawl.log").read_text()
        assert "http://a.test/2.PDF LL http://a.test/1.pdf" in log  # its link was read
        assert shown(library) == [(LIST, 1, 1)]


def test_a_catalogue_of_before_gets_the_table(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        before = ("deposit", "0004_index_due")  # as an older Sheaf left it
        call_command("migrate", *before, database=library.catalogue.alias, verbosity=0)
    with sheaf.open(tmp_path / "lib") as library:
        assert shown(library) == []
