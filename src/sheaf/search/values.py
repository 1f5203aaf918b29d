"""Values of fields that are no words: years, numbers, days, and from one to another.

A range has both ends in it. Days are counted in seconds since 1970, as the index has them.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import UTC, datetime

from sheaf.search.fields import Field, Kind
from sheaf.search.question import Range

MOST = 2**62
BRACKETED = re.compile(r"([\[{])\s*(\S+)\s+(?:TO|to|-|,)\s+([^\s\]}]+)\s*([\]}])$")
COMPARED = re.compile(r"(>=|<=|=|>|<|≥|≤)\s*(\S+)$")
NUMBERS = re.compile(r"(\d{1,18})?\s*(?:\.\.|[-–—:])\s*(\d{1,18})?$")
DAYS = re.compile(r"(\d{4}(?:-\d\d?){0,2})?\.\.(\d{4}(?:-\d\d?){0,2})?$")
YEARS = re.compile(r"(\d{4})[-–—](\d{4})$")
NUMBER = re.compile(r"\d{1,18}$")
DAY = re.compile(r"(\d{4})(?:[-/](\d\d?))?(?:[-/](\d\d?))?(?:T.*)?$")

Span = tuple[int, int]  # the first and the last number that a value means
ReadSpan = Callable[[str], Span | None]


def read_range(asked: Field, text: str) -> Range | None:
    """The range that a value means; None where it means none."""
    read = _read_day if asked.kind is Kind.DATE else _read_number
    if found := BRACKETED.match(text):
        return _bracketed(asked.name, found, read)
    if found := COMPARED.match(text):
        return _compared(asked.name, found[1], read(found[2]))
    if span := read(text):
        return Range(asked.name, *_without_bounds(*span))
    for pattern in (DAYS, YEARS) if asked.kind is Kind.DATE else (NUMBERS,):
        found = pattern.match(text)
        if found and (found[1] or found[2]):
            return _between(asked.name, read(found[1] or "*"), read(found[2] or "*"))
    return None


def _between(name: str, low: Span | None, high: Span | None) -> Range | None:
    if low is None or high is None:
        return None
    if low[0] > high[1]:
        low, high = high, low
    return Range(name, *_without_bounds(low[0], high[1]))


def _without_bounds(low: int, high: int) -> tuple[int | None, int | None]:
    return (None if low <= -MOST else low), (None if high >= MOST else high)


def _bracketed(name: str, found: re.Match[str], read: ReadSpan) -> Range | None:
    low, high = read(found[2]), read(found[3])
    if low is None or high is None:
        return None
    first = low[0] if found[1] == "[" or low[0] <= -MOST else low[1] + 1
    last = high[1] if found[4] == "]" or high[1] >= MOST else high[0] - 1
    return Range(name, *_without_bounds(first, last))


def _compared(name: str, sign: str, span: Span | None) -> Range | None:
    if span is None:
        return None
    low, high = span
    bounds: dict[str, tuple[int | None, int | None]] = {
        ">": (high + 1, None),
        ">=": (low, None),
        "≥": (low, None),
        "<": (None, low - 1),
        "<=": (None, high),
        "≤": (None, high),
    }
    return Range(name, *bounds.get(sign, (low, high)))


def _read_number(text: str) -> Span | None:
    if text == "*":
        return -MOST, MOST
    return (int(text), int(text)) if NUMBER.match(text) and text.isascii() else None


def _read_day(text: str) -> Span | None:
    """The first and the last second of a year, a month or a day."""
    if text == "*":
        return -MOST, MOST
    found = DAY.match(text)
    if found is None:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    try:
        last_month = month or 12
        last_day = day or calendar.monthrange(year or 1, last_month)[1]
        first = datetime(year or 1, month or 1, day or 1, tzinfo=UTC)
        last = datetime(year or 1, last_month, last_day, 23, 59, 59, tzinfo=UTC)
    except (ValueError, calendar.IllegalMonthError):
        return None
    return int(first.timestamp()), int(last.timestamp())
