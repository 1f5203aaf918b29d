"""The times that archives write: WARC dates of any precision, and ARC's fourteen digits."""

from __future__ import annotations

import re
from datetime import UTC, datetime

UNKNOWN = datetime.fromtimestamp(0, UTC)
DIGITS = re.compile(r"\d+")
# Year, month, day, hour, minute, second: what stands for a part that is not given.
NEUTRAL = (1, 1, 1, 0, 0, 0)


def warc_time(text: str | None) -> datetime:
    """`2008-04-30T20:48:25Z`; WARC 1.1 allows less and more of it. Unreadable: 1970."""
    if not text:
        return UNKNOWN
    try:
        time = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        return _from_parts([int(part) for part in DIGITS.findall(text[:19])])
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def arc_time(text: str) -> datetime:
    """`20080430204825`, with or without seconds, sometimes with milliseconds."""
    if not (text.isascii() and text.isdecimal()) or len(text) < 4:
        return UNKNOWN
    pairs = [text[at : at + 2] for at in range(4, min(len(text) - 1, 14), 2)]
    return _from_parts([int(text[:4]), *map(int, pairs)])


def _from_parts(parts: list[int]) -> datetime:
    if not parts:
        return UNKNOWN
    year, month, day, hour, minute, second = [*parts, *NEUTRAL[len(parts) :]][:6]
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except (ValueError, OverflowError):  # a year of ten digits is too much for C
        return UNKNOWN
