"""Pages go into the index beside papers, follow the catalogue, and are told apart from them."""

import json
from datetime import UTC, datetime

import pytest
import tantivy
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.records import Location, PageInfo, PageKind, PageText
from sheaf.search.index import IndexReader, make_index
from sheaf.search.page_entries import page_entry
from sheaf.search.schema import as_document

HUB = "http://a.test/~ada/papers.html"


def html(title, words):
    return f"<html lang=en><title>{title}</title><p>{words}</p><a href=1.pdf>1</a>".encode()


def archive(path, words):
    pages = [Page(HUB, html("Papers of Ada", words), "text/html"),
             Page("http://a.test/~ada/1.pdf", paper_pdf("On Looms"), parent=HUB)]  # fmt: skip
    return write_warc(path, pages)


@pytest.fixture
def library(tmp_path, monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def find(folder, query):
    index = IndexReader(folder).open()
    searcher = index.searcher()
    asked = index.parse_query(query, ["body", "title"])
    hits = searcher.search(asked, 10).hits
    return [json.loads(bytes(searcher.doc(place).get_first("shown"))) for _, place in hits]


def test_a_page_is_found_by_what_it_says_now_until_it_goes(library, tmp_path):
    library.import_([archive(tmp_path / "one.warc.gz", "All about weaving.")])
    assert library.index().indexed == 2
    (hub,) = find(library.index_folder, "weaving")
    assert (hub["entry"], hub["title"], hub["url"]) == ("page", "Papers of Ada", HUB)
    assert (hub["kind"], hub["language"]) == ("hub", "en")
    assert [one["entry"] for one in find(library.index_folder, "stems:weav")] == ["page"]
    link = 'link:"http://a.test/~ada/1.pdf" AND entry:page'
    assert [one["id"] for one in find(library.index_folder, link)] == [hub["id"]]
    assert library.search("weaving").total == 0, "a search is for papers, unless it says more"

    library.import_([archive(tmp_path / "two.warc.gz", "All about knitting.")])
    assert library.index_is_behind() == 1
    assert library.index().indexed == 1
    assert find(library.index_folder, "weaving") == []
    assert len(find(library.index_folder, "knitting")) == 1

    library.undo(2)
    library.undo(1)
    assert find(library.index_folder, "entry:page") == []


def test_an_article_has_categories_of_its_own_a_date_and_links(tmp_path):
    place = Location("crawls/w/wiki/articles.db", "7")
    info = PageInfo(7, "http://w.test/wiki/Sanskrit", "w.test", PageKind.ARTICLE, place)
    text = PageText(
        "Sanskrit", "A language of ancient India.", ("Indo-Aryan languages", "Sacred Texts"),
        datetime(2018, 2, 6, 21, 7, tzinfo=UTC), ("Sacred language",), "en",
    )  # fmt: skip
    index = make_index(tmp_path / "index")
    writer = index.writer(15_000_000, 1)
    writer.add_document(as_document(page_entry(info, text, has_stems=False), with_text=True))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def count(query):
        return searcher.search(index.parse_query(query), 1).count

    assert count('categories:"aryan languages"') == 1
    assert count('categories:"languages sacred"') == 0, "a phrase stays within one category"
    assert count('category_facet:"Sacred Texts"') == 1
    assert count('link:"Sacred language"') == 1
    assert count("modified:[2018-02-01T00:00:00Z TO 2018-02-28T00:00:00Z]") == 1
    assert count("modified:[2019-01-01T00:00:00Z TO *]") == 0
    assert count("stems:languag") == 0
    (hit,) = searcher.search(tantivy.Query.all_query(), 1).hits
    assert bytes(searcher.doc(hit[1]).get_first("text")) == b"A language of ancient India."
