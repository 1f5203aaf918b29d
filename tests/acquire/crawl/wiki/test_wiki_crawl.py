"""The run of the crawler of 2018, with its own options, on a wiki whose truth is known."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from support.commands import clean_environment

from acquire.crawl.fake_web import Arrival, FakeWeb
from acquire.crawl.wiki_site import CLOSED, HOST, Wiki, Written, bare, fill, make_wiki
from sheaf import init
from sheaf import open as open_library
from sheaf.acquire.crawl.profiles import load_profile

DOCS = Path(__file__).parents[4] / "docs" / "crawling" / "wiki.md"
# The seed's own table, word for word: its short name, its argument name, its default.
TABLE_OF_2018 = {
    "numOfThreads": ("t", "10"),
    "numOfPages": ("c", "750000"),
    "crawlDepth": ("d", "10"),
    "crawlInterval": ("i", "500"),
    "entryUrl": ("u", "https://en.wikipedia.org/wiki/Special:Random"),
    "crawlHostRegex": ("H", "^en.wikipedia.org$"),
    "crawlPathRegex": ("P", "^/wiki/[^:]*$"),
}
KILLS = 3


class Sheaf:
    """`sheaf crawl wiki` in processes of its own, in one library."""

    def __init__(self, web: FakeWeb, library: Path) -> None:
        self.web = web
        self.library = library

    def crawl(self, *words: object) -> None:
        self._call(*self._words(words))

    def start(self, *words: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command(self._words(words)), env=self._environment())

    def _words(self, words: tuple[object, ...]) -> list[object]:
        where = f"{HOST}=127.0.0.1:{self.web.port}"
        return ["crawl", "wiki", *words, "--resolve", where, "-L", self.library]

    def _call(self, *words: object) -> None:
        done = subprocess.run(
            self._command(words), env=self._environment(), capture_output=True, text=True,
            timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    def _command(self, words: object) -> list[str]:
        return [sys.executable, "-m", "sheaf.cli", *map(str, words)]  # type: ignore[call-overload]

    def _environment(self) -> dict[str, str]:
        # The manners of the host have tests of their own; here they would only take time.
        return clean_environment() | {
            "SHEAF_CRAWL_POLITENESS_MIN_DELAY": "0",
            "SHEAF_CRAWL_POLITENESS_DELAY_FACTOR": "0",
        }

    def rows(self, store: str = "wiki.db") -> dict[str, set[tuple[object, ...]]]:
        with sqlite3.connect(self.library / store) as database:
            found = {
                table: set(database.execute(f"SELECT * FROM {table}"))
                for table in ("pages", "categories", "links")
            }
        database.close()
        return found

    def titles(self, store: str = "wiki.db") -> set[object]:
        return {row[0] for row in self.rows(store)["pages"]}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty") / "lib"
    init(folder).close()
    return folder


@pytest.fixture
def sheaf(web: FakeWeb, empty: Path, tmp_path: Path) -> Sheaf:
    return Sheaf(web, Path(shutil.copytree(empty, tmp_path / "lib")))


def short(entry: str, **changes: object) -> list[object]:
    """The options of 2018 by their short names."""
    options = {"t": 4, "c": 500, "d": 30, "i": 0, "u": entry, "H": f"^{HOST}$",
               "P": "^/wiki/[^:]*$"} | changes  # fmt: skip
    return [word for name, value in options.items() for word in (f"-{name}", value)]


def long(entry: str, **changes: object) -> list[object]:
    options = {"numOfThreads": 4, "numOfPages": 500, "crawlDepth": 30, "crawlInterval": 0,
               "entryUrl": entry, "crawlHostRegex": f"^{HOST}$",
               "crawlPathRegex": "^/wiki/[^:]*$"} | changes  # fmt: skip
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def asked(web: FakeWeb) -> Counter[str]:
    """How often each page was asked for, by its title; the random page by its own."""
    paths = (url.removeprefix(f"http://{HOST}") for url in web.urls())
    return Counter(unquote(path.removeprefix("/wiki/")).replace("_", " ") for path in paths)


def assert_filled(sheaf: Sheaf, wiki: Wiki, store: str = "wiki.db") -> None:
    found, wanted = sheaf.rows(store), wiki.rows()
    for table, rows in wanted.items():
        assert found[table] - rows == set(), f"{table} has what is not so"
        assert rows - found[table] == set(), f"{table} has not all"


def assert_known(sheaf: Sheaf, wiki: Wiki) -> None:
    """The catalogue has a page for each article, and finds in the store what it says."""
    with open_library(sheaf.library) as library:
        pages = list(library.pages(kind="article"))
        assert sorted(page.title for page in pages) == sorted(one.title for one in wiki.articles)
        urls = {page.title: page.url for page in pages}
        assert urls == {one.title: f"http://{HOST}{one.path}" for one in wiki.articles}
        with library.page_texts() as texts:
            said = {text.title: text for text in texts.read_many(pages)}
    for article in wiki.articles:
        text = said[article.title]
        assert (text.content, text.categories) == (article.content, article.categories)
        assert text.problem == ""


def test_the_whole_wiki_with_the_short_names(sheaf: Sheaf, web: FakeWeb) -> None:
    wiki = make_wiki(seed=1)
    entry = fill(web, wiki.articles, drawn=wiki.drawn(seed=5))
    sheaf.crawl(*short(entry), "--jdbcUrl", "jdbc:sqlite:articles.db", "-l", "logs/run.log")
    assert_filled(sheaf, wiki, "articles.db")
    assert_known(sheaf, wiki)
    counts = asked(web)
    # To the islands leads nothing but the random page, so it was drawn again and again.
    assert counts.pop("Special:Random") > 1 + len({"Atlantis", "Thule", "Avalon"})
    assert set(counts.values()) == {1}
    assert {one.title for one in wiki.articles} <= set(counts)
    assert CLOSED not in counts
    assert not any(":" in title for title in counts if title != "Category:Things")
    assert not any(title.startswith("/w/") for title in counts)
    log = (sheaf.library / "logs" / "run.log").read_text().splitlines()
    assert log[0].endswith("the run begins")
    assert "the run ends: redirect" in log[-1]  # of the draws
    assert ", fetched " in log[-1]
    for article in wiki.articles:
        assert any(line.endswith(f"http://{HOST}{article.path}") for line in log)


def test_killed_and_run_again_it_forgets_nothing(sheaf: Sheaf, web: FakeWeb) -> None:
    """The limitation that its authors named: what was visited was not kept with the database."""
    wiki = make_wiki(seed=2)
    entry = fill(web, wiki.articles, drawn=wiki.drawn(seed=6))
    words = long(entry, numOfThreads=2, crawlInterval=20)
    for moment in (4, 9, 13):
        kill_after(sheaf, web, moment, words)
    sheaf.crawl(*words)
    assert_filled(sheaf, wiki)
    assert_known(sheaf, wiki)
    counts = asked(web)
    del counts["Special:Random"]
    # What was in flight when it was killed could not be known.
    assert counts.total() - len(counts) <= KILLS * 2
    before = asked(web)
    sheaf.crawl(*words)
    again = asked(web) - before
    assert set(again) == {"Special:Random"}
    assert_filled(sheaf, wiki)


def kill_after(sheaf: Sheaf, web: FakeWeb, requests: int, words: list[object]) -> None:
    until = len(web.arrivals) + requests
    running = sheaf.start(*words)
    deadline = time.monotonic() + 60
    while len(web.arrivals) < until and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    assert running.poll() is None, "it ended before it was killed"
    running.send_signal(signal.SIGKILL)
    running.wait()


def test_articles_of_a_killed_run_are_not_fetched_again_to_be_written(
    sheaf: Sheaf, web: FakeWeb
) -> None:
    """They wait for a batch to be full; the archive has them all the same."""
    articles = [Written(f"Page {n}", links=(f"Page {n + 1}",)) for n in range(30)]
    entry = fill(web, articles, drawn=articles[:1], skins=[bare])
    words = short(entry, t=1, i=10)
    kill_after(sheaf, web, 20, words)
    assert sheaf.titles() == set()
    for article in articles:
        web.page(f"http://{HOST}{article.path}", "gone by now", status=410)
    sheaf.crawl(*words)
    fetched = [article.title for article in articles if asked(web)[article.title]]
    assert len(fetched) >= 15
    # The one in flight was asked for again, and it is gone; and so is what it would have led to.
    assert len({*fetched} - sheaf.titles()) <= 2


def test_so_many_pages_and_then_so_many_more(sheaf: Sheaf, web: FakeWeb) -> None:
    articles = [Written(f"Page {n}") for n in range(40)]
    entry = fill(web, articles, skins=[bare])
    sheaf.crawl(*short(entry, c=11))
    assert len(sheaf.titles()) == 11
    # Nothing links to anything here, so that every page takes a draw.
    assert asked(web)["Special:Random"] == 11
    sheaf.crawl(*short(entry, c=11))
    assert len(sheaf.titles()) == 22
    counts = asked(web)
    del counts["Special:Random"]
    assert set(counts.values()) == {1}


@pytest.mark.parametrize("depth", [0, 3])
def test_no_deeper_than_is_said(sheaf: Sheaf, web: FakeWeb, depth: int) -> None:
    chain = [Written(f"Step {n}", links=(f"Step {n + 1}",)) for n in range(8)]
    entry = fill(web, chain, drawn=chain[:1])
    sheaf.crawl(*short(entry, d=depth))
    assert sheaf.titles() == {f"Step {n}" for n in range(depth + 1)}


def test_what_only_leads_elsewhere_is_none_of_the_pages(sheaf: Sheaf, web: FakeWeb) -> None:
    """-c is how many articles there will be; the random page is asked beside them."""
    chain = [Written(f"Step {n}", links=(f"Step {n + 1}",)) for n in range(8)]
    entry = fill(web, chain, drawn=chain[:1], skins=[bare])
    sheaf.crawl(*short(entry, c=3))
    assert sheaf.titles() == {"Step 0", "Step 1", "Step 2"}
    assert sum(asked(web).values()) == 4


def test_an_article_to_begin_with_is_not_drawn_again(sheaf: Sheaf, web: FakeWeb) -> None:
    """Where the random page is closed, people begin at articles."""
    fill(web, [Written("Alder", links=("Birch",)), Written("Birch")])
    sheaf.crawl(*short(f"http://{HOST}/wiki/Alder"))
    assert asked(web)["Alder"] == asked(web)["Birch"] == 1
    assert sheaf.titles() == {"Alder", "Birch"}


def test_a_wiki_whose_articles_stand_elsewhere(sheaf: Sheaf, web: FakeWeb) -> None:
    pages = {"Alder": "Birch", "Birch": "Alder"}
    for title, target in pages.items():
        web.page(
            f"http://{HOST}/w/index.php/{title}",
            f'<h1 id="firstHeading">{title}</h1><div id="mw-content-text"><p>It is like '
            f'<a href="/w/index.php/{target}">{target}</a>.</p></div>',
        )
    sheaf.crawl(*short(f"http://{HOST}/w/index.php/Alder", P=r"^/w/index\.php/[^:]*$"))
    assert sheaf.rows()["links"] == {("Alder", 0, "Birch"), ("Birch", 0, "Alder")}


# The interval, as the server sees it


def test_one_worker_rests_after_each_page(sheaf: Sheaf, web: FakeWeb) -> None:
    articles = [Written(f"Page {n}", links=(f"Page {n + 1}",)) for n in range(6)]
    entry = fill(web, articles)
    sheaf.crawl(*short(entry, t=1, i=300, c=7))
    gaps = web.gaps(HOST)
    assert len(gaps) >= 7
    assert min(gaps) >= 0.295


def test_several_workers_rest_each_for_itself(sheaf: Sheaf, web: FakeWeb) -> None:
    articles = [Written(f"Page {n}", links=(f"Page {n + 1}", f"Page {n + 2}")) for n in range(20)]
    entry = fill(web, articles)
    sheaf.crawl(*long(entry, numOfThreads=3, crawlInterval=600, numOfPages=12))
    visits = sorted(web.arrivals, key=lambda one: one.began)
    rests = [after.began - before.ended for before, after in zip(visits, visits[3:], strict=False)]
    assert min(rests) >= 0.595
    # Three of them are three times as fast as one.
    assert any(rest < 0.3 for rest in gaps_of(visits))


def gaps_of(visits: list[Arrival]) -> Iterator[float]:
    return (after.began - before.ended for before, after in pairwise(visits))


# The table of options


def documented() -> dict[str, tuple[str, str]]:
    """Long name to short name and default, from the page: of the crawler, not the indexer."""
    page, _, _ = DOCS.read_text(encoding="utf-8").partition("\n## To find them")
    rows = re.findall(r"^\| (?:`-(\w)`)? *\| `--(\w+)` \| ([^|]+) \|", page, re.M)
    return {name: (letter, default.strip().strip("`")) for letter, name, default in rows}


def test_the_page_has_the_table_of_2018() -> None:
    told = documented()
    assert {name: told[name] for name in TABLE_OF_2018} == TABLE_OF_2018
    assert {*told} - {*TABLE_OF_2018} == {"jdbcUrl", "logFile"}
    assert told["logFile"][0] == "l"
    assert told["jdbcUrl"] == ("", "wiki.db")


def test_the_command_takes_them_and_leaves_the_rest_to_the_profile() -> None:
    from typer.main import get_command

    from sheaf.acquire.crawl.commands import crawl

    commands = get_command(crawl).commands  # type: ignore[attr-defined]
    taken = {name: parameter for parameter in commands["wiki"].params for name in parameter.opts}
    for name, (letter, _) in documented().items():
        assert taken[f"--{name}"].opts == [*([f"-{letter}"] if letter else []), f"--{name}"]
        assert taken[f"--{name}"].default is None, f"{name} says something unasked"
    assert not {name for each in commands["run"].params for name in each.opts} & {"-t", "-c", "-u"}
    wiki = load_profile("wiki")
    assert wiki.politeness.connections == 10
    assert wiki.politeness.worker_pause * 1000 == 500
    assert wiki.limits.pages == 750_000
    assert [rule.deeper_than for rule in wiki.scope if rule.deeper_than is not None] == [10]
