"""Links: which of a page's references are followed, and where they lead."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from datetime import UTC, datetime

import brotli
import pytest

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.decode import decode_body, decode_text
from sheaf.acquire.crawl.links import links_to_follow
from sheaf.acquire.crawl.visits import Answer
from sheaf.records import Link


def answer(html: bytes | str, *headers: tuple[str, str], url: str = "http://a.test/d/p") -> Answer:
    return Answer(
        url=url,
        status=200,
        status_line=b"HTTP/1.1 200 OK",
        headers=tuple(
            (name.encode(), value.encode())
            for name, value in headers or [("Content-Type", "text/html; charset=utf-8")]
        ),
        body=html.encode() if isinstance(html, str) else html,
        request=b"",
        address="",
        began=datetime.now(UTC),
        seconds=0.0,
    )


def urls(html: bytes | str, *headers: tuple[str, str], **options: bool) -> list[str]:
    return [
        link.url
        for link in links_to_follow(answer(html, *headers), depth=0, agent="sheaf", **options)
    ]


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ('<a href="x.pdf">x</a>', "http://a.test/d/x.pdf"),
        ('<A HREF="/x">x</A>', "http://a.test/x"),
        ('<map><area href="../x" alt="x"></map>', "http://a.test/x"),
        ('<iframe src="x"></iframe>', "http://a.test/d/x"),
        ('<frameset><frame src="x"></frameset>', "http://a.test/d/x"),
        ('<meta http-equiv="Refresh" content="0; URL=\'x\'">', "http://a.test/d/x"),
        ('<meta name="citation_pdf_url" content="http://b.test/x.pdf">', "http://b.test/x.pdf"),
        ('<a href=" x#part ">x</a>', "http://a.test/d/x"),
        ('<a href="a b.pdf">x</a>', "http://a.test/d/a%20b.pdf"),
        ('<a href="//b.test/x">x</a>', "http://b.test/x"),
    ],
)
def test_references_that_are_links(html: str, url: str) -> None:
    assert urls(html) == [url]


@pytest.mark.parametrize(
    "html",
    ["<a name=x>x</a>", "<a href>x</a>", '<meta name="author" content="x">',
     '<meta http-equiv="refresh" content="5">', '<img src="x">', '<a href="http://[">x</a>'],
)  # fmt: skip
def test_what_is_no_link(html: str) -> None:
    assert urls(html) == []


def test_the_base_of_a_page_counts() -> None:
    html = '<head><base href="http://b.test/deep/"></head><a href="x">x</a>'
    assert urls(html) == ["http://b.test/deep/x"]


def test_a_link_knows_its_page_its_words_and_its_depth() -> None:
    found = list(links_to_follow(answer('<a href="/x">My  <b>thesis</b>\n(PDF)</a>'), depth=2))
    assert found == [Link("http://a.test/x", "http://a.test/d/p", "My thesis (PDF)", 3)]


def test_a_url_counts_once_on_a_page() -> None:
    assert urls('<a href="x">1</a><a href="./x#2">2</a>') == ["http://a.test/d/x"]


NOFOLLOW = [
    '<a rel="noopener NoFollow" href="x">x</a>',
    '<meta name="robots" content="index, nofollow"><a href="x">x</a>',
    '<meta name="ROBOTS" content="none"><a href="x">x</a>',
    '<meta name="Sheaf" content="nofollow"><a href="x">x</a>',
]


@pytest.mark.parametrize("html", NOFOLLOW)
def test_nofollow_is_honoured_unless_told_otherwise(html: str) -> None:
    assert urls(html) == []
    assert urls(html, ignore_nofollow=True) == ["http://a.test/d/x"]


def test_nofollow_in_a_header_is_honoured() -> None:
    headers = [("Content-Type", "text/html"), ("X-Robots-Tag", "noindex, nofollow")]
    assert urls('<a href="x">x</a>', *headers) == []


def test_nofollow_for_another_crawler_is_not_for_us() -> None:
    html = '<meta name="otherbot" content="nofollow"><a href="x">x</a>'
    assert urls(html) == ["http://a.test/d/x"]


def test_nofollow_in_a_whole_crawl(bench: Bench) -> None:
    bench.web.page("http://a.test/", '<a rel="nofollow" href="/1">1</a>')
    bench.run("http://a.test/")
    assert bench.web.urls() == ["http://a.test/"]
    bench.frontier_path.unlink()
    bench.run("http://a.test/", ignore_nofollow=True)
    assert "http://a.test/1" in bench.web.urls()


def test_what_is_no_page_has_no_links() -> None:
    assert urls('<a href="x">x</a>', ("Content-Type", "application/pdf")) == []
    assert urls('<a href="x">x</a>', ("Server", "names no type")) == ["http://a.test/d/x"]


HTML = b'<a href="x">x</a>' + b" " * 1000
RAW_DEFLATE = zlib.compressobj(wbits=-15)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(HTML)),
        ("x-gzip", gzip.compress(HTML)),
        ("deflate", zlib.compress(HTML)),
        ("deflate", RAW_DEFLATE.compress(HTML) + RAW_DEFLATE.flush()),
        ("br", brotli.compress(HTML)),
        ("gzip, br", brotli.compress(gzip.compress(HTML))),
        ("identity", HTML),
        ("gzip", gzip.compress(HTML)[:-12]),
    ],
    ids=["gzip", "x-gzip", "deflate", "bare deflate", "br", "two", "identity", "cut off"],
)
def test_compressed_pages_are_read(encoding: str, body: bytes) -> None:
    headers = [("Content-Type", "text/html"), ("Content-Encoding", encoding)]
    assert urls(body, *headers) == ["http://a.test/d/x"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "compress"])
def test_what_cannot_be_read_has_no_links(encoding: str) -> None:
    headers = [("Content-Type", "text/html"), ("Content-Encoding", encoding)]
    assert urls(b"\xff\xfe no such thing", *headers) == []


@pytest.mark.parametrize(
    ("name", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)],
)
def test_a_bomb_is_read_up_to_the_limit(name: str, pack: Callable[[bytes], bytes]) -> None:
    bomb = pack(bytes(5_000_000))
    assert len(bomb) < 10_000
    assert decode_body(bomb, name, limit=1000) == bytes(1000)


@pytest.mark.parametrize(
    ("html", "content_type"),
    [
        ("Größe".encode("latin-1"), "text/html; charset=ISO-8859-1"),
        ('<meta charset="latin-1">Größe'.encode("latin-1"), "text/html"),
        ("Größe".encode(), "text/html; charset=no-such-charset"),
        ("Größe".encode(), 'text/html; charset="UTF-8"; x=y'),
        ("Größe".encode(), "text/html; charset=rot13"),
        ("Größe".encode(), "text/html"),
    ],
)
def test_the_charset_is_found(html: bytes, content_type: str) -> None:
    assert decode_text(html, content_type).endswith("Größe")


def test_charsets_that_no_browser_knows_are_not_read() -> None:
    html = '<a href="x">+2AA-</a>'
    (link,) = links_to_follow(answer(html, ("Content-Type", "text/html; charset=utf-7")), depth=0)
    assert link.anchor_text == "+2AA-"
