"""What a robots.txt says to one crawler: reading it and matching URLs by RFC 9309.

Where the standard leaves a choice, this does as Google's open parser: misspelt keys are understood,
a missing colon is forgiven, unknown lines change nothing, an allowed index.html allows its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import quote_from_bytes

from sheaf.urls import URL_SAFE, normal_percent

LONGEST_FILE = 500 * 1024
# No URL is longer than an eighth of this; what stands beyond it in a line is not read.
LONGEST_LINE = 2083 * 8
MOST_SITEMAPS = 1000
EVERYONE = "*"
INDEX_PAGE = "/index.html"

LINE_END = re.compile(rb"\r\n?|\n")
# A byte order mark, whole or begun.
MARK = re.compile(rb"\xef(?:\xbb\xbf?)?")
PRODUCT = re.compile(r"[A-Za-z_-]+")
COMPATIBLE = re.compile(r"compatible;\s*([A-Za-z_-]+)")
PATH = re.compile(r"(?:[^/?#]*//)?[^/?#]*([^#]*)")
NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{0,9})?")
KEY_SEPARATORS = str.maketrans("", "", " \t-_")
# Keys without their dashes and spaces. People have written all of these.
KEYS = {
    "useragent": "agent",
    "allow": "allow",
    **dict.fromkeys(
        ("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow"
    ),
    "crawldelay": "delay",
    "sitemap": "sitemap",
}


@dataclass(frozen=True, slots=True)
class RobotsRule:
    """One line that applies; `pattern` is as written, in the encoding of canonical URLs."""

    allows: bool
    pattern: str
    line: int = 0

    def __str__(self) -> str:
        return f"{'Allow' if self.allows else 'Disallow'}: {self.pattern}"


@dataclass(frozen=True, slots=True)
class RuleMatcher:
    """A rule cut at its stars, so that matching is a walk forward and never turns back."""

    rule: RobotsRule
    start: str
    pieces: tuple[str, ...] = ()
    is_whole: bool = False

    @classmethod
    def of(cls, rule: RobotsRule) -> Self:
        pattern = rule.pattern.removesuffix("$")
        is_whole = pattern != rule.pattern and not pattern.endswith("*")
        # A dollar anywhere but at the end is a dollar.
        start, *pieces = pattern.replace("$", "%24").split("*")
        return cls(rule, start, tuple(filter(None, pieces)), is_whole)

    def matches(self, path: str) -> bool:
        if not path.startswith(self.start):
            return False
        if not self.pieces:
            return not self.is_whole or len(path) == len(self.start)
        position = len(self.start)
        for piece in self.pieces[: -1 if self.is_whole else None]:
            position = path.find(piece, position)
            if position < 0:
                return False
            position += len(piece)
        return not self.is_whole or path.endswith(self.pieces[-1], position)


@dataclass(slots=True)
class AgentGroup:
    """The rules for one name; lines for the same name anywhere in the file belong together."""

    rules: list[RobotsRule] = field(default_factory=list)
    delay: float | None = None

    def add(self, kind: str, value: bytes, line: int) -> None:
        if kind == "delay":
            self.delay = _longer_delay(self.delay, value)
        elif value:
            rule = RobotsRule(kind == "allow", _pattern(value), line)
            self.rules.append(rule)
            if rule.allows and rule.pattern.endswith(INDEX_PAGE):
                folder = rule.pattern.removesuffix(INDEX_PAGE) + "/$"
                self.rules.append(RobotsRule(True, folder, line))


@dataclass(frozen=True, slots=True)
class RobotsTxt:
    """What one crawler may fetch of one site."""

    matchers: tuple[RuleMatcher, ...] = ()
    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    @classmethod
    def parse(cls, data: bytes, agent: str) -> Self:
        """The rules for the product `agent`; see `product_of` for a whole User-Agent header."""
        sitemaps: list[str] = []
        groups = _read_groups(data, agent.lower(), sitemaps)
        group = groups.get(agent.lower()) or groups.get(EVERYONE) or AgentGroup()
        # The most specific first, and of two alike the one that allows.
        ordered = sorted(group.rules, key=lambda rule: (-len(rule.pattern), not rule.allows))
        return cls(tuple(map(RuleMatcher.of, ordered)), group.delay, tuple(sitemaps))

    def allows(self, url: str) -> bool:
        rule = self.rule_for(url)
        return rule is None or rule.allows

    def rule_for(self, url: str) -> RobotsRule | None:
        """The rule that decides about a canonical URL, None where no rule speaks of it."""
        path = _path(url)
        if path == "/robots.txt":
            return None
        for matcher in self.matchers:
            if matcher.matches(path):
                return matcher.rule
        return None


def product_of(user_agent: str) -> str:
    """The name in a User-Agent header that rules call a crawler by, in lower case."""
    found = COMPATIBLE.search(user_agent)
    name = found[1] if found else user_agent.partition("/")[0].partition("(")[0]
    return name.strip().lower()


def _read_groups(data: bytes, agent: str, sitemaps: list[str]) -> dict[str, AgentGroup]:
    """The groups that may be ours. Agents named in a row share what follows them."""
    groups: dict[str, AgentGroup] = {}
    named: set[str] = set()
    is_naming = False
    for line, kind, value in _read_lines(data):
        if kind == "agent":
            named = named if is_naming else set()
            is_naming = True
            name = _agent_name(value)
            if name in {agent, EVERYONE}:
                named.add(name)
                groups.setdefault(name, AgentGroup())
        elif kind == "sitemap":
            if value and len(sitemaps) < MOST_SITEMAPS:
                sitemaps.append(value.decode("utf-8", "replace"))
        else:
            is_naming = False
            for name in named:
                groups[name].add(kind, value, line)
    return groups


def _read_lines(data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Number, kind and value of each line that says something known."""
    mark = MARK.match(data)
    lines = LINE_END.split(data[mark.end() if mark else 0 : LONGEST_FILE])
    if len(data) > LONGEST_FILE:
        # Half a rule may forbid far more than the whole one.
        lines.pop()
    for number, line in enumerate(lines, start=1):
        text = line[:LONGEST_LINE].partition(b"#")[0].strip()
        key, colon, value = text.partition(b":")
        if not colon:
            words = text.split()
            if len(words) != 2:
                continue
            key, value = words
        kind = KEYS.get(_plain_key(key))
        if kind:
            yield number, kind, value.strip(b" \t\v\f\0")


def _plain_key(key: bytes) -> str:
    return key.decode("latin-1").lower().translate(KEY_SEPARATORS)


def _agent_name(value: bytes) -> str:
    text = value.decode("latin-1")
    if text[:1] == EVERYONE and (len(text) == 1 or text[1].isspace()):
        return EVERYONE
    name = PRODUCT.match(text)
    return name[0].lower() if name else ""


def _pattern(value: bytes) -> str:
    return normal_percent(quote_from_bytes(value, safe=URL_SAFE))


def _path(url: str) -> str:
    """Path and query of a URL; stars and dollars in it are no signs."""
    found = PATH.match(url)
    path = found[1] if found else ""
    if not path.startswith("/"):
        path = "/" + path
    return path.replace("*", "%2A").replace("$", "%24")


def _longer_delay(delay: float | None, value: bytes) -> float | None:
    """A site that names two delays means the longer one."""
    number = NUMBER.match(value.decode("latin-1"))
    if not number:
        return delay
    return max(float(number[0]), delay or 0.0)
