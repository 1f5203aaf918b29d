"""Links that stand in no text: in the head of a page, in headers, in sitemaps and feeds."""

from __future__ import annotations

import gzip

import pytest

from acquire.crawl.answers import answer, links, urls
from sheaf.acquire.crawl.links import sitemap_links, sitemaps

XML = "application/xml"


@pytest.mark.parametrize(
    "name",
    [
        "citation_pdf_url", "citation_abstract_html_url", "citation_fulltext_html_url",
        "bepress_citation_pdf_url", "eprints.document_url", "DC.identifier", "DC.Relation",
        "DCTERMS.relation.isVersionOf", "prism.url", "Citation_PDF_URL",
    ],
)  # fmt: skip
def test_metadata_names_the_address_of_a_work(name: str):
    html = f"""<meta name="citation_title" content="On &amp; on">
        <meta content="http://b.test/x.pdf" name="{name}">"""
    (link,) = links(html)
    assert (link.url, link.text, link.kind) == ("http://b.test/x.pdf", "On & on", "citation")
    assert link.context == name.lower()


def test_metadata_that_names_something_else():
    html = """<meta name="DC.identifier" content="doi:10.1000/182">
        <meta name="DC.relation" content="part 2"><meta name="citation_doi" content="10.1000/182">
        <meta name="citation_author" content="http://b.test/ada">"""
    assert urls(html) == []


def test_metadata_may_be_relative_where_it_can_only_be_an_address():
    assert urls('<meta name="citation_pdf_url" content="x.pdf">') == ["http://a.test/d/x.pdf"]
    assert urls('<meta property="og:url" content="/x">') == ["http://a.test/x"]


@pytest.mark.parametrize(
    ("attributes", "kind"),
    [
        ('rel="canonical"', "canonical"),
        ('rel="alternate"', "alternate"),
        ('rel="alternate" type="application/rss+xml"', "alternate"),
        ('rel="alternate" type="application/pdf"', "alternate"),
        ('rel="next"', "next"),
        ('rel="PREV"', "previous"),
        ('rel="item"', "related"),
        ('rel="nofollow cite-as"', "related"),
    ],
)
def test_link_tags_that_are_followed(attributes: str, kind: str):
    (link,) = links(f'<link {attributes} href="x" title="t">')
    assert (link.url, link.kind, link.text) == ("http://a.test/d/x", kind, "t")


@pytest.mark.parametrize(
    "attributes",
    ['rel="stylesheet"', 'rel="alternate stylesheet"', 'rel="icon"', 'rel="preload"', "",
     'rel="alternate" type="application/json+oembed"'],
)  # fmt: skip
def test_link_tags_that_are_not(attributes: str):
    assert urls(f'<link {attributes} href="x">') == []


def test_json_ld_names_pages_and_files():
    html = """<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "ScholarlyArticle", "headline": "On engines", "url": "/article",
         "sameAs": ["https://doi.org/10.1/2", "https://b.test/"],
         "encoding": [{"@type": "MediaObject", "contentUrl": "files/x.pdf"}],
         "mainEntityOfPage": {"@id": "http://a.test/main"},
         "image": {"url": "/picture.png"}, "publisher": {"logo": {"url": "/logo.png"}}}]}
        </script>"""
    found = links(html)
    assert [link.url for link in found] == [
        "http://a.test/article", "https://doi.org/10.1/2", "https://b.test/",
        "http://a.test/main", "http://a.test/d/files/x.pdf",
    ]  # fmt: skip
    assert found[0].text == "On engines"
    assert {link.kind for link in found} == {"json-ld"}


@pytest.mark.parametrize(
    "text",
    ["{", '{"url": 5}', '"url"', "[" * 100_000, '{"a":' * 100_000, '{"url": "\\ud800"}', "1" * 9999,
     '{"url": null, "sameAs": [[["x"]]]}'],
)  # fmt: skip
def test_json_ld_that_is_none(text: str):
    html = f'<script type="application/ld+json">{text}</script><a href="x">x</a>'
    assert urls(html)[-1] == "http://a.test/d/x"


def test_halves_of_characters_do_no_harm():
    html = '<script type="application/ld+json">{"url": "/x", "name": "\\ud800"}</script>'
    assert links(html)[0].text == "?"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('<x.pdf>; rel="item"; type="application/pdf"', ["http://a.test/d/x.pdf"]),
        ("</1>; rel=next, </2>;rel=prev", ["http://a.test/1", "http://a.test/2"]),
        ('</1>; title="a, <b>; c"; rel="next"', ["http://a.test/1"]),
        ('</1>; rel="cite-as describedby"', ["http://a.test/1"]),
        ("</s.css>; rel=preload; as=style", []),
        ("</1>; rel=stylesheet", []),
        ('</1>; rel=next; anchor="/other"', []),
        ("</1>", []),
        ("/1; rel=next", []),
        ("<" * 5000, []),
        ('<x>; rel="next' * 500, []),
    ],
)
def test_link_headers(value: str, found: list[str]):
    assert urls("", headers=(("Link", value),)) == found


def test_other_headers_and_a_pdf_whose_header_has_links():
    assert urls("", headers=(("Content-Location", "/x"),)) == ["http://a.test/x"]
    assert urls("", headers=(("Refresh", "0; url=/x"),)) == ["http://a.test/x"]
    assert urls("%PDF", "application/pdf", headers=(("Link", "<x>; rel=canonical"),)) == [
        "http://a.test/d/x"
    ]


def test_a_page_and_its_header_name_a_url_once():
    found = links('<a href="x">x</a>', headers=(("Link", "<x>; rel=next"), ("Link", "<y>; rel=up")))
    assert [(link.url[-1], link.kind) for link in found] == [("x", "a"), ("y", "header")]


SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://a.test/1?a=1&amp;b=2 </loc><lastmod>2020-01-01</lastmod>
<image:image><image:loc>http://a.test/picture.png</image:loc></image:image></url>
<url><loc><![CDATA[http://a.test/2]]></loc></url><url><loc>/relative</loc></url>
<url><sm:loc>http://a.test/ü</sm:loc></url></urlset>"""
IN_SITEMAP = ["http://a.test/1?a=1&b=2", "http://a.test/2", "http://a.test/%C3%BC"]


@pytest.mark.parametrize(
    ("body", "content_type", "url"),
    [
        (SITEMAP, XML, "http://a.test/anything"),
        (SITEMAP, "text/xml; charset=utf-8", "http://a.test/sitemap.xml"),
        (SITEMAP, "text/html", "http://a.test/sitemap.xml"),
        (SITEMAP, "", "http://a.test/sitemap.xml"),
        (SITEMAP, "application/octet-stream", "http://a.test/sitemap.xml"),
        (gzip.compress(SITEMAP.encode()), "application/gzip", "http://a.test/sitemap.xml.gz"),
        (gzip.compress(SITEMAP.encode()), "application/x-gzip", "http://a.test/my-sitemap1.gz"),
        ("\ufeff" + "\r\n".join(IN_SITEMAP) + "\nx", "text/plain", "http://a.test/sitemap.txt"),
    ],
)
def test_sitemaps_of_all_forms(body: bytes | str, content_type: str, url: str):
    found = links(body, content_type, url=url)
    assert [link.url for link in found] == IN_SITEMAP
    assert {link.kind for link in found} == {"sitemap"}


def test_an_index_of_sitemaps():
    text = "<sitemapindex><sitemap><loc>http://a.test/s1.xml.gz</loc></sitemap></sitemapindex>"
    assert urls(text, XML) == ["http://a.test/s1.xml.gz"]


def test_what_robots_txt_calls_a_sitemap_is_one():
    lines = answer("http://a.test/1\nhttp://a.test/2\n", "text/plain", url="http://a.test/list")
    assert [link.url for link in sitemap_links(lines)] == ["http://a.test/1", "http://a.test/2"]
    assert urls("http://a.test/1\n", "text/plain", url="http://a.test/notes.txt") == []


def test_a_sitemap_has_its_limits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sitemaps, "MOST", 3)
    lines = "\n".join(f"http://a.test/{number}" for number in range(10))
    assert len(urls(lines, "text/plain", url="http://a.test/sitemap.txt")) == 3
    monkeypatch.setattr(sitemaps, "LONGEST", 32)
    assert (
        len(urls(gzip.compress(lines.encode()), "application/gzip", url="http://a/sitemap.gz")) == 2
    )


RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<link>http://a.test/</link><atom:link rel="self" href="http://a.test/feed"/>
<item><title>First &amp;amp; best</title><link>http://a.test/1</link>
<description><![CDATA[<p>A <b>summary</b></p>]]></description>
<guid isPermaLink="false">id-1</guid><enclosure url="http://a.test/1.pdf" type="x"/></item>
<item><guid>http://a.test/2</guid><title><![CDATA[Second]]></title></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<link rel="self" href="/feed"/><link href="/"/><link rel="next" href="?page=2"/>
<entry><title>First</title><link rel="alternate" href="/1"/><link rel="edit" href="/edit/1"/>
<id>urn:1</id><summary>A summary</summary><content type="application/pdf" src="/1.pdf"/></entry>
</feed>"""
RDF = """<rdf:RDF><channel rdf:about="http://a.test/feed"><link>http://a.test/</link></channel>
<item rdf:about="http://a.test/1"><title>First</title><link>http://a.test/1</link></item></rdf:RDF>"""


@pytest.mark.parametrize(
    ("text", "content_type", "found"),
    [
        (RSS, "application/rss+xml", [
            ("http://a.test/", "News"), ("http://a.test/1", "First & best"),
            ("http://a.test/1.pdf", "First & best"), ("http://a.test/2", "Second"),
        ]),
        (ATOM, "application/atom+xml", [
            ("http://a.test/", "News"), ("http://a.test/d/p?page=2", "News"),
            ("http://a.test/1", "First"), ("http://a.test/1.pdf", "First"),
        ]),
        (RDF, "text/xml", [("http://a.test/", ""), ("http://a.test/1", "First")]),
        (RSS.replace("1.pdf", "3.pdf"), "text/html", [
            ("http://a.test/", "News"), ("http://a.test/1", "First & best"),
            ("http://a.test/3.pdf", "First & best"), ("http://a.test/2", "Second"),
        ]),
    ],
    ids=["rss", "atom", "rdf", "rss as html"],
)  # fmt: skip
def test_feeds(text: str, content_type: str, found: list[tuple[str, str]]):
    read = links(text, content_type)
    assert [(link.url, link.text) for link in read] == found
    assert {link.kind for link in read} == {"feed"}


def test_the_summary_of_an_entry_is_its_context():
    contexts = {link.url: link.context for link in links(RSS, "application/rss+xml")}
    assert contexts["http://a.test/1"] == "A summary"


def test_other_xml_has_no_links_and_pages_in_xml_have():
    assert urls('<svg><a href="x">x</a></svg>', "image/svg+xml") == []
    html = '<?xml version="1.0"?><html><a href="x">x</a></html>'
    assert urls(html, XML) == urls(html, "text/html") == ["http://a.test/d/x"]
