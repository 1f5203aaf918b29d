"""The options of the crawler of 2018, for the profile of a wiki, as `sheaf crawl wiki` has them.

A worker's rest is not a host's: the host's politeness counts where it asks for more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.acquire.crawl.scope import Rule
from sheaf.errors import UsageError
from sheaf.patterns import BadPattern, Pattern
from sheaf.urls import host_of

ARTICLES_RULE = "articles"
# The beginning of ^/wiki/[^:]*$, up to what is a pattern. It says nothing where the last folder
# may be missing, or another one follows in brackets.
PLAIN_FOLDER = re.compile(r"\^(/(?:(?:[\w~-]|\\?\.)+/)*+)(?![?*+{|]|\((?!\?[!=]))")


@dataclass(frozen=True, slots=True)
class WikiOptions:
    """None leaves a thing as the profile has it.

    -t  --numOfThreads     threads   workers
    -c  --numOfPages       pages     fetch this many pages
    -d  --crawlDepth       depth     links followed from an entry page
    -i  --crawlInterval    interval  milliseconds that a worker rests after a page
    -u  --entryUrl         entry     where to begin, and to begin again when nothing is left
    -H  --crawlHostRegex   host      the hosts of articles
    -P  --crawlPathRegex   path      the paths of articles
        --jdbcUrl          store     where articles go: a file, or jdbc:sqlite:FILE
    -l  --logFile          log       a file for the log
    """

    threads: int | None = None
    pages: int | None = None
    depth: int | None = None
    interval: int | None = None
    entry: str | None = None
    host: str | None = None
    path: str | None = None
    store: str | None = None
    log: str | None = None


def with_wiki_options(profile: Profile, wiki: WikiOptions) -> Profile:
    """The profile of a wiki with what was given."""
    if not profile.wiki.read:
        raise UsageError(
            f"The profile {profile.name} is not for wikis.", "Add --profile wiki, or leave it out."
        )
    for option, value, least in (
        ("-t", wiki.threads, 1), ("-c", wiki.pages, 1), ("-d", wiki.depth, 0),
        ("-i", wiki.interval, 0),
    ):  # fmt: skip
        if value is not None and value < least:
            raise UsageError(f"{option} {value}: it must be {least} or more.")
    updates: dict[str, dict[str, object]] = {}
    for name, setting in wiki_settings(wiki).items():
        section, _, key = name.partition(".")
        updates.setdefault(section, {})[key] = setting
    sections = {
        section: getattr(profile, section).model_copy(update=values)
        for section, values in updates.items()
    }
    rules = tuple(_with_patterns(rule, wiki.host, wiki.path) for rule in profile.scope)
    return profile.model_copy(update=sections | {"scope": rules})


def wiki_settings(wiki: WikiOptions) -> dict[str, object]:
    """Those of the options that are settings of [crawl], by their names there."""
    values = {
        "wiki.read": True,
        "limits.pages": wiki.pages,
        "limits.depth": wiki.depth,
        "politeness.connections": wiki.threads,
        "politeness.worker_pause": None if wiki.interval is None else wiki.interval / 1000,
        "seeds.urls": None if wiki.entry is None else (wiki.entry,),
        "wiki.store": wiki.store,
        "wiki.main_namespace": _folder_of(wiki.path),
        "write.log": wiki.log,
    }
    return {name: value for name, value in values.items() if value is not None}


def check_entry(profile: Profile, seeds: Sequence[str]) -> None:
    """Where no page to begin at is on a host of articles, no article would ever be read."""
    patterns = [
        rule.host_regex for rule in profile.scope if rule.name == ARTICLES_RULE and rule.host_regex
    ]
    hosts = [host_of(url) for url in seeds]
    if not profile.wiki.read or not hosts or not patterns:
        return
    if not any(Pattern(one).found_in(host) for one in patterns for host in hosts):
        wanted = "^" + re.escape(hosts[0]) + "$"
        raise UsageError(
            f"{seeds[0]} is not on a host of articles: those are like {patterns[0]}.",
            f"Name the hosts of the wiki: sheaf crawl wiki -u {seeds[0]} -H '{wanted}'.",
        )


def _folder_of(path: str | None) -> tuple[str, ...] | None:
    """Where the titles of articles stand, as far as the pattern of their paths says it plainly."""
    found = PLAIN_FOLDER.match(path or "")
    return (found[1].replace("\\", ""),) if found else None


def _with_patterns(rule: Rule, host: str | None, path: str | None) -> Rule:
    if rule.name != ARTICLES_RULE:
        return rule
    given = {"host_regex": ("-H", host), "path_regex": ("-P", path)}
    update = {name: text for name, (_, text) in given.items() if text is not None}
    for option, text in given.values():
        try:
            Pattern(text or "")
        except BadPattern as problem:
            raise UsageError(f"{option}: {problem}.", "Write a simpler pattern.") from None
    return rule.model_copy(update=update)
