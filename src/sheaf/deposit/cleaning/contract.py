"""What cleaning answers with: what goes, for which reasons, and how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

Report = Callable[[int], None]


class ParentReason(StrEnum):
    """Why a page that led to documents is of no use for the next crawl."""

    BLACKLISTED = "blacklisted"
    NO_DOCUMENTS = "no-documents"
    DEAD = "dead"


PARENT_REASON_MEANINGS = {
    ParentReason.BLACKLISTED: "its host or URL is on a blacklist",
    ParentReason.NO_DOCUMENTS: "no document of the catalogue came from it",
    ParentReason.DEAD: "its link was checked and found dead",
}


@dataclass(frozen=True, slots=True)
class UselessDocument:
    """A document that failed to be ingested, from a blacklisted place; `entry` says from which."""

    id: int
    url: str
    host: str
    sha1: str
    size: int
    entry: str


@dataclass(frozen=True, slots=True)
class UselessParent:
    """A page that led to documents, and the first reason why it goes."""

    id: int
    url: str
    reason: ParentReason


@dataclass(slots=True)
class CleanReport:
    """What a cleaning took out, or would take out, and by which run. `groups` are hosts of
    documents, or reasons of parents; `kept` are those that stay, where they were counted."""

    run: int | None = None
    removed: int = 0
    bytes: int = 0
    kept: int | None = None
    groups: dict[str, int] = field(default_factory=dict)

    def count(self, group: str, size: int = 0) -> None:
        self.removed += 1
        self.bytes += size
        self.groups[group] = self.groups.get(group, 0) + 1

    @property
    def largest_groups(self) -> dict[str, int]:
        """The most frequent first."""
        return dict(sorted(self.groups.items(), key=lambda item: (-item[1], item[0])))
