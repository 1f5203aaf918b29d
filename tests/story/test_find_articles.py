"""The articles of a wiki that was crawled are found by all that they have."""

import pytest
from support.crawls import crawl_options

import sheaf
from acquire.crawl.fake_web import FakeWeb
from acquire.crawl.wiki_site import HOST, Written, fill
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.acquire.crawl.wiki.options import WikiOptions, with_wiki_options

ARTICLES = [
    Written("Honey bee", opening="An insect that dances before its hive.", links=("White clover",),
            categories=("Insects", "Names & places"), edited="9 February 2018, at 11:57"),
    Written("White clover", opening="A plant before the dances of bees.", links=("Meadow",),
            categories=("Plants", "Flora of Somewhere"), edited="3 May 2017, at 08:00"),
    Written("Meadow", opening="Grass and nothing else.", links=("Honey bee",),
            categories=("Places of plants",), edited="12 December 2020, at 20:15"),
]  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    profile = with_wiki_options(load_profile("wiki"), WikiOptions(host=f"^{HOST}$", interval=0))
    with FakeWeb() as web, sheaf.init(tmp_path_factory.mktemp("wiki") / "lib") as library:
        fill(web, ARTICLES)
        options = crawl_options(
            name="wiki", profile=profile, resolve={HOST: ("127.0.0.1", web.port)}, min_delay=0,
            delay_factor=0,
        )  # fmt: skip
        library.crawl([f"http://{HOST}/wiki/Honey_bee"], options)
        library.index()
        yield library


def found(library, words, **how):
    """The titles of the pages that are found."""
    return {hit.title for hit in library.search(words, scope="pages", **how).hits}


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("insect", {"Honey bee"}),
        ("dances hive", {"Honey bee"}),
        ("dances", {"Honey bee", "White clover"}),
        ('"dances before its hive"', {"Honey bee"}),
        ('"the dances of bees"', {"White clover"}),
        ("title:meadow", {"Meadow"}),
        ("category:plants", {"White clover", "Meadow"}),
        ('category:"Flora of Somewhere"', {"White clover"}),
        ('category:"Places of plants"', {"Meadow"}),
        ("modified:2018", {"Honey bee"}),
        ("modified:>2018-02-10", {"Meadow"}),
        ("modified:2017-05-03", {"White clover"}),
        ("modified:2017-2018 -insect", {"White clover"}),
        ('links:"White clover"', {"Honey bee"}),
        ("links:Meadow", {"White clover"}),
        (f"host:{HOST} grass", {"Meadow"}),
        ("kind:article category:insects", {"Honey bee"}),
        ("nonsense", set()),
    ],
)
def test_an_article_is_found_by(library, words, titles):
    assert found(library, words) == titles


def test_what_is_found_leads_to_the_article(library):
    (hit,) = library.search("insect", scope="pages").hits
    assert (hit.entry, hit.kind, hit.url) == ("page", "article", f"http://{HOST}/wiki/Honey_bee")
    page = library.page(hit.id)
    assert (page.title, page.place.source) == ("Honey bee", "wiki.db")
    assert library.page_content(hit.id).content == ARTICLES[0].content
    assert (
        "dances before its hive"
        in library.search('"before its hive"', scope="pages").hits[0].snippet
    )
    assert library.search("insect").total == 0, "papers are searched where nothing else is said"
    assert library.index_is_behind() == 0


def test_articles_that_are_taken_back_are_not_found(library):
    (run,) = [one.id for one in library.runs()]
    library.undo(run)
    assert found(library, "insect") == set()
    library.import_crawl("wiki")
    library.index()
    assert found(library, "insect") == {"Honey bee"}
