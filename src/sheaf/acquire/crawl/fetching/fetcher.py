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
from collections.abc import Iterator
from contextlib import suppress

import pycurl

from sheaf.acquire.addresses import AddressGuard
from sheaf.acquire.crawl.fetching.body_budget import BodyBudget
from sheaf.acquire.crawl.fetching.curl_handles import share_cookies
from sheaf.acquire.crawl.fetching.request_options import RequestOptions
from sheaf.acquire.crawl.fetching.transfer import Request, Transfer
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome
from sheaf.crawl_settings import CrawlSettings

LONGEST_NAP = 3600.0


class Fetcher:
    """`wait` hands out what was answered; whoever started a request finds it by its token."""

    def __init__(
        self,
        settings: CrawlSettings,
        guard: AddressGuard,
        user_agent: str,
        options: RequestOptions | None = None,
    ) -> None:
        self._settings = settings
        self._guard = guard
        self._user_agent = user_agent
        self._options = options or RequestOptions()
        self._cookies = share_cookies() if self._options.cookies else None
        # A signal may come while the lock is held by the very thread that hears it.
        self._lock = threading.RLock()
        self._is_closed = False
        self._epoll = select.epoll()
        self._alarm = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._epoll.register(self._alarm, select.EPOLLIN)
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._watch)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._set_timer)
        self._multi.setopt(pycurl.M_MAXCONNECTS, max(settings.politeness.connections * 4, 64))
        self._timer: float | None = None
        self._budget = BodyBudget()
        self._free: list[Transfer] = []
        self._busy: dict[pycurl.Curl, Transfer] = {}
        self._done: deque[tuple[object, Answer | Failure]] = deque()

    def __len__(self) -> int:
        """What is under way, and what has ended and nobody was told."""
        return len(self._busy) + len(self._done)

    def close(self) -> None:
        for transfer in self._busy.values():
            self._multi.remove_handle(transfer.curl)
            transfer.curl.close()
        if self._options.cookies_to and self._free:
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
        transfer = Transfer(
            self._settings, self._guard, self._user_agent, self._options, self._budget
        )
        if self._cookies:
            transfer.curl.setopt(pycurl.SHARE, self._cookies)
        return transfer

    def wake(self) -> None:
        """From another thread: there is something to look at. It may come too late."""
        with self._lock:
            if not self._is_closed:
                os.eventfd_write(self._alarm, 1)

    @property
    def is_over_budget(self) -> bool:
        """Whether a body in flight waits until an earlier one is released."""
        return self._budget.has_waiting

    def release_body(self, size: int) -> None:
        """So many bytes of answers are no longer in memory."""
        self._budget.release(size)

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
        result = _result(transfer, error)
        self._done.append((transfer.token, result))
        self._budget.finish(transfer, len(result.body) if isinstance(result, Answer) else 0)
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


def _result(transfer: Transfer, error: int) -> Answer | Failure:
    try:
        return transfer.result(error)
    except Exception:  # noqa: BLE001 - what one server sends must not end a crawl
        seconds = time.monotonic() - transfer.clock
        return Failure(FetchOutcome.BROKEN_RESPONSE, -3, transfer.began, seconds)


def _curl_mask(event: int) -> int:
    mask = pycurl.CSELECT_IN if event & select.EPOLLIN else 0
    mask |= pycurl.CSELECT_OUT if event & select.EPOLLOUT else 0
    return int(mask | (pycurl.CSELECT_ERR if event & (select.EPOLLERR | select.EPOLLHUP) else 0))
