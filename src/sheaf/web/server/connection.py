"""One connection: a request is read within its limits, answered, written within its limits; then
the next one. h11 knows HTTP/1.1; here is how long we wait for what, and how much we take."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.utils import formatdate
from http import HTTPStatus
from io import BytesIO
from typing import Any, BinaryIO, Protocol, TypeVar

import h11

from sheaf.web.server.application import Environ, WebAnswer, make_environ, take_some
from sheaf.web.server.limits import PLAIN, PROBLEM, TOO_LARGE, BodyLimit, Limits

Result = TypeVar("Result")

READ_BYTES = 64 * 1024
LINE_BYTES = 8 * 1024  # of what comes in lines: so much is taken apart before the others' turn
HEAD_ENDS = re.compile(rb"\n\r?\n")
FOR_PROGRAMS = b"/api/"
LONGEST_METHOD = 64  # bytes, with the beginning of what is asked for
WORDS = {
    400: "This is no request that we understand.",
    408: "The request came too slowly.",
    413: TOO_LARGE,
    431: "The headers of the request are too large.",
    500: "This is a fault of ours.",
    503: "There is too much to do just now. Try again in a while.",
}


class RefusedRequestError(Exception):
    """A request that does not reach the application; the connection ends with it."""

    def __init__(self, status: int, words: str = "", content_type: str = PLAIN) -> None:
        super().__init__(words or f"{WORDS[status]}\n")
        self.status, self.content_type = status, content_type


class Threads(Protocol):
    """Where the application is run, and what else must not be done between two clients' bytes."""

    async def answer(self, environ: Environ) -> WebAnswer: ...

    async def body_limit(self, environ: Environ) -> BodyLimit: ...

    def take_body(self, size: int) -> bool: ...

    def give_back_body(self, size: int) -> None: ...

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any: ...


class Connection:
    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        threads: Threads,
        limits: Limits,
    ) -> None:
        self._reader, self._writer, self._threads, self._limits = reader, writer, threads, limits
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=limits.head_bytes)
        self.client: tuple[str, int] = writer.get_extra_info("peername")[:2]
        self._server: tuple[str, int] = writer.get_extra_info("sockname")[:2]
        self.is_with_client = True  # it waits for the client, so that it may be closed any time
        self.is_idle = True  # ... and nothing of a request has come yet
        self.is_last_request = False
        self._body_bytes = 0  # of the request that is under way
        self._first_bytes = b""  # of it: they say what it asks for
        self._is_head = False  # an answer to HEAD has no body, a refusal neither
        writer.transport.set_write_buffer_limits(high=limits.write_bytes)

    def may_end(self) -> bool:
        """Whether nobody misses anything when it ends now."""
        return self.is_idle and not self._writer.transport.get_write_buffer_size()

    async def run(self) -> None:
        """Until the client leaves, or must."""
        try:
            while await self._serve_one():
                self._http.start_next_cycle()
        except RefusedRequestError as refusal:
            await self._refuse(refusal)
        except (OSError, TimeoutError, h11.ProtocolError):
            self._writer.transport.abort()
        finally:
            await self._close()

    # -- one request -------------------------------------------------------------------------------

    async def _serve_one(self) -> bool:
        """Whether the connection can take another one."""
        request = await self._read_head()
        if request is None:
            return False
        body: BinaryIO = BytesIO()
        environ = make_environ(request, self.client, self._server, body)
        try:
            if self._http.their_state is h11.SEND_BODY:
                body = await self._read_body(request, environ)
            return await self._answer(environ, body)
        finally:
            self._threads.give_back_body(self._body_bytes)
            self._body_bytes = 0

    async def _answer(self, environ: Environ, body: BinaryIO) -> bool:
        with body:
            self.is_with_client = False
            try:
                answer = await self._threads.answer(environ)
            except RefusedRequestError:
                raise
            except Exception:  # noqa: BLE001 - whatever it was, the others go on
                traceback.print_exc(file=sys.stderr)
                raise RefusedRequestError(500) from None
            finally:
                self.is_with_client = True
        await self._send(answer)
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    async def _read_head(self) -> h11.Request | None:
        """None where the client has left, or asks no more."""
        self._first_bytes = bytes(self._http.trailing_data[0][:LONGEST_METHOD])
        has_begun = bool(self._first_bytes)
        self.is_idle = not has_begun
        limits = self._limits
        deadline = _after(limits.head_seconds if has_begun else limits.idle_seconds)
        self._check_lines()
        while (event := self._next_event()) is h11.NEED_DATA:
            try:
                data = await self._read(deadline, LINE_BYTES)
            except TimeoutError:
                if self.is_idle:
                    return None
                raise RefusedRequestError(408) from None
            if data and self.is_idle:
                self.is_idle = False
                deadline = _after(limits.head_seconds)
            self._http.receive_data(data)
            self._first_bytes += data[: LONGEST_METHOD - len(self._first_bytes)]
            self._check_lines()
        if not isinstance(event, h11.Request):
            return None
        self._is_head = event.method == b"HEAD"
        _check_head(event)
        return event

    async def _read_body(self, request: h11.Request, environ: Environ) -> BinaryIO:
        """All of it, in memory or in a file: no thread waits for it. How much it may be is asked
        as soon as it turns out to be much."""
        limits, size, chunks = self._limits, 0, 0
        said = next((value for name, value in request.headers if name == b"content-length"), None)
        length = int(said or 0)
        most = limits.anonymous_bytes
        if length > most:
            most = await self._find_most_bytes(environ, length)
        if self._http.they_are_waiting_for_100_continue:
            await self._write(
                self._http.send(h11.InformationalResponse(status_code=100, headers=[]))
            )
        body = tempfile.SpooledTemporaryFile(max_size=limits.memory_bytes)  # noqa: SIM115
        began = time.monotonic()
        try:
            while not isinstance(event := self._next_event(), h11.EndOfMessage):
                if isinstance(event, h11.Data):
                    size += len(event.data)
                    chunks += event.chunk_end
                    if chunks > limits.chunks + size // limits.chunk_bytes:
                        raise RefusedRequestError(400)
                    if size > most:
                        most = await self._find_most_bytes(environ, size)
                    self._take_body(len(event.data))
                    body.write(event.data)
                elif event is h11.NEED_DATA:
                    deadline = began + limits.body_seconds + size / limits.body_rate
                    self._check_lines()  # none of the body waits here: these are trailers
                    step = READ_BYTES if length else LINE_BYTES
                    self._http.receive_data(await self._read_in_time(deadline, step))
        except BaseException:
            body.close()
            raise
        body.seek(0)
        environ["wsgi.input"] = body
        if size or said is not None:
            environ["CONTENT_LENGTH"] = str(size)
        return body  # type: ignore[return-value]  # it has all that a BinaryIO needs here

    async def _find_most_bytes(self, environ: Environ, wanted: int) -> int:
        limit = await self._threads.body_limit(environ)
        if wanted > limit.bytes:
            raise RefusedRequestError(limit.status, limit.words, limit.content_type)
        return limit.bytes

    def _take_body(self, size: int) -> None:
        if not self._threads.take_body(size):
            raise RefusedRequestError(503)
        self._body_bytes += size

    def _check_lines(self) -> None:
        """Before they are taken apart: that costs the time of all connections."""
        waiting = self._http.trailing_data[0]
        end = HEAD_ENDS.search(waiting)
        if waiting.count(b"\n", 0, end.start() if end else len(waiting)) > self._limits.head_lines:
            raise RefusedRequestError(431)

    async def _read_in_time(self, deadline: float, most: int) -> bytes:
        try:
            return await self._read(deadline, most)
        except TimeoutError:
            raise RefusedRequestError(408) from None

    async def _read(self, deadline: float, most: int = READ_BYTES) -> bytes:
        return await _within(deadline - time.monotonic(), self._reader.read(most))

    def _next_event(self) -> Any:
        try:
            return self._http.next_event()
        except h11.RemoteProtocolError as problem:
            status = problem.error_status_hint
            raise RefusedRequestError(status if status in WORDS else 400) from None

    # -- its answer --------------------------------------------------------------------------------

    async def _send(self, answer: WebAnswer) -> None:
        try:
            head = self._make_head(answer)
            if self._is_head or not answer.body:
                self._writer.write(head)
            else:  # in one packet with the head, where it is short
                step = self._limits.write_bytes
                first = self._http.send(h11.Data(answer.body[:step])) or b""
                await self._write(head + first)
                answer.body = answer.body[step:]
            if not self._is_head:
                await self._send_body(answer)
            await self._write(self._http.send(h11.EndOfMessage()))
        finally:
            if answer.file is not None:
                os.close(answer.file)
            if answer.close is not None:
                await self._threads.call(answer.close)

    def _make_head(self, answer: WebAnswer) -> bytes:
        headers = [*answer.headers, (b"Date", formatdate(usegmt=True).encode())]
        if self.is_last_request:
            headers.append((b"Connection", b"close"))
        head = h11.Response(status_code=answer.status, headers=headers, reason=answer.reason)
        return self._http.send(head) or b""

    async def _send_body(self, answer: WebAnswer) -> None:
        await self._write_data(answer.body)
        sent = 0
        while answer.file is not None:
            # With the offset: a reading that was called off moves no other file's place.
            step = self._limits.write_bytes
            piece = await self._threads.call(os.pread, answer.file, step, sent)
            if not piece:
                break
            sent += len(piece)
            await self._write_data(piece)
        is_over = answer.rest is None
        while not is_over:
            piece, is_over = await self._threads.call(take_some, answer.rest)
            await self._write_data(piece)

    async def _write_data(self, data: bytes) -> None:
        step = self._limits.write_bytes
        for start in range(0, len(data), step):
            await self._write(self._http.send(h11.Data(data[start : start + step])))

    async def _write(self, data: bytes | None) -> None:
        self._writer.write(data or b"")
        await _within(self._limits.write_seconds, self._writer.drain())

    # -- the end -----------------------------------------------------------------------------------

    async def _refuse(self, refusal: RefusedRequestError) -> None:
        if self._http.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return
        status = refusal.status
        words, content_type = self._write_refusal(refusal)
        headers = [
            (b"Content-Type", content_type.encode()),
            (b"Content-Length", str(len(words)).encode()),
            (b"Connection", b"close"),
        ]
        if status == 503:
            headers.append((b"Retry-After", b"10"))
        with suppress(OSError, TimeoutError, h11.ProtocolError):
            await self._send(WebAnswer(status, "", headers, words))
            await self._hear_out()

    def _write_refusal(self, refusal: RefusedRequestError) -> tuple[bytes, str]:
        """Where programs ask, as all our errors are there: a problem of RFC 9457."""
        is_told_so = refusal.content_type != PLAIN
        if is_told_so or not self._asks_for_programs():
            return str(refusal).encode(), refusal.content_type
        told = {
            "type": "about:blank",
            "title": HTTPStatus(refusal.status).phrase,
            "status": refusal.status,
            "detail": str(refusal).strip(),
        }
        return json.dumps(told).encode(), PROBLEM

    def _asks_for_programs(self) -> bool:
        """By the first line, which may be all that has come."""
        line = self._first_bytes.lstrip().split(b" ", 2)
        return len(line) > 1 and line[1].startswith(FOR_PROGRAMS)

    async def _hear_out(self) -> None:
        """Who is refused while still sending would otherwise see a reset, not the reason."""
        self._writer.write_eof()
        with suppress(TimeoutError):
            deadline = _after(self._limits.linger_seconds)
            while await self._read(deadline):
                pass

    async def _close(self) -> None:
        """What was written last has its time as everything has; then the connection is cut."""
        self._writer.close()
        try:
            await _within(self._limits.write_seconds, self._writer.wait_closed())
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        except asyncio.CancelledError:
            self._writer.transport.abort()
            raise


def _check_head(request: h11.Request) -> None:
    """Shapes that two programs in a row may understand differently are not ours to interpret."""
    names = [name for name, _ in request.headers]
    has_both = b"transfer-encoding" in names and b"content-length" in names
    if has_both or not request.target.startswith(b"/"):
        raise RefusedRequestError(400)


def _after(seconds: float) -> float:
    return time.monotonic() + seconds


async def _within(seconds: float, task: Awaitable[Result]) -> Result:
    async with asyncio.timeout(max(0.0, seconds)):
        return await task
