"""URLs written from the general to the particular, so that a prefix is a part of the web.

http://www.example.edu/papers/   http://(edu,example,www,)/papers/
http://(edu,example,             the domain example.edu and every host below it
http://(edu,example,www,)/papers/  what lies below that path of that host
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from sheaf.acquire.host_patterns import is_literal
from sheaf.urls import host_of


# The rules of a crawl ask for the same URL one after the other.
@lru_cache(maxsize=256)
def surt(url: str) -> str:
    """Both schemes of the web read as http, as they do in Heritrix; empty for what has no host."""
    host = host_of(url)
    if not host:
        return ""
    parts = urlsplit(url)
    name = host if is_literal(host) else ",".join(reversed(host.split("."))) + ","
    port = f":{parts.port}" if parts.port else ""
    query = f"?{parts.query}" if parts.query else ""
    return f"{_scheme(parts.scheme)}://({name}{port}){parts.path or '/'}{query}"


def surt_prefix(written: str) -> str:
    """What stands in a rule: a prefix as it is (a leading + is Heritrix's), or a plain URL.

    A URL stands for its folder: what follows the last slash of its path does not count.
    """
    text = written.strip().removeprefix("+").strip()
    if "://(" in text:
        scheme, _, rest = text.partition("://")
        return f"{_scheme(scheme.lower())}://{rest}"
    whole = surt(text if "://" in text else f"http://{text}")
    closed = whole.index(")") + 1 if ")" in whole else len(whole)
    if whole[closed:] == "/" and not text.endswith("/"):
        return whole[: closed - 1]  # a bare host: everything below the name
    return whole[: whole.rindex("/") + 1] if "/" in whole[closed:] else whole


def _scheme(scheme: str) -> str:
    return "http" if scheme == "https" else scheme
