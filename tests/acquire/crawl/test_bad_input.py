"""What strangers send, and what people write by mistake: an end for a URL, words for a person."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.commands import clean_environment
from support.crawls import crawl_options
from typer.testing import CliRunner, Result

import sheaf
from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.acquire.crawl.decode import decode_body
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import archive_folder, check_name, crawl_name, frontier_file
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.acquire.crawl.scope.canonicalisation import SeenKeys
from sheaf.acquire.crawl.wiki.article import TooDeep, read_article
from sheaf.acquire.crawl.wiki.nesting import is_too_deep
from sheaf.acquire.crawl.wiki.store import open_store
from sheaf.acquire.crawl.wiki.writing import ArticleWriter
from sheaf.cli import app
from sheaf.crawl_settings import Canonicalisation
from sheaf.errors import BadSettingError, StorageError, UsageError
from sheaf.settings import Settings
from sheaf.urls import BadUrl, canonical, resolve

HEADING = '<h1 id="firstHeading">X</h1><div id="mw-content-text"><p>Text.</p>'


# URLs


@pytest.mark.parametrize(
    ("userinfo", "wanted"),
    [
        ("us\u00e9r", "us%C3%A9r"),
        ("a b", "a%20b"),
        ("a\x0bb", "a%0Bb"),
        ("a\u2028b:c\x00d", "a%E2%80%A8b:c%00d"),
        ("a@b:c%40d", "a%40b:c%40d"),
        ("u:p", "u:p"),
    ],
)
def test_names_and_passwords_are_quoted(userinfo: str, wanted: str) -> None:
    url = canonical(f"http://{userinfo}@a.test/")
    assert url == f"http://{wanted}@a.test/"
    assert canonical(url) == url


@pytest.mark.parametrize("url", ["http://u\ud800@a.test/", "http://a.test/\udcff", "urn:\udcff"])
def test_half_a_character_makes_no_url(url: str) -> None:
    with pytest.raises(BadUrl):
        canonical(url)
    assert resolve("http://a.test/", url) is None


def test_a_link_with_half_a_character_does_not_end_a_crawl(bench: Bench) -> None:
    bench.web.page(
        "http://a.test/",
        '<script type="application/ld+json">{"url": "http://u\\ud800@a.test/p"}</script>'
        '<a href="/1">one</a>',
    )
    bench.web.page("http://a.test/1", "x")
    told = bench.run("http://a.test/", profile=load_profile("scholarly"))
    assert told.outcomes == {"fetched": 2}


# Redirects between forms of one URL


@pytest.mark.parametrize(
    ("profile", "dirty", "clean"),
    [
        ("submission", "http://www.a.test/paper.html", "http://a.test/paper.html"),
        ("submission", "http://a.test/Papers/X.html", "http://a.test/papers/x.html"),
        ("scholarly", f"http://a.test/doc;jsessionid={'0a' * 16}", "http://a.test/doc"),
    ],
)
def test_the_plain_form_is_fetched_where_another_form_redirects_to_it(
    bench: Bench, profile: str, dirty: str, clean: str
) -> None:
    bench.web.redirect(dirty, clean)
    bench.web.page(clean, "the paper")
    bench.run(dirty, profile=load_profile(profile))
    assert bench.outcomes() == {dirty: "redirect", clean: "fetched"}
    bench.run(dirty, profile=load_profile(profile))
    assert len(bench.web.urls()) == 2


def test_a_redirect_to_itself_is_the_page_itself() -> None:
    keys = SeenKeys(Canonicalisation(lowercase=True))
    url = "http://a.test/x"
    assert keys.of(url, redirected_from=url) == keys.of(url)
    assert keys.of(url, redirected_from="http://a.test/X") != keys.of(url)


# What servers send


def test_a_tag_in_no_ascii_is_not_sent_back(bench: Bench) -> None:
    raw = b'HTTP/1.1 200 OK\r\nETag: "caf\xe9"\r\nContent-Type: text/html\r\n\r\nx'
    bench.web.pages["http://a.test/"] = Page(raw=raw)
    bench.run("http://a.test/")
    told = bench.run("http://a.test/", revisit=True)
    assert told.outcomes == {"unchanged": 1}
    assert "If-None-Match" not in bench.web.arrivals[-1].headers


def test_all_members_of_a_gzip_body_are_read() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"two")
    assert decode_body(body, "gzip", limit=100) == b"one two"
    assert decode_body(body, "gzip", limit=5) == b"one t"
    assert decode_body(body + b"\0\0rubbish", "gzip", limit=100) == b"one two"
    # The border of a slice is no border of a member, and may be one.
    noise = os.urandom(64 * 1024)
    long = gzip.compress(noise, 0) * 3
    assert decode_body(long, "gzip", limit=10**6) == noise * 3


def test_small_members_without_end_cost_little() -> None:
    body = gzip.compress(b"") * 500_000
    began = time.process_time()
    assert decode_body(body, "gzip", limit=10**6) == b""
    assert time.process_time() - began < 5


# Pages of wikis


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 200_000,
        "<div><!--</div>-->" * 5000,
        '<div a="</div>">' * 5000,
        "<div><script></div></script>" * 5000,
        ("<span>" * 1500 + "<div>" + "</span>" * 1500) * 5,
        "<svg>" + "<style><!--</style>-->" * 5000,
        "<svg>" + "<input>" * 5000,
        "<p><b id=1></p>" * 5000,
        "<mark></mar\u212a>" * 5000,
    ],
)
def test_a_page_that_is_too_deep_is_refused_at_once(html: str) -> None:
    began = time.process_time()
    with pytest.raises(TooDeep):
        read_article(HEADING + html, "http://w.test/wiki/X")
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<br><img src=x>" * 5000,
        "<ul><li>a<li>b</ul>" * 5000,
        "<table><tr><td a='>' b=\">\">x</td></tr></table>" * 5000,
        "<!-- <div> --><script>if (a<b) {}</script>" * 1000,
        "a < b, 1 <2 <! x > <? y > </ z >" * 5000,
    ],
)
def test_a_long_page_is_not_too_deep(html: str) -> None:
    assert not is_too_deep(html)


@pytest.mark.parametrize("html", ["<a ", "<a '", '<a ="', "<!--", "<!", "<script><a ", "</a "])
def test_depth_is_seen_in_one_reading(html: str) -> None:
    began = time.process_time()
    is_too_deep(html * (1024**2 // len(html)))
    assert time.process_time() - began < 2


def test_pages_that_cannot_be_read_are_on_record(bench: Bench) -> None:
    pages = {"Deep": HEADING + "<div>" * 3000, "Long": HEADING + "x" * 4 * 1024**2}
    for title, html in pages.items():
        bench.web.page(f"http://w.test/wiki/{title}", html)
    urls = [f"http://w.test/wiki/{title}" for title in pages]
    bench.run(*urls)
    for name in ("wiki.db", "wiki.jsonl"):
        with ArticleWriter(open_store(bench.folder / name), archive=bench.warc_folder) as writer:
            pass
        assert writer.counts["too_deep"] == writer.counts["too_large"] == 1
    lines = (bench.folder / "wiki.jsonl.unread").read_text().splitlines()
    assert sorted(lines) == [f"too_deep {urls[0]}", f"too_large {urls[1]}"]


# What people write


@pytest.mark.parametrize(
    "name", ["../../x", "/tmp/x", "", ".", "..", ".x", "a/b", "a\x01b", "a b", "a" * 101, "\udcff"]
)
def test_a_name_that_is_no_name_is_refused_everywhere(tmp_path: Path, name: str) -> None:
    for place in (lambda: archive_folder(tmp_path, name), lambda: frontier_file(tmp_path, name)):
        with pytest.raises(UsageError):
            place()
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(UsageError):
            library.crawl(["http://a.test/"], CrawlOptions(name, importing="never"))
        with pytest.raises(UsageError):
            library.import_crawl(name)
    assert [path.name for path in tmp_path.iterdir()] == ["lib"]


def test_names_that_we_make_are_names() -> None:
    for seed in ("http://.a.test/", "http://\u0430.test/", "http://-a.test/", "x", "http://" * 99):
        assert check_name(crawl_name([seed]))


@pytest.mark.parametrize(
    "values",
    [
        {"contact": "M\u00fcller@x.test"},
        {"contact": "a@b.test\r\nX-Evil: 1"},
        {"user_agent": "Me\n"},
        {"proxy": "http://p.test\r\n"},
        {"quiet_hours": ["08:00Z-18:00Z"]},
        {"quiet_hours": ["08:00-08:00"]},
        {"quiet_hours": ["00:00-24:00"]},
        {"quiet_hours": ["8-18"]},
        {"min_delay": float("inf")},
    ],
)
def test_settings_that_cannot_be_kept_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(BadSettingError, match=next(iter(values))):
        crawl_options(**values).choose_profile(Settings())


def test_quiet_hours_may_end_at_midnight() -> None:
    chosen = Settings().with_values("crawl.politeness", quiet_hours=["18:00 - 24:00"])
    assert chosen.crawl.politeness.quiet_hours == ("18:00-00:00",)


@pytest.mark.parametrize(
    "text",
    [
        '[agent]\nuser_agent = "x\\r\\nEvil: 1"',
        '[agent]\nmail = "m\u00fc@x.test"',
        '[fetch.headers]\nX-Note = "f\u00fcr alle"',
        '[fetch.headers]\n"X: a\\r\\nY" = "b"',
        '[fetch]\ncredentials = [{ user = "x" }]',
        "[politeness]\nmin_delay = inf",
        '[politeness]\nquiet_hours = "08:00-08:00"',
    ],
)
def test_profiles_that_would_reach_the_wire_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "scholarly"\n{text}\n')
    with pytest.raises(BadSettingError, match=r"mine\.toml"):
        load_profile(path)


@pytest.mark.parametrize("port", [0, 99999])
def test_a_host_is_where_an_address_and_a_port_are(tmp_path: Path, port: int) -> None:
    with sheaf.init(tmp_path / "lib") as library:
        for place in (("127.0.0.1", port), ("localhost", 80)):
            options = CrawlOptions(resolve={"a.test": place}, importing="never")
            with pytest.raises(UsageError):
                library.crawl(["http://a.test/"], options)


def command(*words: str) -> Result:
    return CliRunner().invoke(app, ["crawl", *words])


@pytest.mark.parametrize("given", ["a.test=localhost:80", "a.test=127.0.0.1:99999", "a=[zz]:80"])
def test_resolve_on_the_command_line(tmp_path: Path, given: str) -> None:
    sheaf.init(tmp_path / "lib").close()
    told = command("http://a.test/", "--resolve", given, "-L", str(tmp_path / "lib"))
    assert isinstance(told.exception, UsageError)


def test_bytes_that_are_no_text_are_told_as_such(bench: Bench) -> None:
    bench.web.page("http://a.test/", "x")
    bench.run("http://a.test/")
    bad, library = "http://a.test/\udcff", ("-L", str(bench.folder))
    for words in (["add", "crawl", bad, *library], ["explain", bad], ["run", bad, *library]):
        (bench.folder / "sheaf.toml").touch()
        told = command(*words)
        assert isinstance(told.exception, UsageError)
        assert "UTF-8" in str(told.exception)
    told = command("explain", "http://a.test:999999/")
    assert told.exit_code == 1
    assert "no URL of the web" in told.stdout


def test_explain_answers_as_the_crawl_of_the_library_decides(tmp_path: Path) -> None:
    sheaf.init(tmp_path / "lib").close()
    path = tmp_path / "lib" / "sheaf.toml"
    path.write_text(path.read_text().replace("[crawl.limits]", "[crawl.limits]\ndepth = 1\n", 1))
    words = ("explain", "http://a.test/p", "--seed", "http://a.test/", "--depth", "3")
    assert command(*words).exit_code == 0
    told = command(*words, "-L", str(tmp_path / "lib"))
    assert told.exit_code == 1
    assert "no deeper than 1" in told.stdout


def test_a_file_that_is_no_frontier_hides_no_other(bench: Bench) -> None:
    bench.web.page("http://a.test/", "x")
    bench.run("http://a.test/")
    junk = bench.frontier_path.with_name("a-junk.db")
    junk.write_bytes(b"x" * 5000)
    told = command("status", "--json", "-L", str(bench.folder))
    assert told.exit_code == 1
    assert [json.loads(line)["name"] for line in told.stdout.splitlines()] == ["crawl"]
    assert str(junk) in told.stderr.replace("\n", "")
    named = command("status", "a-junk", "-L", str(bench.folder))
    assert isinstance(named.exception, StorageError)
    assert str(junk) in str(named.exception)
    assert "damaged" not in named.exception.what_to_do


# Ctrl-C


def test_the_first_ctrl_c_is_answered(web: FakeWeb, tmp_path: Path) -> None:
    web.page("http://a.test/", "x", seconds=1.5)
    sheaf.init(tmp_path / "lib").close()
    words = ["http://a.test/", "--resolve", f"*=127.0.0.1:{web.port}", "--min-delay", "0"]
    words += ["-L", str(tmp_path / "lib")]
    with subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", "crawl", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment(),
    ) as process:  # fmt: skip
        while not web.arrivals:
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert told.count("Stopping: what is under way is finished and imported") == 1
    assert web.urls() == ["http://a.test/"]
