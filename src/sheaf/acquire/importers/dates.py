"""Dates as crawlers and lists write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

JAVA_DATE = re.compile(
    r"\w{3} (?P<month>\w{3}) (?P<day>\d{1,2}) (?P<time>\d\d:\d\d:\d\d) "
    r"(?P<zone>\S+) (?P<year>\d{4})"
)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905 - reads best
# Hours from UTC of the zones that American servers write; anything else is taken for UTC.
ZONES = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}


def parse_date(text: str) -> datetime | None:
    """2012-05-15 00:00:00[.ffffff], or Wed Aug 22 19:54:32 GMT 2007."""
    try:
        time = datetime.fromisoformat(text)
        return time if time.tzinfo else time.replace(tzinfo=UTC)
    except ValueError:
        return _parse_java_date(text)


def _parse_java_date(text: str) -> datetime | None:
    parts = JAVA_DATE.fullmatch(text)
    if parts is None or parts["month"] not in MONTHS:
        return None
    month = MONTHS.index(parts["month"]) + 1
    zone = timezone(timedelta(hours=ZONES.get(parts["zone"], 0)))
    plain = f"{parts['year']}-{month:02}-{int(parts['day']):02} {parts['time']}"
    try:
        return datetime.fromisoformat(plain).replace(tzinfo=zone)
    except ValueError:
        return None
