"""What is asked of links, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LinkFinding(StrEnum):
    """What one look at a link says. Only `gone` and `no_name` speak for its death, and one look is
    not enough for that."""

    LIVE = "live"
    GONE = "gone"  # the server says that there is nothing
    NO_NAME = "no-name"  # the host has no address; or we have no network
    UNCLEAR = "unclear"  # in trouble, too slow, or not for us
    NOT_ASKED = "not-asked"  # robots.txt, a blacklist or the address forbid it


@dataclass(frozen=True, slots=True)
class LinkToCheck:
    """`key` is whatever the asker knows it by."""

    key: int
    url: str


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """`words` is an outcome of a fetch, `moved_to` where a redirect leads."""

    key: int
    url: str
    finding: LinkFinding
    words: str
    status: int | None = None
    moved_to: str = ""
