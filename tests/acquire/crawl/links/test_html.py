"""Links of pages: what a browser would find, with its words and its surroundings."""

from __future__ import annotations

import pytest

from acquire.crawl.answers import answer, links, urls
from sheaf.acquire.crawl.links import LinkKind, LinkOptions, extract_links, links_to_follow
from sheaf.acquire.crawl.links.contract import MOST_LINKS


@pytest.mark.parametrize(
    ("html", "url", "kind"),
    [
        ("<a href='x'>x</a>", "http://a.test/d/x", "a"),
        ("<a href=x>x</a>", "http://a.test/d/x", "a"),
        ("<a\nclass=c\thref\n=\n'x'>x</a>", "http://a.test/d/x", "a"),
        ("<a/href=x>x", "http://a.test/d/x", "a"),
        ("<svg><a xlink:href=x>x</a></svg>", "http://a.test/d/x", "a"),
        ('<area href="x" alt="X">', "http://a.test/d/x", "area"),
        ("<frameset><FRAME SRC=x></frameset>", "http://a.test/d/x", "frame"),
        ('<iframe src="/x"></iframe>', "http://a.test/x", "iframe"),
        ('<object data="x.pdf"></object>', "http://a.test/d/x.pdf", "embed"),
        ('<embed src="x.pdf">', "http://a.test/d/x.pdf", "embed"),
        ('<meta http-equiv=refresh content="0;x">', "http://a.test/d/x", "refresh"),
        ('<meta http-equiv=refresh content="url=x">', "http://a.test/d/x", "refresh"),
        ('<noscript><a href="x">x</a></noscript>', "http://a.test/d/x", "a"),
        ("<p title='it&apos;s'><a href=x>", "http://a.test/d/x", "a"),
        ("<p don't><a href='x'>", "http://a.test/d/x", "a"),
        ('<a href="papers\\x.pdf">x</a>', "http://a.test/d/papers/x.pdf", "a"),
        ('<a href="x\n.pdf">x</a>', "http://a.test/d/x.pdf", "a"),
        ('<a href="http:x">x</a>', "http://a.test/d/x", "a"),
        ('<a href="HTTP://B.test/x">x</a>', "http://b.test/x", "a"),
        ('<a href="ftp://b.test/x.ps">x</a>', "ftp://b.test/x.ps", "a"),
        ('<a href="?a=1&amp;b=2">x</a>', "http://a.test/d/p?a=1&b=2", "a"),
        ('<a href="?a=1&copy=2">x</a>', "http://a.test/d/p?a=1&copy=2", "a"),
        ('<a href="&#47;x&#x2e;pdf">x</a>', "http://a.test/x.pdf", "a"),
        ('<a href="x" href="y">x</a>', "http://a.test/d/x", "a"),
        ("<a href='ä'>x</a>", "http://a.test/d/%C3%A4", "a"),
    ],
)
def test_references_of_all_kinds(html: str, url: str, kind: str):
    (link,) = links(html)
    assert (link.url, link.kind) == (url, kind)


@pytest.mark.parametrize(
    "html",
    [
        '<!-- <a href="x">x</a> -->',
        '<!--><!-- <a href="x">x</a>',
        "<script>document.write('<a href=\"x\">')</script>",
        '<style><a href="x"></style>',
        '<textarea><a href="x"></textarea>',
        '<title><a href="x"></title>',
        "<p title='<a href=x>'>",
        '<p title="<a href=x>">',
        '<a title="href=x">',
        "<a data-href=x>",
        '<a href="">x</a>',
        '<a href="#top">x</a>',
        '<a href="p">this very page</a>',
        '<a href="mailto:ada@a.test">x</a>',
        '<a href="javascript:void(0)">x</a>',
        '<a href="data:text/html,x">x</a>',
        '<a href="http://">x</a>',
        '<a href="' + "x" * 5000 + '">x</a>',
        '<meta http-equiv=refresh content="5">',
        '<img src="x">',
        '<script src="x"></script>',
        '<form action="x"></form>',
        "<abbr href=x>",
        "< a href=x>",
        "<a href=x",
    ],
)
def test_what_is_no_link(html: str):
    assert urls(html) == []


def test_what_follows_a_stretch_without_markup_is_read():
    html = "<script>'<!--'</script><!-- x --><style>a</style><title>t</title><a href=x>x</a>"
    assert urls(html) == ["http://a.test/d/x"]


def test_scripts_end_at_once_in_xml_only():
    html = '<script src="s"/><a href="x">x</a>'
    assert urls(html, "application/xhtml+xml") == ["http://a.test/d/x"]
    assert urls(html) == []


def test_the_first_base_counts_wherever_it_stands():
    html = '<a href=x>x</a><base href="http://b.test/y/"><base href="http://c.test/">'
    assert urls(html) == ["http://b.test/y/x"]
    assert urls('<base href="/z/"><a href="x">') == ["http://a.test/z/x"]
    assert urls('<base href="http://["><a href="x">') == ["http://a.test/d/x"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<a href=x>My  <b>thesis</b>\n(PDF)</a>", "My thesis (PDF)"),
        ("<a href=x>H<sub>2</sub>O</a>", "H2O"),
        ("<a href=x>one<br>two</a>", "one two"),
        ("<a href=x>Erd&odblac;s &amp; R&eacute;nyi</a>", "Erdős & Rényi"),
        ("<a href=x>G&ouml", "Gö"),
        ("<a href=x>1 < 2</a>", "1 < 2"),
        ("<a href=x><img src=i alt='Full text'></a>", "Full text"),
        ("<a href=x title='The paper'><i class=icon></i></a>", "The paper"),
        ('<a href="x" title="The paper"><i class="icon"></i></a>', "The paper"),
        ("<a href=x aria-label='The paper'> </a>", "The paper"),
        ("<a href=x>no end <a href=y>y</a>", "no end"),
        ("<a href=x></a> and more", ""),
        ('<a href="x"></a> and more', ""),
        ("<a href=x>" + "w " * 1000 + "</a>", ("w " * 250)),
        ("<area href=x alt='The map'>", "The map"),
    ],
)
def test_the_words_of_a_link(html: str, text: str):
    assert links(html)[0].text == text


def test_the_words_around_a_link():
    html = """<ul><li>Somebody: Something else. <a href="/1">PDF</a></li>
        <li>Ada Lovelace: <i>Notes</i> on the engine.
        <a href="/2">PDF</a>, <a href="/3">slides</a> (1843)</li><li>A third</li></ul>"""
    contexts = [link.context for link in links(html)]
    assert contexts == [
        "Somebody: Something else. PDF",
        "Ada Lovelace: Notes on the engine. PDF , slides (1843)",
        "Ada Lovelace: Notes on the engine. PDF, slides (1843)",
    ]


def test_the_words_around_a_link_are_few():
    html = f'<p>{"before " * 500}<b class="x">near</b> <a href="/x">x</a> {"after " * 500}</p>'
    context = links(html)[0].context
    assert context.startswith("before ")
    assert context.endswith(" after")
    assert "near x after" in context
    assert len(context) < 250


def test_of_links_to_one_page_the_one_to_be_followed_counts():
    html = '<a rel="nofollow" href="x">ad</a><a href="x">paper</a><a rel=nofollow href=y>y</a>'
    assert [(link.url[-1], link.text, link.nofollow) for link in links(html)] == [
        ("x", "paper", False), ("y", "y", True)
    ]  # fmt: skip
    assert [link.anchor_text for link in links_to_follow(answer(html), depth=0)] == ["paper"]
    kept = links_to_follow(answer(html), depth=0, ignore_nofollow=True)
    assert [link.anchor_text for link in kept] == ["paper", "y"]


@pytest.mark.parametrize(
    ("value", "follows"),
    [
        ("nofollow", False),
        ("noindex, NOFOLLOW", False),
        ("none", False),
        ("noindex", True),
        ("sheaf: nofollow", False),
        ("Sheaf: noindex, nofollow", False),
        ("otherbot: nofollow", True),
        ("otherbot: noindex, nofollow", True),
        ("otherbot: nofollow, sheaf: noindex", True),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow", False),
        ("max-snippet: 5, nofollow", False),
    ],
)
def test_a_header_may_speak_to_one_crawler(value: str, follows: bool):
    (link,) = links("<a href=x>x</a>", headers=(("X-Robots-Tag", value),))
    assert link.nofollow is not follows


def test_every_header_of_the_name_counts():
    headers = (("X-Robots-Tag", "noindex"), ("x-robots-tag", "nofollow"))
    assert links("<a href=x>x</a>", headers=headers)[0].nofollow


def test_a_wish_at_the_end_of_a_page_counts_for_all_of_it():
    (link,) = links('<a href="x">x</a><meta name="robots" content="nofollow">')
    assert link.nofollow


def test_embeds_forms_and_guesses_are_read_when_asked_for():
    html = """<link rel="stylesheet" href="s.css"><script src="s.js"></script><img src="i.png">
        <form action="find"><input type="image" src="go.png"></form>
        <form method=post action="post"></form>
        <style>body { background: url('b.png') }</style>
        <script>open("paper.pdf"); var x = "no address", y = '/list?id=1';</script>
        <a href="javascript:show('thesis.ps')">x</a>"""
    assert urls(html) == []
    embeds = links(html, options=LinkOptions(embeds=True))
    assert [(link.url.rpartition("/")[2], link.kind.hop) for link in embeds] == [
        ("s.css", "E"), ("s.js", "E"), ("i.png", "E"), ("go.png", "E")
    ]  # fmt: skip
    assert urls(html, options=LinkOptions(forms=True)) == ["http://a.test/d/find"]
    guesses = links(html, options=LinkOptions(scripts=True))
    assert [(link.url, link.kind.hop) for link in guesses] == [
        ("http://a.test/d/paper.pdf", "X"),
        ("http://a.test/list?id=1", "X"),
        ("http://a.test/d/thesis.ps", "X"),
    ]
    shown = links(html, options=LinkOptions(styles=True))
    assert [(link.url, link.kind.hop) for link in shown] == [("http://a.test/d/b.png", "E")]


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ('<option value="/list?x=1">', ["http://a.test/list?x=1"]),
        ("<param name=file value=talk.pdf>", ["http://a.test/d/talk.pdf"]),
        ('<div data-href="http://b.test/x" title="a / b" class="x">', ["http://b.test/x"]),
        ('<meta property="og:image" content="//b.test/i.png">', ["http://b.test/i.png"]),
        ('<a href="x" longdesc="y.html">x</a>', ["http://a.test/d/x", "http://a.test/d/y.html"]),
        # What a tag's own reader leaves out stays out, and so does what is no address.
        ('<img src="i.png" alt="text/html">', []),
        ('<p id="1.0" lang="en">', []),
        ('<!-- <p data-x="/x"> -->', []),
    ],
)
def test_attributes_of_any_name_are_read_when_asked_for(tag: str, found: list[str]):
    assert urls(tag, options=LinkOptions(eager=True)) == found
    assert len(urls(tag)) == sum("/d/x" in url for url in found)


def test_a_guess_at_a_link_that_is_not_to_be_followed_is_not_to_be_followed():
    html = '<a rel="nofollow" href="/x" data-href="/yes">x</a>'
    found = links(html, options=LinkOptions(eager=True))
    assert [(link.url, link.nofollow) for link in found] == [
        ("http://a.test/x", True), ("http://a.test/yes", True)
    ]  # fmt: skip


def test_styles_of_a_tag_are_read_when_asked_for():
    html = '<td style="background: URL(b.png)"><a href="x" style="list-style: url(c.gif)">x</a>'
    assert urls(html) == ["http://a.test/d/x"]
    found = links(html, options=LinkOptions(styles=True))
    assert [(link.url.rpartition("/")[2], link.kind) for link in found] == [
        ("b.png", "embed"), ("x", "a"), ("c.gif", "embed")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "body"),
    [
        ("http://a.test/i.GIF", b'<a href="x">x</a>'),
        ("http://a.test/film.mp4?x=1", b'<a href="x">x</a>'),
        ("http://a.test/p", b'%PDF-1.4 <a href="x">x</a>'),
        ("http://a.test/p", b'\x89PNG <a href="x">x</a>'),
        ("http://a.test/p", b'PK\x03\x04 <a href="x">x</a>'),
    ],
)
def test_what_is_called_a_page_and_is_none_is_not_read(url: str, body: bytes):
    assert urls(body, url=url) == []
    assert urls(body, url=url, options=LinkOptions(only_html=False)) == ["http://a.test/x"]


def test_only_what_is_asked_for_is_read():
    link = (("Link", "</h>; rel=next"),)
    page, feed = '<a href="x">x</a>', "<rss><item><link>http://a.test/f</link></item></rss>"
    assert urls(page, headers=link) == ["http://a.test/d/x", "http://a.test/h"]
    assert urls(page, headers=link, options=LinkOptions(headers=False)) == ["http://a.test/d/x"]
    assert urls(page, headers=link, options=LinkOptions(html=False)) == ["http://a.test/h"]
    for kind in ("application/rss+xml", "text/html", ""):
        body = '<?xml version="1.0"?>' + feed
        assert urls(body, kind) == ["http://a.test/f"]
        assert urls(body, kind, options=LinkOptions(feeds=False)) == []


def test_kinds_can_be_left_out():
    html = '<link rel="alternate" href="feed"><a href="x">x</a><iframe src="y"></iframe>'
    only_anchors = LinkOptions(without=frozenset({LinkKind.ALTERNATE, LinkKind.IFRAME}))
    assert urls(html, options=only_anchors) == ["http://a.test/d/x"]


def test_style_sheets_and_scripts_are_read_when_asked_for():
    style = '@import "a.css"; p { background: url( b.png ) } q { x: url("data:,x") }'
    script = """location = "http:\\/\\/b.test\\/x"; load('page.html'); s = "text/html", t = '1.0'"""
    eager = LinkOptions(scripts=True)
    assert urls(style, "text/css") == urls(script, "text/javascript") == []
    assert urls(style, "text/css", options=eager) == []
    assert urls(style, "text/css", options=LinkOptions(styles=True)) == [
        "http://a.test/d/a.css", "http://a.test/d/b.png"
    ]  # fmt: skip
    assert urls(script, "text/javascript", options=eager) == [
        "http://b.test/x", "http://a.test/d/page.html"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ('<a href="ü">'.encode("utf-16"), "text/html"),
        ('<a href="ü">'.encode("utf-8-sig"), "text/html; charset=latin-1"),
        ('<a href="ü">'.encode("cp1252"), "text/html; charset=us-ascii"),
        ('<a href="ü">'.encode("cp1252"), "text/html"),
        ('<meta charset="utf-16"><a href="ü">'.encode(), "text/html"),
        ('<?xml version="1.0" encoding="cp850"?><a href="ü">'.encode(), "text/html; charset=x"),
        ('<?xml version="1.0" encoding="latin1"?><a href="ü">'.encode("cp1252"), "text/html"),
        ('<a href="ü">'.encode(), "text/html; charset=punycode"),
        ('<a href="ü">'.encode(), "text/html; charset="),
        ('<a href="ü">é'.encode()[:-1], "text/html"),
    ],
)
def test_pages_in_many_charsets(body: bytes, content_type: str):
    assert urls(body, content_type) == ["http://a.test/d/%C3%BC"]


def test_a_page_has_so_many_links_and_no_more():
    html = "".join(f'<a href="{number}">x</a>' for number in range(MOST_LINKS + 5))
    assert len(urls(html)) == MOST_LINKS
    slow = "".join(f"<a href='{number}'>x</a>" for number in range(MOST_LINKS + 5))
    assert len(urls(slow)) == MOST_LINKS


def test_links_of_knows_page_and_depth():
    (link,) = links_to_follow(answer('<a href="/x">x</a>'), depth=2)
    assert (link.parent_url, link.depth) == ("http://a.test/d/p", 3)


def test_the_kinds_say_what_kind_of_step_they_are():
    steps = {kind: kind.hop for kind in LinkKind}
    assert steps[LinkKind.A] == steps[LinkKind.CITATION] == "L"
    assert steps[LinkKind.EMBED] == "E"
    assert LinkOptions().hop_of(LinkKind.IFRAME) == "L"
    assert LinkOptions(frames_are_embeds=True).hop_of(LinkKind.IFRAME) == "E"
    assert steps[LinkKind.REFRESH] == "R"
    assert list(extract_links(answer("", "application/pdf"))) == []
