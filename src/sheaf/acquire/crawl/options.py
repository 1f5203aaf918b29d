"""How a crawl is to be run: what is said now, and what its earlier runs were told.

A crawl remembers most of it in its frontier, so that its name alone is enough to go on with it.
What is said now goes before that. Limits of a single run (pages, bytes, seconds) are not
remembered, for a run that was tried with ten pages need not stay so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheaf.acquire.crawl.frontier.remembered import read_remembered, write_remembered
from sheaf.acquire.crawl.places import Importing, frontier_file
from sheaf.acquire.crawl.profiles import PLAIN, Profile
from sheaf.errors import UsageError
from sheaf.settings import Settings, settings_of_command

# Settings of [crawl] that are the crawl's own where somebody gave them for it, with the names
# under which earlier versions have remembered them.
KEPT_SETTINGS = {
    "limits.depth": "depth",
    "politeness.min_delay": "min_delay",
    "politeness.connections": "connections",
    "agent.contact": "contact",
}


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """None, and what is empty, was not said.

    name             of the crawl, which is also that of its files; without one, from its seeds
    profile          scope, order and manners
    settings         more settings of [crawl] for this crawl: {"politeness.min_delay": 2}; the names
                     may begin with crawl. as for --set
    hosts            host names and patterns that the crawl keeps to; without any, the seeds' hosts
    resolve          host names (`name`, `*.suffix`, `*`) that lead to a given address and port
    allow_private    fetch from private and loopback addresses
    ignore_nofollow  follow links marked nofollow
    blacklist        more files of hosts and URLs that are not fetched, beside the library's
    revisit          every URL that was visited is visited once more
    metrics          a file for Prometheus, written anew every few seconds
    importing        "while" it is fetched, "after" that, or "never"
    """

    name: str | None = None
    profile: Profile | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    hosts: Sequence[str] = ()
    resolve: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    allow_private: bool | None = None
    ignore_nofollow: bool | None = None
    blacklist: Sequence[str | Path] = ()
    revisit: bool = False
    metrics: Path | None = None
    importing: str = Importing.WHILE

    def __post_init__(self) -> None:
        if self.profile is not None and not isinstance(self.profile, Profile):
            raise UsageError(
                f"profile={self.profile!r} is no Profile.",
                f"Load it first: sheaf.load_profile({str(self.profile)!r}).",
            )
        if self.importing not in list(Importing):
            words = ", ".join(f'"{each}"' for each in Importing)
            raise UsageError(f"importing={self.importing!r}: it must be one of {words}.")

        named = {key.removeprefix("crawl."): value for key, value in self.settings.items()}
        object.__setattr__(self, "settings", named)

    def default_seeds(self, library: Path, chosen: Settings) -> Sequence[str]:
        """Where the crawl begins if no seeds are given: as its profile or the settings say. One
        that exists has seeds of its own, to which the library's settings add none."""
        if self.name is not None and frontier_file(library, self.name).exists():
            said_now = settings_of_command("crawl").items()
            chosen = Settings().override({f"crawl.{name}": value for name, value in said_now})
        return self.choose_profile(chosen).seeds.urls

    def with_remembered(self, frontier: Path) -> CrawlOptions:
        """These, and what an earlier run of the crawl was told where these say nothing."""
        before = remembered_options(frontier)
        if before is None:
            return self
        unsaid = {
            name: getattr(before, name)
            for name in REMEMBERED
            if getattr(self, name) in (None, (), [], {})
        }
        said = {name: value for name, value in self.settings.items() if value is not None}
        # What --set gives is for one command: it goes before what is kept, and is not kept itself.
        set_now = settings_of_command("crawl")
        kept = {name: value for name, value in before.settings.items() if name not in set_now}
        return replace(self, **unsaid | {"settings": {**kept, **said}})

    def remember(self, frontier: Path) -> None:
        """For the next run, in a frontier that exists."""
        values = {name: getattr(self, name) for name in REMEMBERED}
        values["blacklist"] = [str(name) for name in self.blacklist]
        before = remembered_options(frontier)
        # What --set goes before in this run stays as it was for the next.
        set_now = settings_of_command("crawl").keys() & (before.settings if before else {}).keys()
        values["settings"] = {
            **{name: before.settings[name] for name in set_now if before},
            **self._kept_settings(),
        }
        if self.profile is not None:
            values["profile"] = self.profile.model_dump(mode="json", exclude_defaults=True)
        write_remembered(frontier, values)

    def choose_profile(self, chosen: Settings) -> Profile:
        """The profile, overridden by the library's settings, and these by what is said here."""
        override = {f"crawl.{name}": value for name, value in self.settings.items()}
        return (self.profile or PLAIN).with_settings(
            chosen.override(override, "the options of the crawl").crawl
        )

    def blacklist_files(self, profile: Profile) -> tuple[str, ...]:
        """The crawl's own: those of its profile, and those that were said for it."""
        return (*profile.blacklist.files, *map(str, self.blacklist))

    def describe(self) -> dict[str, str]:
        """What was said, by the name of the option that says it."""
        places = sorted(self.resolve.items())
        words = {
            "profile": self.profile.name or "of your own" if self.profile else "",
            "host": ", ".join(self.hosts),
            "resolve": ", ".join(f"{name}={at}:{port}" for name, (at, port) in places),
            "allow-private": _yes_or_no(self.allow_private),
            "blacklist": ", ".join(_file_name(name) for name in self.blacklist),
            "ignore-nofollow": _yes_or_no(self.ignore_nofollow),
        }
        for name, value in self._kept_settings().items():
            words[name.rpartition(".")[2].replace("_", "-")] = str(value)
        return {name: text for name, text in words.items() if text}

    def _kept_settings(self) -> dict[str, Any]:
        return {name: self.settings[name] for name in KEPT_SETTINGS
                if self.settings.get(name) is not None}  # fmt: skip


# The options that are remembered; the others are for one run.
REMEMBERED = tuple(
    option.name
    for option in fields(CrawlOptions)
    if option.name not in {"name", "revisit", "metrics", "importing"}
)


def remembered_options(frontier: Path) -> CrawlOptions | None:
    """What the frontier has of them; None where there is no frontier, or one without them."""
    try:
        values = read_remembered(frontier)
        if not values:
            return None
        profile, settings = values["profile"], values["settings"]
        return CrawlOptions(
            profile=None if profile is None else Profile.model_validate(profile),
            settings={name: settings[key] for name, old_name in KEPT_SETTINGS.items()
                      for key in (name, old_name) if key in settings},
            hosts=tuple(map(str, values["hosts"])),
            resolve={name: (str(at), int(port)) for name, (at, port) in values["resolve"].items()},
            allow_private=values["allow_private"],
            ignore_nofollow=values["ignore_nofollow"],
            blacklist=tuple(map(str, values.get("blacklist", ()))),
        )  # fmt: skip
    except (ValidationError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UsageError(
            f"What {frontier.stem} was told by another version of Sheaf cannot be read.",
            "Give its options once more, with `--profile` among them, under another --name.",
        ) from None


def describe_kept(now: CrawlOptions, before: CrawlOptions) -> str:
    """What was not said now and is as it was, in words."""
    said, was = now.describe(), before.describe()
    return "; ".join(f"{name} {text}" for name, text in was.items() if name not in said)


def describe_changes(now: CrawlOptions, before: CrawlOptions) -> Iterator[str]:
    was, said = before.describe(), now.describe()
    for name, text in said.items():
        if name == "profile" and now.profile != before.profile:
            is_same = was.get(name) == text
            yield f"{name} {text} (changed)" if is_same else f"{name} {text} (was {was.get(name)})"
        elif name != "profile" and was.get(name) != text:
            yield f"{name} {text} (was {was.get(name, 'not given')})"


def _file_name(blacklist: str | Path) -> str:
    """Of FILE or FORM:FILE."""
    return Path(str(blacklist).rpartition(":")[2]).name


def _yes_or_no(answer: bool | None) -> str:
    return "" if answer is None else "yes" if answer else "no"
