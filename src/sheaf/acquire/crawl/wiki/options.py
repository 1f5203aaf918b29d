"""The options of the crawler of 2018, under their own names, short and long, with their defaults.

    -t numOfThreads     workers
    -c numOfPages       pages
    -d crawlDepth       links followed
    -i crawlInterval    milliseconds that a worker rests after a page
    -u entryUrl         where to begin, and to begin again
    -H crawlHostRegex   hosts of articles
    -P crawlPathRegex   paths of articles
       jdbcUrl          where the articles go
    -l FILE NAME        where the log goes

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
class Option:
    """`names` are what the command line takes; the last stands in for the table's own word."""

    field: str
    names: tuple[str, ...]
    default: int | str
    meaning: str


OPTIONS = (
    Option("threads", ("-t", "--numOfThreads"), 10, "Workers."),
    Option("pages", ("-c", "--numOfPages"), 750_000, "Fetch this many pages."),
    Option("depth", ("-d", "--crawlDepth"), 10, "Follow links this far from an entry page."),
    Option("interval", ("-i", "--crawlInterval"), 500, "Milliseconds a worker rests after a page."),
    Option("entry", ("-u", "--entryUrl"), "https://en.wikipedia.org/wiki/Special:Random",
           "Where to begin, and to begin again when nothing is left to fetch."),
    Option("host", ("-H", "--crawlHostRegex"), "^en.wikipedia.org$", "The hosts of articles."),
    Option("path", ("-P", "--crawlPathRegex"), "^/wiki/[^:]*$", "The paths of articles."),
    Option("store", ("--jdbcUrl",), "wiki.db", "Where articles go: a file, or jdbc:sqlite:FILE."),
    Option("log", ("-l", "--logFile"), "", "A file for the log; without one, the terminal."),
)  # fmt: skip


def with_options(
    profile: Profile,
    *,
    threads: int | None = None,
    pages: int | None = None,
    depth: int | None = None,
    interval: int | None = None,
    entry: str | None = None,
    host: str | None = None,
    path: str | None = None,
    store: str | None = None,
    log: str | None = None,
) -> Profile:
    """The profile with what was given; None leaves a thing as it is."""
    for option, value, least in (
        ("-t", threads, 1), ("-c", pages, 1), ("-d", depth, 0), ("-i", interval, 0),
    ):  # fmt: skip
        if value is not None and value < least:
            raise UsageError(f"{option} {value}: it must be {least} or more.")
    changed = profile.with_depth(depth) if depth is not None else profile
    seconds = None if interval is None else interval / 1000
    sections: dict[str, dict[str, object]] = {
        "limits": {"pages": pages},
        "politeness": {"connections": threads, "worker_pause": seconds},
        "seeds": {"urls": None if entry is None else (entry,)},
        "wiki": {"store": store, "main_namespace": _folder_of(path)},
        "write": {"log": log},
    }
    updates = {
        name: getattr(changed, name).model_copy(update=given)
        for name, values in sections.items()
        if (given := {key: value for key, value in values.items() if value is not None})
    }
    rules = tuple(_with_patterns(rule, host, path) for rule in changed.scope)
    return changed.model_copy(update=updates | {"scope": rules})


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
            f"Name the hosts of the wiki with -H '{wanted}'.",
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
