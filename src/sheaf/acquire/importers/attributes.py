"""What the user says of files that say little of themselves: as constants, or by their paths.

A constant may hold `{group}`, which stands for what the pattern finds in the path of a file. A
group that has the name of an attribute gives it by itself, and is worth more than the constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import quote

from sheaf import urls
from sheaf.acquire.importers.dates import parse_date
from sheaf.errors import UsageError
from sheaf.patterns import BadPattern, Pattern, TooLongToTry
from sheaf.records import Capture

# What stands in a URL as it is when a path gives a part of it.
SAFE = "/~!$&'()*+,=:@"
GROUP = re.compile(r"\{(\w+)\}")
YEAR_OR_MONTH = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d\d))?", re.ASCII)
MIME_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
GUIDE = "Attributes are time, parent, depth and mime: --attribute time=2011-03-01"


class NoValue(ValueError):  # noqa: N818 - a finding about a word of the user or of a path
    """Why a text is no value of an attribute."""


def parse_time(text: str) -> datetime:
    whole = YEAR_OR_MONTH.fullmatch(text)
    time = parse_date(f"{whole['year']}-{whole['month'] or '01'}-01" if whole else text)
    if time is None:
        raise NoValue("no date such as 2011, 2011-03, 2011-03-01 or 2011-03-01T12:30:00")
    return time


def parse_parent(text: str) -> str:
    try:
        urls.canonical(text)
    except urls.BadUrl:
        raise NoValue("no absolute URL such as http://www.example.edu/papers/") from None
    return text


def parse_depth(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise NoValue("no number of links from 0 to 9999")
    return int(text)


def parse_mime(text: str) -> str:
    if not MIME_TYPE.fullmatch(text):
        raise NoValue("no type such as application/pdf")
    return text


# Each attribute with the field of a capture that it fills.
PARSERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "time": ("time", parse_time),
    "parent": ("parent_url", parse_parent),
    "depth": ("depth", parse_depth),
    "mime": ("mime_type", parse_mime),
}


class Attributes:
    """Made before anything is read, so that wrong words are refused at once."""

    def __init__(
        self, given: Mapping[str, object] | None = None, pattern: str | None = None
    ) -> None:
        values = {name: str(value).strip() for name, value in (given or {}).items()}
        check_names(values)
        self._pattern = make_pattern(pattern) if pattern is not None else None
        groups = self._pattern.groups if self._pattern else ()
        check_groups(values, groups, pattern)
        templates = {name: text for name, text in values.items() if GROUP.search(text)}
        self._constants = {
            PARSERS[name][0]: parse_constant(name, text)
            for name, text in values.items()
            if name not in templates
        }
        own = {name: f"{{{name}}}" for name in PARSERS if name in groups}
        self._templates = own | templates
        self._files = 0
        self._without = 0  # files whose path gives no value, or a wrong one

    def __bool__(self) -> bool:
        return bool(self._constants or self._templates)

    def apply(self, capture: Capture, path: str, told: Collection[str] = ()) -> Capture:
        """The capture of a file with what is said of it; `told` are the fields that its source has
        told itself."""
        if not self:
            return capture
        values = {**self._constants, **self._values_of_path(path)}
        values = {field: value for field, value in values.items() if field not in told}
        if values.get("depth") == 0:
            values["is_seed"] = True
        return replace(capture, **values)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing afterwards: that the paths of some files did not tell."""
        if not self._without:
            return ()
        count = f"{self._without:,} of {self._files:,} files"
        return (f"The attribute pattern found nothing, or no valid value, in the path of {count}.",)

    def _values_of_path(self, path: str) -> dict[str, Any]:
        if self._pattern is None:
            return {}
        self._files += 1
        try:
            found = self._pattern.find(path)
        except TooLongToTry:
            found = None
        groups = found.groupdict() if found else {}
        values, is_valid = {}, found is not None
        for name, template in self._templates.items():
            if any(groups.get(group) is None for group in GROUP.findall(template)):
                continue  # an optional part of the path, which this one has not
            field, parse = PARSERS[name]
            try:
                values[field] = parse(fill(template, groups, is_url=name == "parent"))
            except NoValue:
                is_valid = False
        self._without += not is_valid
        return values


def fill(template: str, groups: Mapping[str, str], *, is_url: bool) -> str:
    def value(group: re.Match[str]) -> str:
        text = groups[group[1]]
        return quote(text, SAFE, "utf-8", "surrogateescape") if is_url else text

    return GROUP.sub(value, template)


def split_attributes(given: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE, as on the command line."""
    values: dict[str, str] = {}
    for text in given:
        name, mark, value = text.partition("=")
        name = name.strip()
        if not mark:
            raise UsageError(f"--attribute {text} is not NAME=VALUE.", GUIDE)
        if name in values:
            raise UsageError(f"--attribute {name} is given twice.", "Give it once.")
        values[name] = value
    return values


def check_names(values: Mapping[str, str]) -> None:
    for name in values:
        if name == "url":
            raise UsageError(
                "--attribute url: the URL of a file is no attribute.",
                "Give --base-url, or a list with the URL of each file.",
            )
        if name not in PARSERS:
            raise UsageError(f"--attribute {name}: there is no such attribute.", GUIDE)


def parse_constant(name: str, text: str) -> Any:
    try:
        return PARSERS[name][1](text)
    except NoValue as finding:
        raise UsageError(f"--attribute {name}={text}: that is {finding}.", GUIDE) from None


def make_pattern(text: str) -> Pattern:
    try:
        return Pattern(text)
    except BadPattern as problem:
        raise UsageError(
            f"--attribute-pattern is no pattern that can be used: {problem}.",
            r"Write a regular expression with named groups: '(?P<time>\d{4}-\d\d-\d\d)/'",
        ) from None


def check_groups(values: Mapping[str, str], groups: Collection[str], pattern: str | None) -> None:
    """Each group has a use, and each use has its group."""
    used = {group for text in values.values() for group in GROUP.findall(text)}
    for group in sorted(used - set(groups)):
        raise UsageError(
            f"--attribute has {{{group}}}, but --attribute-pattern has no group of that name.",
            f"Write (?P<{group}>...) around the part of the path that it stands for.",
        )
    if pattern is not None and not groups:
        raise UsageError(
            f"--attribute-pattern {pattern} has no named group.",
            "Write (?P<time>...) around the part of the path that is the time, say.",
        )
    for group in sorted(set(groups) - used - set(PARSERS)):
        raise UsageError(
            f"--attribute-pattern has the group {group}, which nothing uses.",
            f"Call it time, parent, depth or mime, or use it: --attribute 'parent=.../{{{group}}}'",
        )
