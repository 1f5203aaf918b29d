"""When two URLs are taken for one page: the rules of the 2007 profile, each with its switch.

`sheaf.urls.canonical` changes only what must mean the same. These rules go further: they guess,
and a guess can be wrong. So they never change what is fetched, only the key by which a crawl
knows what it has seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sheaf.crawl_settings import Canonicalisation
from sheaf.urls import BadUrl, canonical, without_userinfo

# A site's front page keeps its www: better to fetch it twice than to miss a site that answers
# only under one of its names.
WWW = re.compile(r"^(https?://)www[0-9]*\.(?=[^/]*/.)", re.IGNORECASE)
# Heritrix took 32 letters and digits; servers of today write from 26 (PHP) to 52 (WebLogic).
SESSIONS = (
    re.compile(
        r"(?:jsessionid|phpsessid)=[0-9a-z]{20,128}(?:[.!][\w.!-]{1,200})?(?=[&?#]|$)&?", re.I
    ),
    # `sid` is also the end of `phpsessid`, so it comes after it.
    re.compile(r"\bsid=[0-9a-z]{32}(?=[&#]|$)&?", re.I),
    re.compile(r"aspsessionid[a-z]{8}=[a-z]{24}(?=[&#]|$)&?", re.I),
    re.compile(r"(?<=/)\((?:[a-z]\([0-9a-z]{24}\)){1,3}\)/", re.I),
)
# No URL ends so, since no blank stands in one.
BY_REDIRECT = " by redirect"
COLD_FUSION = re.compile(
    r"cfid=[^&]{1,200}&cftoken=[^&]{1,200}(?:&jsessionid=[^&]{1,200})?(?=&|$)&?", re.I
)


class SeenKeys:
    """The keys of URLs in a crawl's memory of what it has seen."""

    def __init__(self, switches: Canonicalisation) -> None:
        self._rules = tuple(apply for name, apply in RULES.items() if getattr(switches, name))

    def of(self, url: str, *, redirected_from: str | None = None) -> str:
        """A page that only redirects from one form to the other (to www., say) must not count as
        the page itself, or it would never be fetched; so there the URL has a key of its own."""
        key = self._key(url)
        if redirected_from is None or key != self._key(redirected_from):
            return key
        own = _canonical(url)
        if own == _canonical(redirected_from):
            return key
        # The plainest form is the key that all forms share, and the page that redirects has it.
        return own if own != key else own + BY_REDIRECT

    def _key(self, url: str) -> str:
        key = _canonical(url)
        for apply in self._rules:
            key = apply(key)
        return key


def _canonical(url: str) -> str:
    try:
        return canonical(url)
    except BadUrl:
        return url


def without_www(url: str) -> str:
    return WWW.sub(r"\1", url)


def without_session(url: str) -> str:
    """A ; that led to the number goes with it."""
    if "=" not in url and "/(" not in url:
        return url
    stripped = url
    for pattern in SESSIONS:
        stripped = pattern.sub("", stripped)
    return stripped if stripped == url else _tidy(stripped)


def without_cf_ids(url: str) -> str:
    return COLD_FUSION.sub("", url) if "cfid=" in url.lower() else url


def fix_query(url: str) -> str:
    before, mark, query = url.partition("?")
    query = query.strip("&")
    return f"{before}?{query}" if mark and query else before


def _tidy(url: str) -> str:
    before, mark, query = url.partition("?")
    return before.rstrip(";") + (f"{mark}{query}" if query else "")


# In the order of the 2007 profile.
RULES: dict[str, Callable[[str], str]] = {
    "lowercase": str.lower,
    "strip_userinfo": without_userinfo,
    "strip_www": without_www,
    "strip_session_ids": without_session,
    "strip_cf_ids": without_cf_ids,
    "fixup_query": fix_query,
}
