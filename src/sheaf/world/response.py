"""What the simulated web answers, and what it is able to answer: responses and resources."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sheaf.world.papers import Card
from sheaf.world.people import Scholar

CLOSE_MID_BODY = "close_mid_body"  # half of the body, then the connection is gone
SHORT_BODY = "short_body"  # the header promises more bytes than there are

_REASONS = {
    200: "OK",
    301: "Moved Permanently",
    302: "Found",
    404: "Not Found",
    500: "Internal Server Error",
}
_MISSING_BYTES = 1000


@dataclass(frozen=True)
class Response:
    """An answer, with the way in which it goes wrong, if it does."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    delay: float = 0.0  # seconds before the first byte
    fault: str | None = None

    @property
    def reason(self) -> str:
        return _REASONS[self.status]

    @property
    def declared_length(self) -> int:
        """What Content-Length says."""
        return len(self.body) + (_MISSING_BYTES if self.fault == SHORT_BODY else 0)

    @property
    def received(self) -> bytes:
        """The part of the body that reaches a client."""
        return self.body[: len(self.body) // 2] if self.fault == CLOSE_MID_BODY else self.body

    def header(self, name: str) -> str | None:
        return dict(self.headers).get(name)


def respond(body: bytes, mime_type: str, status: int = 200) -> Response:
    return Response(status, (("Content-Type", mime_type),), body)


def as_pdf(body: bytes) -> Response:
    return respond(body, "application/pdf")


def not_found() -> Response:
    return respond(b"<html><body><h1>Not Found</h1></body></html>\n", "text/html", 404)


def redirect(target: str, status: int = 301) -> Response:
    note = f'<html><body>The document is <a href="{target}">here</a>.</body></html>\n'.encode()
    return Response(status, (("Content-Type", "text/html"), ("Location", target)), note)


@dataclass(frozen=True)
class Resource:
    """One URL of the world: the truth about it, and how to make what it serves."""

    url: str
    via: str  # a page that links to it
    kind: str
    make: Callable[[], Response]
    status: int = 200
    allowed: bool = True  # by robots.txt
    reachable: bool = True  # by links that a polite crawler follows
    card: Card | None = None  # the paper it is a copy of
    version: str | None = None
    copy_of: str | None = None
    near_copy: bool = False
    fault: str | None = None
    role: str | None = None  # what a page is for
    about: int | None = None  # the paper that a page or talk presents
    person: Scholar | None = None  # whose homepage it is

    @property
    def path(self) -> str:
        """The path with its query, as it stands in a request."""
        parts = urlsplit(self.url)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
