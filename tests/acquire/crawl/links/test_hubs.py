"""Hubs: pages that link to what is sought."""

from __future__ import annotations

import re

from acquire.crawl.answers import answer, links
from sheaf.acquire.crawl.links import HubPattern, is_hub, links_to_follow

CITESEER = HubPattern(re.compile(r"\.pdf(\.g?z)?$"))


def test_one_link_to_a_paper_makes_a_hub():
    assert is_hub(links('<a href="x.html">x</a><a href="y.pdf.gz">y</a>'), CITESEER)
    assert is_hub(links_to_follow(answer('<a href="y.pdf">y</a>'), depth=0), CITESEER)
    assert not is_hub(links('<a href="x.html">x</a><a href="y.pdf.html">y</a>'), CITESEER)
    assert not is_hub([], CITESEER)


def test_a_pattern_may_ask_for_more():
    page = links('<a href="1.pdf">1</a><a href="2.pdf">2</a><a href="3">3</a><a href="4">4</a>')
    papers = re.compile(r"\.pdf$")
    assert is_hub(page, HubPattern(papers, least=2))
    assert not is_hub(page, HubPattern(papers, least=3))
    assert is_hub(page, HubPattern(papers, share=0.5))
    assert not is_hub(page, HubPattern(papers, share=0.6))
    assert not is_hub([], HubPattern(papers, least=0, share=0.5))
