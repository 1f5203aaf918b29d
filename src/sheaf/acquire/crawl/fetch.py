"""One request, one answer: what came, as it came, within the limits of time and size."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from sheaf.acquire.crawl.addresses import AddressGuard, GuardedResolver, RefusedAddress
from sheaf.acquire.crawl.visits import Answer, Cut, Failure, FetchOutcome
from sheaf.settings import Acquire
from sheaf.urls import host_of

RESOLVER_THREADS = 16
# Far above the client's own limit: servers with long policies and cookies are no broken servers.
LONGEST_HEADER = 64 * 1024
# All that a stranger's server, or the network before it, makes the client raise.
TROUBLE = (
    RefusedAddress, aiohttp.ClientError, HttpProcessingError, OSError, EOFError, ValueError
)  # fmt: skip


class ConnectionLost(aiohttp.ClientError):
    """The server took the request and went away."""


async def without_second_try(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """The client would repeat a lost request by itself and at once: no delay would hold.

    It repeats after errors of its own kinds only, so such an error becomes one of ours.
    """
    try:
        return await handler(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as problem:
        raise ConnectionLost(str(problem)) from problem


class PeerResponse(aiohttp.ClientResponse):
    """Remembers whom it came from: the connection is gone once the body is read."""

    peer = ""

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        peer = connection.transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else ""
        return await super().start(connection)


class Draft:
    """What has come so far, so that a time limit or a lost connection does not lose it."""

    def __init__(self) -> None:
        self.response: aiohttp.ClientResponse | None = None
        self.body = bytearray()


class Fetcher:
    def __init__(self, settings: Acquire, guard: AddressGuard, user_agent: str) -> None:
        self._settings = settings
        self._guard = guard
        self._user_agent = user_agent

    async def __aenter__(self) -> Self:
        self._resolver = GuardedResolver(self._guard, threads=RESOLVER_THREADS)
        self._session = aiohttp.ClientSession(
            # A connection serves one request: after a pause an old one is often dead already.
            connector=aiohttp.TCPConnector(resolver=self._resolver, limit=0, force_close=True),
            headers={
                "User-Agent": self._user_agent,
                "Accept": "*/*",
                "Accept-Encoding": "gzip",
            },
            max_line_size=LONGEST_HEADER,
            max_field_size=LONGEST_HEADER,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            response_class=PeerResponse,
            middlewares=(without_second_try,),
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close()
        await self._resolver.close()

    async def fetch(self, url: str, *, limit: int | None = None) -> Answer | Failure:
        began, clock, draft = datetime.now(UTC), time.monotonic(), Draft()
        try:
            async with asyncio.timeout(self._settings.fetch_seconds):
                cut = await self._receive(url, draft, limit or self._settings.fetch_bytes)
        except TROUBLE as problem:
            if draft.response is None:
                outcome, code = _failure_of(problem)
                return Failure(outcome, code, began, time.monotonic() - clock)
            cut = Cut.TIME if isinstance(problem, TimeoutError) else Cut.DISCONNECT
        finally:
            if draft.response is not None:
                draft.response.close()
        return _answer(url, draft, cut, began, time.monotonic() - clock)

    async def _receive(self, url: str, draft: Draft, limit: int) -> Cut:
        self._guard.check_literal(host_of(url))
        # The canonical form is what the frontier and the WARC file know: it goes out unchanged.
        target = URL(url, encoded=True)
        draft.response = await self._session.get(target, allow_redirects=False)
        async for piece in draft.response.content.iter_any():
            room = limit - len(draft.body)
            draft.body += piece[:room]
            if len(piece) > room:
                return Cut.LENGTH
        return Cut.NOT


def _failure_of(problem: BaseException) -> tuple[FetchOutcome, int]:
    """What it means that no answer came at all, with Heritrix's code for it."""
    if isinstance(problem, RefusedAddress):
        return FetchOutcome.REFUSED_ADDRESS, -5001
    if isinstance(problem, aiohttp.InvalidURL):
        return FetchOutcome.BAD_URL, -7
    if isinstance(problem, aiohttp.ClientConnectorDNSError):
        return FetchOutcome.UNREACHABLE, -1
    if isinstance(problem, aiohttp.ClientConnectorError):
        return FetchOutcome.UNREACHABLE, -2
    if isinstance(problem, TimeoutError):
        return FetchOutcome.TIMED_OUT, -4
    return FetchOutcome.BROKEN_RESPONSE, -3


def _answer(url: str, draft: Draft, cut: Cut, began: datetime, seconds: float) -> Answer:
    response = draft.response
    assert isinstance(response, PeerResponse)
    version = response.version or aiohttp.HttpVersion11
    status_line = f"HTTP/{version.major}.{version.minor} {response.status} {response.reason or ''}"
    return Answer(
        url=url,
        status=response.status,
        # The client's own way back to the bytes that came.
        status_line=status_line.rstrip().encode("utf-8", "surrogateescape"),
        headers=response.raw_headers,
        body=bytes(draft.body),
        request=_request_head(response),
        address=response.peer,
        began=began,
        seconds=seconds,
        cut=cut,
    )


def _request_head(response: aiohttp.ClientResponse) -> bytes:
    """The request as it went out, for the WARC file."""
    sent = response.request_info
    lines = [f"{sent.method} {sent.real_url.raw_path_qs or '/'} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in sent.headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
