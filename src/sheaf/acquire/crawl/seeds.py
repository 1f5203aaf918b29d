"""The URLs a crawl begins at, checked before anything is made for them."""

from __future__ import annotations

from sheaf import urls
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.errors import UsageError


def check_seed(url: str) -> str:
    """A URL to begin at, as the crawl will know it. What is none is told before anything is
    made for it."""
    try:
        seed = urls.canonical(url)
    except urls.BadUrl:
        seed = ""
    if not is_of_the_web(seed):
        whole = url if not url or "/" in url[:1] or "://" in url else f"http://{url}"
        advice = f"Write it whole: {whole}" if whole != url else "Write it whole: http://..."
        raise UsageError(f"{url!r} is no URL of the web.", advice)
    return seed
