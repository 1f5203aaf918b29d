"""The delay between requests to a host, and after which delay a request is repeated."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from email.utils import parsedate_to_datetime

from sheaf.acquire.crawl.visits import Answer, Cut, Failure, FetchOutcome
from sheaf.crawl_settings import PolitenessSettings
from sheaf.errors import BadSettingError

TOO_MANY_REQUESTS = 429
BUSY_STATUSES = frozenset({TOO_MANY_REQUESTS, 503})
# Statuses of a server, or of a gateway before it, that is in trouble; they pass.
TEMPORARY_STATUSES = frozenset({500, 502, 504})
TEMPORARY_FAILURES = frozenset(
    {FetchOutcome.UNREACHABLE, FetchOutcome.TIMED_OUT, FetchOutcome.BROKEN_RESPONSE}
)
GROWTH = 3.0


class Politeness:
    """Reads the settings; keeps no state but the hours in which nothing is fetched."""

    def __init__(self, settings: PolitenessSettings) -> None:
        self._settings = settings
        self.quiet_hours = QuietHours(settings.quiet_hours)

    def delay_after(self, seconds: float, size: int, crawl_delay: float) -> float:
        """The pause after an answer that took so long and was so large."""
        chosen = self._settings
        adapted = min(chosen.delay_factor * seconds, chosen.max_delay)
        by_size = size / chosen.host_bandwidth if chosen.host_bandwidth else 0.0
        asked = min(crawl_delay, chosen.max_crawl_delay)
        return max(chosen.min_delay, adapted, asked, by_size)

    def requested_pause(self, answer: Answer) -> float | None:
        """The pause that a busy server asks for; None where it does not say."""
        if answer.status not in BUSY_STATUSES:
            return None
        seconds = retry_after(answer.header("Retry-After"), datetime.now(UTC))
        return None if seconds is None else min(seconds, self._settings.max_retry_after)

    def retry_delay(self, result: Answer | Failure, tries: int) -> float | None:
        """The pause before the next try, longer each time; None where there is none."""
        if tries > self._settings.retries or not is_temporary(result):
            return None
        wanted = self.requested_pause(result) if isinstance(result, Answer) else None
        if wanted is not None:
            return wanted
        return self.back_off(tries)

    def back_off(self, tries: int) -> float:
        grown: float = self._settings.retry_delay * GROWTH ** (tries - 1)
        return min(grown, self._settings.max_retry_after)


def is_temporary(result: Answer | Failure) -> bool:
    """Whether another try may end better. What came too slowly to be whole would come so again."""
    if isinstance(result, Failure):
        return result.outcome in TEMPORARY_FAILURES
    return result.status in BUSY_STATUSES | TEMPORARY_STATUSES or result.cut is Cut.DISCONNECT


def retry_after(value: str, now: datetime) -> float | None:
    """The header's two forms, a number of seconds or a date; None for anything else."""
    if value.isascii() and value.isdigit():
        return float(value[:10])
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, OverflowError):  # a year of eleven digits is a number to it
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())


class QuietHours:
    """Hours of the day, by the clock of this machine, in which nothing is fetched: 08:00-18:30."""

    def __init__(self, spans: Iterable[str]) -> None:
        self._spans = [_read_span(text) for text in spans]

    def seconds_left(self, now: datetime | None = None) -> float:
        """Until the quiet is over; 0 where it is not quiet."""
        if not self._spans:
            return 0.0
        left = 0.0
        now = now or datetime.now()  # noqa: DTZ005 - by the clock on this wall
        for begin, end in self._spans:
            clock = now.time()
            is_quiet = begin <= clock < end if begin < end else clock >= begin or clock < end
            if is_quiet:
                over = datetime.combine(now.date(), end, now.tzinfo)
                over += timedelta(days=over <= now)
                left = max(left, (over - now).total_seconds())
        return left


def _read_span(text: str) -> tuple[time, time]:
    try:
        begin, end = (time.fromisoformat(part.strip()) for part in text.split("-"))
        if begin.tzinfo or end.tzinfo:
            raise ValueError("the clock of this machine has no zone")
    except ValueError:
        raise BadSettingError(
            f"quiet_hours: {text!r} is no span of time.", "Write it as 08:00-18:30."
        ) from None
    return begin, end
