"""What else a request carries, by the profile: cookies, passwords, further headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.visits import Target
from sheaf.crawl_settings import Credential
from sheaf.errors import BadSettingError
from sheaf.urls import host_of, without_userinfo


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """By default nothing but the headers that ask only for pages that have changed."""

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

    def header_lines(
        self, target: Target, previous: PreviousVisit | None, limit: int
    ) -> tuple[str, ...]:
        """Headers of one request."""
        if previous is None and not self.referer and not self.range_header:
            return ()
        return tuple(self._header_lines(target, previous, limit))

    def _header_lines(
        self, target: Target, previous: PreviousVisit | None, limit: int
    ) -> Iterator[str]:
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


def read_request_options(profile: Profile) -> RequestOptions:
    fetch = profile.fetch
    lines = [f"{name}: {value}" for name, value in fetch.headers.items()]
    if profile.agent.mail:
        lines.append(f"From: {profile.agent.mail}")
    for line in lines:
        if not can_be_sent(line):
            raise BadSettingError(f"{line!r} cannot be a header.", "Keep it to one line of ASCII.")
    return RequestOptions(
        headers=tuple(lines),
        referer=fetch.referer,
        range_header=fetch.range_header,
        if_none_match=fetch.if_none_match,
        if_modified_since=fetch.if_modified_since,
        keep_alive=fetch.keep_alive,
        bind_address=fetch.bind_address,
        cookies=fetch.cookies,
        cookies_from=fetch.cookies_from,
        cookies_to=fetch.cookies_to,
        passwords={one.host.lower(): _password(one) for one in fetch.credentials},
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
