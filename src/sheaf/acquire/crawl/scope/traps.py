"""Parts of the web without end: recognised by what their URLs look like and how many there are.

    calendar           pages of days, months and years, each with a link to the next
    repeating_segments /a/b/a/b/a/b: a relative link that a server answers at any depth
    query_explosion    one path with ever more queries: sort orders, filters, searches
    session_id         one page under ever new session numbers
    endless_depth      a path of more segments than anybody writes

A limit counts different URLs. The numbers are kept in memory for the paths seen last, and no more
than MOST_REMEMBERED of them; they begin anew with each run of a crawl.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from enum import StrEnum

from sheaf.acquire.crawl.scope.candidate_url import CandidateUrl
from sheaf.acquire.crawl.scope.canonicalisation import without_session
from sheaf.crawl_settings import TrapLimits

MOST_REMEMBERED = 200_000


class Trap(StrEnum):
    CALENDAR = "calendar"
    REPEATING_SEGMENTS = "repeating_segments"
    QUERY_EXPLOSION = "query_explosion"
    SESSION_ID = "session_id"
    ENDLESS_DEPTH = "endless_depth"


ONLY_WITH_A_QUERY = frozenset({Trap.QUERY_EXPLOSION, Trap.SESSION_ID})


# A date in the path, from the year on: /2024/05, /2024-05-17, /20240517.
PATH_DATE = re.compile(
    r"(?<![0-9])(?P<year>(?:19|20|21)[0-9]{2})(?P<mark>[-/_.]?)(?:0?[1-9]|1[0-2])"
    r"(?:(?P=mark)(?:0?[1-9]|[12][0-9]|3[01]))?(?![0-9])"
)
# In a query by its name: some names speak of nothing else, others only with a whole date, for
# start=20 is the second page of a list.
QUERY_DATE = re.compile(
    r"(?<![a-z])(?P<name>(?:date|day|month|year|week|yr|mon|cal(?:endar)?)=(?=[0-9])"
    r"|(?:start|end|from|to|d|m|y|t)=(?=[0-9]{4}[-/_.]?[0-9]{2}))"
    r"(?P<value>[0-9]{1,8}(?:[-/_.][0-9]{1,2}){0,2})(?![0-9a-z])",
    re.IGNORECASE,
)
CALENDAR_WORD = re.compile(r"calend|events?\b|month|week|agenda|schedule", re.IGNORECASE)
CENTURIES = ("19", "20", "21")


class Traps:
    """Remembers which URLs it has let pass, so that asking twice counts once."""

    def __init__(self, limits: TrapLimits | None = None) -> None:
        self._limits = limits or TrapLimits()
        self._known = SeenValues()
        self._checks = {
            Trap.ENDLESS_DEPTH: self._endless_depth,
            Trap.REPEATING_SEGMENTS: self._repeating_segments,
            Trap.CALENDAR: self._calendar,
            Trap.SESSION_ID: self._session_id,
            Trap.QUERY_EXPLOSION: self._query_explosion,
        }

    def guard(self, traps: Iterable[Trap]) -> Callable[[CandidateUrl], Trap | None]:
        """A function that names the trap of these which a URL would lead into."""
        wanted = frozenset(traps)
        checks = [(trap, is_one) for trap, is_one in self._checks.items() if trap in wanted]

        # Most URLs are plain, and for those there is less to look at.
        plain = [(trap, is_one) for trap, is_one in checks if trap not in ONLY_WITH_A_QUERY]

        def find_trap(candidate: CandidateUrl) -> Trap | None:
            url = candidate.url
            is_plain = "?" not in url and "=" not in url and "(" not in url
            for trap, is_one in plain if is_plain else checks:
                if is_one(candidate):
                    return trap
            return None

        return find_trap

    def _endless_depth(self, candidate: CandidateUrl) -> bool:
        most = self._limits.segments
        return bool(most) and candidate.url.count("/") - 2 > most and candidate.path_depth > most

    def _repeating_segments(self, candidate: CandidateUrl) -> bool:
        most = self._limits.repeats
        if not most or candidate.url.count("/") - 2 <= most:
            return False
        segments = [segment for segment in candidate.path.split("/") if segment]
        if len(set(segments)) == len(segments):
            return False
        lengths = range(1, len(segments) // (most + 1) + 1)
        return any(_repeats(segments, length) > most for length in lengths)

    def _calendar(self, candidate: CandidateUrl) -> bool:
        """A date in the query, or one in the path of what calls itself a calendar."""
        most = self._limits.calendar_pages
        _, mark, query = candidate.url.partition("?")
        found = QUERY_DATE.search(query) if mark else None
        if found is None:
            found = _calendar_path(candidate.path)
        if found is None or not most:
            return False
        year = found["year"] if "year" in found.re.groupindex else found["value"][:4]
        if self._is_far_ahead(int(year)):
            return True
        shape = PATH_DATE.sub("#", candidate.path) + "?" + QUERY_DATE.sub(r"\g<name>#", query)
        return not self._lets_pass(f"date {candidate.host}{shape}", candidate.url, most, candidate)

    def _is_far_ahead(self, year: int) -> bool:
        ahead = self._limits.calendar_years
        return bool(ahead) and datetime.now(UTC).year + ahead < year < 3000

    def _session_id(self, candidate: CandidateUrl) -> bool:
        most = self._limits.sessions
        if not most or ("=" not in candidate.url and "(" not in candidate.url):
            return False
        stripped = without_session(candidate.url)
        if stripped == candidate.url:
            return False
        return not self._lets_pass(f"session {stripped}", candidate.url, most, candidate)

    def _query_explosion(self, candidate: CandidateUrl) -> bool:
        before, mark, query = candidate.url.partition("?")
        most = self._limits.queries
        if not mark or not most:
            return False
        return not self._lets_pass(before, query, most, candidate)

    def _lets_pass(self, key: str, value: str, most: int, candidate: CandidateUrl) -> bool:
        return self._known.lets_pass(key, value, most, note=not candidate.is_rehearsal)


def _calendar_path(path: str) -> re.Match[str] | None:
    # Most paths have no year in them, and to see that takes a tenth of a pattern.
    if not any(century in path for century in CENTURIES):
        return None
    found = PATH_DATE.search(path)
    return found if found and CALENDAR_WORD.search(path) else None


def _repeats(segments: list[str], length: int) -> int:
    """How often a run of this many segments stands in a row, at the most."""
    best = same = 0
    for at in range(length, len(segments)):
        same = same + 1 if segments[at] == segments[at - length] else 0
        best = max(best, same)
    return best // length + 1


class SeenValues:
    """Which values a key was seen with, as far as its limit; the keys used last are kept."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._values: OrderedDict[str, set[int]] = OrderedDict()
        self._most = most
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def lets_pass(self, key: str, value: str, most: int, *, note: bool) -> bool:
        values = self._values.get(key)
        mark = hash(value)
        if values is None:
            if note:
                self._values[key] = {mark}
                self._grow()
            return True
        if mark in values:
            return True
        if len(values) >= most:
            return False
        if note:
            self._values.move_to_end(key)
            values.add(mark)
            self._grow()
        return True

    def _grow(self) -> None:
        self._count += 1
        while self._count > self._most:
            _, values = self._values.popitem(last=False)
            self._count -= len(values)
