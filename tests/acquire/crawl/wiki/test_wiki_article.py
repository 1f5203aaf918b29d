"""Articles are read from their pages, whatever skin these wear."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from acquire.crawl.wiki_site import HOST, SKINS, Written
from sheaf.acquire.crawl.wiki.article import read_article, read_date
from sheaf.acquire.crawl.wiki.titles import title_of, url_of

CLOVER = Written(
    "White clover",
    categories=("Flora of Somewhere", "Plants"),
    links=("Meadow", "Honey bee"),
)
HISTORY = (
    "It has been known for long. It goes with Meadow, Honey bee, says a book, and with nothing, "
    "or talk."
)
URL = f"http://{HOST}/wiki/White_clover"


@pytest.mark.parametrize("skin", SKINS)
def test_every_skin_gives_the_same_article(skin):
    article = read_article(SKINS[skin](CLOVER), URL)
    assert article is not None
    assert article.title == "White clover"
    assert article.categories == ("Flora of Somewhere", "Plants")
    assert article.last_modified == datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
    assert article.out_links == ("Meadow", "Honey bee")
    assert article.content.splitlines() == [
        "White clover is this: A thing that grows beside the road.",
        "History",
        HISTORY,
        "First of all",
        "and then",
        "Second",
    ]


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize(
    "unwanted",
    [
        "[1]", "edit", "Weight", "Facts", "picture", "gallery", "Gallery", "By year", "1999",
        "Somebody", "References", "Numbers", "Everything", "For other uses", "Kind of thing",
        "1 History", ".x{",
    ],
)  # fmt: skip
def test_what_is_not_the_text_is_gone(skin, unwanted):
    assert unwanted not in read_article(SKINS[skin](CLOVER), URL).content


def test_a_heading_with_a_section_below_it_stays():
    html = """<h1 id="firstHeading">X</h1><div id="mw-content-text"><div class="mw-parser-output">
    <p>Opening.</p><h2>Parts</h2><h3>Root</h3><p>Deep.</p><h3>Leaf</h3><h2>End</h2></div></div>"""
    assert read_article(html, URL).content.splitlines() == ["Opening.", "Parts", "Root", "Deep."]


def test_a_link_within_the_page_is_no_link_to_the_title_it_was_asked_by():
    html = """<h1 id=firstHeading>White clover</h1><div id=mw-content-text>
    <p>See <a href="#History">below</a> and <a href="/wiki/Meadow#Soil">there</a>.</p></div>"""
    alias = f"http://{HOST}/wiki/Trifolium_repens"
    assert read_article(html, alias).out_links == ("Meadow",)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>no wiki</p>",
        "<h1 id=firstHeading></h1><div id=mw-content-text>x</div>",
        "<h1 id=firstHeading>Only a heading</h1>",
    ],
)
def test_a_page_without_an_article_has_none(html):
    assert read_article(html, URL) is None


def test_an_article_without_anything_else():
    html = "<h1 id=firstHeading>X</h1><div id=mw-content-text><p>Text.</p></div>"
    article = read_article(html, URL, last_modified="Fri, 09 Feb 2018 11:57:00 GMT")
    assert article.content == "Text."
    assert article.categories == article.out_links == ()
    assert article.last_modified == datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
    assert read_article(html, URL, last_modified="yesterday").last_modified is None


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 1900 + "<p>x</p>" * 2000,
        "<table>" * 1900 + "x",
        "<sup class=reference><table><sup class=reference>" * 600,
        "<li>" * 20_000,
        "<a href='/wiki/\ud800'>x</a>" * 10,
        "\x00" * 1000,
    ],
)
def test_hostile_pages_do_no_harm(html):
    page = f"<h1 id=firstHeading>X</h1><div id=mw-content-text><p>Text.</p>{html}</div>"
    assert read_article(page, URL).title == "X"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "last edited on 9 February 2018, at 11:57 (UTC).",
            datetime(2018, 2, 9, 11, 57, tzinfo=UTC),
        ),
        ("February 9, 2018", datetime(2018, 2, 9, tzinfo=UTC)),
        ("2018-02-09T11:57:00Z", datetime(2018, 2, 9, 11, 57, tzinfo=UTC)),
        ("9 Februar 2018", None),
        ("31 February 2018", None),
        ("9 February 2018, at 99:99", None),
        ("", None),
    ],
)
def test_dates(text, wanted):
    assert read_date(text) == wanted


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Computer", "https://en.wikipedia.org/wiki/Computer"),
        ("Computer science", "https://en.wikipedia.org/wiki/Computer_science"),
        ("C++", "https://en.wikipedia.org/wiki/C%2B%2B"),
        ("AC/DC", "https://en.wikipedia.org/wiki/AC/DC"),
        ("Who? What", "https://en.wikipedia.org/wiki/Who%3F_What"),
        ("Ääkköset", "https://en.wikipedia.org/wiki/%C3%84%C3%A4kk%C3%B6set"),
    ],
)
def test_a_title_gives_its_url_and_the_url_its_title(title, url):
    assert url_of(title) == url
    assert title_of(url) == title


@pytest.mark.parametrize(
    "url",
    [
        "https://en.wikipedia.org/wiki/Talk:Computer",
        "https://en.wikipedia.org/wiki/Category%3APlants",
        "https://en.wikipedia.org/wiki/",
        "https://en.wikipedia.org/w/index.php?title=Computer",
        "http://[broken",
    ],
)
def test_what_is_no_article_has_no_title(url):
    assert title_of(url) is None
