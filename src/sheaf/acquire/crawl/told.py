"""What a crawl was told, kept in its frontier: its name alone is enough to go on with it.

What is told now goes before what was told then. Limits of a single run (pages, bytes, seconds) are
not kept, for a run that was tried with ten pages need not stay so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.frontier import SEEDS
from sheaf.acquire.crawl.profiles import Profile
from sheaf.errors import UsageError
from sheaf.settings import Acquire

# Settings of [acquire] that are the crawl's own where somebody gave them for it.
KEPT_SETTINGS = ("depth", "min_delay", "connections", "contact")
TABLE = "CREATE TABLE IF NOT EXISTS told (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'told'"


@dataclass(frozen=True, slots=True)
class Told:
    """None, and what is empty, was not said."""

    profile: Profile | None = None
    hosts: tuple[str, ...] = ()
    resolve: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    allow_private: bool | None = None
    ignore_nofollow: bool | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def over(self, before: Told) -> Told:
        """This, and what was told before where this says nothing."""
        said = {name: value for name, value in self._said() if name != "settings"}
        settings = {**before.settings, **self.settings}
        return replace(before, **said, settings=settings)

    def _said(self) -> Iterator[tuple[str, Any]]:
        for one in fields(self):
            value = getattr(self, one.name)
            if value is not None and value not in ((), {}):
                yield one.name, value

    def words(self) -> dict[str, str]:
        """By the name of the option that says it."""
        words = {
            "profile": self.profile.name or "of your own" if self.profile else "",
            "host": ", ".join(self.hosts),
            "resolve": ", ".join(f"{name}={at}:{port}" for name, (at, port) in self._places()),
            "allow-private": _yes_or_no(self.allow_private),
            "ignore-nofollow": _yes_or_no(self.ignore_nofollow),
        }
        words |= {name.replace("_", "-"): str(it) for name, it in self.settings.items()}
        return {name: text for name, text in words.items() if text}

    def _places(self) -> list[tuple[str, tuple[str, int]]]:
        return sorted(self.resolve.items())


def told_now(how: Mapping[str, Any], profile: Profile | None, own: Acquire, now: Acquire) -> Told:
    """From the arguments of a crawl; `own` are the library's settings, `now` those of the crawl.
    What differs was given for it, unless `changed` among the arguments says what was."""
    changed = how.get("changed")
    if changed is None:
        said = now.model_fields_set
        changed = {
            name: getattr(now, name)
            for name in KEPT_SETTINGS
            if name in said
            and (name not in own.model_fields_set or getattr(now, name) != getattr(own, name))
        }
    return Told(
        profile=profile,
        hosts=tuple(how.get("hosts") or ()),
        resolve=dict(how.get("resolve") or {}),
        allow_private=how.get("allow_private"),
        ignore_nofollow=how.get("ignore_nofollow"),
        settings={name: changed[name] for name in KEPT_SETTINGS if changed.get(name) is not None},
    )


def told_before(path: Path) -> Told | None:
    """What the frontier has of it; None where there is no frontier, or one of an older version."""
    if not path.is_file() or not path.stat().st_size:
        return None
    with closing(FrontierFile(path, is_reader=True)) as file:
        rows = file.rows("SELECT name, value FROM told") if file.row(HAS_TABLE) else []
    if not rows:
        return None
    try:
        told = {str(name): json.loads(value) for name, value in rows}
        profile = told["profile"]
        return Told(
            profile=None if profile is None else Profile.model_validate(profile),
            hosts=tuple(map(str, told["hosts"])),
            resolve={name: (str(at), int(port)) for name, (at, port) in told["resolve"].items()},
            allow_private=told["allow_private"],
            ignore_nofollow=told["ignore_nofollow"],
            settings={name: told["settings"][name] for name in KEPT_SETTINGS
                      if name in told["settings"]},
        )  # fmt: skip
    except (ValidationError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UsageError(
            f"What {path.stem} was told by another version of Sheaf cannot be read.",
            "Give its options once more, with `--profile` among them, under another --name.",
        ) from None


def keep_told(path: Path, told: Told) -> None:
    """In the frontier, which is there."""
    profile = told.profile.model_dump(mode="json", exclude_defaults=True) if told.profile else None
    values = {one.name: getattr(told, one.name) for one in fields(told)} | {"profile": profile}
    rows = [(name, json.dumps(value)) for name, value in values.items()]
    with closing(FrontierFile(path)) as file, file.transaction() as write:
        write.execute(TABLE)
        write.executemany("INSERT OR REPLACE INTO told VALUES (?, ?)", rows)


def new_seeds(path: Path, seeds: list[str]) -> list[str]:
    """Those that a crawl which is there did not begin with."""
    with closing(FrontierFile(path, is_reader=True)) as file:
        known = {str(url) for (url,) in file.rows(f"SELECT url {SEEDS}")}
    return [url for url in seeds if url not in known]


def taken_over(now: Told, before: Told) -> str:
    """What was not said now and is as it was, in words."""
    said = now.words()
    return "; ".join(f"{name} {text}" for name, text in before.words().items() if name not in said)


def differences(now: Told, before: Told) -> Iterator[str]:
    was, given = before.words(), now.words()
    for name, text in given.items():
        if name == "profile" and now.profile != before.profile:
            is_same = was.get(name) == text
            yield f"{name} {text} (changed)" if is_same else f"{name} {text} (was {was.get(name)})"
        elif name != "profile" and was.get(name) != text:
            yield f"{name} {text} (was {was.get(name, 'not given')})"


def _yes_or_no(answer: bool | None) -> str:
    return "" if answer is None else "yes" if answer else "no"
