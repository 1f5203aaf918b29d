"""Whether a page asks not to be followed: the words of its robots meta tags and headers."""

from __future__ import annotations

import re
from collections.abc import Iterable

FORBIDDING = frozenset({"nofollow", "none"})
# Rules that have a colon of their own; any other word before a colon names a crawler.
WITH_VALUES = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)
SEPARATORS = re.compile(r"[,;\s]+")


def meta_forbids(content: str) -> bool:
    return not FORBIDDING.isdisjoint(SEPARATORS.split(content.lower()))


def header_forbids(headers: Iterable[tuple[bytes, bytes]], agent: str) -> bool:
    """X-Robots-Tag, which may stand several times and may speak to one crawler alone."""
    return any(
        _tag_forbids(value.decode("latin-1").lower(), agent)
        for name, value in headers
        if len(name) == 12 and name.lower() == b"x-robots-tag"
    )


def _tag_forbids(value: str, agent: str) -> bool:
    spoken_to = ""
    for part in value.split(","):
        name, colon, rule = part.strip().partition(":")
        if colon and name not in WITH_VALUES:
            spoken_to = name.strip()
        else:
            rule = name
        if spoken_to in {"", agent, "*"} and meta_forbids(rule.strip()):
            return True
    return False
