"""What can be set for a crawl, one typed section for each matter.

A crawl profile says all of it; the sections [crawl.limits], [crawl.politeness], ... of sheaf.toml
override what they set. The descriptions are the documentation of each value; the shipped profiles
tell them as a story. The defaults are those of a careful crawl of other people's sites.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from sheaf.charsets import codec_of
from sheaf.patterns import Pattern
from sheaf.setting_checks import Contact, OneOrMore, PlainLine, Proxy, SettingsSection, Spans

Size = Annotated[int, Field(ge=0, le=2**62)]  # what SQLite can hold
Seconds = Annotated[float, Field(ge=0)]
# What RFC 9110 calls a token.
HEADER_NAME = re.compile(r"\A[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")
HeaderName = Annotated[str, Field(pattern=HEADER_NAME)]
OWN_NAME = "Sheaf/0.1 (+{contact})"
# " (+{contact})", with whatever brackets it stands in.
EMPTY_CONTACT = re.compile(r"(?:(?<!\s)\s++)?[(\[]\+?\{contact\}[)\]]")
# A limit of 0 is none.
WITHOUT_END = 2**62
DOCUMENTS = r"\.(pdf|ps|eps|dvi|docx?|rtf|djvu?)(\.(gz|z|bz2|zip))?$"


def _check_pattern(text: str) -> str:
    Pattern(text, ignore_case=True)  # raises a ValueError that says what is wrong with it
    return text


def _check_charset(name: str) -> str:
    if not codec_of(name.lower()):
        raise ValueError(f"{name!r} is no encoding of web pages")
    return name.lower()


AnyCasePattern = Annotated[str, AfterValidator(_check_pattern)]
Charset = Annotated[str, AfterValidator(_check_charset)]


class AboutSettings(SettingsSection):
    """Whose profile it is, and what for. Every WARC file begins with it."""

    description: str = Field("", description="What the profile is for, in a sentence.")
    operator: str = Field("", description="Who runs the crawl (`creator` in WARC files).")
    organization: str = Field("", description="On whose behalf (`publisher`).")
    audience: str = Field("", description="For whom.")


class LimitSettings(SettingsSection):
    """Where a crawl ends; 0 means without end."""

    pages: Size = Field(0, description="Fetches of a run.")
    redirects: bool = Field(True, description="Whether a redirect counts as one of `pages`.")
    depth: Size | None = Field(
        None,
        examples=[5],
        description="Links followed from a seed, at the most; not set: as the scope's rules say.",
    )
    bytes: Size = Field(0, description="Bytes of a run.")
    seconds: Seconds = Field(0.0, description="Seconds of a run.")
    host_pages: Size = Field(0, description="Answers from one host.")
    host_bytes: Size = Field(0, description="Bytes from one host.")

    @property
    def most_pages(self) -> int:
        return self.pages or WITHOUT_END


class SeedSettings(SettingsSection):
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


class AgentSettings(SettingsSection):
    """Who is asking."""

    contact: Contact = Field(
        "", description="Web page or e-mail of who crawls; required for crawls off this machine."
    )
    user_agent: PlainLine = Field(
        "",
        description=f'How the crawler names itself; {{contact}} is put in. Empty for "{OWN_NAME}".',
    )
    mail: PlainLine = Field("", description="The From header: an e-mail address, or empty.")

    @property
    def header(self) -> str:
        """The User-Agent; where there is no contact, without the brackets that would hold it."""
        name = self.user_agent or OWN_NAME
        if not self.contact:
            name = EMPTY_CONTACT.sub("", name)
        return name.replace("{contact}", self.contact).strip()

    @property
    def without_contact(self) -> str:
        return (self.user_agent or OWN_NAME).replace("{contact}", "")


class RobotsSettings(SettingsSection):
    """What robots.txt says."""

    policy: Literal["obey", "ignore"] = Field(
        "obey", description="`ignore` is for hosts whose keeper agreed, and for loopback."
    )
    nofollow: Literal["obey", "ignore"] = Field("obey", description="Links marked nofollow.")
    hours: Annotated[float, Field(gt=0, le=24)] = Field(
        24.0, description="A robots.txt is good so long; RFC 9309 allows no more than a day."
    )


class PolitenessSettings(SettingsSection):
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
    retry_delay: Seconds = Field(
        10.0, description="Seconds before the first of these; three times as many before the next."
    )
    quiet_hours: Spans = Field((), description="Spans of the day without any fetch: 08:00-18:30.")


class Credential(SettingsSection):
    """The name and password (Basic) that a host is told with each request."""

    host: str = Field(min_length=1, description="The host, and no other.")
    user: PlainLine = Field("", description="The name.")
    password_file: str = Field(description="A file with the password.")


class FetchSettings(SettingsSection):
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
    default_encoding: Charset = Field(
        "windows-1252", description="Of pages that do not name theirs and are not in UTF-8."
    )
    if_modified_since: bool = Field(True, description="Sent when a page is fetched again.")
    if_none_match: bool = Field(True, description="Sent when a page is fetched again.")
    keep_alive: bool = Field(True, description="A connection is used for more than one request.")
    referer: bool = Field(False, description="The page with the link is named to the server.")
    range_header: bool = Field(False, description="Only the first `bytes` of a body are asked for.")
    bind_address: str = Field("", description="The local address to fetch from, or empty.")
    dns_seconds: Seconds = Field(21600.0, description="The address of a host is good so long.")

    @property
    def most_bytes(self) -> int:
        return self.bytes or WITHOUT_END


class LinkSettings(SettingsSection):
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


class HubSettings(SettingsSection):
    """Pages that lead to documents."""

    pattern: AnyCasePattern = Field(
        r"\.(pdf|ps)(\.(gz|z))?$",
        description="A page with a link whose whole URL has this in it is a hub; capitals make "
        "no difference. Empty: no page is.",
    )


class BlacklistSettings(SettingsSection):
    """What is never asked for, beside what the blacklists of [curate] name."""

    files: OneOrMore = Field(
        (),
        description="Files of hosts, domains and URLs (one a line), in the forms that `blacklist` "
        "of [curate] takes; relative to the library.",
    )


class QueueSettings(SettingsSection):
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


class WriteSettings(SettingsSection):
    """What is written."""

    compression: Literal["gzip", "zstd"] = Field(
        "gzip", description="How WARC records are packed; zstd needs the package zstandard."
    )
    file_bytes: Annotated[int, Field(ge=1)] = Field(
        1_000_000_000, description="A new WARC file begins at this size."
    )
    log: str = Field(
        "",
        description="A file for the messages of a run, a line for each visit; a path within the "
        "library, or a whole one. Empty for none: the terminal shows how it is getting on.",
    )


class Canonicalisation(SettingsSection):
    """Which URLs count as the same page."""

    lowercase: bool = Field(False, description="Capitals make no difference, anywhere.")
    strip_userinfo: bool = Field(True, description="user:password@ makes no difference.")
    strip_www: bool = Field(
        False, description="www, www2 and so on make no difference, but for the front page."
    )
    strip_session_ids: bool = Field(
        True, description="jsessionid, phpsessid, sid and ASP's session numbers are left out."
    )
    strip_cf_ids: bool = Field(True, description="ColdFusion's CFID and CFTOKEN are left out.")
    fixup_query: bool = Field(
        True, description="A ? with nothing behind it, and an & too many, are left out."
    )


class TrapLimits(SettingsSection):
    """How much of a thing is still a site, and not a trap; 0 turns a trap's guard off."""

    calendar_pages: int = Field(
        200, ge=0, description="Pages whose URLs differ in a date alone, of one path of a host."
    )
    calendar_years: int = Field(
        3, ge=0, description="A calendar that is further in the future than this has no end."
    )
    repeats: int = Field(
        2, ge=0, description="Times that a segment, or a run of segments, may repeat in a row."
    )
    queries: int = Field(1000, ge=0, description="Different queries of one path of a host.")
    sessions: int = Field(10, ge=0, description="Session numbers under which one page is seen.")
    segments: int = Field(20, ge=0, description="Segments of a path.")


class PaperSettings(SettingsSection):
    """How a link towards a paper is told from any other."""

    hosts: tuple[str, ...] = Field(
        (), description="Domains of publishers, archives and resolvers of names (doi.org)."
    )
    path_regex: AnyCasePattern = Field(
        DOCUMENTS, description="The path of a document; capitals make no difference."
    )
    words: tuple[str, ...] = Field(
        (), description="Words of which one stands in the text of such a link."
    )


class PrioritySettings(SettingsSection):
    """Words that say which links to follow first. Without any, all links are alike."""

    high: tuple[str, ...] = Field((), description="Words of links to follow first; `pub` stands "
                                  "for all words that begin so.")  # fmt: skip
    medium: tuple[str, ...] = Field((), description="Words of links to follow next.")
    read_urls: bool = Field(True, description="Look for the words in the path of the URL as well.")
    documents_first: bool = Field(
        True, description="A link that promises a paper ([papers]) is of high priority."
    )
    decay: int = Field(
        1, ge=0, le=2, description="What a link without any word loses of its page's priority."
    )


class WikiSettings(SettingsSection):
    """Articles of a MediaWiki, read and put into tables."""

    read: bool = Field(False, description="Read articles into pages, categories and links.")
    store: str = Field(
        "wiki.db", description="The file they are written to: SQLite, or JSON lines (.jsonl)."
    )
    batch: Annotated[int, Field(ge=1)] = Field(50, description="Rows written at one time.")
    main_namespace: OneOrMore = Field(
        ("/wiki/",), description="Paths below which the titles of articles stand."
    )


class CrawlSettings(SettingsSection):
    """All that can be set for a crawl, but for the rules of its scope."""

    about: AboutSettings = AboutSettings()
    limits: LimitSettings = LimitSettings()
    seeds: SeedSettings = SeedSettings()
    agent: AgentSettings = AgentSettings()
    robots: RobotsSettings = RobotsSettings()
    politeness: PolitenessSettings = PolitenessSettings()
    fetch: FetchSettings = FetchSettings()
    links: LinkSettings = LinkSettings()
    hubs: HubSettings = HubSettings()
    blacklist: BlacklistSettings = BlacklistSettings()
    queues: QueueSettings = QueueSettings()
    write: WriteSettings = WriteSettings()
    canonicalisation: Canonicalisation = Canonicalisation()
    traps: TrapLimits = TrapLimits()
    papers: PaperSettings = PaperSettings()
    priorities: PrioritySettings = PrioritySettings()
    wiki: WikiSettings = WikiSettings()
