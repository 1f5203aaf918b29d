"""When a schedule submits its job: plain words and cron's five fields, read into moments.

"every night", "every Monday at 6", "weekdays at 7:30", "every 6 hours", "every month on the 1st",
"30 2 * * 1-5", "@daily". Times are those of a time zone. A time that the clocks leave out in spring
comes as much later; one that they repeat in autumn comes once, unless every hour is meant.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sheaf.errors import UsageError

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
NIGHT, MORNING = (2, 0), (6, 0)
ALL_HOURS, ALL_MINUTES = frozenset(range(24)), frozenset(range(60))
ALL_DAYS, ALL_MONTHS, ALL_WEEKDAYS = (
    frozenset(range(1, 32)),
    frozenset(range(1, 13)),
    frozenset(range(7)),
)
SEARCHED_DAYS = 366 * 9  # a 29th of February comes within nine years
EXAMPLES = (
    'Write it like "every night", "every day at 03:30", "every Monday at 6", "every 6 hours", or '
    'as the five fields of cron: "30 3 * * 1".'
)
NAMED = {
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}  # fmt: skip
CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?")
NUMBERED = re.compile(r"(\d{1,4}) (minute|hour|day|week)s?")
ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")


@dataclass(frozen=True, slots=True)
class Times:
    """Minutes, hours and days as cron has them: where both days of the month and days of the week
    are chosen, either will do."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int] = ALL_DAYS
    months: frozenset[int] = ALL_MONTHS
    weekdays: frozenset[int] = ALL_WEEKDAYS
    words: str = ""

    def after(self, moment: datetime, zone: tzinfo, anchor: datetime) -> datetime | None:
        """The first time behind a moment."""
        first = moment.astimezone(zone).date() - timedelta(days=1)
        for distance in range(SEARCHED_DAYS):
            day = first + timedelta(days=distance)
            if self._takes(day):
                found = min((one for one in self._of(day, zone) if one > moment), default=None)
                if found is not None:
                    return found
        return None

    def _takes(self, day: date) -> bool:
        if day.month not in self.months:
            return False
        by_month, by_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        if self.days != ALL_DAYS and self.weekdays != ALL_WEEKDAYS:
            return by_month or by_week
        return by_month and by_week

    def _of(self, day: date, zone: tzinfo) -> Iterator[datetime]:
        folds = (0, 1) if self.hours == ALL_HOURS else (0,)
        for hour in self.hours:
            for minute in self.minutes:
                for fold in folds:
                    local = datetime.combine(day, time(hour, minute, fold=fold), tzinfo=zone)
                    yield local.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Interval:
    """So many seconds apart, counted from when the schedule was made."""

    seconds: int
    words: str = ""

    def after(self, moment: datetime, zone: tzinfo, anchor: datetime) -> datetime | None:
        """The first time behind a moment."""
        passed = int((moment - anchor).total_seconds() // self.seconds)
        return anchor.replace(microsecond=0) + timedelta(seconds=(passed + 1) * self.seconds)


When = Times | Interval


def read_when(given: str) -> When:
    """What was written; UsageError says what is wrong with it."""
    words = " ".join(given.lower().split())
    if words in NAMED:
        return _read_cron(NAMED[words].split(), given)
    fields = words.split(" ")
    if fields[0] and (fields[0][0].isdigit() or fields[0][0] == "*"):
        return _read_cron(fields, given)
    return _read_words(words, given)


def machine_zone() -> tzinfo:
    """The time zone of this machine."""
    name = os.environ.get("TZ", "").lstrip(":")
    if name:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    try:
        with Path("/etc/localtime").open("rb") as file:
            return ZoneInfo.from_file(file, key="local")
    except (OSError, ValueError):
        return UTC


def find_zone(name: str) -> tzinfo:
    """A time zone by its name; the machine's where none is named."""
    if not name:
        return machine_zone()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(
            f"There is no time zone {name!r}.", "Write it like Europe/Berlin, or UTC."
        ) from None


def _wrong(given: str, why: str) -> UsageError:
    return UsageError(f"{given!r}: {why}.", EXAMPLES)


# -- the five fields of cron -------------------------------------------------------------------


def _read_cron(fields: list[str], given: str) -> Times:
    if len(fields) != 5:
        raise _wrong(given, f"cron has five fields, and here are {len(fields)}")
    minutes, hours, days, months, weekdays = fields
    read = Times(
        _read_field(minutes, "minute", 0, 59, given),
        _read_field(hours, "hour", 0, 23, given),
        _read_field(days, "day of the month", 1, 31, given),
        _read_field(months, "month", 1, 12, given),
        frozenset(day % 7 for day in _read_field(weekdays, "day of the week", 0, 7, given)),
        f"at {' '.join(fields)}",
    )
    return _existing(read, given)


def _read_field(field: str, what: str, least: int, most: int, given: str) -> frozenset[int]:
    found: set[int] = set()
    for part in field.split(","):
        span, slash, step = part.partition("/")
        start, dash, end = span.partition("-")
        if span == "*":
            first, last = least, most
        else:
            first = _read_value(start, what, least, most, given)
            last = _read_value(end, what, least, most, given) if dash else first
            if slash and not dash:
                last = most
        if slash and not re.fullmatch("[0-9]*[1-9][0-9]*", step):
            raise _wrong(given, f"the step {step!r} of the {what} is no number above 0")
        if first > last:
            raise _wrong(given, f"the {what} goes from {first} back to {last}")
        found |= set(range(first, last + 1, int(step) if slash else 1))
    return frozenset(found)


def _read_value(text: str, what: str, least: int, most: int, given: str) -> int:
    names = {"month": ("", *MONTHS), "day of the week": DAYS}.get(what, ())
    for number, name in enumerate(names):
        if name and text in (name.lower(), name[:3].lower()):
            return number
    if not (text.isascii() and text.isdecimal()) or not least <= int(text) <= most:
        raise _wrong(given, f"{text!r} is no {what}: it is a number from {least} to {most}")
    return int(text)


def _existing(times: Times, given: str) -> Times:
    if times.after(datetime(2023, 1, 1, tzinfo=UTC), UTC, datetime(2023, 1, 1, tzinfo=UTC)) is None:
        raise _wrong(given, "there is no such day")
    return times


# -- plain words -------------------------------------------------------------------------------


def _read_words(words: str, given: str) -> When:
    words = {"hourly": "every hour", "daily": "every day", "nightly": "every night",
             "weekly": "every week", "monthly": "every month"}.get(words, words)  # fmt: skip
    what, _, clock = words.removeprefix("every ").partition(" at ")
    if found := NUMBERED.fullmatch(what):
        return _every_so_many(int(found[1]), found[2], clock, given)
    if what in ("hour", "minute"):
        if clock:
            raise _wrong(given, f"every {what} has no time of the day")
        every_minute = ALL_MINUTES if what == "minute" else frozenset({0})
        return Times(every_minute, ALL_HOURS, words=f"every {what}")
    default = NIGHT if what in ("day", "night", "month") else MORNING
    hour, minute = _read_clock(clock, default, given)
    at = f"at {hour:02}:{minute:02}"
    only = (frozenset({minute}), frozenset({hour}))
    if what in ("day", "night", "morning", "evening"):
        return Times(*only, words=f"every {what} {at}")
    if what.startswith("month"):
        return _every_month(what, only, at, given)
    weekdays = _read_weekdays(what, given)
    return Times(*only, weekdays=weekdays, words=f"{_weekday_words(weekdays)} {at}")


def _every_so_many(number: int, unit: str, clock: str, given: str) -> When:
    if number == 0:
        raise _wrong(given, f"it cannot be every 0 {unit}s")
    words = f"every {number} {unit}s" if number > 1 else f"every {unit}"
    if unit == "minute" and not clock and 60 % number == 0:
        return Times(frozenset(range(0, 60, number)), ALL_HOURS, words=words)
    if unit == "hour" and not clock and 24 % number == 0:
        return Times(frozenset({0}), frozenset(range(0, 24, number)), words=words)
    if clock:
        raise _wrong(given, f"{words} is counted from now on, without a time of the day")
    seconds = {"minute": 60, "hour": 3600, "day": 86400, "week": 604800}[unit]
    return Interval(number * seconds, words)


def _read_clock(text: str, default: tuple[int, int], given: str) -> tuple[int, int]:
    text = {"noon": "12", "midnight": "0"}.get(text, text)
    if not text:
        return default
    found = CLOCK.fullmatch(text.removesuffix(" o'clock"))
    if found is None:
        raise _wrong(given, f"{text!r} is no time of the day; write 3:30 or 15:30")
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3] and 1 <= hour <= 12:
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    if hour > 23 or minute > 59:
        raise _wrong(given, f"{text!r} is no time of the day: it goes from 0:00 to 23:59")
    return hour, minute


def _every_month(
    what: str, only: tuple[frozenset[int], frozenset[int]], at: str, given: str
) -> Times:
    day = what.removeprefix("month").removeprefix(" on").removeprefix(" the").strip() or "1"
    found = ORDINAL.fullmatch(day.removeprefix("the ").strip())
    if found is None or not 1 <= int(found[1]) <= 31:
        raise _wrong(given, f"{day!r} is no day of a month; write it like: every month on the 1st")
    number = int(found[1])
    return Times(*only, days=frozenset({number}), words=f"on day {number} of every month {at}")


def _read_weekdays(what: str, given: str) -> frozenset[int]:
    if what in ("weekday", "weekdays", "working day", "workday"):
        return frozenset(range(1, 6))
    if what in ("weekend", "weekends"):
        return frozenset({0, 6})
    if what == "week":
        return frozenset({1})
    found = set()
    for word in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+", what):
        names = {name.lower(): number for number, name in enumerate(DAYS)}
        short = {name[:3].lower(): number for number, name in enumerate(DAYS)}
        day = names.get(word.removesuffix("s"), short.get(word))
        if day is None:
            raise _wrong(given, f"{word!r} is no day and no time that is known here")
        found.add(day)
    return frozenset(found)


def _weekday_words(days: frozenset[int]) -> str:
    if days == frozenset(range(1, 6)):
        return "every weekday"
    # A week begins with Monday.
    return "every " + " and ".join(DAYS[day] for day in sorted(days, key=lambda day: day or 7))
