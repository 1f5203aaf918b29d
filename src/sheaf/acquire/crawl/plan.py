"""All that a profile means to the crawler: which URLs, in which order, how read, what kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sheaf.acquire.crawl.fetching.dns import KEPT_SECONDS as DNS_SECONDS
from sheaf.acquire.crawl.fetching.request_options import RequestOptions, read_request_options
from sheaf.acquire.crawl.frontier.frontier import Key
from sheaf.acquire.crawl.links.pdf_queue import PdfReader
from sheaf.acquire.crawl.page_reader import ReadingOptions
from sheaf.acquire.crawl.politeness.robots import KEPT_SECONDS as ROBOTS_SECONDS
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.scope import AnswerRules, Scope
from sheaf.acquire.crawl.scope.priorities import PriorityQueues
from sheaf.acquire.crawl.visits import Target, Visit

DEFAULT_OPTIONS = RequestOptions()


@dataclass(frozen=True, slots=True)
class Plan:
    """`midfetch` is asked about an answer's headers, `keep` about a whole visit. Links of PDF files
    are read where there is a `pdf_reader`."""

    scope: Scope
    queues: PriorityQueues
    reading: ReadingOptions
    request_options: RequestOptions = DEFAULT_OPTIONS
    midfetch: Callable[[Target, str, int | None], bool] | None = None
    keep: Callable[[Visit], bool] | None = None
    sitemaps: bool = False
    redraw: bool = False
    worker_pause: float = 0.0
    tag_sources: bool = True
    pause_at_start: bool = False
    pause_at_finish: bool = False
    robots_seconds: float = ROBOTS_SECONDS
    dns_seconds: float = DNS_SECONDS
    pdf_reader: PdfReader | None = None

    @property
    def waits_when_paused(self) -> bool:
        """Whether more may come though nothing waits: seeds drawn again, or given meanwhile."""
        return self.pause_at_start or self.pause_at_finish or self.redraw


def about_lines(profile: Profile) -> str:
    """Whose profile it is and what for, as lines of a WARC file's first record."""
    about = profile.about
    fields = {
        "isPartOf": profile.name, "description": about.description, "creator": about.operator,
        "publisher": about.organization, "audience": about.audience,
    }  # fmt: skip
    lines = [f"{name}: {' '.join(text.split())}\r\n" for name, text in fields.items() if text]
    return "".join(lines)


def choose_key(profile: Profile) -> Key | None:
    """Under which name the frontier knows a URL; None where it is the URL itself."""
    if not any(profile.canonicalisation.model_dump().values()):
        return None
    keys = profile.seen_keys()
    return lambda url, redirected_from: keys.of(url, redirected_from=redirected_from)


def make_plan(
    profile: Profile,
    hosts: Iterable[str],
    seeds: Iterable[str],
    agent: str,
    *,
    ignore_nofollow: bool | None,
    pdf_reader: Callable[[], PdfReader] | None = None,
    find_on_blacklist: Callable[[str], str | None] | None = None,
) -> Plan:
    reading = ReadingOptions(
        agent,
        profile.robots.nofollow == "ignore" if ignore_nofollow is None else ignore_nofollow,
        profile.link_options(),
        profile.hub_pattern(),
    )
    return Plan(
        scope=profile.make_scope(seeds, hosts, find_on_blacklist),
        queues=profile.priority_queues(),
        reading=reading,
        request_options=read_request_options(profile),
        midfetch=_check_midfetch(profile.midfetch_rules()) if profile.midfetch else None,
        keep=_check_keep(profile.keep_rules()) if profile.keep else None,
        sitemaps=profile.links.sitemaps,
        redraw=profile.seeds.redraw,
        worker_pause=profile.politeness.worker_pause,
        tag_sources=profile.seeds.tag_sources,
        pause_at_start=profile.queues.pause_at_start,
        pause_at_finish=profile.queues.pause_at_finish,
        robots_seconds=profile.robots.hours * 3600,
        dns_seconds=profile.fetch.dns_seconds,
        pdf_reader=pdf_reader() if pdf_reader and profile.links.pdf else None,
    )


def _check_midfetch(rules: AnswerRules) -> Callable[[Target, str, int | None], bool]:
    return lambda target, mime_type, size: (
        rules.verdict(target, mime_type=mime_type, size=size).accepted
    )


def _check_keep(rules: AnswerRules) -> Callable[[Visit], bool]:
    def is_kept(visit: Visit) -> bool:
        mime_type = visit.answer.mime_type if visit.answer else ""
        return rules.verdict(
            visit.target, mime_type=mime_type, size=visit.size, is_hub=visit.is_hub
        ).accepted

    return is_kept
