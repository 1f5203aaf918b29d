"""When schedules come: plain words, cron words, what is wrong with them, and clocks that shift."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheaf.errors import UsageError
from sheaf.workers.jobs.when import find_zone, machine_zone, read_when

BERLIN = ZoneInfo("Europe/Berlin")
THURSDAY = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)


def next_times(words, start=THURSDAY, zone=UTC, number=1):
    rule, found = read_when(words), []
    for _ in range(number):
        found.append(rule.after((found or [start])[-1], zone, THURSDAY))
    return [time.strftime("%a %Y-%m-%d %H:%M") for time in found]


@pytest.mark.parametrize(
    ("words", "first", "understood"),
    [
        ("every night", "Fri 2026-11-20 02:00", "every night at 02:00"),
        ("daily", "Fri 2026-11-20 02:00", "every day at 02:00"),
        ("every day at 03:30", "Fri 2026-11-20 03:30", "every day at 03:30"),
        ("Every day at 1 pm", "Thu 2026-11-19 13:00", "every day at 13:00"),
        ("every Monday at 6", "Mon 2026-11-23 06:00", "every Monday at 06:00"),
        ("mondays", "Mon 2026-11-23 06:00", "every Monday at 06:00"),
        ("every Sun and Thu at noon", "Sun 2026-11-22 12:00", "every Thursday and Sunday at 12:00"),
        ("weekdays at 7:30", "Fri 2026-11-20 07:30", "every weekday at 07:30"),
        ("every month on the 1st at 4", "Tue 2026-12-01 04:00", "on day 1 of every month at 04:00"),
        ("every 6 hours", "Thu 2026-11-19 18:00", "every 6 hours"),
        ("every 15 minutes", "Thu 2026-11-19 12:15", "every 15 minutes"),
        ("every hour", "Thu 2026-11-19 13:00", "every hour"),
        ("every 7 hours", "Thu 2026-11-19 19:00", "every 7 hours"),
        ("every 2 days", "Sat 2026-11-21 12:00", "every 2 days"),
        ("30 3 * * 1", "Mon 2026-11-23 03:30", "at 30 3 * * 1"),
        ("0 22 * * mon-wed", "Mon 2026-11-23 22:00", "at 0 22 * * mon-wed"),
        ("*/20 12 * * *", "Thu 2026-11-19 12:20", "at */20 12 * * *"),
        ("0 0 13 * 5", "Fri 2026-11-20 00:00", "at 0 0 13 * 5"),
        ("0 0 29 2 *", "Tue 2028-02-29 00:00", "at 0 0 29 2 *"),
        ("0 0 * * 7", "Sun 2026-11-22 00:00", "at 0 0 * * 7"),
        ("@weekly", "Sun 2026-11-22 00:00", "at 0 0 * * 0"),
    ],
)
def test_words_are_understood(words, first, understood):
    assert next_times(words) == [first]
    assert read_when(words).words == understood


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "is no day and no time"),
        ("now and then", "'now' is no day and no time that is known here"),
        ("every Blursday", "'blursday' is no day"),
        ("every day at 25:00", "goes from 0:00 to 23:59"),
        ("every day at breakfast", "'breakfast' is no time of the day"),
        ("every 0 hours", "it cannot be every 0 hours"),
        ("every 3 days at 5", "without a time of the day"),
        ("every hour at 5", "has no time of the day"),
        ("every 30 seconds", "is no day and no time"),
        ("every month on the 32nd", "is no day of a month"),
        ("1 2 3", "cron has five fields, and here are 3"),
        ("60 * * * *", "'60' is no minute: it is a number from 0 to 59"),
        ("* 5-3 * * *", "the hour goes from 5 back to 3"),
        ("*/0 * * * *", "the step '0' of the minute is no number above 0"),
        ("0 0 31 2 *", "there is no such day"),
        ("0 0 * foo *", "'foo' is no month"),
        ("٣ 2 * * *", "no minute"),
    ],
)
def test_what_is_wrong_is_said(words, why):
    with pytest.raises(UsageError, match=why) as told:
        read_when(words)
    assert "every Monday at 6" in told.value.what_to_do


def test_a_time_that_the_clocks_leave_out_comes_as_much_later():
    """On 2026-03-29 it is never half past two in Berlin."""
    start = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
    times = next_times("every day at 2:30", start, BERLIN, 3)
    assert times == ["Sun 2026-03-29 01:30", "Mon 2026-03-30 00:30", "Tue 2026-03-31 00:30"]


def test_a_time_that_the_clocks_repeat_comes_once_and_every_hour_goes_on():
    start = datetime(2026, 10, 24, 12, 0, tzinfo=UTC)
    times = next_times("every day at 2:30", start, BERLIN, 2)
    assert times == ["Sun 2026-10-25 00:30", "Mon 2026-10-26 01:30"]
    start = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    times = next_times("every hour", start, BERLIN, 4)
    assert times == [f"Sun 2026-10-25 0{hour}:00" for hour in range(4)]


@settings(max_examples=60, deadline=None)
@given(
    words=st.sampled_from(
        ["every night", "every 15 minutes", "0 3 1,15 * mon", "every 7 hours", "every hour"]
    ),
    days=st.floats(0, 5000),
)
def test_times_come_one_behind_the_other_and_none_is_left_out(words, days):
    rule, start = read_when(words), THURSDAY - timedelta(days=days)
    first = rule.after(start, BERLIN, THURSDAY)
    assert first > start
    # Nobody who asks at a moment between is told of another.
    between = start + (first - start) / 2
    assert rule.after(between, BERLIN, THURSDAY) == first
    assert rule.after(first - timedelta(seconds=1), BERLIN, THURSDAY) == first
    assert rule.after(first, BERLIN, THURSDAY) > first


def test_the_zone_is_named_or_the_machines(monkeypatch):
    assert find_zone("Europe/Berlin") == BERLIN
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert machine_zone() == find_zone("") == ZoneInfo("Asia/Tokyo")
    for wrong in ("Europe/Atlantis", "../../etc/passwd"):
        with pytest.raises(UsageError, match="no time zone"):
            find_zone(wrong)
