"""One URL, one key: the canonical form of a URL, and the two older forms for legacy keys.

The modern form changes only what RFC 3986 calls equivalent. The older two (CDI and SYZ) exist to
match keys in databases of the CiteSeerX crawlers; they are lossy and never used for new data.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import (
    parse_qsl,
    quote,
    quote_plus,
    unquote,
    unquote_to_bytes,
    urlencode,
    urlsplit,
    urlunsplit,
)

DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21}
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
# Not after a percent sign that stands alone: decoding there would make a new triple.
PERCENT = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
CDI_SAFE = "%/:=&?~#+!$,;'@()*[] "
SYZ_SAFE = "/"
# What stands unencoded in the path and query of a canonical URL, beside letters and digits.
URL_SAFE = "%/:=&?#+!$,;'@()*[]"
USERINFO_SAFE = "%:=&+!$,;'()*"
# Half a character: it comes of bytes that are no text, and can be written nowhere.
SURROGATE = re.compile("[\ud800-\udfff]")


# Most URLs are in the canonical form already, and to see that takes a tenth of making it.
_CHARS = r"[A-Za-z0-9\-._~/:=&+!$,;'@()*]"
# The triples that stay: of what must be encoded, in capitals.
_TRIPLE = r"%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])"
_PATH = rf"{_CHARS}*+(?:{_TRIPLE}{_CHARS}*+)*+"
_QUERY = rf"(?:\?(?:[?]|{_CHARS}|{_TRIPLE})++)?+"
# Ports of one digit, default ports and those above 59999 take the long way.
_PORT = r"(?::(?!80/|443/)(?:[1-9][0-9]{1,3}|[1-5][0-9]{4}))?+"
_ORIGIN = rf"https?://[a-z0-9-]++(?:\.[a-z0-9-]++)*+{_PORT}"
PLAIN_HOST = re.compile(
    r"https?://([a-z0-9-]++(?:\.[a-z0-9-]++)*+)(?::(?:[0-9]{1,4}|[1-5][0-9]{4}))?(?:/|$)"
)
CANONICAL = re.compile(rf"{_ORIGIN}/{_PATH}{_QUERY}")
ORIGIN = re.compile(rf"{_ORIGIN}(?=/)")
# Absolute; from the root; from the folder, where a colon may not look like a scheme's.
PLAIN_REFERENCE = re.compile(
    rf"({_ORIGIN}/{_PATH}{_QUERY})|(/(?!/){_PATH}{_QUERY})"
    rf"|((?:\.\.?/)*+[A-Za-z0-9\-_~][A-Za-z0-9\-._~=&+!$,;'@()*]*+(?:/{_PATH})?+{_QUERY})"
)
# Browsers drop these wherever they stand in a reference.
BREAKS = str.maketrans("", "", "\t\r\n")


class BadUrl(ValueError):  # noqa: N818 - a value that is no URL, not an error of ours
    """The string is no absolute URL."""


# The steps of a run ask for the same URL one after the other.
@lru_cache(maxsize=1024)
def canonical(url: str) -> str:
    """The modern form: case, default port, dot segments, percent-encoding; the query is kept."""
    if CANONICAL.fullmatch(url) and "/." not in url:
        return url
    if not url.isascii() and SURROGATE.search(url):
        raise BadUrl(f"{url!r} is no text")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as problem:
        raise BadUrl(f"{url!r}: {problem}") from None
    scheme = parts.scheme.lower()
    if scheme == "file" or not parts.hostname:
        return _without_host(url, scheme, parts.path)
    host = canonical_host(parts.hostname)
    if not host or "[" in host or "]" in host:
        raise BadUrl(f"{url!r} names no host")
    authority = f"[{host}]" if ":" in host else host
    if port is not None and port != DEFAULT_PORTS.get(scheme):
        authority += f":{port}"
    if parts.username:
        password = f":{parts.password}" if parts.password else ""
        userinfo = normal_percent(parts.username + password, safe=USERINFO_SAFE)
        authority = f"{userinfo}@{authority}"
    path = remove_dot_segments(normal_percent(parts.path)) or "/"
    return urlunsplit((scheme, authority, path, normal_percent(parts.query), ""))


def _without_host(url: str, scheme: str, path: str) -> str:
    """file:, urn: and the like have no host; http without one is no URL."""
    if not scheme or scheme in DEFAULT_PORTS:
        raise BadUrl(f"{url!r} is no absolute URL")
    if scheme == "file":
        return "file://" + remove_dot_segments(normal_percent(path))
    return url.strip()


def canonical_host(host: str) -> str:
    host = host.rstrip(".").lower()
    if host.isascii():
        return host
    import idna  # here, not above: few hosts need it, and its tables are large

    try:
        return idna.encode(host, uts46=True).decode().rstrip(".")
    except idna.IDNAError:
        return quote(host).lower()


def normal_percent(text: str, safe: str = URL_SAFE) -> str:
    """Decode what never needed encoding, encode what always does, upper-case the rest."""

    def normalise(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if char in UNRESERVED else match[0].upper()

    return quote(PERCENT.sub(normalise, text), safe=safe)


def remove_dot_segments(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)


def resolve(base: str, reference: str) -> str | None:
    """A link on a page as an absolute canonical URL, or None where it leads nowhere."""
    return resolver(base)(reference)


@lru_cache(maxsize=64)
def resolver(base: str) -> Callable[[str], str | None]:
    """`resolve` for the many links of one page: what they have in common is taken apart once."""
    try:
        base = canonical(base)
    except BadUrl:
        return _resolve_absolute
    found = ORIGIN.match(base)
    origin = found[0] if found else ""
    folder = base.partition("?")[0].rpartition("/")[0] + "/"

    def resolve_reference(reference: str) -> str | None:
        reference = reference.partition("#")[0]
        plain = PLAIN_REFERENCE.fullmatch(reference) if origin else None
        if plain and "/." not in reference and reference[0] != ".":
            if plain[2]:
                return origin + reference
            return folder + reference if plain[3] else reference
        if plain and not plain[1]:
            path, question, query = reference.partition("?")
            path = path if plain[2] else folder[len(origin) :] + path
            return origin + remove_dot_segments(path) + question + query
        try:
            return canonical(_join_reference(base, folder, reference))
        except ValueError:
            return None

    return resolve_reference


def _resolve_absolute(reference: str) -> str | None:
    try:
        return canonical(reference)
    except ValueError:
        return None


def _join_reference(base: str, folder: str, reference: str) -> str:
    """RFC 3986, 5.2, with what browsers add: breaks are dropped, backslashes are slashes."""
    reference = reference.strip().translate(BREAKS)
    path, question, query = reference.partition("?")
    if "\\" in path:
        path = path.replace("\\", "/")
        reference = path + question + query
    scheme, colon, rest = reference.partition(":")
    if colon and SCHEME.fullmatch(scheme):
        if not base.startswith(scheme.lower() + ":") or rest.startswith("//"):
            return reference
        # http:page.html, from the time before RFC 3986.
        reference = rest
    if reference.startswith("//"):
        return base.partition(":")[0] + ":" + reference
    if reference.startswith("/"):
        return "/".join(base.split("/", 3)[:3]) + reference
    if not reference or reference.startswith("?"):
        return (base.partition("?")[0] if reference else base) + reference
    return folder + reference


def host_of(url: str) -> str:
    """The host name without port, empty for what has none."""
    if plain := PLAIN_HOST.match(url):
        return plain[1]
    try:
        return canonical_host(urlsplit(url).hostname or "")
    except ValueError:
        return ""


def md5(text: str) -> str:
    """A key, not a secret: the legacy tables have always used MD5 of the URL."""
    return hashlib.md5(text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()


def cdi_form(url: str) -> str | None:
    return _legacy_form(url, CDI_SAFE)


def syz_form(url: str) -> str | None:
    form = _legacy_form(url, SYZ_SAFE)
    # Python 2 quoted the tilde, Python 3 does not any more.
    return form.replace("~", "%7E") if form else None


def _legacy_form(url: str, safe: str) -> str | None:
    """Steps 1 to 8 of the crawl database's own canonicalisation; None where it rejects the URL."""
    try:
        scheme, authority, path, query, _ = urlsplit(url)
    except ValueError:
        return None
    if not scheme or not authority:
        return None
    if not path and query:
        path = "/"
    path = quote(unquote_to_bytes(_legacy_dots(path)), safe=safe)
    # The old code sorted the pairs and dropped those without a value.
    query = urlencode(sorted(parse_qsl(query, keep_blank_values=False)), quote_via=quote_plus)
    last_segment = path.rsplit("/", 1)[-1]
    if not query and (not path or (last_segment and "." not in unquote(last_segment))):
        path += "/"
    return urlunsplit((scheme, authority.lower(), path, query, ""))


def _legacy_dots(path: str) -> str:
    if not ("/../" in path or "/./" in path or path.endswith(("/..", "/."))):
        return path
    is_directory = path.endswith(("/", "/..", "/."))
    normal = posixpath.normpath(path)
    return normal + "/" if is_directory and not normal.endswith("/") else normal


def without_userinfo(url: str) -> str:
    """Without user and password. They come from whoever wrote the link; we do not log in."""
    if "@" not in url:
        return url
    scheme, colon, rest = url.partition("://") if "://" in url else ("", "", url)
    authority, slash, path = rest.partition("/")
    return f"{scheme}{colon}{authority.rpartition('@')[2]}{slash}{path}"


def site_of(url: str) -> str:
    """Scheme, host and port: https://www.example.edu"""
    return without_userinfo("/".join(url.split("/", 3)[:3]))
