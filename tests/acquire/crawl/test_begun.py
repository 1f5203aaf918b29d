"""How a crawl is begun, gone on with and removed on the command line: what was told once need not
be told again, and what cannot be is told before anything is made."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import clean_environment
from support.crawls import crawl_options
from typer.testing import CliRunner, Result

import sheaf
from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.control.removal import remove_crawl
from sheaf.acquire.crawl.frontier.locks import lock_crawl, mark_as_importing
from sheaf.acquire.crawl.frontier.orders import give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.options import (
    CrawlOptions,
    describe_changes,
    describe_kept,
    remembered_options,
)
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.cli import app
from sheaf.errors import LibraryBusyError, SourceError, UsageError
from sheaf.settings import Settings

HOME = "http://a.test/"
PROFILE = """
extends = "scholarly"
name = "department"
[politeness]
min_delay = 0
delay_factor = 0
[[scope]]
name = "reports"
decide = "accept"
domains = ["reports.test"]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "lib"
    sheaf.init(folder).close()
    return folder


@pytest.fixture
def library(made: Path) -> Any:
    """One library for all: each test has crawls of its own name."""
    yield made
    for name in ("frontier", "warc"):
        for path in sorted((made / name).rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """--set writes into it, and here commands run in our process."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def crawl(library: Path, *words: object) -> Result:
    return CliRunner().invoke(app, ["crawl", *map(str, words), "-L", str(library)])


def fetch(library: Path, *words: object) -> Result:
    return crawl(library, *words, "--import", "never")


def at(web: FakeWeb) -> list[str]:
    return ["--resolve", f"*.test=127.0.0.1:{web.port}"]


def make_site(web: FakeWeb) -> None:
    web.links(HOME, ["/1", "/2", "http://reports.test/3"])
    for url in (f"{HOME}1", f"{HOME}2", "http://reports.test/3"):
        web.page(url, "a page")


def files_of(library: Path) -> list[str]:
    folders = (library / "frontier", library / "warc")
    return sorted(path.name for folder in folders for path in folder.rglob("*") if path.is_file())


# What cannot be


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["a.example.test"], "http://a.example.test"),
        (["ftp://a.test/"], "http://..."),
        ([HOME, "b.test"], "http://b.test"),
        (["wiki", "-u", "wiki.example.org"], "http://wiki.example.org"),
        (["--name", "never-begun"], "Name a URL"),
        (["wiki", "-u", "http://wiki.test/"], r"-H '^wiki\.test$'"),
        (["wiki", "-u", "http://w.test/", "-H", "^w.test$",
          "--jdbcUrl", "/nonexist/dir/w.db"], "--jdbcUrl"),
    ],
)  # fmt: skip
def test_what_cannot_be_crawled_makes_nothing(library: Path, words: list[str], advice: str) -> None:
    ended = fetch(library, *words)
    assert isinstance(ended.exception, UsageError), ended.output
    assert ended.exception.exit_code == 2
    assert advice in ended.exception.what_to_do
    assert files_of(library) == []
    assert not Path("/nonexist").exists()


def test_a_seed_that_is_none_is_told_in_python_too(library: Path) -> None:
    with sheaf.open(library) as opened, pytest.raises(UsageError, match="no URL of the web"):
        opened.crawl(["a.test"])
    assert files_of(library) == []


def test_only_a_crawl_that_is_finished_is_said_to_be(library: Path, web: FakeWeb) -> None:
    make_site(web)
    words = [HOME, "--name", "one", "--min-delay", 0, *at(web)]
    assert "stays finished" not in fetch(library, *words).stderr
    again = fetch(library, *words).stderr
    assert "stays finished" in again
    assert "Going on" not in again  # all was said again
    web.robots("b.test", "User-agent: *\nDisallow: /")
    ended = fetch(library, "http://b.test/", "--name", "two", *at(web))
    assert ended.exit_code == 1
    assert "Nothing was fetched" in ended.stderr
    assert "stays finished" not in ended.stderr


# Going on


def test_its_name_is_enough_to_go_on_with_a_crawl(
    library: Path, web: FakeWeb, tmp_path: Path
) -> None:
    make_site(web)
    (tmp_path / "department.toml").write_text(PROFILE)
    first = fetch(library, HOME, "--name", "dep", "--profile", tmp_path / "department.toml",
                  "--pages", 1, *at(web))  # fmt: skip
    assert first.exit_code == 0, first.output
    (tmp_path / "department.toml").unlink()
    second = fetch(library, "--name", "dep")
    assert second.exit_code == 0, second.output
    assert sorted(web.urls()) == [HOME, f"{HOME}1", f"{HOME}2", "http://reports.test/3"]
    assert "Going on with dep as before: profile department; resolve *.test=" in second.stderr
    assert "Different" not in second.stderr


def test_what_is_told_now_goes_before_and_the_difference_is_told(
    library: Path, web: FakeWeb
) -> None:
    make_site(web)
    fetch(library, HOME, "--name", "dep", "--depth", 1, "--min-delay", 0, "--pages", 1, *at(web))
    web.page("http://b.test/", "b")
    ended = fetch(library, "http://b.test/", "--name", "dep", "--depth", 0, "--profile", "focused")
    assert ended.exit_code == 0, ended.output
    (line,) = [one for one in ended.stderr.splitlines() if one.startswith("Different")]
    assert "profile focused (was scholarly)" in line
    assert "depth 0 (was 1)" in line
    assert "1 seed more (http://b.test/)" in line
    kept = remembered_options(library / "frontier" / "dep.db")
    assert kept is not None
    assert kept.profile is not None
    assert (kept.profile.name, kept.settings["limits.depth"]) == ("focused", 0)
    assert "Different" not in fetch(library, "--name", "dep").stderr
    # What the library would say anyhow is given now all the same.
    assert "depth 5 (was 0)" in fetch(library, "--name", "dep", "--depth", 5).stderr
    kept = remembered_options(library / "frontier" / "dep.db")
    assert kept is not None
    assert kept.settings["limits.depth"] == 5


def test_what_set_gives_goes_before_what_is_remembered(library: Path, web: FakeWeb) -> None:
    make_site(web)
    fetch(library, HOME, "--name", "dep", "--depth", 0, "--min-delay", 0, *at(web))
    ended = fetch(library, "--name", "dep", "--set", "crawl.limits.depth=1", "--revisit")
    assert ended.exit_code == 0, ended.output
    assert f"{HOME}1" in web.urls()
    # It was for one command.
    kept = remembered_options(library / "frontier" / "dep.db")
    assert kept is not None
    assert kept.settings["limits.depth"] == 0


def test_seeds_may_stand_in_the_settings(library: Path, web: FakeWeb) -> None:
    make_site(web)
    words = ["--pages", 1, "--min-delay", 0, *at(web)]
    assert fetch(library, *words, "--set", f"crawl.seeds.urls={HOME}").exit_code == 0
    assert web.urls() == [HOME]
    (library / "sheaf.toml").write_text(f'[crawl.seeds]\nurls = ["{HOME}"]\n')
    with sheaf.open(library) as opened:
        options = crawl_options(name="py", resolve={"*": ("127.0.0.1", web.port)}, pages=1)
        report, _ = opened.crawl([], options)
        (library / "sheaf.toml").write_text('[crawl.seeds]\nurls = ["http://b.test/"]\n')
        assert fetch(library, "--name", "py", "--pages", 1).exit_code == 0
    (library / "sheaf.toml").write_text("")
    assert report.outcomes["fetched"] == 1
    assert "http://b.test/" not in web.urls()  # the crawl has seeds of its own


def test_options_of_a_wiki_go_before_settings_and_are_remembered(
    library: Path, web: FakeWeb
) -> None:
    entry = "http://w.test/wiki/A"
    web.links(entry, ["/wiki/B", "/wiki/C"])
    web.page("http://w.test/wiki/B", "b")
    web.page("http://w.test/wiki/C", "c")
    (library / "sheaf.toml").write_text("[crawl.limits]\npages = 1\n[crawl.wiki]\nread = false\n")
    words = ["wiki", "-u", entry, "--min-delay", 0, *at(web)]
    first = fetch(library, *words, "-H", "^w.test$", "-c", 2)
    assert first.exit_code == 0, first.output
    assert len(web.urls()) == 2
    assert "in " + str(library / "wiki.db") in " ".join(first.stdout.split())
    (library / "sheaf.toml").write_text("")
    second = fetch(library, *words, "-c", 3)
    assert second.exit_code == 0, second.output
    assert len(web.urls()) == 3


def test_what_options_cannot_be_is_told_in_python(library: Path) -> None:
    with pytest.raises(UsageError, match="is no Profile"):
        CrawlOptions(profile="focused")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match='"while", "after", "never"'):
        CrawlOptions(importing="sometimes")
    with sheaf.open(library) as opened, pytest.raises(UsageError, match='"unread", "outdated"'):
        opened.reread("everything")


def test_settings_of_a_crawl_may_be_named_as_for_set() -> None:
    options = sheaf.CrawlOptions(settings={"crawl.limits.pages": 7, "limits.depth": 2})
    assert options.settings == {"limits.pages": 7, "limits.depth": 2}
    limits = options.choose_profile(Settings()).limits
    assert (limits.pages, limits.depth) == (7, 2)
    assert sheaf.load_profile("focused").name == "focused"


def test_going_on_in_python_needs_no_more(library: Path, web: FakeWeb) -> None:
    make_site(web)
    places = {"*.test": ("127.0.0.1", web.port)}
    with sheaf.open(library) as opened:
        told = crawl_options(name="py", hosts=["*.test"], resolve=places, importing="never",
                             pages=1, min_delay=0, delay_factor=0)  # fmt: skip
        opened.crawl([HOME], told)
        report, _ = opened.crawl([], CrawlOptions(name="py", importing="never"))
    assert report.outcomes == {"fetched": 4}


def test_what_is_remembered_is_what_was_told(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    assert remembered_options(bench.frontier_path.with_name("none.db")) is None
    for name in ("scholarly", "wiki", "submission", "focused"):
        told = CrawlOptions(None, load_profile(name),
                            {"limits.depth": 3, "agent.contact": "me@example.org"},
                            ("a.test",), {"*": ("127.0.0.1", 80)}, True)  # fmt: skip
        told.remember(bench.frontier_path)
        assert remembered_options(bench.frontier_path) == told
        assert [*describe_changes(told, told)] == []
        assert describe_kept(told, told) == ""
    said = CrawlOptions(allow_private=False).with_remembered(bench.frontier_path)
    assert said.allow_private is False
    assert CrawlOptions().with_remembered(bench.frontier_path) == told


def test_a_frontier_of_an_older_version_remembers_nothing(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    forget(bench.frontier_path)
    assert remembered_options(bench.frontier_path) is None


def test_what_an_earlier_version_was_told_is_read(bench: Bench) -> None:
    """It knew the settings by other names, and has written these rows."""
    bench.web.page(HOME, "x")
    bench.run(HOME)
    forget(bench.frontier_path)
    rows = {
        "profile": {"name": "mine", "limits": {"pages": 7}, "politeness": {"retries": 4}},
        "hosts": ["a.test"],
        "resolve": {"*.test": ["127.0.0.1", bench.web.port]},
        "allow_private": True,
        "ignore_nofollow": None,
        "settings": {"depth": 3, "min_delay": 0.5, "connections": 2, "contact": "me@example.org"},
    }
    with sqlite3.connect(bench.frontier_path) as database:
        database.execute("CREATE TABLE told (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
        values = [(name, json.dumps(value)) for name, value in rows.items()]
        database.executemany("INSERT INTO told VALUES (?, ?)", values)
    database.close()
    options = CrawlOptions().with_remembered(bench.frontier_path)
    assert options.settings == {
        "limits.depth": 3,
        "politeness.min_delay": 0.5,
        "politeness.connections": 2,
        "agent.contact": "me@example.org",
    }
    assert (options.hosts, options.allow_private) == (("a.test",), True)
    profile = options.choose_profile(Settings())
    assert (profile.name, profile.limits.pages, profile.limits.depth) == ("mine", 7, 3)
    assert (profile.politeness.retries, profile.agent.contact) == (4, "me@example.org")


def test_what_cannot_be_read_of_it_is_told(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    with sqlite3.connect(bench.frontier_path) as database:
        database.execute("UPDATE told SET value = '{\"no\": 1}' WHERE name = 'profile'")
    database.close()
    with pytest.raises(UsageError, match="cannot be read"):
        remembered_options(bench.frontier_path)


def forget(frontier: Path) -> None:
    with sqlite3.connect(frontier) as database:
        database.execute("DROP TABLE told")
    database.close()


# The files of a Heritrix

ORDER = Path(__file__).parent / "profiles" / "order.xml"
CSX = """<serviceConfiguration><edu><psu><citeseerx><heritrix><jms>
<hubLinkIndicator>.*[.]pdf</hubLinkIndicator><other>x</other>
</jms></heritrix></citeseerx></psu></edu></serviceConfiguration>"""


def test_an_order_xml_is_a_profile(library: Path, web: FakeWeb) -> None:
    make_site(web)
    ended = fetch(library, HOME, "--name", "order", "--profile", ORDER, "--min-delay", 0, *at(web))
    assert ended.exit_code == 0, ended.output
    assert sorted(web.urls()) == [HOME, f"{HOME}1", f"{HOME}2", "http://reports.test/3"]
    words = " ".join(ended.stderr.split())
    assert f"{ORDER}: controller/logs-path = 'logs' is not used: a library has its own" in words
    kept = remembered_options(library / "frontier" / "order.db")
    assert kept is not None
    assert kept.profile is not None
    assert kept.profile.name == "CSX_User_Submission"
    told = crawl(library, "explain", f"{HOME}1", "--profile", ORDER, "--seed", HOME)
    assert "is accepted" in told.output


def test_a_csx_heritrix_xml_is_a_profile(library: Path, web: FakeWeb, tmp_path: Path) -> None:
    make_site(web)
    path = tmp_path / "csx-heritrix.xml"
    path.write_text(CSX)
    ended = fetch(library, HOME, "--name", "csx", "--profile", path, "--min-delay", 0, *at(web))
    assert ended.exit_code == 0, ended.output
    assert "heritrix/jms/other = 'x' is not used" in " ".join(ended.stderr.split())
    kept = remembered_options(library / "frontier" / "csx.db")
    assert kept is not None
    assert kept.profile is not None
    assert (kept.profile.name, kept.profile.hubs.pattern) == ("submission", "^(?:.*[.]pdf)$")
    path.write_text("<other/>")
    assert isinstance(fetch(library, HOME, "--profile", path).exception, SourceError)


# Removing


def test_a_crawl_is_removed_and_its_archives_only_if_that_is_said(
    library: Path, web: FakeWeb
) -> None:
    make_site(web)
    fetch(library, HOME, "--name", "gone", "--min-delay", 0, *at(web))
    assert crawl(library, "remove", "gone").exit_code == 1  # nobody said yes
    assert (library / "frontier" / "gone.db").exists()
    ended = crawl(library, "remove", "gone", "--yes")
    assert ended.exit_code == 0, ended.output
    assert "its frontier removed (1 file, " in ended.stderr
    assert str(library / "warc" / "gone") in ended.stderr
    assert not list((library / "frontier").iterdir())
    assert list((library / "warc" / "gone").glob("*.warc.gz"))
    ended = crawl(library, "remove", "gone", "--yes", "--archives")
    assert ended.exit_code == 0, ended.output
    assert files_of(library) == []
    assert isinstance(crawl(library, "remove", "gone", "--yes").exception, UsageError)


@pytest.mark.parametrize("name", ["..", "../catalogue", ""])
def test_nothing_else_is_removed(library: Path, name: str) -> None:
    with pytest.raises(UsageError):
        remove_crawl(library, name, archives=True)


def test_a_crawl_at_work_is_not_removed(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    path = bench.frontier_path
    for lock in (lock_crawl(path), mark_as_importing(path)):
        with lock, pytest.raises(LibraryBusyError) as refused:
            remove_crawl(bench.folder, "crawl")
        assert "crawl stop" in refused.value.what_to_do
    assert path.exists()
    remove_crawl(bench.folder, "crawl")
    assert not path.exists()


def test_who_stops_a_crawl_that_does_not_run_is_told_what_there_is(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    ended = crawl(bench.folder, "stop", "crawl")
    assert "crawl pause crawl" in ended.exception.what_to_do  # type: ignore[union-attr]
    with mark_as_importing(bench.frontier_path):
        ended = crawl(bench.folder, "stop", "crawl")
        assert "imported" in str(ended.exception)


# SIGTERM


def until(is_so: Callable[[], Any], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def start_in_background() -> None:
    """As a shell does: where nobody could press Ctrl-C, it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize("when", ["while", "never"])
def test_sigterm_is_taken_for_ctrl_c(library: Path, web: FakeWeb, when: str) -> None:
    web.links(HOME, [f"/{number}" for number in range(200)])
    words = ["crawl", HOME, "--name", "long", "-L", library, "--min-delay", 0.2, "--import", when]
    command = subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", *map(str, words), *at(web)],
        env=clean_environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        preexec_fn=start_in_background,
    )  # fmt: skip
    until(lambda: len(web.urls()) > 3)
    command.send_signal(signal.SIGTERM)
    _, said = command.communicate(timeout=60)
    assert command.returncode == 130, said
    assert "Stopping:" in said
    assert "The same command goes on" in said
    status = read_status(library / "frontier" / "long.db")
    assert status.state == "stopped"
    assert status.waiting > 0
    asked = set(web.urls())
    give_order(library / "frontier" / "long.db", "resume")
    # Where nothing is imported beside it, the run was broken off, and its pages still count.
    assert fetch(library, "--name", "long", "--pages", len(asked) + 2).exit_code == 0
    assert len(web.urls()) == len(set(web.urls())) > len(asked)


# Who is asking


def test_without_a_contact_there_are_no_empty_brackets(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    (agent,) = {one.headers["User-Agent"] for one in bench.web.arrivals}
    assert re.fullmatch(r"Sheaf/[\d.]+", agent)
    bench.run("http://b.test/", contact="me@example.org")
    assert bench.web.arrivals[-1].headers["User-Agent"].endswith(" (+me@example.org)")


def test_a_proxy_that_nobody_reaches_is_named(bench: Bench) -> None:
    report = bench.run(HOME, proxy="http://me:secret@127.0.0.1:1", retries=0, contact="me@x.org")
    assert report.outcomes == {"unreachable": 1}
    assert "the proxy http://127.0.0.1:1" in report.trouble
    assert bench.log()[-1][-1] == "proxy:http://127.0.0.1:1"
    bench.web.page(HOME, "x")
    assert bench.run(HOME).trouble == ""


def test_json_has_the_articles_and_the_line_too(library: Path, web: FakeWeb) -> None:
    page = '<h1 id="firstHeading">Clover</h1><div id="mw-content-text"><p>It is green.</p></div>'
    web.page("http://w.test/wiki/Clover", page)
    words = ["wiki", "-u", "http://w.test/wiki/Clover", "-H", "^w.test$", "-i", 0,
             "--min-delay", 0, *at(web)]  # fmt: skip
    ended = fetch(library, *words, "--name", "w1")
    assert f"1 article in {library / 'wiki.db'}, 0 unread." in " ".join(ended.stdout.split())
    told = json.loads(fetch(library, *words, "--name", "w2", "--json").stdout)
    assert told["articles"]["written"] + told["articles"]["known"] == 1
    (library / "wiki.db").unlink()
