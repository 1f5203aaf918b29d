"""What else a request may carry, as a profile says it: cookies, passwords, headers of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sheaf.acquire.crawl.authority import without_userinfo
from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.visits import Target
from sheaf.crawl_settings import Credential
from sheaf.errors import BadSettingError
from sheaf.urls import host_of


@dataclass(frozen=True, slots=True)
class Ways:
    """Without a profile: none of it, and pages are asked for anew only where they changed."""

    headers: tuple[str, ...] = ()
    referer: bool = False
    range_header: bool = False
    if_none_match: bool = True
    if_modified_since: bool = True
    keep_alive: bool = True
    bind_address: str = ""
    cookies: bool = False
    cookies_from: str = ""
    cookies_to: str = ""
    passwords: Mapping[str, str] = field(default_factory=dict)

    def lines_for(
        self, target: Target, previous: PreviousVisit | None, limit: int
    ) -> tuple[str, ...]:
        """Headers of one request."""
        if previous is None and not self.referer and not self.range_header:
            return ()
        return tuple(self._lines(target, previous, limit))

    def _lines(self, target: Target, previous: PreviousVisit | None, limit: int) -> Iterator[str]:
        if self.referer and target.via:
            yield f"Referer: {without_userinfo(target.via)}"
        if self.range_header:
            yield f"Range: bytes=0-{limit - 1}"
        if previous and self.if_none_match and can_be_sent(previous.etag):
            yield f"If-None-Match: {previous.etag}"
        if previous and self.if_modified_since and can_be_sent(previous.last_modified):
            yield f"If-Modified-Since: {previous.last_modified}"

    def password_for(self, url: str) -> str:
        """user:password where the host of a URL has one."""
        return self.passwords.get(host_of(url), "") if self.passwords else ""


def can_be_sent(text: str) -> bool:
    """Whether a header may hold a text. What a server sent may be in any bytes; sent back in others
    it would mean nothing to it."""
    return bool(text) and text.isascii() and text.isprintable()


def ways_of(profile: Profile) -> Ways:
    told = profile.fetch
    lines = [f"{name}: {value}" for name, value in told.headers.items()]
    if profile.agent.mail:
        lines.append(f"From: {profile.agent.mail}")
    for line in lines:
        if not can_be_sent(line):
            raise BadSettingError(f"{line!r} cannot be a header.", "Keep it to one line of ASCII.")
    return Ways(
        headers=tuple(lines),
        referer=told.referer,
        range_header=told.range_header,
        if_none_match=told.if_none_match,
        if_modified_since=told.if_modified_since,
        keep_alive=told.keep_alive,
        bind_address=told.bind_address,
        cookies=told.cookies,
        cookies_from=told.cookies_from,
        cookies_to=told.cookies_to,
        passwords={one.host.lower(): _password(one) for one in told.credentials},
    )


def _password(one: Credential) -> str:
    """The password is in a file of its own: profiles are shown and passed on."""
    try:
        secret = Path(one.password_file).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadSettingError(
            f"credentials for {one.host}: no password can be read ({problem}).",
            "Write the password into a file, and its path as password_file.",
        ) from None
    return f"{one.user}:{secret}"
