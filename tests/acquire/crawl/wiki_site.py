"""A small MediaWiki-like site: articles in five skins, a random page, and what is no article."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from acquire.crawl.fake_web import FakeWeb, Page

HOST = "en.wiki.test"
EDIT = (
    '<span class="mw-editsection">[<a href="/w/index.php?title=X&amp;action=edit">edit</a>]</span>'
)
CITE = '<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup>'


@dataclass(frozen=True)
class Written:
    """An article as its authors know it."""

    title: str
    opening: str = "A thing that grows beside the road."
    categories: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    edited: str = "9 February 2018, at 11:57"

    @property
    def path(self) -> str:
        return "/wiki/" + self.title.replace(" ", "_")


def body(article: Written, heading: Callable[[int, str], str]) -> str:
    """What the parser of MediaWiki makes of it, with all that is not its text."""
    links = ", ".join(
        f'<a href="/wiki/{one.replace(" ", "_")}" title="{one}">{one}</a>' for one in article.links
    )
    return f"""<div class="mw-parser-output">
<div class="shortdescription nomobile noexcerpt noprint">Kind of thing</div>
<div role="note" class="hatnote">For other uses, see <a href="/wiki/Elsewhere">Elsewhere</a>.</div>
<table class="infobox"><caption>Facts</caption><tr><td><table><tr><td>Weight: 3 kg</td></tr></table>
<a href="/wiki/Weight">Weight</a></td></tr></table>
<p class="mw-empty-elt"></p>
<p><b>{article.title}</b> is this:{CITE} {article.opening}</p>
<figure class="mw-default-size"><a href="/wiki/File:Picture.jpg"><img src="/p.jpg" alt="x"></a>
<figcaption>A picture of it.</figcaption></figure>
<div class="thumb tright"><div class="thumbinner"><div class="thumbcaption">An old picture.</div>
</div></div>
<div id="toc" class="toc"><ul><li><a href="#History">1 History</a></li></ul></div>
{heading(2, "History")}
<p>It has been known for long. It goes with {links or "nothing else"}, says
<a href="https://elsewhere.test/wiki/Book">a book</a>, and with
<a href="/w/index.php?title=Nothing&amp;action=edit&amp;redlink=1" class="new">nothing</a>,
<a href="/wiki/Nowhere?x=1">or</a> <a href="/wiki/Talk:{article.title}">talk</a>.</p>
<ul><li>First of all<ul><li>and then</li></ul></li><li>Second</li></ul>
{heading(2, "Gallery")}
<ul class="gallery mw-gallery-traditional"><li class="gallerybox">A gallery.</li></ul>
{heading(2, "Numbers")}
{heading(3, "By year")}
<table class="wikitable"><tr><th>Year</th><td>1999</td></tr></table>
{heading(2, "References")}
<div class="reflist"><ol class="references"><li id="cite_note-1">Somebody, A Book.</li></ol></div>
<div role="navigation" class="navbox"><a href="/wiki/Everything">Everything</a></div>
<style data-mw-deduplicate="x">.x{{}}</style>
</div>"""


def categories(article: Written) -> str:
    items = "".join(
        f'<li><a href="/wiki/Category:{one.replace(" ", "_")}">{one}</a></li>'
        for one in article.categories
    )
    label = '<a href="/wiki/Special:Categories" title="Special:Categories">Categories</a>'
    hidden = '<div id="mw-hidden-catlinks"><ul><li><a href="/wiki/C">Short</a></li></ul></div>'
    normal = (
        f'<div id="mw-normal-catlinks" class="mw-normal-catlinks">{label}: <ul>{items}</ul></div>'
    )
    return f'<div id="catlinks" class="catlinks">{normal if items else ""}{hidden}</div>'


def old_heading(level: int, text: str) -> str:
    name = text.replace(" ", "_")
    return f'<h{level}><span class="mw-headline" id="{name}">{text}</span>{EDIT}</h{level}>'


def new_heading(level: int, text: str) -> str:
    return f'<div class="mw-heading"><h{level} id="{text}">{text}</h{level}>{EDIT}</div>'


def vector_legacy(article: Written) -> str:
    return f"""<!DOCTYPE html><html><head><title>{article.title} - Wiki</title></head>
<body class="mediawiki skin-vector skin-vector-legacy"><div id="mw-navigation">
<a href="/wiki/Main_Page">Main page</a></div><div id="content" class="mw-body" role="main">
<h1 id="firstHeading" class="firstHeading">{article.title}</h1>
<div id="bodyContent"><div id="siteSub">From the wiki</div>
<div id="mw-content-text" lang="en">{body(article, old_heading)}</div>{categories(article)}</div>
</div><div id="footer"><ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited
on {article.edited}<span class="anonymous-show">&#160;(UTC)</span>.</li></ul></div></body></html>"""


def vector_2022(article: Written) -> str:
    return f"""<!DOCTYPE html><html class="client-nojs vector-feature-x"><head>
<title>{article.title} - Wiki</title></head><body class="skin--responsive skin-vector-2022">
<div class="mw-page-container"><main id="content" class="mw-body"><header class="mw-body-header">
<h1 id="firstHeading" class="firstHeading mw-first-heading">
<span class="mw-page-title-main">{article.title}</span></h1></header>
<div class="vector-page-toolbar"><a href="/wiki/Talk:{article.title}">Talk</a></div>
<div id="bodyContent" class="vector-body"><div id="mw-content-text" class="mw-body-content">
{body(article, new_heading)}</div>{categories(article)}</div></main>
<footer id="footer"><ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited on
{article.edited} (UTC).</li></ul></footer></div></body></html>"""


def monobook(article: Written) -> str:
    """Of the old days: paragraphs without a wrapper, categories without a list."""
    links = " | ".join(
        f'<span dir="ltr"><a href="/wiki/Category:{one}">{one}</a></span>'
        for one in article.categories
    )
    inner = body(article, old_heading).replace('<div class="mw-parser-output">', "<div>", 1)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">
<html><body class="skin-monobook"><div id="globalWrapper"><div id="column-content">
<div id="content"><h1 id="firstHeading" class="firstHeading">{article.title}</h1>
<div id="bodyContent"><div id="mw-content-text">{inner}</div>
<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks" class="mw-normal-catlinks">
<a href="/wiki/Special:Categories">Categories</a>: {links}</div></div></div></div></div>
<div id="footer"><ul id="f-list"><li id="lastmod"> This page was last modified on {article.edited}.
</li></ul></div></div></body></html>"""


def timeless(article: Written) -> str:
    return f"""<!DOCTYPE html><html><body class="skin-timeless"><div id="mw-wrapper">
<div id="mw-content-container"><div id="content" class="mw-body" role="main">
<h1 id="firstHeading" class="firstHeading mw-first-heading">{article.title}</h1>
<div id="bodyContentOuter"><div class="mw-body-content" id="bodyContent">
<div id="mw-content-text">{body(article, new_heading)}</div></div></div></div>
<div id="catlinks-sidebar">{categories(article)}</div></div>
<div id="mw-footer"><ul id="footer-info"><li id="footer-info-lastmod">This page was last edited on
{article.edited}.</li></ul></div></div></body></html>"""


def minerva(article: Written) -> str:
    return f"""<!DOCTYPE html><html><body class="skin-minerva"><main id="content" class="mw-body">
<div class="pre-content heading-holder"><div class="page-heading">
<h1 id="firstHeading" class="firstHeading mw-first-heading">
<span class="mw-page-title-main">{article.title}</span></h1></div></div>
<div id="bodyContent" class="content"><div id="mw-content-text" class="mw-body-content">
{body(article, new_heading)}</div>{categories(article)}</div>
<div class="post-content" id="page-secondary-actions"></div></main>
<footer class="mw-footer minerva-footer"><a class="last-modified-bar" href="/wiki/Special:History">
<span class="last-modified-bar__text" data-user-gender="unknown"><span>Last edited on
{article.edited}</span></span></a></footer></body></html>"""


SKINS = {
    "vector legacy": vector_legacy,
    "vector 2022": vector_2022,
    "monobook": monobook,
    "timeless": timeless,
    "minerva": minerva,
}


def fill(web: FakeWeb, articles: list[Written], host: str = HOST) -> str:
    """Serve the articles, each in another skin; answers with the URL of the random page."""
    base = f"http://{host}"
    skins = itertools.cycle(SKINS.values())
    for article, skin in zip(articles, skins, strict=False):
        web.page(base + article.path, skin(article))
    order = itertools.cycle(article.path for article in articles)
    random = f"{base}/wiki/Special:Random"
    web.each_time(random, lambda visits: Page(status=302, headers={"Location": next(order)}))
    web.robots(host, "User-agent: *\nDisallow: /w/\n")
    return random
