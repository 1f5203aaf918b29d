"""One request and what comes of it: the answer as it came, or why there is none."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

import pycurl

from sheaf.acquire.addresses import AddressGuard, RefusedAddress
from sheaf.acquire.crawl.fetching.body_budget import BodyBudget
from sheaf.acquire.crawl.fetching.curl_handles import LONGEST_HEAD, classify_failure, make_handle
from sheaf.acquire.crawl.fetching.dns import Route
from sheaf.acquire.crawl.fetching.request_options import RequestOptions
from sheaf.acquire.crawl.visits import Answer, Cut, Failure, FetchOutcome
from sheaf.crawl_settings import CrawlSettings
from sheaf.urls import without_userinfo

NO_ANSWER_CODES = {FetchOutcome.REFUSED_ADDRESS: -5001, FetchOutcome.UNWANTED: -5000}
DEFAULT_PORTS = {"http": 80, "https": 443}
BLANK = (b"\r\n", b"\n")
STATUS_LINE = re.compile(rb"HTTP/[0-9](?:\.[0-9])? +([0-9]{3})(?![0-9])", re.IGNORECASE)
# WARC files are passed on, and passwords are not.
SECRET = re.compile(rb"^(?:proxy-)?authorization:[^\n]*\n", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Request:
    """`limit` is the longest body; `headers` are further lines to send, such as If-None-Match.

    `is_wanted` is asked with type and length once the headers are there; the length may be unknown.
    One that `is_head` asks for the headers alone.
    """

    url: str
    route: Route
    limit: int
    headers: tuple[str, ...] = ()
    password: str = ""
    is_wanted: Callable[[str, int | None], bool] | None = None
    is_head: bool = False

    def along(self, route: Route) -> Request:
        """The same by another way."""
        return replace(self, route=route)


class Transfer:
    """A connection's work on one request: what has come so far, so that nothing of it is lost.

    Its handle is used again for the next request, with everything that is the same for all set.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        guard: AddressGuard,
        user_agent: str,
        options: RequestOptions,
        budget: BodyBudget,
    ) -> None:
        self._guard = guard
        self._budget = budget
        self.lines = [f"User-Agent: {user_agent}", "Accept: */*", "Accept-Encoding: gzip"]
        self.lines += options.headers
        self.curl = make_handle(settings, options)
        self._request_sent: bytes = b""
        if options.cookies or options.passwords:  # libcurl adds lines of its own then
            self.curl.setopt(pycurl.VERBOSE, 1)
            self.curl.setopt(pycurl.DEBUGFUNCTION, self._record_request)
        self.curl.setopt(pycurl.HTTPHEADER, self.lines)
        self.curl.setopt(pycurl.WRITEFUNCTION, self._take_body)
        self.lines_in: list[bytes] = []
        self._checks_headers = False
        self.curl.setopt(pycurl.HEADERFUNCTION, self.lines_in.append)
        self.curl.setopt(pycurl.PREREQFUNCTION, self._check)
        self._has_proxy = bool(settings.fetch.proxy)
        self._sent = self.lines
        self._is_head = False
        self.token: object = None

    def begin(self, request: Request, token: object) -> None:
        self.request, self.token = request, token
        self.lines_in.clear()
        self.address = ""
        self.body = bytearray()
        self.is_too_long = self.has_waited = False
        self.refusal: FetchOutcome | None = None
        self.asked = 0
        self._request_sent = b""
        self.began, self.clock = datetime.now(UTC), time.monotonic()
        self._set(request)

    def _set(self, request: Request) -> None:
        curl, route = self.curl, request.route
        curl.setopt(pycurl.URL, without_userinfo(request.url))
        if route.override:
            address, port = route.override
            bracketed = f"[{address}]" if ":" in address else address
            curl.setopt(pycurl.CONNECT_TO, [f"::{bracketed}:{port}"])
        elif not self._has_proxy:
            curl.setopt(pycurl.CONNECT_TO, [])
            parts = urlsplit(request.url)
            port = parts.port or DEFAULT_PORTS.get(parts.scheme, 80)
            known = ",".join(f"[{one}]" if ":" in one else one for one in route.addresses)
            curl.setopt(pycurl.RESOLVE, [f"+{parts.hostname}:{port}:{known}"])
        if request.is_head != self._is_head:
            self._is_head = request.is_head
            curl.setopt(pycurl.NOBODY if request.is_head else pycurl.HTTPGET, 1)
        if request.password:
            curl.setopt(pycurl.USERPWD, request.password)
        else:
            curl.unsetopt(pycurl.USERPWD)
        if request.is_wanted and not self._checks_headers:
            self._checks_headers = True
            curl.setopt(pycurl.HEADERFUNCTION, self._take_header)
        lines = [*self.lines, *request.headers] if request.headers else self.lines
        if lines is not self._sent:
            curl.setopt(pycurl.HTTPHEADER, lines)
            self._sent = lines

    # Called by libcurl

    def _check(self, address: str, _: str, __: int, ___: int) -> int:
        """The connection stands and the request is about to go out on it.

        A second time for one request means that a kept connection turned out dead and libcurl
        would ask again at once: no delay would hold.
        """
        self.asked += 1
        self.address = address
        if self.asked > 1:
            return int(pycurl.PREREQFUNC_ABORT)
        if not self._has_proxy:
            try:
                check = (
                    self._guard.check_override if self.request.route.override else self._guard.check
                )
                check(ip_address(address))
            except (RefusedAddress, ValueError):
                self.refusal = FetchOutcome.REFUSED_ADDRESS
                return int(pycurl.PREREQFUNC_ABORT)
        return int(pycurl.PREREQFUNC_OK)

    def _take_header(self, line: bytes) -> int:
        """Where somebody wants to know what comes before it comes; else lines are only kept."""
        self.lines_in.append(line)
        if line in BLANK and self.request.is_wanted:
            head = read_head(self.lines_in)
            if head and not self._is_wanted(head):
                self.refusal = FetchOutcome.UNWANTED
                return -1
        return len(line)

    def _is_wanted(self, head: list[bytes]) -> bool:
        named = {name.lower(): value for name, value in _headers(head[1:])}
        mime_type = named.get(b"content-type", b"").partition(b";")[0].strip().lower()
        length = named.get(b"content-length", b"")
        size = int(length[:18]) if length.isdigit() else None
        assert self.request.is_wanted
        return self.request.is_wanted(mime_type.decode("latin-1"), size)

    def _record_request(self, kind: int, data: bytes) -> None:
        if kind == pycurl.INFOTYPE_HEADER_OUT:
            self._request_sent = data

    def _take_body(self, data: bytes) -> int:
        if not self._budget.reserve(self, len(data)):
            self.has_waited = True
            return int(pycurl.WRITEFUNC_PAUSE)
        self.body += data
        if len(self.body) > self.request.limit:
            self.is_too_long = True
            return -1
        return len(data)

    def resume(self) -> None:
        self.curl.pause(pycurl.PAUSE_CONT)

    # When it is over

    def result(self, error: int) -> Answer | Failure:
        seconds = time.monotonic() - self.clock
        if self.refusal:
            return Failure(self.refusal, NO_ANSWER_CODES[self.refusal], self.began, seconds)
        head = read_head(self.lines_in)
        if not head or sum(map(len, self.lines_in)) > LONGEST_HEAD:
            outcome, code = classify_failure(error, is_connected=self.asked > 0)
            return Failure(outcome, code, self.began, seconds)
        if self.is_too_long:
            cut = Cut.LENGTH
        elif error == pycurl.E_OPERATION_TIMEDOUT and not self.has_waited:
            cut = Cut.TIME
        else:
            cut = Cut.DISCONNECT if error else Cut.NOT
        return self._answer(head, cut, seconds)

    def _answer(self, head: list[bytes], cut: Cut, seconds: float) -> Answer:
        status = _status(head[0])
        is_h2 = head[0].startswith(b"HTTP/2")
        # HTTP/2 has no status line and no reason; readers of WARC files expect one all the same,
        # and a blank behind the code.
        status_line = b"HTTP/1.1 %d " % status if is_h2 else head[0]
        return Answer(
            url=self.request.url,
            status=status,
            status_line=status_line,
            headers=tuple(_headers(head[1:])),
            body=bytes(memoryview(self.body)[: self.request.limit]),
            request=self._request_head(),
            address=self.address,
            began=self.began,
            seconds=seconds,
            cut=cut,
            protocol="h2" if is_h2 else "http/1.1",
        )

    def _request_head(self) -> bytes:
        """The request as it went out, for the WARC file, but for what is secret."""
        sent = self._request_sent
        if not sent:
            rest = without_userinfo(self.request.url).partition("://")[2]
            host, slash, path = rest.partition("/")
            method = "HEAD" if self._is_head else "GET"
            lines = [f"{method} {slash}{path} HTTP/1.1", f"Host: {host}", *self._sent, "", ""]
            sent = "\r\n".join(lines).encode("utf-8", "replace")
        return SECRET.sub(b"", sent)


def read_head(lines: list[bytes]) -> list[bytes]:
    """Status line and headers of the answer; empty where they have not come to their end.

    Interim answers may stand before them, each with a blank line behind it, and trailers after.
    A header that looks like a status line is a header.
    """
    start = 0
    for at, line in enumerate(lines):
        if line in BLANK:
            status = _status(lines[start])
            if not 100 <= status < 200:
                return [one.rstrip(b"\r\n") for one in lines[start:at]] if status else []
            start = at + 1
    return []


def _status(line: bytes) -> int:
    """0 where it is no status line."""
    found = STATUS_LINE.match(line)
    return int(found[1]) if found else 0


def _headers(lines: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for line in lines:
        name, colon, value = line.partition(b":")
        if colon:
            yield name, value.strip()
