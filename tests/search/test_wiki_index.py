"""The articles of a wiki are indexed in a folder of their own, with the options of 2018."""

import json
import re
import sqlite3
from datetime import UTC, datetime

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from sheaf import cli
from sheaf.acquire.crawl.wiki.article import Article
from sheaf.acquire.crawl.wiki.store import open_store
from sheaf.search.index import open_index, read_mark

NOW = datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
# The indexer's table of options: its short name, its argument name, its default.
TABLE_OF_2018 = {
    "numOfThreads": ("-t", 10),
    "logFile": ("-l", None),
    "jdbcUrl": (None, "required"),
    "indexOutputPath": (None, "required"),
}


def fill(path, *articles):
    store = open_store(path)
    store.put(articles)
    store.close()


def article(title, content, **more):
    url = f"http://wiki.test/wiki/{title.replace(' ', '_')}"
    return Article(title, content, **{"last_modified": NOW, "url": url, "language": "en"} | more)


def index(path, folder, *words):
    given = ["index", "wiki", "--jdbcUrl", f"jdbc:sqlite:{path}", "--indexOutputPath", str(folder)]
    done = CliRunner().invoke(cli.app, [*given, "--json", *words])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def found(folder, words, *fields):
    """Titles of what the index finds."""
    opened = open_index(folder / read_mark(folder).folder)
    query = opened.parse_query(words, list(fields or ("title", "body")))
    searcher = opened.searcher()
    documents = [searcher.doc(address) for _, address in searcher.search(query, 100).hits]
    shown = [json.loads(bytes(one.get_first("shown"))) for one in documents]
    return {one["title"]: (one, document) for one, document in zip(shown, documents, strict=True)}


@pytest.fixture
def wiki(tmp_path):
    path = tmp_path / "wiki.db"
    clover = article(
        "Clover", "It is green.", categories=("Field plants",), out_links=("Honey bee",)
    )
    bees = [article(f"Bee {n}", f"Busy bee number {n}.") for n in range(120)]
    fill(path, clover, *bees)
    return path


def test_the_options_of_2018_are_taken():
    taken = {one.name: one for one in
             get_command(cli.app).commands["index"].commands["wiki"].params}  # fmt: skip
    by_name = {name: one for one in taken.values() for name in one.opts}
    for name, (short, default) in TABLE_OF_2018.items():
        option = by_name[f"--{name}"]
        assert option.required is (default == "required")
        assert default == "required" or option.default == default
        assert short is None or short in option.opts


def test_articles_are_found_by_all_that_they_have(wiki, tmp_path):
    folder = tmp_path / "index"
    assert index(wiki, folder, "-t", "3")["indexed"] == 121
    ((shown, document),) = found(folder, "green").values()
    assert (shown["title"], shown["url"]) == ("Clover", "http://wiki.test/wiki/Clover")
    assert bytes(document.get_first("text")) == b"It is green."
    assert found(folder, '"field plants"', "categories").keys() == {"Clover"}
    assert found(folder, '"Honey bee"', "link").keys() == {"Clover"}
    assert len(found(folder, "bee")) == 100  # as many as were asked for
    assert found(folder, "modified:[2018-01-01T00:00:00Z TO 2018-03-01T00:00:00Z] AND green")


def test_what_comes_later_is_added_and_takes_the_place_of_what_was(wiki, tmp_path):
    folder = tmp_path / "index"
    index(wiki, folder, "--batch", "7")
    assert index(wiki, folder)["indexed"] == 0
    fill(wiki, article("Clover", "It is red."), article("Daisy", "It is white."))
    assert index(wiki, folder) == {"indexed": 2, "removed": 0, "rebuilt": False}
    assert found(folder, "green") == {}
    assert found(folder, "red").keys() == {"Clover"}
    assert found(folder, "white").keys() == {"Daisy"}
    assert index(wiki, folder, "--rebuild")["indexed"] == 122


def test_content_can_stay_in_the_database(wiki, tmp_path):
    index(wiki, tmp_path / "index", "--no-content")
    ((_, document),) = found(tmp_path / "index", "green").values()
    assert document.get_first("text") is None


def test_the_store_of_2018_is_indexed(tmp_path):
    path, folder = tmp_path / "old.db", tmp_path / "index"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE pages (title, content, categories, lastModify, outLinks)")
        rows = [(f"Bee {n}", "Busy.", "Insects|Flora", "2018-02-09 11:57", "X") for n in range(60)]
        database.executemany("INSERT INTO pages VALUES (?, ?, ?, ?, ?)", rows)
    database.close()
    for _ in range(2):  # nobody counts what arrives there, so all is read again
        assert index(path, folder)["indexed"] == 60
    assert len(found(folder, "insects", "categories")) == 60
    fill(tmp_path / "other.db", article("Clover", "It is green."))
    assert index(tmp_path / "other.db", folder) == {"indexed": 1, "removed": 0, "rebuilt": True}
    assert found(folder, "busy") == {}


def test_progress_goes_to_the_log(tmp_path):
    path, log = tmp_path / "wiki.db", tmp_path / "logs" / "index.log"
    fill(path, *(article(f"Bee {n}", "Busy.") for n in range(2100)))
    index(path, tmp_path / "index", "--batch", "500", "-l", str(log))
    lines = [re.sub(r"^\S+ \S+ ", "", line) for line in log.read_text().splitlines()]
    assert lines == ["indexing begins", "1000 articles", "2000 articles", "indexing ends"]


@pytest.mark.parametrize(
    ("name", "data"),
    [("wiki.db", b"SQLite format 3\0 and no more"), ("wiki.jsonl", b"{}\n"), ("nothing.db", None),
     ("text.db", b"no database at all"), ("empty.db", b"")],
)  # fmt: skip
def test_what_is_no_store_is_told(tmp_path, name, data):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    given = ["--jdbcUrl", str(tmp_path / name), "--indexOutputPath", str(tmp_path / "index")]
    done = CliRunner().invoke(cli.app, ["index", "wiki", *given])
    assert done.exit_code != 0
    assert type(done.exception).__name__ in {"SourceError", "UsageError"}
