"""Hosts, domains and URLs whose documents are not wanted."""

from __future__ import annotations

import contextlib
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sheaf import urls
from sheaf.curate.blacklist_files import BlacklistEntry, BlacklistKind, read_entries
from sheaf.errors import BadSettingError
from sheaf.patterns import BadPattern, Pattern, TooLongToTry
from sheaf.records import Candidate, Dropped, Outcome

# No more of a host or URL is looked at than this: some patterns take its length squared. What was
# made from stars does not, and must see where a URL ends.
LONGEST_HOST = 255
LONGEST_URL = 2000
# And if one takes for ever all the same, on a URL made for it, it gets this long.
SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Blacklist:
    """What is on any of the files, each entry with the file it came from. See
    docs/importing/blacklists.md for their forms."""

    hosts: dict[str, str] = field(default_factory=dict)
    domains: dict[str, str] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)
    host_patterns: tuple[BlacklistPattern, ...] = ()
    url_patterns: tuple[BlacklistPattern, ...] = ()

    @classmethod
    def load(cls, *files: str | Path, folder: Path = Path(), is_bounded: bool = False) -> Blacklist:
        """From files named as in `blacklist` of [curate]: FILE or FORM:FILE. One that `is_bounded`
        has no pattern that could take forever, for threads in which no time limit holds."""
        entries = (entry for name in files for entry in read_entries(str(name), folder))
        return cls.of(entries, is_bounded=is_bounded)

    @classmethod
    def of(cls, entries: Iterable[BlacklistEntry], *, is_bounded: bool = True) -> Blacklist:
        """Of entries, wherever they come from."""
        simple: dict[BlacklistKind, dict[str, str]] = {
            BlacklistKind.HOST: {},
            BlacklistKind.DOMAIN: {},
            BlacklistKind.ENDING: {},
        }
        patterns: dict[bool, list[BlacklistPattern]] = {True: [], False: []}
        make = BlacklistPattern.of_bounded if is_bounded else BlacklistPattern.of
        for entry in entries:
            if entry.kind in simple:
                simple[entry.kind].setdefault(entry.value, entry.file)
            else:
                patterns[entry.kind is BlacklistKind.HOST_PATTERN].append(make(entry))
        return cls(
            hosts=simple[BlacklistKind.HOST],
            domains=simple[BlacklistKind.DOMAIN],
            endings=simple[BlacklistKind.ENDING],
            host_patterns=tuple(patterns[True]),
            url_patterns=tuple(patterns[False]),
        )

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        try:
            found = self.find(candidate.capture.url)
        except TooSlow:
            reason = f"the patterns of the blacklist took longer than {SECONDS:g} s on its URL"
            return Dropped(Outcome.TIMED_OUT, reason)
        return candidate if found is None else Dropped(Outcome.BLACKLISTED, found)

    def find(self, url: str) -> str | None:
        """The entry that a URL is on, and its file; None where it is on none."""
        return self._match_host(urls.host_of(url)) or self._match_url(url)

    def _match_host(self, host: str) -> str | None:
        if host in self.hosts:
            return _reason_for(host, self.hosts[host])
        tail = host[-LONGEST_HOST:]
        labels = tail.split(".") if self.domains else []
        for start in range(len(labels)):
            domain = ".".join(labels[start:])
            if domain in self.domains:
                return _reason_for(domain, self.domains[domain])
        for start in range(len(tail)) if self.endings else ():
            if tail[start:] in self.endings:
                return _reason_for(tail[start:], self.endings[tail[start:]])
        return _first_match(self.host_patterns, host[:LONGEST_HOST])

    def _match_url(self, url: str) -> str | None:
        if not self.url_patterns:
            return None
        with contextlib.suppress(urls.BadUrl):  # as it is, then
            url = urls.canonical(url)
        return _first_match(self.url_patterns, url)


def _reason_for(words: str, file: str) -> str:
    return f"{words} is on the blacklist {file}"


@dataclass(frozen=True, slots=True)
class BlacklistPattern:
    """One by one they are quicker than joined into one: most can tell from a letter or two that
    they are not to be found."""

    match: Callable[[str], object]
    entry: BlacklistEntry

    @classmethod
    def of(cls, entry: BlacklistEntry) -> BlacklistPattern:
        compiled = re.compile(entry.value, re.IGNORECASE)
        if entry.kind is not BlacklistKind.IN_URL:
            return cls(compiled.match, entry)
        return cls(lambda url: compiled.search(url[:LONGEST_URL]), entry)

    @classmethod
    def of_bounded(cls, entry: BlacklistEntry) -> BlacklistPattern:
        """What is too long for it counts as found: nobody could say that it is not there."""
        if entry.kind is BlacklistKind.WHOLE_URL:
            return cls.of(entry)
        is_host = entry.kind is BlacklistKind.HOST_PATTERN
        try:
            pattern = Pattern(f"^(?:{entry.value})" if is_host else entry.value, ignore_case=True)
        except BadPattern as problem:
            raise BadSettingError(
                f"The blacklist {entry.file}, line {entry.line}: a crawl cannot use {problem}.",
                "Write a simpler pattern, or entries with stars, which are always quick.",
            ) from None

        def match(text: str) -> bool:
            try:
                return pattern.found_in(text[:LONGEST_URL])
            except TooLongToTry:
                return True

        return cls(match, entry)


def _first_match(patterns: Iterable[BlacklistPattern], text: str) -> str | None:
    if not patterns:
        return None
    with time_limit():
        for pattern in patterns:
            if pattern.match(text):
                entry = pattern.entry
                return f"{entry.words} (line {entry.line}) is on the blacklist {entry.file}"
    return None


class TooSlow(Exception):  # noqa: N818 - no error of the command: it becomes an outcome
    """A pattern that does not come to an end."""


@contextmanager
def time_limit() -> Iterator[None]:
    """The engine of regular expressions heeds signals, and they reach only the main thread.
    Elsewhere there is no limit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)
