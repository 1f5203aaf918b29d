"""What is known of links: their states, and what a round of checks has found."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class LinkTable(StrEnum):
    """Of what a link is the address."""

    PARENTS = "parent"
    DOCUMENTS = "document"


class LinkState(StrEnum):
    """A link is dead when it was looked for in vain several times, over several days."""

    LIVE = "live"
    FAILING = "failing"
    DEAD = "dead"
    UNCLEAR = "unclear"
    NOT_ASKED = "not-asked"


LINK_STATE_MEANINGS = {
    LinkState.LIVE: "it answered, or leads elsewhere",
    LinkState.FAILING: "nothing was there; it will be looked for again",
    LinkState.DEAD: "nothing was there, several times over several days",
    LinkState.UNCLEAR: "its server was in trouble or too slow, or asks for a login",
    LinkState.NOT_ASKED: "robots.txt, a blacklist or its address forbid to ask",
}


@dataclass(frozen=True, slots=True)
class LinkInfo:
    """The last look at a link; `words` is an outcome of a fetch."""

    state: LinkState
    status: int | None
    words: str
    attempts: int
    checked: datetime
    next_try: datetime | None
    moved_to: str


@dataclass(slots=True)
class LinkReport:
    """What a round of checks has found. `died` and `revived` count those that changed."""

    checked: int = 0
    states: dict[str, int] = field(default_factory=dict)
    died: int = 0
    revived: int = 0
    # Names without an address are taken for trouble of ours while nobody else answers.
    is_offline: bool = False
