"""What a crawl of the command line begins with: its name, its profile, and how that differs from
what the same crawl was told before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.places import checked_frontier, crawl_name, frontier_of
from sheaf.acquire.crawl.profiles import Profile, load_profile, profile_names
from sheaf.acquire.crawl.seeds import checked_seed
from sheaf.acquire.crawl.told import Told, differences, new_seeds, taken_over, told_before
from sheaf.acquire.crawl.wiki.options import check_entry, with_options
from sheaf.errors import UsageError
from sheaf.terminal import counted


@dataclass(frozen=True, slots=True)
class Beginning:
    """`lines` are to be said before it begins."""

    name: str
    profile: Profile
    lines: tuple[str, ...]


def begin(
    library: Path,
    seeds: Sequence[str],
    name: str | None,
    profile: str | None,
    wiki: Mapping[str, Any],
    now: Told,
) -> Beginning:
    """Without a profile, that of the last run of the same crawl, or else the default. Whatever
    cannot be is told here, where nothing has been made yet."""
    is_wiki = any(value is not None for value in wiki.values())
    chosen = _with_wiki(load_profile(profile), wiki) if profile else None
    if name is None:
        begins_at = seeds or (chosen.seeds.urls if chosen else ())
        if is_wiki and not chosen and not begins_at:
            raise _not_a_wiki()
        if not begins_at:
            raise UsageError("There is nothing to crawl.", "Name at least one URL to start from.")
        name = crawl_name(begins_at)
    path = checked_frontier(frontier_of(library, name.removesuffix(".db")))
    before = told_before(path)
    if chosen is None:
        last = before.profile if before else None
        chosen = _with_wiki(last or load_profile(profile_names()[0]), wiki)
    urls = [checked_seed(url) for url in seeds or chosen.seeds.urls]
    if not urls and not path.exists():
        raise UsageError(
            f"There is no crawl called {path.stem} to go on with.",
            "Name a URL to start it from; `sheaf crawl status` lists the crawls there are.",
        )
    check_entry(chosen, urls)
    if profile or is_wiki:
        now = replace(now, profile=chosen)
    lines = _lines(path, now, before, urls if seeds else []) if before else ()
    return Beginning(path.stem, chosen, tuple(lines))


def told_of(how: Mapping[str, Any], settings: Mapping[str, Any]) -> Told:
    """What the options say; those that were not given are None."""
    given = {name: value for name, value in settings.items() if value is not None}
    return Told(settings=given, **{**how, "hosts": tuple(how["hosts"])})


def _lines(path: Path, now: Told, before: Told, seeds: list[str]) -> list[str]:
    lines = []
    is_default = before.profile is not None and before.profile.name == profile_names()[0]
    # Of what is so anyhow nobody need be told.
    if kept := taken_over(now, replace(before, profile=None) if is_default else before):
        lines.append(f"Going on with {path.stem} as before: {kept}.")
    changes = [*differences(now, before)]
    if fresh := new_seeds(path, seeds):
        changes.append(f"{counted(len(fresh), 'seed')} more ({fresh[0]})")
    if changes:
        lines.append(f"Different from its last run: {'; '.join(changes)}.")
    return lines


def _not_a_wiki() -> UsageError:
    return UsageError("-t, -c, -d, -i, -u, -H, -P and -l are for wikis.", "Add --profile wiki.")


def _with_wiki(chosen: Profile, wiki: Mapping[str, Any]) -> Profile:
    if all(value is None for value in wiki.values()):
        return chosen
    if not chosen.wiki.read:
        raise _not_a_wiki()
    return with_options(chosen, **wiki)
