"""Hubs: pages that link to what is sought."""

from __future__ import annotations

import re

from acquire.crawl.answers import answer, links
from sheaf.acquire.crawl.links import HubPattern, count_hub_links, links_to_follow

CITESEER = HubPattern(re.compile(r"\.pdf(\.g?z)?$"))


def test_one_link_to_a_paper_makes_a_hub():
    assert count_hub_links(links('<a href="x.html">x</a><a href="y.pdf.gz">y</a>'), CITESEER)
    assert count_hub_links(links_to_follow(answer('<a href="y.pdf">y</a>'), depth=0), CITESEER)
    assert not count_hub_links(links('<a href="x.html">x</a><a href="y.pdf.html">y</a>'), CITESEER)
    assert not count_hub_links([], CITESEER)


def test_a_pattern_may_ask_for_more():
    page = links('<a href="1.pdf">1</a><a href="2.pdf">2</a><a href="3">3</a><a href="4">4</a>')
    papers = re.compile(r"\.pdf$")
    assert count_hub_links(page, HubPattern(papers, least=2))
    assert not count_hub_links(page, HubPattern(papers, least=3))
    assert count_hub_links(page, HubPattern(papers, share=0.5))
    assert not count_hub_links(page, HubPattern(papers, share=0.6))
    assert not count_hub_links([], HubPattern(papers, least=0, share=0.5))
