"""How a crawl of the command line starts: its name, its profile, and what is said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.crawl.frontier.remembered import find_new_seeds
from sheaf.acquire.crawl.options import (
    CrawlOptions,
    describe_changes,
    describe_kept,
    remembered_options,
)
from sheaf.acquire.crawl.places import check_frontier, crawl_name, frontier_file
from sheaf.acquire.crawl.profiles import load_profile, profile_names
from sheaf.acquire.crawl.seeds import check_seed
from sheaf.acquire.crawl.wiki.options import (
    WikiOptions,
    check_entry,
    wiki_settings,
    with_wiki_options,
)
from sheaf.errors import UsageError
from sheaf.settings import load
from sheaf.terminal import plural


def prepare_crawl(
    library: Path, seeds: Sequence[str], options: CrawlOptions, wiki: WikiOptions | None = None
) -> tuple[CrawlOptions, list[str]]:
    """The options with name and profile, and lines to be said before the crawl begins. Without a
    profile it is that of the crawl's last run, or else the default. Whatever cannot be is told
    here, where nothing has been made yet."""
    settings = load(library)
    if options.name is not None:
        options = replace(options, name=options.name.removesuffix(".db"))
    default = load_profile("wiki" if wiki else profile_names()[0])
    if wiki is not None:
        named = {name: value for name, value in options.settings.items() if value is not None}
        options = replace(options, settings={**wiki_settings(wiki), **named})
        if options.profile is not None:
            options = replace(options, profile=with_wiki_options(options.profile, wiki))
    first = options.profile or (default if wiki else None)
    begins_at = seeds or replace(options, profile=first).default_seeds(library, settings)
    if options.name is None and not begins_at:
        raise UsageError("There is nothing to crawl.", "Name at least one URL to start from.")
    name = crawl_name(begins_at) if options.name is None else options.name
    frontier = check_frontier(frontier_file(library, name))
    before = remembered_options(frontier)
    if options.profile is not None:
        profile = options.profile
    else:
        last = before.profile if before else None
        profile = last or default
        if wiki is not None:
            profile = with_wiki_options(profile, wiki)
    options = replace(options, name=name)
    begins_at = seeds or replace(options, profile=profile).default_seeds(library, settings)
    urls = [check_seed(url) for url in begins_at]
    if not urls and not frontier.exists():
        raise UsageError(
            f"There is no crawl called {name} to go on with.",
            "Name a URL to start it from; `sheaf crawl status` lists the crawls there are.",
        )
    check_entry(profile, urls)
    said = replace(options, profile=profile) if options.profile or wiki else options
    lines = _compare(frontier, said, before, urls if seeds else []) if before else []
    return replace(options, profile=profile), lines


def _compare(
    frontier: Path, now: CrawlOptions, before: CrawlOptions, seeds: list[str]
) -> list[str]:
    lines = []
    is_default = before.profile is not None and before.profile.name == profile_names()[0]
    # Of what is so anyhow nobody need be told.
    if kept := describe_kept(now, replace(before, profile=None) if is_default else before):
        lines.append(f"Going on with {frontier.stem} as before: {kept}.")
    changes = [*describe_changes(now, before)]
    if fresh := find_new_seeds(frontier, seeds):
        changes.append(f"{plural(len(fresh), 'seed')} more ({fresh[0]})")
    if changes:
        lines.append(f"Different from its last run: {'; '.join(changes)}.")
    return lines
