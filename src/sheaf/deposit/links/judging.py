"""What a look at a link says about it, after what was known: a pure function."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sheaf.acquire.crawl.link_checks.contract import LinkAnswer, LinkFinding
from sheaf.deposit.links.contract import LinkState

DEAD_AFTER_LOOKS = 3
DEAD_AFTER = timedelta(days=3)
# After the first look in vain the next is tomorrow, then two days later.
PAUSES = (timedelta(days=1), timedelta(days=2))
AFTER_TROUBLE = timedelta(days=1)
# A job that runs every night must not miss its links by a minute.
EARLY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept of a link between looks."""

    state: LinkState = LinkState.UNCLEAR
    attempts: int = 0
    first_failure: datetime | None = None
    next_try: datetime | None = None


def judge(before: Known | None, answer: LinkAnswer, now: datetime) -> Known:
    known = before or Known()
    if answer.finding is LinkFinding.LIVE:
        return Known(LinkState.LIVE)
    if answer.finding in {LinkFinding.GONE, LinkFinding.NO_NAME}:
        return _after_a_look_in_vain(known, now)
    if answer.finding is LinkFinding.NOT_ASKED:
        return Known(LinkState.NOT_ASKED, known.attempts, known.first_failure)
    # Trouble says nothing new about one that was not found before.
    is_missing = known.state in {LinkState.FAILING, LinkState.DEAD}
    state = known.state if is_missing else LinkState.UNCLEAR
    return Known(state, known.attempts, known.first_failure, now + AFTER_TROUBLE - EARLY)


def _after_a_look_in_vain(known: Known, now: datetime) -> Known:
    first, attempts = known.first_failure or now, known.attempts + 1
    is_dead = attempts >= DEAD_AFTER_LOOKS and now - first >= DEAD_AFTER - 3 * EARLY
    if is_dead or known.state is LinkState.DEAD:
        return Known(LinkState.DEAD, attempts, first)
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    return Known(LinkState.FAILING, attempts, first, now + pause - EARLY)
