"""URLs from the general to the particular."""

from __future__ import annotations

import pytest

from sheaf.acquire.crawl.scope.surt import surt, surt_prefix


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("http://www.example.edu/a/b?c=d", "http://(edu,example,www,)/a/b?c=d"),
        ("https://example.edu", "http://(edu,example,)/"),
        ("http://example.edu:8080/", "http://(edu,example,:8080)/"),
        ("http://127.0.0.1/a", "http://(127.0.0.1)/a"),
        ("mailto:a@b", ""),
    ],
)
def test_forms(url, form):
    assert surt(url) == form


@pytest.mark.parametrize(
    ("written", "prefix"),
    [
        ("+http://(edu,example,", "http://(edu,example,"),
        ("https://(edu,example,www,)/a", "http://(edu,example,www,)/a"),
        ("http://www.example.edu/papers/index.html", "http://(edu,example,www,)/papers/"),
        ("http://www.example.edu/papers/", "http://(edu,example,www,)/papers/"),
        ("example.edu", "http://(edu,example,"),
        ("http://example.edu/", "http://(edu,example,)/"),
    ],
)
def test_prefixes(written, prefix):
    assert surt_prefix(written) == prefix
