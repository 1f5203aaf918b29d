"""The part of a URL that names a server, without the user and password that may stand before it.

Those come from whoever wrote the link. They are no part of where a page is, and nobody of ours
means to log in with them.
"""

from __future__ import annotations


def without_userinfo(url: str) -> str:
    if "@" not in url:
        return url
    scheme, colon, rest = url.partition("://") if "://" in url else ("", "", url)
    authority, slash, path = rest.partition("/")
    return f"{scheme}{colon}{authority.rpartition('@')[2]}{slash}{path}"


def site_of(url: str) -> str:
    """Scheme, host and port: https://www.example.edu"""
    return without_userinfo("/".join(url.split("/", 3)[:3]))
