"""Takes connections, keeps their number within limits, and gives them threads to be answered in.

A connection too many takes the place of the one that has waited longest for its client: whoever
opens many slow ones loses them, and a visitor who comes now is answered.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any

from sheaf.web.server.application import (
    Application,
    DaemonThreads,
    Environ,
    WebAnswer,
    run_application,
)
from sheaf.web.server.connection import Connection, RefusedRequestError
from sheaf.web.server.limits import BodyLimit, Limits, SlowLane
from sheaf.web.server.proxies import TrustedProxies, network_of

HEALTH = "/healthz"
FILE_THREADS = 2


class HttpServer:
    """`is_known` says, in a thread, whether a request comes from somebody who is logged in."""

    def __init__(
        self,
        application: Application,
        limits: Limits,
        is_known: Callable[[Environ], bool],
        proxies: TrustedProxies,
        slow_lane: SlowLane | None = None,
    ) -> None:
        self._application, self._limits = application, limits
        self._is_known, self._proxies = is_known, proxies
        self._threads = DaemonThreads(limits.threads, "request")
        # Whether the server is alive must not depend on how long the pages of others take.
        self._health_thread = DaemonThreads(1, "health")
        self._file_threads = DaemonThreads(FILE_THREADS, "file")
        self._free_threads = asyncio.Semaphore(limits.threads)
        self._slow_lane = slow_lane
        slow = slow_lane.threads if slow_lane else 1
        self._slow_threads, self._free_slow = DaemonThreads(slow, "slow"), asyncio.Semaphore(slow)
        self._body_bytes = 0
        self._connections: dict[Connection, asyncio.Task[None]] = {}  # the oldest first
        self._is_stopping = False

    async def run(self, listening: socket.socket, on_ready: Callable[[], None]) -> None:
        """Until it is cancelled; then what is under way may end."""
        server = await asyncio.start_server(self._accept, sock=listening)
        on_ready()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            server.close()
            await self._stop()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if writer.get_extra_info("peername") is None:  # gone already
            writer.transport.abort()
            return
        connection = Connection(reader, writer, self, self._limits)
        task = asyncio.current_task()
        assert task is not None
        if self._is_stopping or not self._make_room(connection.client[0]):
            writer.transport.abort()
            return
        self._connections[connection] = task
        try:
            await connection.run()
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._connections.pop(connection, None)

    def _make_room(self, address: str) -> bool:
        """Whether there is room for one more connection of this address now."""
        limits, origin = self._limits, network_of(address)
        origins = Counter(network_of(one.client[0]) for one in self._connections)
        if origins[origin] >= limits.connections_of_address and not self._proxies.has(address):
            return self._close_oldest(origin)
        if len(self._connections) >= limits.connections:
            return any(self._close_oldest(busiest) for busiest, _ in origins.most_common())
        return True

    def _close_oldest(self, origin: str) -> bool:
        for connection, task in self._connections.items():
            if connection.is_with_client and network_of(connection.client[0]) == origin:
                del self._connections[connection]
                task.cancel()
                return True
        return False

    async def _stop(self) -> None:
        self._is_stopping = True
        for connection, task in list(self._connections.items()):
            connection.is_last_request = True
            if connection.may_end():
                task.cancel()
        tasks = set(self._connections.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=self._limits.stop_seconds)
            for task in late:
                task.cancel()

    # -- what connections need ---------------------------------------------------------------------

    async def answer(self, environ: Environ) -> WebAnswer:
        self._proxies.name_visitor(environ)
        if environ["PATH_INFO"] == HEALTH:
            return await self._run(self._health_thread, environ)
        is_slow = self._slow_lane is not None and self._slow_lane.takes(environ)
        threads = self._slow_threads if is_slow else self._threads
        free = self._free_slow if is_slow else self._free_threads
        try:
            async with asyncio.timeout(self._limits.thread_seconds):
                await free.acquire()
        except TimeoutError:
            raise RefusedRequestError(503) from None
        try:
            return await self._run(threads, environ)
        finally:
            free.release()

    async def body_limit(self, environ: Environ) -> BodyLimit:
        """Asked when a body turns out to be more than anybody may send."""
        lane = self._slow_lane
        if lane is not None and lane.takes(environ):
            found: BodyLimit | None = lane.open_limit(environ)
            if found is None:
                found = await _in(self._threads, lane.body_limit, environ)
            if found is not None:
                return found
        known = await _in(self._threads, self._is_known, environ)
        return BodyLimit(self._limits.known_bytes if known else 0)

    def take_body(self, size: int) -> bool:
        """Whether there is room for more of a body."""
        if self._body_bytes + size > self._limits.bodies_bytes:
            return False
        self._body_bytes += size
        return True

    def give_back_body(self, size: int) -> None:
        self._body_bytes -= size

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await _in(self._file_threads, function, *arguments)

    async def _run(self, threads: DaemonThreads, environ: Environ) -> WebAnswer:
        answer: WebAnswer = await _in(threads, run_application, self._application, environ)
        return answer


async def _in(threads: DaemonThreads, function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(threads, function, *arguments)
