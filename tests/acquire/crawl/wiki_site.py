"""A small MediaWiki-like site: articles in five skins, a random page, and what is no article.

The truth about it is told by `Written` itself: what a reader of its page should make of it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from urllib.parse import quote

from acquire.crawl.fake_web import FakeWeb, Page

HOST = "en.wiki.test"
EDIT = (
    '<span class="mw-editsection">[<a href="/w/index.php?title=X&amp;action=edit">edit</a>]</span>'
)
CITE = '<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup>'


@dataclass(frozen=True)
class Written:
    """An article as its authors know it. Its aliases are titles that MediaWiki answers with the
    same page, under their own URL; the moved ones are told by a redirect."""

    title: str
    opening: str = "A thing that grows beside the road."
    categories: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    edited: str = "9 February 2018, at 11:57"
    changed: str = "2018-02-09 11:57"
    aliases: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return path_of(self.title)

    @property
    def content(self) -> str:
        """What is left of the page without all that is not its text."""
        links = ", ".join(self.links) or "nothing else"
        history = f"It has been known for long. It goes with {links}, says a book, and with nothing"
        opening = f"{self.title} is this: {self.opening}"
        lists = ["First of all", "and then", "Second"]
        return "\n".join([opening, "History", f"{history}, or talk.", *lists])


def path_of(title: str) -> str:
    """As MediaWiki writes it."""
    return "/wiki/" + quote(title.replace(" ", "_"), safe="/:@!$'()*,;~-._")


def body(article: Written, heading: Callable[[int, str], str]) -> str:
    """What the parser of MediaWiki makes of it, with all that is not its text."""
    links = ", ".join(
        f'<a href="{path_of(one)}" title="{escape(one)}">{escape(one)}</a>' for one in article.links
    )
    return f"""<div class="mw-parser-output">
<div class="shortdescription nomobile noexcerpt noprint">Kind of thing</div>
<div role="note" class="hatnote">For other uses, see <a href="/wiki/Elsewhere">Elsewhere</a>.</div>
<table class="infobox"><caption>Facts</caption><tr><td><table><tr><td>Weight: 3 kg</td></tr></table>
<a href="/wiki/Weight">Weight</a></td></tr></table>
<p class="mw-empty-elt"></p>
<p><b>{escape(article.title)}</b> is this:{CITE} {article.opening}</p>
<figure class="mw-default-size"><a href="/wiki/File:Picture.jpg"><img src="/p.jpg" alt="x"></a>
<figcaption>A picture of it.</figcaption></figure>
<div class="thumb tright"><div class="thumbinner"><div class="thumbcaption">An old picture.</div>
</div></div>
<div id="toc" class="toc"><ul><li><a href="#History">1 History</a></li></ul></div>
{heading(2, "History")}
<p><a href="#History">It</a> has been known for long. It goes with {links or "nothing else"}, says
<a href="https://elsewhere.test/wiki/Book">a book</a>, and
<a href="/wiki/Category%3AThings">with</a>
<a href="/w/index.php?title=Nothing&amp;action=edit&amp;redlink=1" class="new">nothing</a>,
<a href="/wiki/Nowhere?x=1">or</a> <a href="{path_of("Talk:" + article.title)}">talk</a>.</p>
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
        f'<li><a href="{path_of("Category:" + one)}">{escape(one)}</a></li>'
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
    return f"""<!DOCTYPE html><html><head><title>{escape(article.title)} - Wiki</title></head>
<body class="mediawiki skin-vector skin-vector-legacy"><div id="mw-navigation">
<a href="/wiki/Main_Page">Main page</a></div><div id="content" class="mw-body" role="main">
<h1 id="firstHeading" class="firstHeading">{escape(article.title)}</h1>
<div id="bodyContent"><div id="siteSub">From the wiki</div>
<div id="mw-content-text" lang="en">{body(article, old_heading)}</div>{categories(article)}</div>
</div><div id="footer"><ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited
on {article.edited}<span class="anonymous-show">&#160;(UTC)</span>.</li></ul></div></body></html>"""


def vector_2022(article: Written) -> str:
    return f"""<!DOCTYPE html><html class="client-nojs vector-feature-x"><head>
<title>{escape(article.title)} - Wiki</title></head><body class="skin--responsive skin-vector-2022">
<div class="mw-page-container"><main id="content" class="mw-body"><header class="mw-body-header">
<h1 id="firstHeading" class="firstHeading mw-first-heading">
<span class="mw-page-title-main">{escape(article.title)}</span></h1></header>
<div class="vector-page-toolbar"><a href="{path_of("Talk:" + article.title)}">Talk</a></div>
<div id="bodyContent" class="vector-body"><div id="mw-content-text" class="mw-body-content">
{body(article, new_heading)}</div>{categories(article)}</div></main>
<footer id="footer"><ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited on
{article.edited} (UTC).</li></ul></footer></div></body></html>"""


def monobook(article: Written) -> str:
    """Of the old days: paragraphs without a wrapper, categories without a list."""
    links = " | ".join(
        f'<span dir="ltr"><a href="{path_of("Category:" + one)}">{escape(one)}</a></span>'
        for one in article.categories
    )
    inner = body(article, old_heading).replace('<div class="mw-parser-output">', "<div>", 1)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">
<html><body class="skin-monobook"><div id="globalWrapper"><div id="column-content">
<div id="content"><h1 id="firstHeading" class="firstHeading">{escape(article.title)}</h1>
<div id="bodyContent"><div id="mw-content-text">{inner}</div>
<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks" class="mw-normal-catlinks">
<a href="/wiki/Special:Categories">Categories</a>: {links}</div></div></div></div></div>
<div id="footer"><ul id="f-list"><li id="lastmod"> This page was last modified on {article.edited}.
</li></ul></div></div></body></html>"""


def timeless(article: Written) -> str:
    return f"""<!DOCTYPE html><html><body class="skin-timeless"><div id="mw-wrapper">
<div id="mw-content-container"><div id="content" class="mw-body" role="main">
<h1 id="firstHeading" class="firstHeading mw-first-heading">{escape(article.title)}</h1>
<div id="bodyContentOuter"><div class="mw-body-content" id="bodyContent">
<div id="mw-content-text">{body(article, new_heading)}</div></div></div></div>
<div id="catlinks-sidebar">{categories(article)}</div></div>
<div id="mw-footer"><ul id="footer-info"><li id="footer-info-lastmod">This page was last edited on
{article.edited}.</li></ul></div></div></body></html>"""


def minerva(article: Written) -> str:
    return f"""<!DOCTYPE html><html><body class="skin-minerva"><main id="content" class="mw-body">
<div class="pre-content heading-holder"><div class="page-heading">
<h1 id="firstHeading" class="firstHeading mw-first-heading">
<span class="mw-page-title-main">{escape(article.title)}</span></h1></div></div>
<div id="bodyContent" class="content"><div id="mw-content-text" class="mw-body-content">
{body(article, new_heading)}</div>{categories(article)}</div>
<div class="post-content" id="page-secondary-actions"></div></main>
<footer class="mw-footer minerva-footer"><a class="last-modified-bar" href="/wiki/Special:History">
<span class="last-modified-bar__text" data-user-gender="unknown"><span>Last edited on
{article.edited}</span></span></a></footer></body></html>"""


def bare(article: Written) -> str:
    """Without anything that leads elsewhere, or to what is not there."""
    links = "".join(f'<a href="{path_of(one)}">{escape(one)}</a> ' for one in article.links)
    return f"""<h1 id="firstHeading">{escape(article.title)}</h1>
<div id="mw-content-text"><div class="mw-parser-output"><p>It goes with {links}</p></div></div>"""


SKINS = {
    "vector legacy": vector_legacy,
    "vector 2022": vector_2022,
    "monobook": monobook,
    "timeless": timeless,
    "minerva": minerva,
}


def fill(
    web: FakeWeb,
    articles: list[Written],
    host: str = HOST,
    *,
    drawn: Iterable[Written] = (),
    skins: Iterable[Callable[[Written], str]] = SKINS.values(),
) -> str:
    """Serve the articles, each in another skin; answers with the URL of the random page, which
    leads to one after the other: of all, or of those that are to be drawn."""
    base = f"http://{host}"
    skins = itertools.cycle(skins)
    for article, skin in zip(articles, skins, strict=False):
        web.page(base + article.path, skin(article))
        for alias in article.aliases:
            web.page(base + path_of(alias), redirected_from(alias, article, skin))
        for title in article.moved:
            web.redirect(base + path_of(title), article.path, status=301)
        for name in (*(f"Category:{one}" for one in article.categories), f"Talk:{article.title}"):
            web.page(base + path_of(name), skin(Written(name)))
    web.page(f"{base}/wiki/Category%3AThings", vector_2022(Written("Category:Things")))
    web.page(f"{base}{path_of(CLOSED)}", vector_2022(Written(CLOSED)))
    order = itertools.cycle([article.path for article in drawn or articles])
    entry = f"{base}/wiki/Special:Random"
    web.each_time(entry, lambda visits: Page(status=302, headers={"Location": next(order)}))
    web.robots(host, f"User-agent: *\nDisallow: /w/\nDisallow: {path_of(CLOSED)}\n")
    return entry


def redirected_from(alias: str, article: Written, skin: Callable[[Written], str]) -> str:
    """MediaWiki shows the article under the title that was asked for, and says so."""
    note = (
        f'<div id="contentSub"><span class="mw-redirectedfrom">(Redirected from '
        f'<a href="{path_of(alias)}?redirect=no" class="mw-redirect">{escape(alias)}</a>)</span>'
        '</div><div id="mw-content-text"'
    )
    return skin(article).replace('<div id="mw-content-text"', note, 1)


# Linked from everywhere, and closed to crawlers.
CLOSED = "Closed shelf"
TITLES = (
    "Alder", "Birch", "C++", "AC/DC", "Rock & roll", "Who? What", "Ääkköset", "Honey bee", "Meadow",
    "White clover", "100% wool", 'The "Rose"', "Ivy (plant)", "Moss, Lichen", "Bengali literature",
    "Language Movement", "UNESCO", "Iron Age", "1st millennium BC", "Sacred language",
)  # fmt: skip
ISLANDS = (("Atlantis", "Lemuria"), ("Thule",), ("Avalon", "Lyonesse", "Ys"))
# Where hat notes, boxes and the sidebar of the skins lead.
FURNITURE = ("Elsewhere", "Weight", "Everything", "Main Page")


@dataclass(frozen=True)
class Wiki:
    """`mainland` is all linked together; to the islands leads only the random page."""

    mainland: list[Written]
    islands: list[Written]
    articles: list[Written] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "articles", [*self.mainland, *self.islands])

    def drawn(self, seed: int) -> list[Written]:
        """The islands and a few others, shuffled: a dozen draws bring something new, if there is
        anything new to bring."""
        dice = random.Random(seed)
        few = [*self.islands, *dice.sample(self.mainland, 6)]
        dice.shuffle(few)
        return few

    def rows(self) -> dict[str, set[tuple[object, ...]]]:
        """What the three tables should hold, and nothing else."""
        return {
            "pages": {(one.title, one.content, one.changed) for one in self.articles},
            "categories": _placed((one.title, one.categories) for one in self.articles),
            "links": _placed((one.title, one.links) for one in self.articles),
        }


def _placed(lists: Iterable[tuple[str, tuple[str, ...]]]) -> set[tuple[object, ...]]:
    return {(title, place, value) for title, values in lists for place, value in enumerate(values)}


def make_wiki(seed: int) -> Wiki:
    """Every article of the mainland leads to the next one and to some others."""
    dice = random.Random(seed)
    groups = ("Plants", "Flora of Somewhere", "Names & places", "1861 births")
    titles = [*TITLES, *FURNITURE]
    aliases = {"Honey bee": ("Apis mellifera", "Bees"), "UNESCO": ("Unesco",)}
    moved = {"Meadow": ("Meadows",), "Ääkköset": ("Aakkoset",)}
    known = [*titles, *sum(aliases.values(), ()), *sum(moved.values(), ()), CLOSED]
    mainland = [
        _written(
            dice, title, groups,
            links=(following, *dice.sample(sorted({*known} - {title, following}), 3)),
            aliases=aliases.get(title, ()), moved=moved.get(title, ()),
        )
        for title, following in zip(titles, [*titles[1:], titles[0]], strict=True)
    ]  # fmt: skip
    islands = [
        _written(dice, title, groups, links=tuple(one for one in island if one != title))
        for island in ISLANDS
        for title in island
    ]
    return Wiki(mainland, islands)


def _written(dice: random.Random, title: str, groups: tuple[str, ...], **more: object) -> Written:
    day, hour, minute = dice.randint(1, 28), dice.randint(0, 23), dice.randint(0, 59)
    return Written(
        title,
        opening=f"Number {dice.randint(1000, 9999)} of the things that grow beside the road.",
        categories=tuple(dice.sample(groups, dice.randint(0, 3))),
        edited=f"{day} February 2018, at {hour:02}:{minute:02}",
        changed=f"2018-02-{day:02} {hour:02}:{minute:02}",
        **more,
    )
