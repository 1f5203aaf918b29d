"""Hosts, parents and hubs as they are shown: what they are, and what they led to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sheaf.deposit.links.contract import LinkInfo
from sheaf.records import Hub


@dataclass(frozen=True, slots=True)
class HostInfo:
    """A host in a list. `name` is that of the URLs, without a port."""

    name: str
    documents: int


@dataclass(frozen=True, slots=True)
class ParentInfo:
    """A page that led to documents, in a list. `link` is the last look at it, where there was
    one."""

    id: int
    url: str
    host: str
    documents: int
    first_crawl: datetime
    last_crawl: datetime
    is_live: bool
    link: LinkInfo | None = None

    @property
    def state(self) -> str:
        """A LinkState, or unchecked."""
        if self.link is not None:
            return self.link.state.value
        return "unchecked" if self.is_live else "dead"


@dataclass(frozen=True, slots=True)
class Yield:
    """What a host or a page led to: documents, how many of them were ingested and failed (by the
    names of states), how often their works are cited, when they came first and last, and how many
    in each month (2024-05)."""

    documents: int = 0
    states: dict[str, int] = field(default_factory=dict)
    citations: int = 0
    first: datetime | None = None
    last: datetime | None = None
    months: dict[str, int] = field(default_factory=dict)

    @property
    def ingested(self) -> int:
        return self.states.get("ingested", 0)

    @property
    def failed(self) -> int:
        return self.states.get("failed", 0)


@dataclass(frozen=True, slots=True)
class NumberedHub:
    """A hub with its number, by which its page is found."""

    id: int
    hub: Hub
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class ParentPart:
    """A part of a list of parents, the latest first. The next one is asked for with `before`; there
    may be one although this is empty, for no part takes long to find."""

    parents: list[ParentInfo]
    before: int | None = None
