"""URLs of sources elsewhere, with what is secret in them kept apart from what is written down."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from sheaf.errors import SourceError

SCHEMES = ("http", "https", "s3", "sftp")
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
# Words in the names of query fields that let their bearer in: presigned links, tokens.
SECRET_FIELDS = re.compile(
    r"signature|credential|token|secret|passw|^pass$|pwd|jwt|session|api.?key|access.?key|^sig$|^key$|^auth",
    re.IGNORECASE,
)
KEPT_IN_PATHS = "/*?[]!~@:+,;=()'&$"
GUIDE = "Write http://, https://, s3://BUCKET/KEY or sftp://USER@HOST/PATH."


@dataclass(frozen=True, slots=True)
class Address:
    """`path` is as the store knows it: decoded for sftp, a key for s3, as it stands for http."""

    scheme: str
    host: str
    path: str
    port: int | None = None
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    query: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """How it is written down: one spelling for one place, and nothing secret in it."""
        return self.url_of(self.path)

    def url_of(self, path: str) -> str:
        """The URL of another path of the same store."""
        if self.scheme == "s3":
            return f"s3://{self.host}/{path}"
        if self.scheme == "sftp":
            path = quote(path.encode("utf-8", "surrogateescape"), safe=KEPT_IN_PATHS)
            home = "" if path.startswith("/") else "/~/"
            return f"sftp://{self.authority}{home}{path}"
        return urlunsplit((self.scheme, self.authority, path, hide_secrets(self.query), ""))

    @property
    def authority(self) -> str:
        user = f"{quote(self.user)}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{user}{host}{f':{self.port}' if self.port else ''}"


def is_remote(source: object) -> bool:
    """Whether a source is a URL. A Path never is: it has lost one of the slashes."""
    return isinstance(source, str) and SCHEME.match(source) is not None


def parse(text: str) -> Address:
    found = SCHEME.match(text)
    scheme = found[1].lower() if found else ""
    if scheme not in SCHEMES:
        raise SourceError(f"{scheme}:// is no way to a source.", GUIDE)
    if scheme == "s3":
        return _parse_s3(text[len("s3://") :])
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise SourceError(f"A {scheme} source is no valid URL.", GUIDE) from None
    if not host:
        raise SourceError(f"A {scheme} source names no host.", GUIDE)
    user = unquote(parts.username) if parts.username else None
    password = unquote(parts.password) if parts.password else None
    if scheme == "sftp":
        # The `?` of a pattern is no query here, nor `#` a fragment.
        path = "/" + text.partition("://")[2].partition("/")[2]
        return Address(scheme, host, _path_on_host(path), port, user, password)
    return Address(scheme, host, parts.path or "/", port, user, password, parts.query)


def _parse_s3(rest: str) -> Address:
    bucket, _, key = rest.partition("/")
    if "@" in bucket or ":" in bucket:
        raise SourceError(
            "An s3 URL holds no keys.",
            "Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and write s3://BUCKET/KEY.",
        )
    if not bucket:
        raise SourceError("An s3 source names no bucket.", GUIDE)
    return Address("s3", bucket, key)


def _path_on_host(path: str) -> str:
    """`/~/x` is x in the home of the user; all else starts at the root. Bytes that are no UTF-8
    stay what they are."""
    path = unquote(path, errors="surrogateescape")
    if path.startswith("/~/") or path == "/~":
        return path[3:].rstrip("/") or "."
    return path.rstrip("/") or "/"


def hide_secrets(query: str) -> str:
    fields = parse_qsl(query, keep_blank_values=True)
    if not any(SECRET_FIELDS.search(name) for name, _ in fields):
        return query
    return urlencode([(name, value) for name, value in fields if not SECRET_FIELDS.search(name)])
