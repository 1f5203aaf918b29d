from collections import Counter

import numpy as np

from sheaf.world.encyclopedia import Encyclopedia
from sheaf.world.lexicon import SIZE, lexicon

ARTICLES = [one for _, one in zip(range(300), Encyclopedia(1, 744_723), strict=False)]


def words_of(articles):
    return Counter(word for one in articles for word in one.content.lower().split())


def test_an_article_is_a_function_of_the_seed_and_its_number():
    assert Encyclopedia(1, 744_723).article(299) == ARTICLES[299]
    assert Encyclopedia(2, 744_723).article(299) != ARTICLES[299]


def test_no_two_titles_are_the_same_at_any_size():
    many = Encyclopedia(1, 900_000)
    numbers = [*range(0, 900_000, 90), *range(1, 380_001, 38), *range(SIZE, SIZE + 9000)]
    assert len({many.title(one) for one in numbers}) == len(set(numbers))


def test_an_article_has_about_three_kilobytes():
    sizes = [len(one.content.encode()) for one in ARTICLES]
    assert 2500 < sum(sizes) / len(sizes) < 3600
    assert min(sizes) < 900
    assert max(sizes) > 8000


def test_words_are_as_frequent_as_in_a_language():
    counted = words_of(ARTICLES)
    total = counted.total()
    shares = [count / total for _, count in counted.most_common(1000)]
    assert 0.02 < shares[0] < 0.08
    assert 10 < shares[0] / shares[99] < 60
    once = sum(count == 1 for count in counted.values())
    assert 0.3 < once / len(counted) < 0.8


def test_an_article_keeps_to_its_topic_and_names_itself_and_where_it_leads_to():
    for one in ARTICLES[:20]:
        assert one.title in one.content
        assert any(link in one.content for link in one.out_links)
        assert one.title not in one.out_links
        assert one.categories
    overlaps = [len(set(words_of([one])) & set(lexicon()[2000:])) for one in ARTICLES[:20]]
    repeated = [sum(count > 2 for count in words_of([one]).values()) for one in ARTICLES[:20]]
    assert np.mean(repeated) > 5
    assert np.mean(overlaps) > 20


def test_the_first_articles_are_linked_to_most():
    few = Encyclopedia(3, 1000)
    places = {few.title(number): number for number in range(1000)}
    linked = [places[link] for one in few for link in one.out_links]
    assert len(linked) > 10_000
    assert sum(number < 125 for number in linked) > 0.4 * len(linked)
    assert max(linked) > 900


def test_every_word_is_in_the_lexicon_once():
    assert len(lexicon()) == len(set(lexicon())) == SIZE
