"""Links of hostile answers: no bytes make the readers fail, and none take their time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from acquire.crawl.answers import answer
from sheaf.acquire.crawl.links import LinkOptions, extract_links
from sheaf.acquire.crawl.links.contract import LONGEST_PAGE, SCHEMES, OutLink
from sheaf.urls import canonical, resolve

# Far above what it takes (about one), far below what it would take if a page were read twice over.
MOST_SECONDS = 10.0
EAGER = LinkOptions(embeds=True, forms=True, scripts=True, styles=True, eager=True, only_html=False)
TYPES = ["text/html", "application/xhtml+xml", "", "text/xml", "application/rss+xml", "text/css",
         "application/javascript", "text/html; charset=utf-16", "text/html; charset=shift_jis",
         "text/html; charset=\0", "application/gzip"]  # fmt: skip
PIECES = [
    "<a", "<A ", "<a href", "=", '"', "'", ">", "</a>", "</", "<", "x", "../x", "/", "?", "#", "&",
    "&amp", "&#", "&#x110000;", "&#99999999999;", ";", "<!--", "-->", "<script>", "</script>",
    "<title>", "<base href=", "http://b.test/", "http://[", "https:", "//", "\\", "%", "%zz", " ",
    "\n", "\0", "\ud7ff", "é", "<meta name=robots content=", "nofollow", "<link rel=next href=",
    "<meta name=citation_pdf_url content=", "<script type=application/ld+json>", '{"url":', "}",
    "[", "<?xml ", "<urlset>", "<loc>", "<![CDATA[", "]]>", "<rss>", "<item>", "<link>", "<feed>",
    "<entry>", "<img alt=", "url(", "javascript:", "<form action=", "<iframe src=", ":80", "@",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(st.one_of(st.binary(max_size=200), SOUP.map(str.encode)), st.sampled_from(TYPES))
@settings(max_examples=400)
def test_no_bytes_make_a_reader_fail(body: bytes, content_type: str):
    for url in ("http://a.test/d/sitemap.xml.gz", "http://a.test/d/sitemap.txt", "no url"):
        for link in extract_links(answer(body, content_type, url=url), agent="x", options=EAGER):
            assert_can_be_followed(link)


def assert_can_be_followed(link: OutLink) -> None:
    assert link.url.startswith(SCHEMES)
    assert canonical(link.url) == link.url
    assert isinstance(link.context, str)
    assert (link.text + link.context).encode().decode() == link.text + link.context


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_headers_make_a_reader_fail(value: str, tag: str):
    headers = tuple(
        (name, text.encode("utf-8", "replace").decode("latin-1"))
        for name in ("Link", "Refresh", "Content-Location", "Content-Encoding")
        for text in (value,)
    )
    headers += (("X-Robots-Tag", tag.encode("utf-8", "replace").decode("latin-1")),)
    for link in extract_links(answer("<a href=x>", headers=headers), agent="x"):
        assert_can_be_followed(link)


# Markup whose tree is where a browser would put it: then a parser and the scanner must agree.
TIDY = st.lists(
    st.sampled_from(
        ['<a href="1">one</a>', "<a href='2'>t<b>w</b>o</a>", "<a href=3>three</a>", "<p>text</p>",
         '<a class="c" href="4?a=1&amp;b=2" id="i">four</a>', "<!-- <a href=5>5</a> -->", "<br/>",
         "<script>'<a href=6>'</script>", '<p title="<a href=7>">x</p>', "<a name=8>8</a>",
         '<a rel="up" href="../9">nine</a>', '<A HREF="10" CLASS=x>ten</A>', "<td>", "a < b",
         '<a href="11" title=\'"\'>eleven</a>', "<a href='12' data-x='a=\"b\"'>12</a>", "<p>&lt;",
         '<a href="/13&#x61;">13</a>', "<textarea><a href=14></textarea>", "<a href = 15 >15</a>"]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@given(TIDY)
def test_the_scanner_finds_what_a_parser_finds(html: str):
    url, expected = "http://a.test/d/p", {}
    for node in LexborHTMLParser(html).css("a[href]"):
        expected.setdefault(resolve(url, node.attributes["href"]), node.text())
    assert {link.url: link.text for link in extract_links(answer(html))} == expected


def repeated(*pieces: str) -> list[str]:
    return [(piece * (LONGEST_PAGE // len(piece) + 1))[:LONGEST_PAGE] for piece in pieces]


@pytest.mark.parametrize(
    "body",
    [
        *repeated(
            "<div>",
            "<ul><li>",
            "<a <a ",
            "<a href=",
            '<a href="',
            "<a x='\">",
            "<!--",
            "<!-- >",
            "<script>",
            "<title>",
            "</a>",
            "<a href=x>",
            '<a href="x">',
            "<img ",
            "<a href=x><img ",
            '<a rel="',
            "= ",
            "a=",
            "<",
            "<a ",
            "&#",
            "&amp;",
            "\0",
            '<a href="x"><!-- > ',
            "<base href=x>",
            "<meta name=robots content=nofollow>",
            "<b a=1>",
            "<a b='c' d=\"e\" ",
        ),
        "<a " + " ".join(f"a{number}=1" for number in range(400_000)) + " href=x>x</a>",
        "<a " * 1_000_000 + 'x=">',
        "<a " * 1_000_000 + 'x=">" y=\'',
        "<a href=x>x" + "<b>" * 1_000_000,
        "<p>" + "".join(f"<a href={number}>{number}" + "<i>" * 30 for number in range(40_000)),
    ],
    ids=lambda body: body[:12],
)
def test_no_page_takes_long(body: str):
    began = time.process_time()
    for link in extract_links(answer(body), options=EAGER):
        assert len(link.context) < 1000
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.parametrize(
    "body",
    repeated(
        "<rss><item><title><![CDATA[", "<rss><item><link>", "<feed><entry><link href='",
        "<rss <item ",
        "<urlset><loc>", "<urlset><loc><![CDATA[", "<urlset><loc ", "<rss>" + "<item>" * 50,
    ),
    ids=lambda body: body[:25],
)  # fmt: skip
def test_no_feed_and_no_sitemap_takes_long(body: str):
    began = time.process_time()
    list(extract_links(answer(body, "text/xml")))
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.parametrize(
    "body",
    repeated('"', "'\"", '"abc', "url(", "url('", "@import '", '"/x', "url( "),
    ids=lambda body: body[:8],
)
@pytest.mark.parametrize("content_type", ["text/css", "text/javascript"])
def test_no_script_takes_long(body: str, content_type: str):
    began = time.process_time()
    list(extract_links(answer(body, content_type), options=EAGER))
    assert time.process_time() - began < MOST_SECONDS
