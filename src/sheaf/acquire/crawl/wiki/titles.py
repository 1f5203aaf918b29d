"""A title is an article's key: short, unique, and its URL can be had from it again."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote, urlsplit

ARTICLES = ("/wiki/",)
LONGEST_TITLE = 255  # bytes, in MediaWiki
# What a title may have, but not the path of a URL.
SAFE = "/:@!$'()*,;~-._"


def title_of(url: str, articles: Sequence[str] = ARTICLES) -> str | None:
    """The title of the article at a URL; None for other namespaces and for what is no article."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return None
    for prefix in articles:
        if path.startswith(prefix) and len(path) > len(prefix):
            name = path.removeprefix(prefix)
            if ":" in name or "%3A" in name.upper():
                return None
            return tidy(unquote(name))
    return None


def is_elsewhere(url: str, articles: Sequence[str] = ARTICLES) -> bool:
    """Whether a page stands where articles stand, and belongs to another namespace."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return True
    return path.startswith(tuple(articles)) and title_of(url, articles) is None


def url_of(title: str, host: str = "en.wikipedia.org", prefix: str = "/wiki/") -> str:
    """Where the article of a title stands."""
    return f"https://{host}{prefix}{quote(tidy(title).replace(' ', '_'), safe=SAFE)}"


def url_of_article(page: str, title: str, articles: Sequence[str] = ARTICLES) -> str:
    """Where the article of a title stands that was read from a page, which may have been asked for
    under another title: in the same folder of the same host."""
    parts = urlsplit(page)
    folder = next((one for one in articles if parts.path.startswith(one)), articles[0])
    path = folder + quote(tidy(title).replace(" ", "_"), safe=SAFE)
    return parts._replace(path=path, query="", fragment="").geturl()


def tidy(title: str) -> str:
    """Blanks for underscores and one of them at a time, as titles are shown."""
    return " ".join(title.replace("_", " ").split())
