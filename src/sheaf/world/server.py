"""Serves a world on loopback: every host name on one port, with its delays and faults for real."""

import asyncio
import re
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sheaf.world.response import CLOSE_MID_BODY, Response
from sheaf.world.world import World

_MOST_LOGGED = 100_000
_NO_LINGER = struct.pack("ii", 1, 0)
_REQUEST_LINE = re.compile(r"(GET|HEAD) (/\S*|http://\S+) HTTP/(1\.[01])")


class LoggedRequest(NamedTuple):
    time: float  # monotonic
    host: str
    path: str


class WorldServer:
    """An HTTP/1.1 server in a thread of its own. Written on bare streams: a server library would
    mend the very faults that the world wants to serve."""

    def __init__(self, world: World, port: int = 0, log: bool = False) -> None:
        self.world = world
        self.port = port
        self.requests: deque[LoggedRequest] = deque(maxlen=_MOST_LOGGED)
        self._log = log
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._stop = asyncio.Event()
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="sheaf.world", daemon=True)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def wait(self) -> None:
        """Until somebody stops the server."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except OSError as failure:
            self._failure = failure
        finally:
            self._loop.close()
            self._ready.set()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", self.port, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for connection in list(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._connections.add(task)
        try:
            while await self._answer_one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass  # the client went away, or never spoke HTTP
        except asyncio.CancelledError:
            pass  # the server stops
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; True if the connection may be used for another."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        asked = _REQUEST_LINE.fullmatch(head[0])
        if not asked:
            return False
        method, target, version = asked.groups()
        headers = _headers(head[1:])
        host = headers.get("host", "").rsplit(":", 1)[0].lower()
        path = _path(target)
        if self._log:
            self.requests.append(LoggedRequest(time.monotonic(), host, path))
        response = self.world.respond(host, path)
        if response.delay:
            await asyncio.sleep(response.delay)
        closing = version == "1.0" or headers.get("connection", "").lower() == "close"
        keep = not closing and response.fault is None
        return await _send(writer, response, method == "HEAD", keep)


async def _send(
    writer: asyncio.StreamWriter, response: Response, head_only: bool, keep: bool
) -> bool:
    writer.write(_head(response, keep))
    if head_only:
        await writer.drain()
        return keep
    writer.write(response.received)
    await writer.drain()
    if response.fault == CLOSE_MID_BODY:
        await _reset(writer)
    return keep


async def _reset(writer: asyncio.StreamWriter) -> None:
    """End the connection as a crashed server does; closing alone would end it politely."""
    # What was written gets a moment to arrive; the reset would otherwise overtake it.
    await asyncio.sleep(0.05)
    line = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
    writer.transport.abort()


def _head(response: Response, keep: bool) -> bytes:
    lines = [f"HTTP/1.1 {response.status} {response.reason}", "Server: sheaf.world"]
    lines += [f"{name}: {value}" for name, value in response.headers]
    lines.append(f"Content-Length: {response.declared_length}")
    lines.append(f"Connection: {'keep-alive' if keep else 'close'}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _headers(lines: list[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines if line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _path(target: str) -> str:
    """The path of a request line; proxies send whole URLs."""
    if target.startswith("http://"):
        return "/" + target.removeprefix("http://").partition("/")[2]
    return target


@contextmanager
def serve(world: World, port: int = 0, log: bool = False) -> Iterator[WorldServer]:
    """A running server, on a free port unless one is given; log=True keeps the requests."""
    server = WorldServer(world, port, log)
    server.start()
    try:
        yield server
    finally:
        server.stop()
