"""Which setting of an order.xml goes where; docs/crawling/profiles.md shows the same as a table.

A setting is known by the class that has it (or the map it stands in) and its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class BadValue(ValueError):  # noqa: N818 - a value of somebody's file, not an error of ours
    """A value that cannot be read."""


UNKNOWN = "a setting that is not known here"


def read_limit(text: str) -> int:
    """Heritrix writes -1 for no limit, where a profile has 0."""
    try:
        return max(0, int(text))
    except ValueError:
        raise BadValue(f"{text!r} is no whole number") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadValue(f"{text!r} is no number") from None


def milliseconds(text: str) -> float:
    return number(text) / 1000


def kilobytes(text: str) -> int:
    return read_limit(text) * 1024


def hours(text: str) -> float:
    return number(text) / 3600


def yes(text: str) -> bool:
    if text not in {"true", "false"}:
        raise BadValue(f"{text!r} is neither true nor false")
    return text == "true"


def no(text: str) -> bool:
    return not yes(text)


def is_positive(text: str) -> bool:
    return read_limit(text) > 0


def robots_policy(text: str) -> str:
    if text not in {"classic", "ignore"}:
        raise BadValue(f"the policy {text} is not known: robots.txt is obeyed")
    return "obey" if text == "classic" else "ignore"


def certificates(text: str) -> bool:
    """`open` and `loose` trust anybody."""
    return text not in {"open", "loose"}


def headers(text: str) -> dict[str, str]:
    found = (line.partition(":") for line in text.splitlines())
    return {name.strip(): value.strip() for name, _, value in found if name.strip()}


Convert = Callable[[str], Any]
PLACES: dict[str, tuple[str, Convert]] = {
    "meta/name": ("name", str),
    "meta/description": ("about.description", str),
    "meta/operator": ("about.operator", str),
    "meta/organization": ("about.organization", str),
    "meta/audience": ("about.audience", str),
    "controller/max-bytes-download": ("limits.bytes", read_limit),
    "controller/max-document-download": ("limits.pages", read_limit),
    "controller/max-time-sec": ("limits.seconds", number),
    "controller/max-toe-threads": ("politeness.connections", read_limit),
    "http-headers/user-agent": ("agent.user_agent", str),
    "http-headers/from": ("agent.mail", str),
    "RobotsHonoringPolicy/type": ("robots.policy", robots_policy),
    "BdbFrontier/delay-factor": ("politeness.delay_factor", number),
    "BdbFrontier/max-delay-ms": ("politeness.max_delay", milliseconds),
    "BdbFrontier/min-delay-ms": ("politeness.min_delay", milliseconds),
    "BdbFrontier/max-retries": ("politeness.retries", read_limit),
    "BdbFrontier/retry-delay-seconds": ("politeness.retry_delay", number),
    "BdbFrontier/preference-embed-hops": ("queues.embeds_first", is_positive),
    "BdbFrontier/total-bandwidth-usage-KB-sec": ("politeness.bandwidth", kilobytes),
    "BdbFrontier/max-per-host-bandwidth-usage-KB-sec": ("politeness.host_bandwidth", kilobytes),
    "BdbFrontier/pause-at-start": ("queues.pause_at_start", yes),
    "BdbFrontier/pause-at-finish": ("queues.pause_at_finish", yes),
    "BdbFrontier/source-tag-seeds": ("seeds.tag_sources", yes),
    "BdbFrontier/queue-total-budget": ("limits.host_pages", read_limit),
    "LowercaseRule/enabled": ("canonicalisation.lowercase", yes),
    "StripUserinfoRule/enabled": ("canonicalisation.strip_userinfo", yes),
    "StripWWWRule/enabled": ("canonicalisation.strip_www", yes),
    "StripWWWNRule/enabled": ("canonicalisation.strip_www", yes),
    "StripSessionIDs/enabled": ("canonicalisation.strip_session_ids", yes),
    "StripSessionCFIDs/enabled": ("canonicalisation.strip_cf_ids", yes),
    "FixupQueryStr/enabled": ("canonicalisation.fixup_query", yes),
    "PreconditionEnforcer/ip-validity-duration-seconds": ("fetch.dns_seconds", number),
    "PreconditionEnforcer/robot-validity-duration-seconds": ("robots.hours", hours),
    "FetchHTTP/timeout-seconds": ("fetch.seconds", number),
    "FetchHTTP/sotimeout-ms": ("fetch.slow_seconds", milliseconds),
    "FetchHTTP/max-length-bytes": ("fetch.bytes", read_limit),
    "FetchHTTP/ignore-cookies": ("fetch.cookies", no),
    "FetchHTTP/load-cookies-from-file": ("fetch.cookies_from", str),
    "FetchHTTP/save-cookies-to-file": ("fetch.cookies_to", str),
    "FetchHTTP/trust-level": ("fetch.check_certificates", certificates),
    "FetchHTTP/accept-headers": ("fetch.headers", headers),
    "FetchHTTP/default-encoding": ("fetch.default_encoding", str.lower),
    "FetchHTTP/send-if-modified-since": ("fetch.if_modified_since", yes),
    "FetchHTTP/send-if-none-match": ("fetch.if_none_match", yes),
    "FetchHTTP/send-connection-close": ("fetch.keep_alive", no),
    "FetchHTTP/send-referer": ("fetch.referer", yes),
    "FetchHTTP/send-range": ("fetch.range_header", yes),
    "FetchHTTP/bind-address": ("fetch.bind_address", str),
    "FetchHTTP/http-bind-address": ("fetch.bind_address", str),
    "ExtractorHTTP/enabled": ("links.headers", yes),
    "ExtractorHTML/enabled": ("links.html", yes),
    "ExtractorHTML/extract-javascript": ("links.javascript", yes),
    "ExtractorHTML/treat-frames-as-embed-links": ("links.frames_are_embeds", yes),
    "ExtractorHTML/ignore-form-action-urls": ("links.forms", no),
    "ExtractorHTML/overly-eager-link-detection": ("links.eager", yes),
    "ExtractorHTML/ignore-unexpected-html": ("links.only_html", yes),
    "ExtractorCSS/enabled": ("links.css", yes),
    "ExtractorJS/enabled": ("links.javascript", yes),
    "ExtractorPDF/enabled": ("links.pdf", yes),
    "LinksScoper/seed-redirects-new-seed": ("seeds.redirects_are_seeds", yes),
}

ON = frozenset({"true"})
OFF = frozenset({"false"})
EMPTY = frozenset({""})
# What Sheaf does in any case, and the values with which Heritrix does it too.
SAME: dict[str, tuple[frozenset[str], str]] = {
    "DecidingScope/enabled": (ON, "the scope is always asked"),
    "DecidingScope/reread-seeds-on-config": (ON, "seeds can be added while a crawl runs"),
    "RobotsHonoringPolicy/masquerade": (OFF, "a crawl goes under one name"),
    "RobotsHonoringPolicy/custom-robots": (EMPTY, "each host's own robots.txt counts"),
    "RobotsHonoringPolicy/user-agents": (EMPTY, "a crawl goes under one name"),
    "BdbFrontier/queue-assignment-policy": (
        frozenset({"org.archive.crawler.frontier.HostnameQueueAssignmentPolicy"}),
        "each host has a queue of its own",
    ),
    "BdbFrontier/force-queue-assignment": (EMPTY, "each host has a queue of its own"),
    "BdbFrontier/recovery-log-enabled": (ON, "the frontier is on disk and survives a crash"),
    "BdbFrontier/hold-queues": (ON, "a host has its turn before the next is taken up"),
    "BdbFrontier/cost-policy": (
        frozenset({"org.archive.crawler.frontier.ZeroCostAssignmentPolicy"}),
        "every URL costs the same",
    ),
    "BdbFrontier/uri-included-structure": (
        frozenset({"org.archive.crawler.util.BdbUriUniqFilter"}),
        "what was seen is known exactly",
    ),
    "Preselector/enabled": (ON, "the scope is asked before each fetch"),
    "Preselector/recheck-scope": (ON, "the scope is asked before each fetch"),
    "Preselector/override-logger": (OFF, "there is one log"),
    "Preselector/block-all": (OFF, "use a rule of the scope"),
    "Preselector/block-by-regexp": (EMPTY, "use a rule of the scope: decide reject, url_regex"),
    "Preselector/allow-by-regexp": (EMPTY, "use a rule of the scope: unless, url_regex"),
    "PreconditionEnforcer/enabled": (ON, "addresses and robots.txt come first"),
    "PreconditionEnforcer/calculate-robots-only": (OFF, "robots.txt is obeyed, not only read"),
    "FetchDNS/enabled": (ON, "names are looked up"),
    "FetchDNS/accept-non-dns-resolves": (OFF, "a name without an address is not fetched"),
    "FetchDNS/digest-content": (ON, "everything has a digest"),
    "FetchDNS/digest-algorithm": (frozenset({"sha1"}), "SHA-1, as in the crawl log"),
    "FetchHTTP/enabled": (ON, "pages are fetched"),
    "FetchHTTP/fetch-bandwidth": (frozenset({"0"}), "use bandwidth or host_bandwidth"),
    "FetchHTTP/use-bdb-for-cookies": (ON, "cookies are bounded in memory"),
    "FetchHTTP/digest-content": (ON, "everything has a digest"),
    "FetchHTTP/digest-algorithm": (frozenset({"sha1"}), "SHA-1, as in the crawl log"),
    "ParentURLAnnotationProcessor/enabled": (ON, "the page with the link is always kept"),
    "CrawlStateUpdater/enabled": (ON, "the frontier keeps count"),
    "LinksScoper/enabled": (ON, "the scope is asked about each link"),
    "LinksScoper/override-logger": (OFF, "there is one log"),
    "LinksScoper/preference-depth-hops": (
        frozenset({"-1"}),
        "what is nearest to a seed comes first; words go to [priorities]",
    ),
    "FrontierScheduler/enabled": (ON, "links go to the frontier"),
    "controller/recover-path": (EMPTY, "the same command goes on with a crawl"),
    "controller/checkpoint-copy-bdbje-logs": (ON, "the frontier is its own checkpoint"),
    "controller/recover-retain-failures": (OFF, "what could not be reached is tried again"),
}

FOLDERS = "a library has its own folders"
MIRROR = "WARC files are written, which keep each URL as it is; mirrors are imported"
MESSAGES = "messages belong to the service that takes submissions, not to the crawl"
NO_MEANING: dict[str, str] = {
    "meta/date": "it says when the file was written",
    "controller/settings-directory": FOLDERS,
    "controller/disk-path": FOLDERS,
    "controller/logs-path": FOLDERS,
    "controller/checkpoints-path": FOLDERS,
    "controller/state-path": FOLDERS,
    "controller/scratch-path": FOLDERS,
    "controller/recorder-out-buffer-bytes": "a buffer of Heritrix's own",
    "controller/recorder-in-buffer-bytes": "a buffer of Heritrix's own",
    "controller/bdb-cache-percent": "there is no Berkeley DB",
    "DecidingScope/seedsfile": "seeds are given to the crawl, or stand in [seeds] urls",
    "BdbFrontier/balance-replenish-amount": "hosts take turns of a fixed length",
    "BdbFrontier/error-penalty-amount": "errors cost a host nothing but the time",
    "BdbFrontier/snooze-deactivate-ms": "a host that rests takes up no memory to speak of",
    "BdbFrontier/target-ready-backlog": "hosts take turns of a fixed length",
    "ExtractorSWF/enabled": "Flash is not read for links any more",
    "MirrorWriterProcessor/*": MIRROR,
    "ARCWriterProcessor/*": "WARC files are written; ARC files are imported",
    "JMSDownloadNotificationProcessor/enabled": MESSAGES,
    "JMSCrawlStatusProcessor/enabled": MESSAGES,
    "CredentialStore/*": "see each credential",
    "StatisticsTracker/*": "the live view is up to date at any moment",
}
