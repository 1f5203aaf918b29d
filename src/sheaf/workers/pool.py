"""A pool of killable worker processes: limits on time, memory and disk for every task.

Documents come from strangers, and their parsers are native code. So each is parsed in a process
that may be killed by force and replaced: a document that hangs or eats memory costs its worker,
and ends as an `Accident`. Workers are started afresh (never forked) and open no database.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Generic, TypeVar

from sheaf.errors import StorageError, WorkersError
from sheaf.records import Dropped, Outcome
from sheaf.workers.process import WorkerProcess

Item = TypeVar("Item")

# How often memory and disk are looked at. A worker that fills a gigabyte faster than this is
# stopped by the limits on address space and on the size of a file that it was started with.
LOOK_SECONDS = 0.1
START_SECONDS = 60.0
START_TRIES = 3
RECYCLE_AFTER = 1000  # tasks; native parsers leak a little
WINDOW = 256
MOST_FILES = 10_000  # of a task at a time; a container has 1000 members, each has three


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """`section` is that of the settings which set them, where somebody can: told with a reason."""

    seconds: float
    memory: int
    disk: int = 1024**3
    section: str = ""

    def set_by(self, name: str) -> str:
        return f"; `{name}` in [{self.section}] sets the limit" if self.section else ""


@dataclass(eq=False, slots=True)
class Ticket:
    """A task on its way: `answer` is set when it is done, to its value or to an accident."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    weight: int = 0
    done: bool = False
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Done(Generic[Item]):
    """An item with the answer to its task; None where it needed no work."""

    item: Item
    answer: Any


@dataclass(frozen=True, slots=True)
class Accident:
    """A task that ended badly, as an outcome with its reason. `ends_run` means that it was not
    the document's fault and that the next would fare no better (a full disk)."""

    dropped: Dropped
    ends_run: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's word that it has started and waits for work."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A worker's word that it has a task in hand: the time it took to start is not the task's."""


@dataclass(slots=True)
class _Seat:
    """A place for a worker, and the task it has now. A worker gets its first task only when it
    says that it is ready: what is sent to one stuck in its start would block us too."""

    process: WorkerProcess | None = None
    is_ready: bool = False
    ticket: Ticket | None = None
    started: float = 0.0
    tasks: int = 0


class Pool:
    """Use as a context manager; `in_order` is what pipelines call."""

    def __init__(
        self,
        jobs: int,
        limits: TaskLimits,
        *,
        scratch: Path | None = None,
        in_flight_bytes: int = 64 * 1024**2,
    ) -> None:
        self.limits = limits
        self.scratch = scratch
        self.seats = [_Seat() for _ in range(jobs or os.cpu_count() or 1)]
        self.queue: deque[Ticket] = deque()
        self.in_flight_bytes = in_flight_bytes
        self.weight = 0
        self.failed_starts = 0
        self.looked = 0.0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for seat in self.seats:
            self._empty(seat)

    # -- what pipelines call -------------------------------------------------------------------

    def in_order(
        self,
        function: Callable[..., Any],
        items: Iterable[Item],
        arguments: Callable[[Item], tuple[Any, ...] | None],
        *,
        weight: Callable[[Item], int] = lambda item: 0,
        urgent: bool = False,
    ) -> Iterator[list[Done[Item]]]:
        """Apply a function to items in the workers and give the answers in the items' order, as
        many at a time as are ready. An item whose arguments are None goes through untouched.
        `urgent` work overtakes what waits: use it for steps further along the way."""
        source = iter(items)
        waiting: deque[tuple[Item, Ticket | None]] = deque()
        exhausted = False
        while waiting or not exhausted:
            while not exhausted and len(waiting) < WINDOW and self.weight <= self.in_flight_bytes:
                try:
                    item = next(source)
                except StopIteration:
                    exhausted = True
                    break
                given = arguments(item)
                ticket = None if given is None else Ticket(function, given, weight(item))
                if ticket is not None:
                    self.submit(ticket, urgent=urgent)
                waiting.append((item, ticket))
                self.pump(0)
                # What is ready goes on as soon as the workers have enough to do meanwhile.
                if self._is_ready(waiting[0][1]) and len(self.queue) >= 2 * len(self.seats):
                    break
            ready = self._ready(waiting)
            if ready:
                yield ready
            elif waiting:
                self.pump(LOOK_SECONDS)

    @staticmethod
    def _is_ready(ticket: Ticket | None) -> bool:
        return ticket is None or ticket.done

    def _ready(self, waiting: deque[tuple[Item, Ticket | None]]) -> list[Done[Item]]:
        ready: list[Done[Item]] = []
        while waiting and self._is_ready(waiting[0][1]):
            item, ticket = waiting.popleft()
            if ticket and isinstance(ticket.answer, Accident) and ticket.answer.ends_run:
                raise StorageError(ticket.answer.dropped.reason)
            ready.append(Done(item, ticket.answer if ticket else None))
        return ready

    def submit(self, ticket: Ticket, *, urgent: bool = False) -> None:
        self.weight += ticket.weight
        if urgent:
            self.queue.appendleft(ticket)
        else:
            self.queue.append(ticket)

    def pump(self, seconds: float) -> None:
        """Hand out tasks, take in answers, and see to it that the limits hold."""
        self._hand_out()
        occupied = {
            seat.process.connection: seat
            for seat in self.seats
            if seat.process and (seat.ticket or not seat.is_ready)
        }
        if not occupied:
            return
        for connection in wait(list(occupied), timeout=seconds):
            self._take_in(occupied[connection])  # type: ignore[index]
        now = time.monotonic()
        if now - self.looked >= LOOK_SECONDS:
            self.looked = now
            for seat in self.seats:
                self._hold_to_limits(seat, now)
        self._hand_out()

    # -- the workers -------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        for seat in self.seats:
            if not self.queue:
                return
            if seat.process is None:
                seat.process = WorkerProcess.start(
                    self.limits.memory, self.limits.disk, self.scratch
                )
                seat.is_ready, seat.tasks, seat.started = False, 0, time.monotonic()
            elif seat.is_ready and seat.ticket is None:
                self._send(seat, self.queue.popleft())

    def _send(self, seat: _Seat, ticket: Ticket) -> None:
        assert seat.process is not None
        # The clock starts when the worker says that it has the task in hand: until then it may
        # be importing what the task needs.
        seat.ticket, seat.started = ticket, time.monotonic() + START_SECONDS
        try:
            seat.process.send(ticket.function, ticket.arguments)
        except OSError:
            self._lose(seat)

    def _take_in(self, seat: _Seat) -> None:
        assert seat.process is not None
        try:
            answer = seat.process.receive()
        except (EOFError, OSError):
            self._lose(seat)
            return
        if isinstance(answer, Ready):
            seat.is_ready, self.failed_starts = True, 0
        elif isinstance(answer, Begun):
            seat.started = time.monotonic()
        else:
            self._finish(seat, answer)
            seat.process.tidy_up()
            seat.tasks += 1
            if seat.tasks >= RECYCLE_AFTER:
                self._empty(seat)

    def _hold_to_limits(self, seat: _Seat, now: float) -> None:
        if seat.process is None:
            return
        if not seat.is_ready:
            if now - seat.started > START_SECONDS:
                self._lose(seat)
        elif seat.ticket is not None:
            if now - seat.started > self.limits.seconds:
                reason = f"took longer than {self.limits.seconds:g} s"
                self._kill(seat, Outcome.TIMED_OUT, reason + self.limits.set_by("seconds"))
            elif seat.process.memory() > self.limits.memory:
                reason = f"took more than {self.limits.memory // 1024**2} MiB of memory"
                self._kill(seat, Outcome.OUT_OF_MEMORY, reason + self.limits.set_by("memory"))
            else:
                self._hold_to_disk(seat, seat.process)

    def _hold_to_disk(self, seat: _Seat, process: WorkerProcess) -> None:
        use = process.disk_use()
        if use.bytes > self.limits.disk:
            reason = f"wrote more than {self.limits.disk // 1024**2} MiB of temporary files"
            self._kill(seat, Outcome.BOMB, reason + self.limits.set_by("disk"))
        elif use.files > MOST_FILES:
            self._kill(seat, Outcome.BOMB, f"wrote more than {MOST_FILES} temporary files")

    def _kill(self, seat: _Seat, outcome: Outcome, reason: str) -> None:
        self._empty(seat)
        self._finish(seat, Accident(Dropped(outcome, reason)))

    def _lose(self, seat: _Seat) -> None:
        """The worker died by itself: its last words tell how. One that dies before it is ready
        has no document to blame, and when none can start, the run cannot go on."""
        assert seat.process is not None
        dropped = seat.process.last_words()
        self._empty(seat)
        if seat.ticket is not None:
            self._finish(seat, Accident(dropped))
            return
        self.failed_starts += 1
        if self.failed_starts > START_TRIES:
            raise WorkersError(f"Worker processes cannot be started: {dropped.reason}")

    def _finish(self, seat: _Seat, answer: Any) -> None:
        assert seat.ticket is not None
        seat.ticket.done, seat.ticket.answer = True, answer
        seat.ticket.arguments = ()  # let go of the bytes
        self.weight -= seat.ticket.weight
        seat.ticket = None

    @staticmethod
    def _empty(seat: _Seat) -> None:
        if seat.process is not None:
            seat.process.kill()
            seat.process = None
