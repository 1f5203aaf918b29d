"""What a crawl profile can set, one typed section for each matter.

The descriptions are the documentation of each value; the shipped files tell them as a story. The
defaults are those of a careful crawl of other people's sites.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from sheaf.acquire.crawl.decode import codec_of
from sheaf.acquire.crawl.scope.patterns import BadPattern, Pattern
from sheaf.settings import PlainLine, Proxy, Spans

Size = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]
# What RFC 9110 calls a token.
HEADER_NAME = re.compile(r"\A[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")
HeaderName = Annotated[str, Field(pattern=HEADER_NAME)]


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class About(Section):
    """Whose profile it is, and what for. Every WARC file begins with it."""

    description: str = Field("", description="What the profile is for, in a sentence.")
    operator: str = Field("", description="Who runs the crawl (`creator` in WARC files).")
    organization: str = Field("", description="On whose behalf (`publisher`).")
    audience: str = Field("", description="For whom.")


class Limits(Section):
    """Where a crawl ends; 0 means without end."""

    pages: Size = Field(0, description="Fetches of a run.")
    redirects: bool = Field(True, description="Whether a redirect counts as one of them.")
    bytes: Size = Field(0, description="Bytes of a run.")
    seconds: Seconds = Field(0.0, description="Seconds of a run.")
    host_pages: Size = Field(0, description="Answers from one host.")
    host_bytes: Size = Field(0, description="Bytes from one host.")


class Seeds(Section):
    """Where a crawl begins."""

    urls: tuple[str, ...] = Field((), description="Seeds where none are given.")
    redirects_are_seeds: bool = Field(
        False, description="The host to which a seed redirects counts as one of the seeds'."
    )
    redraw: bool = Field(
        False,
        description="When nothing is left to fetch and pages are wanted still, the seeds are "
        "fetched again: for a page that leads somewhere else each time.",
    )
    tag_sources: bool = Field(
        True,
        description="The crawl log and the WARC files name the seed from which each URL was come "
        "by.",
    )


class Agent(Section):
    """Who is asking."""

    user_agent: PlainLine = Field("", description="How the crawler names itself; empty for the "
                                  "library's own [acquire] user_agent.")  # fmt: skip
    mail: PlainLine = Field("", description="The From header: an e-mail address, or empty.")


class Robots(Section):
    """What robots.txt says."""

    policy: Literal["obey", "ignore"] = Field(
        "obey", description="`ignore` is for hosts whose keeper agreed, and for loopback."
    )
    nofollow: Literal["obey", "ignore"] = Field("obey", description="Links marked nofollow.")
    hours: Annotated[float, Field(gt=0, le=24)] = Field(
        24.0, description="A robots.txt is good so long; RFC 9309 allows no more than a day."
    )


def one_or_more(value: object) -> object:
    """A list of one may be written without its brackets."""
    return [value] * bool(value) if isinstance(value, str) else value


class Politeness(Section):
    """How long a host is left in peace."""

    min_delay: Seconds = Field(
        1.0, description="Seconds of rest for a host after an answer, at least."
    )
    delay_factor: Seconds = Field(
        5.0, description="A host also rests this many times as long as its last answer took,"
    )
    max_delay: Seconds = Field(30.0, description="but for that no longer than this.")
    max_crawl_delay: Seconds = Field(
        300.0, description="A longer Crawl-delay of a robots.txt is cut to this."
    )
    max_retry_after: Seconds = Field(
        3600.0, description="A busy server is left alone no longer than this."
    )
    connections: Annotated[int, Field(ge=1)] = Field(16, description="Fetches at once, in all.")
    host_connections: Annotated[int, Field(ge=1)] = Field(
        1, description="Fetches at once from one host."
    )
    worker_pause: Seconds = Field(
        0.0,
        description="Seconds that a connection rests after a page, whatever the host; the rest of "
        "the host counts where it is longer.",
    )
    bandwidth: Size = Field(0, description="Bytes a second in all; 0 for no limit.")
    host_bandwidth: Size = Field(0, description="Bytes a second from one host; 0 for no limit.")
    retries: Size = Field(2, description="Times that a fetch that failed is tried again.")
    retry_delay: Seconds = Field(10.0, description="Seconds before it is tried again.")
    quiet_hours: Spans = Field((), description="Spans of the day without any fetch: 08:00-18:30.")


class Credential(Section):
    """The name and password (Basic) that a host is told with each request."""

    host: str = Field(min_length=1, description="The host, and no other.")
    user: PlainLine = Field("", description="The name.")
    password_file: str = Field(description="A file with the password.")


class Fetch(Section):
    """How a page is fetched."""

    seconds: Annotated[float, Field(gt=0)] = Field(
        30.0, description="For one fetch, from the name look-up to the last byte."
    )
    connect_seconds: Annotated[float, Field(gt=0)] = Field(
        15.0, description="Of these, so many for reaching the server."
    )
    slow_bytes: Size = Field(
        50, description="An answer slower than these bytes a second is cut off,"
    )
    slow_seconds: Annotated[float, Field(gt=0)] = Field(
        20.0, description="once it was so for this long."
    )
    bytes: Size = Field(
        50 * 1024**2, description="A longer body is cut there and marked; 0 for no limit."
    )
    cookies: bool = Field(False, description="Cookies are kept, for the run.")
    cookies_from: str = Field("", description="A file of cookies (Netscape's) to begin with.")
    cookies_to: str = Field("", description="A file to which the cookies are written at the end.")
    credentials: tuple[Credential, ...] = Field(
        (), description="Names and passwords: { host, user, password_file }."
    )
    check_certificates: bool = Field(
        True, description="A server whose certificate is not in order is not trusted."
    )
    certificates: str = Field(
        "", description="A file of the authorities to check them with; empty for this machine's."
    )
    headers: dict[HeaderName, PlainLine] = Field(
        {}, description="More headers, sent with every request."
    )
    proxy: Proxy = Field("", description="http://HOST:PORT or socks5h://HOST:PORT, or empty.")
    address_family: Literal["any", "ipv4", "ipv6"] = Field(
        "any", description="The kind of addresses to connect to."
    )
    default_encoding: str = Field(
        "windows-1252", description="Of pages that do not name theirs and are not in UTF-8."
    )
    if_modified_since: bool = Field(True, description="Sent when a page is fetched again.")
    if_none_match: bool = Field(True, description="Sent when a page is fetched again.")
    keep_alive: bool = Field(True, description="A connection is used for more than one request.")
    referer: bool = Field(False, description="The page with the link is named to the server.")
    range_header: bool = Field(False, description="Only the first `bytes` of a body are asked for.")
    bind_address: str = Field("", description="The local address to fetch from, or empty.")
    dns_seconds: Seconds = Field(21600.0, description="The address of a host is good so long.")

    @field_validator("default_encoding")
    @classmethod
    def _is_of_the_web(cls, value: str) -> str:
        if not codec_of(value.lower()):
            raise ValueError(f"{value!r} is no encoding of web pages")
        return value.lower()


class Links(Section):
    """Where links are looked for."""

    headers: bool = Field(True, description="Link, Content-Location and Refresh headers.")
    html: bool = Field(True, description="Web pages.")
    embeds: bool = Field(
        False, description="Pictures, scripts and styles of a page: what is needed to show it."
    )
    frames_are_embeds: bool = Field(
        False, description="A frame is a part of its page (E), and not a link (L)."
    )
    forms: bool = Field(False, description="The addresses of forms, without anything filled in.")
    javascript: bool = Field(False, description="What looks like a URL in scripts (X).")
    css: bool = Field(
        False, description="What style sheets show and import, in files and in pages (E)."
    )
    eager: bool = Field(
        False, description="Attributes that look like URLs, whatever they are called (X)."
    )
    only_html: bool = Field(
        True,
        description="What is called HTML and is something else, by its first bytes or by the name "
        "of a picture, sound or film, is not read.",
    )
    sitemaps: bool = Field(True, description="Sitemaps that robots.txt names.")
    feeds: bool = Field(True, description="RSS and Atom feeds.")
    pdf: bool = Field(True, description="Annotations of PDF documents.")


class Hubs(Section):
    """Pages that lead to documents."""

    pattern: str = Field(
        r"\.(pdf|ps)(\.(gz|z))?$",
        description="A page with a link whose whole URL has this in it is a hub; capitals make "
        "no difference. Empty: no page is.",
    )

    @field_validator("pattern")
    @classmethod
    def _is_bounded(cls, value: str) -> str:
        try:
            Pattern(value, ignore_case=True)
        except BadPattern as problem:
            raise ValueError(str(problem)) from None
        return value


class Queues(Section):
    """In which order the frontier is worked off."""

    embeds_first: bool = Field(
        False, description="What is embedded in pages comes before the links of a host."
    )
    pause_at_start: bool = Field(
        False, description="Each run waits for `sheaf crawl resume` before it begins."
    )
    pause_at_finish: bool = Field(
        False,
        description="When nothing is left to fetch, wait for more seeds (`sheaf crawl add`) and "
        "`sheaf crawl resume`; without more, that ends the run.",
    )


class Write(Section):
    """What is written."""

    compression: Literal["gzip", "zstd"] = Field("gzip", description="Of WARC records.")
    file_bytes: Annotated[int, Field(ge=1)] = Field(
        1_000_000_000, description="A new WARC file begins at this size."
    )
    log: str = Field(
        "",
        description="A file for the messages of a run, a line for each visit; a path within the "
        "library, or a whole one. Empty for none: the terminal shows how it is getting on.",
    )


class Wiki(Section):
    """Articles of a MediaWiki, read and put into tables."""

    read: bool = Field(False, description="Read articles into pages, categories and links.")
    store: str = Field(
        "wiki.db", description="The file they are written to: SQLite, or JSON lines (.jsonl)."
    )
    batch: Annotated[int, Field(ge=1)] = Field(50, description="Rows written at one time.")
    main_namespace: Annotated[tuple[str, ...], BeforeValidator(one_or_more)] = Field(
        ("/wiki/",), description="Paths below which the titles of articles stand."
    )
