"""Articles are written in batches, and the title is their key."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
import urllib.request
from datetime import UTC, datetime

import pytest

from acquire.crawl.fake_web import FakeWeb
from acquire.crawl.wiki_site import HOST, SKINS, Written, fill
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, Target, Visit
from sheaf.acquire.crawl.wiki.article import Article
from sheaf.acquire.crawl.wiki.options import WikiOptions, with_wiki_options
from sheaf.acquire.crawl.wiki.store import open_store
from sheaf.acquire.crawl.wiki.writing import ArticleWriter
from sheaf.errors import StorageError, UsageError

NOW = datetime(2018, 2, 9, 11, 57, tzinfo=UTC)


def article(title: str = "Clover", content: str = "Green.", **rest: object) -> Article:
    return Article(title, content, **{"last_modified": NOW} | rest)


def rows(path, query: str) -> list[tuple]:
    database = sqlite3.connect(path)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def visit(url: str, html: str, status: int = 200, mime: str = "text/html; charset=utf-8") -> Visit:
    headers = ((b"Content-Type", mime.encode()),)
    answer = Answer(
        url=url,
        status=status,
        status_line=b"HTTP/1.1 200 OK",
        headers=headers,
        body=html.encode(),
        request=b"",
        address="127.0.0.1",
        began=NOW,
        seconds=0.1,
    )
    return Visit(Target(url), answer.outcome, answer)


def test_three_tables_and_the_five_columns_of_2018(tmp_path):
    path = tmp_path / "wiki.db"
    store = open_store(path)
    one = article(categories=("Plants", "Flora"), out_links=("Meadow", "Bee"))
    assert store.put([one, article("Bee", "Busy.", last_modified=None)]) == 2
    store.close()
    assert rows(path, "SELECT title, category FROM categories ORDER BY place") == [
        ("Clover", "Plants"),
        ("Clover", "Flora"),
    ]
    assert rows(path, "SELECT target FROM links WHERE title = 'Clover' ORDER BY place") == [
        ("Meadow",),
        ("Bee",),
    ]
    assert rows(path, "SELECT * FROM articles ORDER BY title") == [
        ("Bee", "Busy.", "", "", ""),
        ("Clover", "Green.", "Plants|Flora", "2018-02-09 11:57", "Meadow|Bee"),
    ]


def test_an_article_that_comes_again_replaces_what_is_older(tmp_path):
    path = tmp_path / "wiki.db"
    store = open_store(path)
    store.put([article(categories=("Plants",), out_links=("Bee",))])
    older = article(content="Old.", last_modified=datetime(2017, 1, 1, tzinfo=UTC))
    assert store.put([older]) == 0
    newer = article(content="New.", last_modified=datetime(2019, 1, 1, tzinfo=UTC))
    assert store.put([newer]) == 1
    store.close()
    assert rows(path, "SELECT content, categories, outLinks FROM articles") == [("New.", "", "")]


def test_the_place_may_be_written_as_java_does(tmp_path):
    open_store(f"jdbc:sqlite:{tmp_path / 'a.db'}").close()
    assert (tmp_path / "a.db").exists()
    open_store("b.db", tmp_path).close()
    assert (tmp_path / "b.db").exists()
    with pytest.raises(StorageError, match="SQLite"):
        open_store("jdbc:mysql://host/db")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "x.db").write_bytes(b"something else entirely, and long enough to be seen" * 100)
    with pytest.raises(StorageError):
        open_store(tmp_path / "x.db")


def test_lines_of_json(tmp_path):
    path = tmp_path / "wiki.jsonl"
    store = open_store(path)
    store.put([article("Ääni", categories=("Plants",))])
    store.close()
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "title": "Ääni",
        "content": "Green.",
        "categories": ["Plants"],
        "lastModify": "2018-02-09 11:57",
        "outLinks": [],
        "url": "",
        "language": "",
    }


def test_rows_are_written_a_batch_at_a_time_and_the_rest_at_the_end(tmp_path):
    path = tmp_path / "wiki.db"
    pages = [Written(f"Article {number}", links=("Article 1",)) for number in range(7)]
    with ArticleWriter(open_store(path), batch=3) as writer:
        for page in pages:
            writer.read_visit(visit(f"http://{HOST}{page.path}", SKINS["vector 2022"](page)))
        assert rows(path, "SELECT count(*) FROM pages") == [(6,)]
    assert rows(path, "SELECT count(*) FROM pages") == [(7,)]
    assert writer.counts == {"written": 7, "known": 0}


def test_what_is_no_article_is_counted_by_what_it_is(tmp_path):
    with ArticleWriter(open_store(tmp_path / "wiki.db")) as writer:
        writer.read_visit(visit(f"http://{HOST}/wiki/X", "gone", status=404))
        writer.read_visit(visit(f"http://{HOST}/x.png", "x", mime="image/png"))
        writer.read_visit(visit(f"http://{HOST}/wiki/X", "<p>nothing</p>"))
        failure = Failure(FetchOutcome.UNREACHABLE, -2, NOW, 0.1)
        writer.read_visit(Visit(Target("http://x.test/"), FetchOutcome.UNREACHABLE, failure))
    assert writer.counts == {"failed": 2, "not_html": 1, "no_article": 1}


# After a kill


@pytest.mark.parametrize("name", ["wiki.db", "wiki.jsonl"])
def test_a_store_knows_the_archives_that_are_done_with(tmp_path, name):
    store = open_store(tmp_path / name)
    assert store.archives() == set()
    store.put([article()], ["a/1.warc.gz", "a/2.warc.gz"])
    store.put([], ["a/2.warc.gz", "b/1.warc.gz"])
    store.close()
    again = open_store(tmp_path / name)
    assert again.archives() == {"a/1.warc.gz", "a/2.warc.gz", "b/1.warc.gz"}
    again.close()


@pytest.mark.parametrize("left", [b"", b'{"title": "Half', b"x" * 200_000])
def test_half_a_line_that_a_kill_left_is_cut_off(tmp_path, left):
    path = tmp_path / "wiki.jsonl"
    whole = b'{"title": "Whole"}\n' if left else b""
    path.write_bytes(whole + left)
    store = open_store(path)
    store.put([article("Bee")])
    store.close()
    titles = [json.loads(line)["title"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert titles == (["Whole", "Bee"] if left else ["Bee"])


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_what_was_not_written_is_read_from_the_archives_and_once_only(bench, compression):
    for title in ("Alder", "Birch"):
        page = Written(title)
        bench.web.page(f"http://{HOST}{page.path}", SKINS["vector 2022"](page))
    seeds = [f"http://{HOST}/wiki/{title}" for title in ("Alder", "Birch", "Gone")]
    bench.run(*seeds, depth=0, compression=compression)
    path = bench.folder / "wiki.db"
    with ArticleWriter(open_store(path), archive=bench.warc_folder) as writer:
        pass
    assert rows(path, "SELECT title FROM pages ORDER BY title") == [("Alder",), ("Birch",)]
    assert writer.counts == {"written": 2, "known": 0, "failed": 1}
    with ArticleWriter(open_store(path), archive=bench.warc_folder) as writer:
        pass
    assert writer.counts == {"written": 0, "known": 0}


def test_a_run_that_fails_leaves_its_archives_to_the_next(bench):
    bench.web.page(f"http://{HOST}/wiki/Alder", SKINS["minerva"](Written("Alder")))
    bench.run(f"http://{HOST}/wiki/Alder", depth=0)
    path = bench.folder / "wiki.db"
    with (
        pytest.raises(ZeroDivisionError),
        ArticleWriter(open_store(path), archive=bench.warc_folder),
    ):
        raise ZeroDivisionError
    assert rows(path, "SELECT count(*) FROM pages") == [(0,)]
    with ArticleWriter(open_store(path), archive=bench.warc_folder):
        pass
    assert rows(path, "SELECT count(*) FROM pages") == [(1,)]


# The options of 2018


# What the table of the crawler of 2018 says.
DEFAULTS = WikiOptions(
    threads=10,
    pages=750_000,
    interval=500,
    entry="https://en.wikipedia.org/wiki/Special:Random",
    host="^en.wikipedia.org$",
    path="^/wiki/[^:]*$",
    store="wiki.db",
    log="",
)


def test_the_shipped_profile_has_the_defaults_of_the_options():
    profile = load_profile("wiki")
    assert with_wiki_options(profile, DEFAULTS) == profile
    deep = with_wiki_options(profile, WikiOptions(depth=10)).make_scope(profile.seeds.urls)
    article = "https://en.wikipedia.org/wiki/Alder"
    for scope in (deep, profile.make_scope(profile.seeds.urls)):
        assert scope.explain(article, depth=10).accepted
        assert not scope.explain(article, depth=11).accepted


def test_the_options_are_for_profiles_of_wikis():
    with pytest.raises(UsageError, match="scholarly is not for wikis"):
        with_wiki_options(load_profile("scholarly"), WikiOptions(threads=2))


def test_options_change_the_profile():
    given = WikiOptions(
        threads=3,
        pages=20,
        depth=2,
        interval=1500,
        entry=f"http://{HOST}/wiki/Special:Random",
        host=r"^en\.wiki\.test$",
        path="^/wiki/A",
        store="jdbc:sqlite:x.db",
        log="wiki.log",
    )
    profile = with_wiki_options(load_profile("wiki"), given)
    assert profile.politeness.connections == 3
    assert profile.politeness.worker_pause == 1.5
    assert profile.limits.pages == 20
    assert profile.seeds.urls == (f"http://{HOST}/wiki/Special:Random",)
    assert profile.seeds.redraw
    assert profile.wiki.store == "jdbc:sqlite:x.db"
    assert profile.write.log == "wiki.log"
    scope = profile.make_scope(profile.seeds.urls)
    assert scope.explain(f"http://{HOST}/wiki/Alder", depth=2).accepted
    assert not scope.explain(f"http://{HOST}/wiki/Alder", depth=3).accepted
    assert not scope.explain(f"http://{HOST}/wiki/Birch", depth=1).accepted


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"pages": 0}, {"depth": -1}, {"host": "(a+)+"}])
def test_options_that_make_no_sense_are_refused(wrong):
    with pytest.raises(UsageError):
        with_wiki_options(load_profile("wiki"), WikiOptions(**wrong))


@pytest.mark.parametrize(
    ("pattern", "folders"),
    [
        ("^/wiki/[^:]*$", ("/wiki/",)),
        ("^/[^:]*$", ("/",)),
        (r"^/w/index\.php/[^:]*$", ("/w/index.php/",)),
        ("^/wiki/(?!Main)[^:]*$", ("/wiki/",)),
        # These say it in other ways, and the profile's own word stands.
        ("/articles/.*", ("/wiki/",)),
        ("^/(a|b)/.*", ("/wiki/",)),
        ("^/articles/?[a-z]*$", ("/wiki/",)),
    ],
)
def test_the_paths_of_articles_say_where_titles_stand(pattern, folders):
    profile = with_wiki_options(load_profile("wiki"), WikiOptions(path=pattern))
    assert profile.wiki.main_namespace == folders


# The local site


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_the_random_page_leads_somewhere_else_each_time():
    with FakeWeb() as web:
        entry = fill(web, [Written("Alder"), Written("Birch")])
        opener = urllib.request.build_opener(Stay)
        found = []
        for _ in range(3):
            request = urllib.request.Request(
                entry.replace(HOST, f"127.0.0.1:{web.port}"), headers={"Host": HOST}
            )
            try:
                opener.open(request)
            except urllib.error.HTTPError as answer:
                found.append(answer.headers["Location"])
                answer.close()
    assert found == ["/wiki/Alder", "/wiki/Birch", "/wiki/Alder"]
