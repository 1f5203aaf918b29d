"""A small web on loopback: any number of host names on one port, with a log of who came when."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from aiohttp import web


@dataclass
class Page:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    # Written to the connection as it stands, which is closed after it.
    raw: bytes | None = None
    # Sent in pieces, that is chunked, with the same pause after each.
    pieces: list[bytes] = field(default_factory=list)


@dataclass(frozen=True)
class Arrival:
    url: str
    host: str
    began: float
    ended: float
    headers: dict[str, str]
    method: str = "GET"


class FakeWeb:
    def __init__(self) -> None:
        self.pages: dict[str, Page | Callable[[int], Page]] = {}
        self.arrivals: list[Arrival] = []
        self._visits: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self.most_at_once: Counter[str] = Counter()
        self.port = 0

    # Making pages

    def page(self, url: str, body: bytes | str = b"", **rest: object) -> str:
        data = body.encode() if isinstance(body, str) else body
        headers = {"Content-Type": "text/html"} | dict(rest.pop("headers", {}))
        self.pages[url] = Page(body=data, headers=headers, **rest)
        return url

    def links(self, url: str, targets: Iterable[str], **rest: object) -> str:
        anchors = "".join(f'<a href="{target}">to {target}</a>\n' for target in targets)
        return self.page(url, f"<html><body>{anchors}</body></html>", **rest)

    def redirect(self, url: str, location: str, status: int = 302) -> str:
        return self.page(url, status=status, headers={"Location": location})

    def robots(self, host: str, text: str, **rest: object) -> None:
        headers = {"Content-Type": "text/plain"}
        self.page(f"http://{host}/robots.txt", text, headers=headers, **rest)

    def each_time(self, url: str, make: Callable[[int], Page]) -> str:
        """A page that differs from visit to visit: `make` is told how many came before."""
        self.pages[url] = make
        return url

    # Looking at what happened

    def urls(self, *, robots: bool = False) -> list[str]:
        return [one.url for one in self.arrivals if robots or not one.url.endswith("/robots.txt")]

    def of_host(self, host: str) -> list[Arrival]:
        return [one for one in self.arrivals if one.host == host]

    def gaps(self, host: str) -> list[float]:
        """From the end of an answer to the next request."""
        visits = self.of_host(host)
        return [after.began - before.ended for before, after in pairwise(visits)]

    # Serving

    def __enter__(self) -> FakeWeb:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        server = web.Server(self._handle)
        self._runner = web.ServerRunner(server, shutdown_timeout=0.01)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        began, host = time.monotonic(), request.host
        url = f"http://{host}{request.raw_path}"
        self._open[host] += 1
        self.most_at_once[host] = max(self.most_at_once[host], self._open[host])
        page = self.pages.get(url, Page(status=404, body=b"not here"))
        if callable(page):
            page = page(self._visits[url])
        self._visits[url] += 1
        try:
            return await self._answer(request, page)
        finally:
            self._open[host] -= 1
            headers = dict(request.headers)
            self.arrivals.append(
                Arrival(url, host, began, time.monotonic(), headers, request.method)
            )

    async def _answer(self, request: web.BaseRequest, page: Page) -> web.StreamResponse:
        if not page.pieces:
            await asyncio.sleep(page.seconds)
        if page.raw is not None:
            assert request.transport is not None
            request.transport.write(page.raw)
            request.transport.close()
            return web.Response()
        if not page.pieces:
            return web.Response(body=page.body, status=page.status, headers=page.headers)
        response = web.StreamResponse(status=page.status, headers=page.headers)
        await response.prepare(request)
        for piece in page.pieces:
            await response.write(piece)
            await asyncio.sleep(page.seconds)
        return response
