"""Profiles read from files: the shipped ones by name, anybody's by path. TOML, as a rule:

    extends = "scholarly"      # another profile: a name, or a path beside this file

What the file says replaces what the other says, value by value. Rules are the exception: they are
added to the other's, before its closing rules (`closing = true`), which are about what has no end
and keep the last word. A rule that is to go before those as well is a closing rule itself; one
without a condition begins the story anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheaf.acquire.crawl.profiles.heritrix.csx import is_csx_heritrix, read_csx_heritrix
from sheaf.acquire.crawl.profiles.heritrix.order_xml import read_order_xml
from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.crawl_settings import CrawlSettings
from sheaf.errors import BadSettingError, SourceError, UnknownSettingError, UsageError
from sheaf.settings import Settings

SHIPPED = ("scholarly", "wiki", "submission", "focused")
RULE_LISTS = ("scope", "midfetch", "keep")
ABOUT_A_RULE = frozenset({"decide", "story", "name", "hop", "closing"})
LARGEST_FILE = 4 * 1024**2
LONGEST_CHAIN = 10
# A byte order mark and blanks.
BEFORE_XML = b"\xef\xbb\xbf \t\r\n"
Rules = list[dict[str, Any]]
WHERE_IT_STANDS = "See docs/crawling/profiles.md for what a profile may say."


def profile_names() -> tuple[str, ...]:
    """The shipped profiles, the default first."""
    return SHIPPED


def load_profile(name: str | Path) -> Profile:
    """A shipped profile by its name, or one of your own by the path of its file: TOML, or the
    order.xml or csx-heritrix.xml of a Heritrix 1."""
    return read_profile(name)[0]


def read_profile(name: str | Path) -> tuple[Profile, list[str]]:
    """The same, with a line for each setting of a Heritrix that has no place in a profile."""
    data, where, _ = _read(name, None)
    if not data.lstrip(BEFORE_XML).startswith(b"<"):
        values, where = _read_values(name, None, chain=())
        return _validate(values, where), []
    with name_file(where):
        return _read_xml(data, where)


@contextmanager
def name_file(where: str) -> Iterator[None]:
    """The readers of XML know only its format; what is wrong is told of the file."""
    try:
        yield
    except (BadSettingError, SourceError) as problem:
        words = str(problem) if where in str(problem) else f"{where}: {problem}"
        raise type(problem)(words, problem.what_to_do) from None


def _read_xml(data: bytes, where: str) -> tuple[Profile, list[str]]:
    if not is_csx_heritrix(data):
        reading = read_order_xml(data)
        return reading.profile, [
            f"{where}: {setting.path} = {setting.value!r} is not used: {setting.note}"
            for setting in reading.not_mapped
        ]
    # It is about the crawls of submissions, and of a profile it only says which pages are hubs.
    csx = read_csx_heritrix(data)
    notes = [f"{where}: {path} = {value!r} is not used" for path, value in csx.not_mapped]
    return csx.lay_over(load_profile("submission")), notes


def with_default_profile(chosen: Settings) -> Settings:
    """For people: what holds in a crawl that has no other profile, in the sections [crawl.*]."""
    default = load_profile(SHIPPED[0]).with_settings(chosen.crawl)
    sections = {name: getattr(default, name) for name in CrawlSettings.model_fields}
    return chosen.model_copy(update={"crawl": CrawlSettings.model_construct(**sections)})


def shipped_text(name: str) -> str:
    """A shipped profile as it stands in its file: the best start for one of your own."""
    return resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def _read_values(name: str | Path, beside: Path | None, chain: tuple[str, ...]) -> tuple[Any, str]:
    """What a file says, laid over what it extends."""
    data, where, folder = _read(name, beside)
    if where in chain or len(chain) >= LONGEST_CHAIN:
        raise BadSettingError(f"{where}: it extends itself.", "Take out one of the `extends`.")
    try:
        values = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadSettingError(f"{where} is not valid TOML: {problem}", WHERE_IT_STANDS) from None
    base = values.pop("extends", None)
    # Checked on its own first, so that a message names the file where the mistake stands.
    _validate(values, where)
    if base is None:
        return values, where
    if not isinstance(base, str):
        raise BadSettingError(f"{where}: extends: write the name of one profile.", WHERE_IT_STANDS)
    below, _ = _read_values(base, folder, (*chain, where))
    return _lay_over(below, values), where


def _read(name: str | Path, beside: Path | None) -> tuple[bytes, str, Path | None]:
    """A file, what it is called in messages, and the folder that paths in it start from."""
    if isinstance(name, str) and name in SHIPPED:
        return shipped_text(name).encode(), name, None
    path = Path(name) if beside is None else beside / name
    is_path = isinstance(name, Path) or "/" in name or name.endswith((".toml", ".xml"))
    if not is_path:
        raise UsageError(
            f"There is no profile {name!r}.",
            f"There are {', '.join(SHIPPED)}; or give the path of a file (NAME.toml, order.xml).",
        )
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise UsageError(
            f"The profile {path} cannot be read: {problem.strerror}.",
            f"Shipped profiles are {', '.join(SHIPPED)}.",
        ) from None
    if len(data) > LARGEST_FILE:
        raise BadSettingError(f"{path} is too large for a profile.", WHERE_IT_STANDS)
    return data, str(path), path.parent


def _lay_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        if key in RULE_LISTS:
            merged[key] = _join_rules(below.get(key, []), value)
        elif isinstance(value, dict) and isinstance(below.get(key), dict):
            merged[key] = below[key] | value
        else:
            merged[key] = value
    return merged


def _join_rules(below: Rules, above: Rules) -> Rules:
    """A rule without a condition speaks of every URL, so nothing that was told before it counts."""
    starts = [at for at, rule in enumerate(above) if not rule.keys() - ABOUT_A_RULE]
    if starts:
        return above[starts[-1] :]
    ends = [rule for rule in (*below, *above) if rule.get("closing")]
    return [rule for rule in (*below, *above) if not rule.get("closing")] + ends


def _validate(values: Any, where: str) -> Profile:
    try:
        return Profile.model_validate(values)
    except ValidationError as problem:
        first = problem.errors()[0]
        name = _place(first["loc"])
        if first["type"] == "extra_forbidden":
            raise UnknownSettingError(
                f"{where}: a crawl profile has no {name!r}.", WHERE_IT_STANDS
            ) from None
        words = first["msg"].removeprefix("Value error, ")
        raise BadSettingError(f"{where}: {name}: {words}.", WHERE_IT_STANDS) from None


def _place(loc: tuple[int | str, ...]) -> str:
    """scope.3.hosts is for machines; people count rules from one."""
    parts = [f"rule {part + 1}" if isinstance(part, int) else part for part in loc]
    return ".".join(parts)
