"""The nouns of a crawl: a target is visited, a server answers, the visit ends in one outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sheaf.records import Link
from sheaf.urls import host_of, resolve

REDIRECTS = frozenset({301, 302, 303, 307, 308})


class FetchOutcome(StrEnum):
    """How a URL of the frontier ended, each in exactly one of these (docs/crawling.md)."""

    FETCHED = "fetched"
    TOO_LARGE = "too_large"
    REDIRECT = "redirect"
    BAD_STATUS = "bad_status"
    TIMED_OUT = "timed_out"
    BROKEN_RESPONSE = "broken_response"
    UNCHANGED = "unchanged"
    UNWANTED = "unwanted"
    TLS_FAILED = "tls_failed"
    UNREACHABLE = "unreachable"
    ROBOTS_FORBIDDEN = "robots_forbidden"
    ROBOTS_UNAVAILABLE = "robots_unavailable"
    REFUSED_ADDRESS = "refused_address"
    OUT_OF_SCOPE = "out_of_scope"
    BLACKLISTED = "blacklisted"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    BAD_URL = "bad_url"
    # Never written down as an end: what waits when a run is over waits for one of these reasons.
    HOST_LIMIT = "host_limit"
    PAGE_LIMIT = "page_limit"
    WAITING = "waiting"


FETCH_MEANINGS: dict[FetchOutcome, str] = {
    FetchOutcome.FETCHED: "a whole answer with a status from 200 to 299",
    FetchOutcome.TOO_LARGE: "the same, cut off at the largest size allowed",
    FetchOutcome.REDIRECT: "it leads to another URL, which enters the crawl",
    FetchOutcome.BAD_STATUS: "any other status",
    FetchOutcome.TIMED_OUT: "not done in the time allowed, or too slow",
    FetchOutcome.BROKEN_RESPONSE: "not HTTP, or the connection was lost",
    FetchOutcome.UNCHANGED: "visited again: the server says so, or the body is the same",
    FetchOutcome.UNWANTED: "broken off after its headers: of a type or size the profile refuses",
    FetchOutcome.TLS_FAILED: "the certificate is not in order, or no protocol in common",
    FetchOutcome.UNREACHABLE: "no such name, or nobody answers; tried again in the next run",
    FetchOutcome.ROBOTS_FORBIDDEN: "robots.txt says no",
    FetchOutcome.ROBOTS_UNAVAILABLE: "no robots.txt to be had; tried again in the next run",
    FetchOutcome.REFUSED_ADDRESS: "it leads into a private network",
    FetchOutcome.OUT_OF_SCOPE: "a seed or a redirect that the rules keep out",
    FetchOutcome.BLACKLISTED: "on a blacklist, so it was not asked for",
    FetchOutcome.TOO_MANY_REDIRECTS: "one redirect too many in a row",
    FetchOutcome.BAD_URL: "not a URL of the web",
    FetchOutcome.HOST_LIMIT: "still waiting: its host has given all that it is to give",
    FetchOutcome.PAGE_LIMIT: "still waiting: the run has fetched all the pages it was to",
    FetchOutcome.WAITING: "still waiting: the run was stopped, or another limit met",
}
# Nothing came of these, and it need not stay so: the next run of the same crawl tries them again.
TRIED_AGAIN = frozenset({FetchOutcome.UNREACHABLE, FetchOutcome.ROBOTS_UNAVAILABLE})
# A body that came and may hold links.
WITH_LINKS = frozenset({FetchOutcome.FETCHED, FetchOutcome.TOO_LARGE, FetchOutcome.UNCHANGED})


class RunEnd(StrEnum):
    """Why a run of a crawl has ended."""

    DONE = "done"
    STOPPED = "stopped"
    PAGES = "pages"
    BYTES = "bytes"
    SECONDS = "seconds"


RUN_END_WORDS = {
    RunEnd.STOPPED: "somebody ended the run",
    RunEnd.PAGES: "the run has fetched all the pages it was to (--pages, or pages in [limits])",
    RunEnd.BYTES: "the run has fetched all the bytes it was to (bytes in [limits])",
    RunEnd.SECONDS: "the time of the run was over (seconds in [limits])",
    RunEnd.DONE: "what waits is of hosts that have given all that they are to give",
}


# The hop from a robots.txt to the sitemap it names, in the letters of Heritrix.
SITEMAP = "M"
LEVELS = 1000


def level_of(priority: int, depth: int) -> int:
    """The rank of a URL among those of its host; the lowest is the next to be fetched."""
    return priority * LEVELS + min(depth, LEVELS - 1)


class Cut(StrEnum):
    """Why a body is not whole, in the words of the WARC field WARC-Truncated."""

    NOT = ""
    LENGTH = "length"
    TIME = "time"
    DISCONNECT = "disconnect"


@dataclass(frozen=True, slots=True)
class Target:
    """A URL of the frontier with how it was come by; `hops` is Heritrix's path of L and R.

    Of a host's URLs those of the lowest `priority` are fetched first, and among these the ones
    nearest to a seed. `id` is the URL's number in the frontier, 0 before it is there.
    """

    url: str
    depth: int = 0
    via: str | None = None
    anchor_text: str = ""
    hops: str = ""
    seed: str = ""
    redirects: int = 0
    priority: int = 0
    id: int = 0

    @property
    def host(self) -> str:
        return host_of(self.url)

    def target_of_link(self, link: Link, hop: str = "L", priority: int = 0) -> Target:
        return Target(
            url=link.url,
            depth=link.depth,
            via=link.parent_url,
            anchor_text=link.anchor_text,
            hops=self.hops + hop,
            seed=self.seed,
            priority=priority,
        )

    def target_of_redirect(self, url: str) -> Target:
        """A redirect costs no depth, so its chain is counted apart."""
        return Target(
            url=url,
            depth=self.depth,
            via=self.url,
            hops=self.hops + "R",
            seed=self.seed,
            redirects=self.redirects + 1,
            priority=self.priority,
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a URL is not asked for: its end, and what decided that, where more can be said."""

    outcome: FetchOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer. The code is Heritrix's for the crawl log."""

    outcome: FetchOutcome
    code: int
    began: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server sent, as it sent it: nothing is decoded but the transfer encoding."""

    url: str
    status: int
    status_line: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    request: bytes
    address: str
    began: datetime
    seconds: float
    cut: Cut = Cut.NOT
    protocol: str = "http/1.1"
    _named: dict[bytes, bytes] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The first of a name counts; headers are asked for often enough to be worth a dictionary.
        named = {name.lower(): value for name, value in reversed(self.headers)}
        object.__setattr__(self, "_named", named)

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        value = self._named.get(name.lower().encode())
        return value.decode("utf-8", "replace").strip() if value else ""

    @property
    def mime_type(self) -> str:
        return self.header("Content-Type").partition(";")[0].strip().lower()

    @property
    def redirect_url(self) -> str | None:
        location = self.header("Location")
        if self.status in REDIRECTS and location:
            return resolve(self.url, location)
        return None

    @property
    def outcome(self) -> FetchOutcome:
        if self.cut is Cut.TIME:
            return FetchOutcome.TIMED_OUT
        if self.cut is Cut.DISCONNECT:
            return FetchOutcome.BROKEN_RESPONSE
        if self.redirect_url:
            return FetchOutcome.REDIRECT
        if not 200 <= self.status < 300:
            return FetchOutcome.BAD_STATUS
        return FetchOutcome.TOO_LARGE if self.cut is Cut.LENGTH else FetchOutcome.FETCHED


@dataclass(frozen=True, slots=True)
class Visit:
    """A target that came to its end.

    `found` are the targets it led to, `outlinks` all links of the page, within the crawl and
    without, one line each; `hub_links` of them match `hub_pattern`: it is a hub. What `is_written`
    has its records in the WARC files; `trouble` is an error of ours in reading the page.
    `annotations` are the links of a PDF file: where to, the words under it, on which page. `reason`
    is what the outcome alone does not say: why nothing was asked for, or that some links of the
    page, `unread_links`, were too many to be read.
    """

    target: Target
    outcome: FetchOutcome
    result: Answer | Failure | None = None
    found: tuple[Target, ...] = ()
    tries: int = 1
    outlinks: tuple[str, ...] = ()
    hub_pattern: str = ""
    hub_links: int = 0
    unread_links: int = 0
    is_written: bool = True
    trouble: str = ""
    annotations: tuple[tuple[str, str, str], ...] = ()
    reason: str = ""

    @property
    def answer(self) -> Answer | None:
        return self.result if isinstance(self.result, Answer) else None

    @property
    def size(self) -> int:
        return len(self.result.body) if isinstance(self.result, Answer) else 0

    @property
    def is_hub(self) -> bool:
        """Whether it leads to what is sought."""
        return bool(self.hub_pattern)

    @property
    def was_tried(self) -> bool:
        """Whether a server was asked, or could not be reached; else there was no need to."""
        return self.result is not None
