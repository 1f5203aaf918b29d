import pytest

from evaluation.keyphrases import Header, Scored, headers, score, scored

HEADER = Header(
    name="a",
    title="Ranking crawl seeds",
    abstract="Crawl seeds are ranked by a web crawler. A web crawler needs crawl seeds.",
    keywords=("Crawl seed", "Web crawlers", "digital libraries"),
)


def values(*papers):
    return {one.name: one.value for one in score(papers).measures}


def test_plurals_and_capitals_do_not_matter():
    one = scored(HEADER)
    assert one.right == {"crawl seed", "web crawler"}
    assert one.mentioned == one.right
    assert values(one)["recall_of_mentioned"] == 1.0
    assert values(one)["recall_at_10"] == pytest.approx(2 / 3)


def test_what_was_not_found_is_wrong():
    one = Scored("a", frozenset({"x", "y"}), frozenset({"x"}), frozenset({"z"}))
    assert set(values(one).values()) == {0.0}
    assert score([one]).misses == ("a: ['z'], not ['x']",)


def test_nothing_to_score_reaches_no_floor():
    assert set(values().values()) == {0.0}


@pytest.mark.shared
def test_the_corpus_has_lists_of_words_for_keywords():
    assert len(headers()) > 150
    assert all(len(one.keywords) >= 3 and one.abstract for one in headers())
