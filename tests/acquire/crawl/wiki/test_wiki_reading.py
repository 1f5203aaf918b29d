"""Articles are read out of every kind of store: all of them, by their keys, as they came."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

import pytest

from sheaf.acquire.crawl.wiki.article import Article, read_article
from sheaf.acquire.crawl.wiki.reading import open_articles
from sheaf.acquire.crawl.wiki.store import open_store
from sheaf.errors import SheafError

NOW = datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
BEE = "http://wiki.test/wiki/Bee"


def made(title: str, *, url: str = "", language: str = "", content: str = "Green.") -> Article:
    return Article(title, content, ("Plants", "Flora"), NOW, ("Meadow",), url, language)


def fill(path, *articles: Article) -> None:
    store = open_store(path)
    store.put(articles)
    store.close()


def fill_as_in_2018(path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE pages (title, content, categories, lastModify, outLinks)")
        row = ("Bee", "Busy.", "Plants|Flora", "2018-02-09 11:57", "Meadow")
        database.execute("INSERT INTO pages VALUES (?, ?, ?, ?, ?)", row)
        database.execute("INSERT INTO pages VALUES ('Clover', NULL, NULL, NULL, NULL)")
    database.close()


@pytest.mark.parametrize("name", ["wiki.db", "wiki.jsonl"])
def test_articles_are_read_as_they_came_and_by_their_keys(tmp_path, name):
    path = tmp_path / name
    fill(path, made("Clover"), made("Bee", url=BEE, language="en"))
    reader = open_articles(f"jdbc:sqlite:{path}")
    ((clover, bee),) = reader.arrivals(0, 2)
    assert (clover.title, clover.url) == ("Clover", "https://en.wikipedia.org/wiki/Clover")
    assert (bee.title, bee.url, bee.language, bee.modified) == ("Bee", BEE, "en", NOW)
    found = reader.find([bee.key])[bee.key]
    assert (found.title, found.content, found.url) == ("Bee", "Green.", BEE)
    assert list(reader.keys(0, 1)) == [[clover.key], [bee.key]]
    assert list(reader.keys(found.number - 1, 5)) == [[bee.key]]
    assert (found.categories, found.out_links) == (("Plants", "Flora"), ("Meadow",))

    # What comes again comes last, and nothing else comes twice.
    fill(path, made("Clover", content="Greener."))
    ((again,),) = reader.arrivals(bee.number, 2)
    greener = reader.find([again.key])[again.key]
    assert greener.content == "Greener."
    assert (greener.number == 1) is (name == "wiki.db"), "in a file of lines it stands once more"
    assert list(reader.arrivals(again.number, 2)) == []
    reader.close()


def test_the_table_of_2018_is_read(tmp_path):
    path = tmp_path / "old.db"
    fill_as_in_2018(path)
    reader = open_articles(path)
    ((first, second),) = reader.keys(0, 50)
    found = reader.find([second, first, "nobody"])
    bee, clover = found[first], found[second]
    assert (bee.number, clover.number, len(found)) == (1, 2, 2)
    assert (bee.categories, bee.out_links) == (("Plants", "Flora"), ("Meadow",))
    assert (bee.last_modified, bee.url) == (NOW, "https://en.wikipedia.org/wiki/Bee")
    assert (clover.content, clover.categories, clover.last_modified) == ("", (), None)
    assert list(reader.arrivals(0, 50)) == []
    reader.close()


def test_articles_of_before_there_were_arrivals_arrive(tmp_path):
    path = tmp_path / "wiki.db"
    fill(path, made("Bee"), made("Clover"))
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE arrivals")
    database.close()
    reader = open_articles(path)
    ((bee, clover),) = reader.arrivals(0, 50)
    assert (bee.title, clover.title) == ("Bee", "Clover")
    reader.close()


def test_what_holds_no_articles_is_told(tmp_path):
    for name, data in {"wiki.db": b"SQLite format 3\0 and no more", "empty.db": b""}.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(SheafError):
            open_articles(tmp_path / name)
    with pytest.raises(SheafError, match="There are no articles"):
        open_articles(tmp_path / "nothing.db")
    lines = tmp_path / "wiki.jsonl"
    lines.write_text('[]\n{"title": 1}\nnothing\n' + "[" * 100_000 + "\n")
    assert list(open_articles(lines).keys(0, 5)) == []


def test_the_url_of_an_article_comes_from_its_title():
    html = (
        '<html lang="de"><h1 id="firstHeading">Weiße Klee</h1>'
        '<div id="mw-content-text"><p>Grün.</p></div>'
    )
    found = read_article(html, "http://wiki.test:81/wiki/Klee?oldid=3")
    assert found.url == "http://wiki.test:81/wiki/Wei%C3%9Fe_Klee"
    assert found.language == "de"
