"""What a page says is read within limits, whatever the page."""

import time
from datetime import UTC, datetime

import pytest

from sheaf.curate.page_text import LONGEST_PAGE, language_of, read_page

URL = "http://a.test/~ada/papers.html"


def test_title_text_language_links_and_age():
    html = (
        b"<html lang=de-AT><title> Ver\xf6ffentlichungen\n von Ada</title><nav>Start</nav>"
        b"<p>Die Analytische Maschine und ihre Zahlen</p><a href=1.pdf>1</a><a href='/x#y'>x</a>"
    )
    header = "Fri, 09 Feb 2018 11:57:00 GMT"
    page = read_page(html, URL, "text/html; charset=iso-8859-1", header)
    assert page.title == "Veröffentlichungen von Ada"
    assert "Analytische Maschine" in page.content
    assert "Start" not in page.content
    assert page.language == "de"
    assert page.last_modified == datetime(2018, 2, 9, 11, 57, tzinfo=UTC)
    assert page.out_links == ("http://a.test/~ada/1.pdf", "http://a.test/x")
    assert page.problem == ""


@pytest.mark.parametrize(
    "html",
    [b"<div>" * 200_000, b"<" * 300_000, b"<a href=x" * 100_000, b"\0\xff\xfe" * 50_000,
     b"<title>" + b"t" * LONGEST_PAGE * 2, b"<svg><title>" * 50_000, b"&" * 500_000],
)  # fmt: skip
def test_hostile_pages_take_no_time(html):
    began = time.process_time()
    page = read_page(html, URL, "text/html; charset=nonsense", "Thu, 99 Foo")
    assert time.process_time() - began < 5
    assert len(page.title) <= 500


@pytest.mark.parametrize(
    ("declared", "found"), [("en-US", "en"), ("", ""), ("x" * 20, ""), ("deu", "deu"), ("4?", "")]
)
def test_the_declared_language_counts_where_the_text_does_not_tell(declared, found):
    assert language_of(declared, "1 2 3") == found
    words = "the end of the world is not what we thought it was in the first place"
    assert language_of(declared, f"{words} and that is how it should be for all of us") == "en"
