"""Pages worth finding, from crawls and imports, on all three databases."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from django.core.management import call_command
from support.crawls import crawl_options
from support.samples import Page, paper_pdf, write_warc

import sheaf
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.wiki.article import Article
from sheaf.acquire.crawl.wiki.reading import open_articles
from sheaf.acquire.crawl.wiki.store import open_store
from sheaf.deposit import models
from sheaf.deposit.pages import WANTED_MARK
from sheaf.errors import UsageError

HUB, HOME = "http://a.test/~ada/papers.html", "http://a.test/~ada/"


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")


def html(title, words="Some words about sparse graphs."):
    return f"<html lang=en><title>{title}</title><p>{words}</p><a href=1.pdf>1</a>".encode()


def site(path, *, hub=None, more=()):
    pages = [
        Page("http://a.test/", html("A department"), "text/html"),
        Page("http://a.test/~ada/index.html", html("Ada Lovelace"), "text/html"),
        Page(HUB, html("Papers") if hub is None else hub, "text/html"),
        Page("http://a.test/news", html("News"), "text/html"),
        Page("http://a.test/gone", html("Gone"), "text/html", 404),
        Page("http://a.test/~ada/1.pdf", paper_pdf("One"), parent=HUB),
        *more,
    ]
    return write_warc(path, pages)


def shown(library, **how):
    return sorted((page.kind.value, page.url) for page in library.pages(**how))


LEADING = [("homepage", "http://a.test/~ada/index.html"), ("hub", HUB)]


def test_what_leads_to_a_document_is_a_page_once_and_undo_takes_it_back(library, tmp_path):
    library.import_([site(tmp_path / "one.warc.gz")])
    assert shown(library) == LEADING
    assert library.run(1).outcomes["unwanted_type"] == 4
    (hub,) = library.pages(kind="hub")
    text = library.page_content(hub.id)
    assert (text.title, text.language, text.problem) == ("Papers", "en", "")
    assert "sparse graphs" in text.content
    assert text.out_links == ("http://a.test/~ada/1.pdf",)

    # The same content elsewhere changes nothing; other content is at another place.
    revision = library.revision()
    library.import_([site(tmp_path / "two.warc.gz")])
    assert [page.run for page in library.pages()] == [1, 1]
    library.import_([site(tmp_path / "three.warc.gz", hub=html("New papers"))])
    assert [page.id for page in library.catalogue.pages_changed_since(revision)] == [hub.id]
    assert library.page(hub.id).run == 3
    assert library.page_content(hub.id).title == "New papers"

    library.undo(3)
    assert (library.page(hub.id).run, library.page_content(hub.id).title) == (1, "Papers")
    library.undo(2)
    assert shown(library) == LEADING
    library.undo(1)
    assert shown(library) == []
    assert hub.id in library.catalogue.pages_removed_since(revision)


def test_a_page_is_found_in_whatever_order_things_come(library, tmp_path):
    captured = [Page(HUB, html("Papers"), "text/html"), Page(HOME, html("Ada"), "text/html")]
    library.import_([write_warc(tmp_path / "pages.warc.gz", captured)])
    assert shown(library) == []
    document = Page("http://a.test/~ada/1.pdf", paper_pdf("One"), parent=HUB)
    library.import_([write_warc(tmp_path / "documents.warc.gz", [document])])
    assert shown(library) == [("homepage", HOME), ("hub", HUB)]
    library.undo(2)  # nothing is known to be found on it any more
    assert shown(library) == []


@pytest.mark.parametrize(("wanted", "count"), [("none", 0), ("leading", 2), ("all", 4)])
def test_a_setting_says_which_pages_can_be_found(library, tmp_path, monkeypatch, wanted, count):
    monkeypatch.setenv("SHEAF_DEPOSIT_PAGES", wanted)
    with sheaf.open(library.folder) as opened:
        opened.import_([site(tmp_path / "one.warc.gz")])
        assert opened.count_pages() == count
        opened.undo(1)
        assert opened.count_pages() == 0


def test_pages_are_chosen_and_counted(library, tmp_path):
    other = "http://b.test/list"
    more = [Page(other, html("List"), "text/html"),
            Page("http://b.test/2.pdf", paper_pdf("Two"), parent=other)]  # fmt: skip
    library.import_([site(tmp_path / "one.warc.gz", more=more)])
    assert shown(library, host="B.test") == [("hub", other)]
    assert library.count_pages(kind="hub") == 2
    assert len(list(library.pages(limit=1, offset=1))) == 1
    assert shown(library, host="a.test\0") == []
    with pytest.raises(UsageError, match="of the kind 'book'"):
        library.count_pages(kind="book")
    library.index()
    assert library.index_is_behind() == 0


def test_titles_are_read_once_the_run_has_its_pages(library, tmp_path):
    headers = {"Last-Modified": "Fri, 09 Feb 2018 11:57:00 GMT"}
    deep = b"<html><title>No</title>" + b"<div>" * 5000
    more = [Page("http://a.test/~ada/", html("Ada"), "text/html", headers=headers),
            Page("http://b.test/", deep, "text/html"),
            Page("http://b.test/2.pdf", paper_pdf("Two"), parent="http://b.test/")]  # fmt: skip
    library.import_([site(tmp_path / "one.warc.gz", more=more)])
    read = {page.url: page for page in library.pages()}
    assert (read[HUB].title, read[HUB].language, read[HUB].modified) == ("Papers", "en", None)
    assert read[HOME].modified == datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
    assert "too deep" in read["http://b.test/"].problem
    assert list(library.catalogue.unread_pages()) == []
    # What a worker could not read nobody tries again.
    assert library.page_content(read["http://b.test/"].id).problem == read["http://b.test/"].problem


def store(library, *titles):
    made = open_store(library.folder / "wiki.db")
    made.put([Article(one, f"About {one}.", url=f"http://wiki.test/wiki/{one}") for one in titles])
    made.close()


def test_articles_are_noted_as_they_arrive_and_go_with_their_run(library):
    run, _ = library.run_log.begin("crawl", ["warc/wiki"], {"name": "wiki"})
    store(library, "Bee", "Clover")
    for expected in (2, 0):
        with closing(open_articles(library.folder / "wiki.db")) as reader:
            assert library.catalogue.note_articles(run, "wiki.db", reader) == expected
    assert shown(library) == [("article", "http://wiki.test/wiki/Bee"),
                              ("article", "http://wiki.test/wiki/Clover")]  # fmt: skip
    revision = library.revision()
    store(library, "Clover")
    with closing(open_articles(library.folder / "wiki.db")) as reader:
        assert library.catalogue.note_articles(run, "wiki.db", reader) == 1
    (clover,) = library.catalogue.pages_changed_since(revision)
    assert library.page_content(clover.id).content == "About Clover."
    library.run_log.finish(run, 1, {})
    library.undo(run)
    assert shown(library) == []
    assert len(library.catalogue.pages_removed_since(revision)) == 2


def test_several_pages_are_read_for_what_they_say_and_nothing_else(library, tmp_path):
    library.import_([site(tmp_path / "one.warc.gz")])
    run, _ = library.run_log.begin("crawl", ["warc/wiki"], {"name": "wiki"})
    store(library, "Bee", "Clover")
    with closing(open_articles(library.folder / "wiki.db")) as reader:
        library.catalogue.note_articles(run, "wiki.db", reader)
    pages = list(library.pages())
    numbers = [page.id for page in pages]
    assert library.catalogue.find_pages([*numbers, 999]) == pages
    with library.page_texts() as texts:
        contents = texts.contents(pages)
    assert contents == {number: library.page_content(number).content for number in numbers}
    (library.folder / "wiki.db").unlink()
    with library.page_texts() as texts:
        assert len(texts.contents(pages)) == len(pages) - 2


def test_what_is_gone_or_damaged_is_told(library, tmp_path):
    archive = site(tmp_path / "one.warc.gz")
    library.import_([archive])
    (hub,) = library.pages(kind="hub")
    data = archive.read_bytes()
    archive.write_bytes(data[: int(hub.place.position) + 20])
    assert library.page_content(hub.id).problem
    archive.unlink()
    assert str(archive) in library.page_content(hub.id).problem
    assert library.page_content(999) is None


def crawl(library, web):
    web.links("http://a.test/", ["/list"])
    web.links("http://a.test/list", ["/1.pdf"])
    web.page("http://a.test/1.pdf", paper_pdf("One"), headers={"Content-Type": "application/pdf"})
    options = crawl_options(
        name="here", resolve={"*.test": ("127.0.0.1", web.port)}, min_delay=0, delay_factor=0
    )
    library.crawl(["http://a.test/"], options)


def test_pages_of_a_crawl_are_checked_where_they_stand(library):
    with FakeWeb() as web:
        crawl(library, web)
    leading = [("homepage", "http://a.test/"), ("hub", "http://a.test/list")]
    assert shown(library) == leading
    assert library.status()["pages"] == 2
    found = library.verify()
    assert (found.pages, found.faults) == (2, ())

    (archive,) = (library.folder / "warc" / "here").glob("*.warc.gz")
    archive.unlink()
    found = library.verify()
    assert {(fault.kind, fault.page_id) for fault in found.faults} == {
        ("missing_page", page.id) for page in library.pages()
    }
    assert library.verify(repair=True, dry_run=True).remaining == 0
    assert len(library.verify().faults) == 2
    revision = library.revision()
    assert {one.action for one in library.verify(repair=True).repairs} == {"noted"}
    assert library.verify().faults == ()
    assert shown(library) == leading
    gone = list(library.catalogue.pages_changed_since(revision))
    assert [archive.name in page.problem for page in gone] == [True, True]


def test_articles_that_are_gone_from_their_store_are_told(library):
    run, _ = library.run_log.begin("crawl", ["warc/wiki"], {"name": "wiki"})
    store(library, "Bee", "Clover")
    with closing(open_articles(library.folder / "wiki.db")) as reader:
        library.catalogue.note_articles(run, "wiki.db", reader)
    assert library.verify().faults == ()
    with sqlite3.connect(library.folder / "wiki.db") as database:
        database.execute("DELETE FROM pages WHERE title = 'Bee'")
    database.close()
    (fault,) = library.verify().faults
    assert (fault.path, fault.kind) == ("wiki.db@Bee", "missing_page")
    (library.folder / "wiki.db").unlink()
    assert len(library.verify().faults) == 2


def test_a_catalogue_of_before_gets_the_table(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([site(tmp_path / "one.warc.gz")])
        before = ("deposit", "0010_judgements")  # as an older Sheaf left it
        marks = models.Sequence.objects.using(library.catalogue.alias)
        marks.filter(name=WANTED_MARK).delete()
        call_command("migrate", *before, database=library.catalogue.alias, verbosity=0)
    with sheaf.open(tmp_path / "lib") as library:
        assert shown(library) == []
        library.index()  # which notes what came before there were pages
        assert [(page.title, page.problem) for page in library.pages()] == [
            ("Ada Lovelace", ""), ("Papers", ""),
        ]  # fmt: skip
        assert shown(library) == LEADING
        assert [hit.url for hit in library.search("lovelace", scope="pages").hits] == [
            LEADING[0][1]
        ]
        library.import_([site(tmp_path / "two.warc.gz")])
        assert shown(library) == LEADING


def test_pages_that_were_not_wanted_come_with_the_next_index(library, tmp_path, monkeypatch):
    for wanted, count in (("none", 0), ("leading", 2), ("all", 4), ("none", 4)):
        monkeypatch.setenv("SHEAF_DEPOSIT_PAGES", wanted)
        with sheaf.open(library.folder) as opened:
            if wanted == "none" and not count:
                assert not opened.catalogue.are_pages_due("all")
                opened.import_([site(tmp_path / "one.warc.gz")])
            else:
                with opened.writing("another import"):
                    opened.index()  # which waits for nobody: the next one does it
                assert opened.count_pages() < count or wanted == "none"
            opened.index()
            assert opened.count_pages() == count
            assert not opened.catalogue.are_pages_due(wanted)
