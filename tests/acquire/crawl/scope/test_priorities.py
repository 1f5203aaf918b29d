"""Which link first: weights of words, and priorities that pages hand down."""

from __future__ import annotations

import pytest

from sheaf.acquire.crawl.profiles import load_profile
from sheaf.acquire.crawl.scope import Papers
from sheaf.acquire.crawl.scope.priorities import Priorities, PriorityQueues, priority
from sheaf.records import Link

WORDS = Priorities(high=("pub", "paper"), medium=("people", "group"), read_urls=False)


def link(text: str = "", url: str = "http://a.test/x") -> Link:
    return Link(url, "http://a.test/", text, 1)


@pytest.mark.parametrize(
    ("text", "parent", "wanted"),
    [
        ("Publications", 0, 2),
        ("our PAPERS", 0, 2),
        ("People", 0, 1),
        ("People and papers", 0, 2),
        ("the group", 2, 1),
        ("Teaching", 2, 1),
        ("Teaching", 1, 0),
        ("Teaching", 0, 0),
        ("the republic", 0, 0),
        ("", 2, 1),
    ],
)
def test_a_word_has_its_weight_and_a_link_without_any_inherits(text, parent, wanted):
    assert priority(link(text), parent, WORDS) == wanted


def test_words_of_the_path_count_where_they_are_asked_for():
    page = link("here", "http://a.test/%70ublications/all.html")
    assert priority(page, 0, WORDS) == 0
    assert priority(page, 0, WORDS.model_copy(update={"read_urls": True})) == 2


def test_a_document_comes_first():
    paper = link("here", "http://a.test/x.ps.gz")
    assert priority(paper, 0, WORDS, Papers()) == 2
    assert priority(paper, 0, WORDS.model_copy(update={"documents_first": False}), Papers()) == 0


def test_in_the_frontier_the_first_queue_is_number_0():
    focus = PriorityQueues(WORDS, Papers())
    assert focus.seed_queue == 2
    assert focus.queue_of(link("Publications"), focus.seed_queue) == 0
    assert focus.queue_of(link("Teaching"), 0) == 1
    assert focus.queue_of(link("Teaching"), 1) == 2
    assert focus.queue_of(link("Teaching"), 2) == 2


def test_without_words_all_links_are_alike():
    focus = load_profile("scholarly").priority_queues()
    assert focus.seed_queue == 0
    assert focus.queue_of(link("Publications"), 0) == 0


def test_the_shipped_words_are_those_of_the_paper():
    focus = load_profile("focused").priority_queues()
    assert focus.queue_of(link("Volume 3"), 2) == 0
    assert focus.queue_of(link("Faculty"), 2) == 1
    assert focus.queue_of(link("Sports"), 2) == 2
