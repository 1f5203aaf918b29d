"""Many requests at once, each with one answer: what came, as it came, within time and size.

libcurl does the talking, told by epoll which connection has something to say. It follows no
redirects, decodes nothing but the transfer encoding, and repeats nothing by itself.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

import pycurl

from sheaf.acquire.crawl.addresses import AddressGuard, RefusedAddress
from sheaf.acquire.crawl.curl_handles import LONGEST_HEAD, configured, failure_of, shared_cookies
from sheaf.acquire.crawl.names import Route
from sheaf.acquire.crawl.visits import Answer, Cut, Failure, FetchOutcome
from sheaf.acquire.crawl.ways import Ways
from sheaf.settings import Acquire

NO_ANSWER_CODES = {FetchOutcome.REFUSED_ADDRESS: -5001, FetchOutcome.UNWANTED: -5000}
DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST_NAP = 3600.0
BLANK = (b"\r\n", b"\n")


@dataclass(frozen=True, slots=True)
class Request:
    """`limit` is the longest body; `headers` are further lines to send, such as If-None-Match.

    `is_wanted` is asked with type and length once the headers are there; the length may be unknown.
    """

    url: str
    route: Route
    limit: int
    headers: tuple[str, ...] = ()
    password: str = ""
    is_wanted: Callable[[str, int | None], bool] | None = None


class Transfer:
    """A connection's work on one request: what has come so far, so that nothing of it is lost.

    Its handle is used again for the next request, with everything that is the same for all set.
    """

    def __init__(self, settings: Acquire, guard: AddressGuard, user_agent: str, ways: Ways) -> None:
        self._guard = guard
        self.lines = [f"User-Agent: {user_agent}", "Accept: */*", "Accept-Encoding: gzip"]
        self.lines += ways.headers
        self.curl = configured(settings, ways)
        self._seen_going_out: bytes = b""
        if ways.cookies or ways.passwords:  # libcurl adds lines of its own then
            self.curl.setopt(pycurl.VERBOSE, 1)
            self.curl.setopt(pycurl.DEBUGFUNCTION, self._see)
        self.curl.setopt(pycurl.HTTPHEADER, self.lines)
        self.curl.setopt(pycurl.WRITEFUNCTION, self._take_body)
        self.lines_in: list[bytes] = []
        self._takes_heads = False
        self.curl.setopt(pycurl.HEADERFUNCTION, self.lines_in.append)
        self.curl.setopt(pycurl.PREREQFUNCTION, self._check)
        self._has_proxy = bool(settings.proxy)
        self._sent = self.lines
        self.token: object = None

    def begin(self, request: Request, token: object) -> None:
        self.request, self.token = request, token
        self.lines_in.clear()
        self.address = ""
        self.body = bytearray()
        self.is_too_long = False
        self.refusal: FetchOutcome | None = None
        self.asked = 0
        self._seen_going_out = b""
        self.began, self.clock = datetime.now(UTC), time.monotonic()
        self._set(request)

    def _set(self, request: Request) -> None:
        curl, route = self.curl, request.route
        curl.setopt(pycurl.URL, request.url)
        if route.given:
            address, port = route.given
            bracketed = f"[{address}]" if ":" in address else address
            curl.setopt(pycurl.CONNECT_TO, [f"::{bracketed}:{port}"])
        elif not self._has_proxy:
            curl.setopt(pycurl.CONNECT_TO, [])
            parts = urlsplit(request.url)
            port = parts.port or DEFAULT_PORTS.get(parts.scheme, 80)
            known = ",".join(f"[{one}]" if ":" in one else one for one in route.addresses)
            curl.setopt(pycurl.RESOLVE, [f"+{parts.hostname}:{port}:{known}"])
        if request.password:
            curl.setopt(pycurl.USERPWD, request.password)
        else:
            curl.unsetopt(pycurl.USERPWD)
        if request.is_wanted and not self._takes_heads:
            self._takes_heads = True
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
                    self._guard.check_override if self.request.route.given else self._guard.check
                )
                check(ip_address(address))
            except (RefusedAddress, ValueError):
                self.refusal = FetchOutcome.REFUSED_ADDRESS
                return int(pycurl.PREREQFUNC_ABORT)
        return int(pycurl.PREREQFUNC_OK)

    def _take_header(self, line: bytes) -> int:
        """Where somebody wants to know what comes before it comes; else lines are only kept."""
        self.lines_in.append(line)
        if line in BLANK and self.request.is_wanted and not self._is_wanted():
            self.refusal = FetchOutcome.UNWANTED
            return -1
        return len(line)

    def _is_wanted(self) -> bool:
        named = {name.lower(): value for name, value in _headers(head_of(self.lines_in)[1:])}
        mime_type = named.get(b"content-type", b"").partition(b";")[0].strip().lower()
        length = named.get(b"content-length", b"")
        size = int(length[:18]) if length.isdigit() else None
        assert self.request.is_wanted
        return self.request.is_wanted(mime_type.decode("latin-1"), size)

    def _see(self, kind: int, data: bytes) -> None:
        if kind == pycurl.INFOTYPE_HEADER_OUT:
            self._seen_going_out = data

    def _take_body(self, data: bytes) -> int:
        self.body += data
        if len(self.body) > self.request.limit:
            self.is_too_long = True
            return -1
        return len(data)

    # When it is over

    def result(self, error: int) -> Answer | Failure:
        seconds = time.monotonic() - self.clock
        if self.refusal:
            return Failure(self.refusal, NO_ANSWER_CODES[self.refusal], self.began, seconds)
        head = head_of(self.lines_in)
        if not head or sum(map(len, self.lines_in)) > LONGEST_HEAD:
            outcome, code = failure_of(error, is_connected=self.asked > 0)
            return Failure(outcome, code, self.began, seconds)
        if self.is_too_long:
            cut = Cut.LENGTH
        elif error == pycurl.E_OPERATION_TIMEDOUT:
            cut = Cut.TIME
        else:
            cut = Cut.DISCONNECT if error else Cut.NOT
        return self._answer(head, cut, seconds)

    def _answer(self, head: list[bytes], cut: Cut, seconds: float) -> Answer:
        status = int(head[0].split(None, 2)[1])
        is_h2 = head[0].startswith(b"HTTP/2")
        # HTTP/2 has no status line and no reason; readers of WARC files expect one all the same.
        status_line = b"HTTP/1.1 %d" % status if is_h2 else head[0]
        return Answer(
            url=self.request.url,
            status=status,
            status_line=status_line,
            headers=tuple(_headers(head[1:])),
            body=bytes(self.body[: self.request.limit]),
            request=self._request_head(),
            address=self.address,
            began=self.began,
            seconds=seconds,
            cut=cut,
            protocol="h2" if is_h2 else "http/1.1",
        )

    def _request_head(self) -> bytes:
        """The request as it went out, for the WARC file."""
        if self._seen_going_out:
            return self._seen_going_out
        rest = self.request.url.partition("://")[2]
        authority, slash, path = rest.partition("/")
        host = authority.rpartition("@")[2]
        lines = [f"GET {slash}{path} HTTP/1.1", f"Host: {host}", *self._sent, "", ""]
        return "\r\n".join(lines).encode("utf-8", "replace")


def head_of(lines: list[bytes]) -> list[bytes]:
    """Status line and headers of the answer; empty where they have not come to their end.

    Interim answers may stand before them and trailers after.
    """
    start = max((at for at, line in enumerate(lines) if line.startswith(b"HTTP/")), default=0)
    for end in range(start, len(lines)):
        if lines[end] in BLANK:
            return [line.rstrip(b"\r\n") for line in lines[start:end]]
    return []


def _headers(lines: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for line in lines:
        name, colon, value = line.partition(b":")
        if colon:
            yield name, value.strip()


class Fetcher:
    """`wait` hands out what was answered; whoever started a request finds it by its token."""

    def __init__(
        self, settings: Acquire, guard: AddressGuard, user_agent: str, ways: Ways | None = None
    ) -> None:
        self._settings = settings
        self._guard = guard
        self._user_agent = user_agent
        self._ways = ways or Ways()
        self._cookies = shared_cookies() if self._ways.cookies else None
        # A signal may come while the lock is held by the very thread that hears it.
        self._lock = threading.RLock()
        self._is_closed = False
        self._epoll = select.epoll()
        self._alarm = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._epoll.register(self._alarm, select.EPOLLIN)
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._watch)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._set_timer)
        self._multi.setopt(pycurl.M_MAXCONNECTS, max(settings.connections * 4, 64))
        self._timer: float | None = None
        self._free: list[Transfer] = []
        self._busy: dict[pycurl.Curl, Transfer] = {}
        self._done: deque[tuple[object, Answer | Failure]] = deque()

    def __len__(self) -> int:
        return len(self._busy)

    def close(self) -> None:
        for transfer in self._busy.values():
            self._multi.remove_handle(transfer.curl)
            transfer.curl.close()
        if self._ways.cookies_to and self._free:
            self._free[0].curl.setopt(pycurl.COOKIELIST, "FLUSH")
        for transfer in self._free:
            transfer.curl.close()
        self._multi.close()
        if self._cookies:
            self._cookies.close()
        self._epoll.close()
        with self._lock:
            self._is_closed = True
            os.close(self._alarm)

    def start(self, request: Request, token: object) -> None:
        transfer = self._free.pop() if self._free else self._new()
        try:
            transfer.begin(request, token)
        except (pycurl.error, ValueError, UnicodeError):
            self._free.append(transfer)
            self._done.append((token, Failure(FetchOutcome.BAD_URL, -7, transfer.began, 0.0)))
            return
        self._busy[transfer.curl] = transfer
        self._multi.add_handle(transfer.curl)

    def _new(self) -> Transfer:
        transfer = Transfer(self._settings, self._guard, self._user_agent, self._ways)
        if self._cookies:
            transfer.curl.setopt(pycurl.SHARE, self._cookies)
        return transfer

    def wake(self) -> None:
        """From another thread: there is something to look at. It may come too late."""
        with self._lock:
            if not self._is_closed:
                os.eventfd_write(self._alarm, 1)

    def wait(self, seconds: float) -> Iterator[tuple[object, Answer | Failure]]:
        """Work on what is under way until something happens, but no longer than that."""
        if not self._done:
            self._work(seconds)
        while self._done:
            yield self._done.popleft()

    def _work(self, seconds: float) -> None:
        timer = self._timer
        if timer is not None:
            seconds = min(seconds, timer - time.monotonic())
        events = self._epoll.poll(min(max(seconds, 0.0), LONGEST_NAP))
        for descriptor, event in events:
            if descriptor == self._alarm:
                os.eventfd_read(self._alarm)
            else:
                self._multi.socket_action(descriptor, _curl_mask(event))
        if self._timer is not None and self._timer <= time.monotonic():
            self._timer = None
            self._multi.socket_action(pycurl.SOCKET_TIMEOUT, 0)
        self._collect()

    def _collect(self) -> None:
        left = 1
        while left:
            left, whole, failed = self._multi.info_read()
            for curl in whole:
                self._finish(curl, 0)
            for curl, error, _ in failed:
                self._finish(curl, error)

    def _finish(self, curl: pycurl.Curl, error: int) -> None:
        self._multi.remove_handle(curl)
        transfer = self._busy.pop(curl)
        self._done.append((transfer.token, transfer.result(error)))
        transfer.body = bytearray()
        self._free.append(transfer)

    # Called by libcurl

    def _watch(self, what: int, descriptor: int, _: object, __: object) -> None:
        if what == pycurl.POLL_REMOVE:
            with suppress(OSError):  # closed before it was given up
                self._epoll.unregister(descriptor)
            return
        mask = select.EPOLLIN if what & pycurl.POLL_IN else 0
        mask |= select.EPOLLOUT if what & pycurl.POLL_OUT else 0
        try:
            self._epoll.modify(descriptor, mask)
        except FileNotFoundError:
            self._epoll.register(descriptor, mask)

    def _set_timer(self, milliseconds: int) -> None:
        self._timer = None if milliseconds < 0 else time.monotonic() + milliseconds / 1000


def _curl_mask(event: int) -> int:
    mask = pycurl.CSELECT_IN if event & select.EPOLLIN else 0
    mask |= pycurl.CSELECT_OUT if event & select.EPOLLOUT else 0
    return int(mask | (pycurl.CSELECT_ERR if event & (select.EPOLLERR | select.EPOLLHUP) else 0))
