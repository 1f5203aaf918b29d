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
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from sheaf.curate.credible import is_possible_drop
from sheaf.errors import StorageError, WorkersError
from sheaf.records import Dropped, Outcome
from sheaf.workers.answers import decode, decoder_of, return_type
from sheaf.workers.messages import UNREADABLE, Accident, Message, NotUnderstood, Said
from sheaf.workers.process import WorkerProcess, wait_for

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
    """A task on its way: `answer` is set when it is done, to its value or to an accident. What
    `accepts` turns down is no answer to this task."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    weight: int = 0
    accepts: Callable[[Any], bool] = lambda answer: True
    tries: int = 0
    done: bool = False
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Done(Generic[Item]):
    """An item with the answer to its task; None where it needed no work."""

    item: Item
    answer: Any


@dataclass(slots=True)
class _Seat:
    """A place for a worker, and the task it has now."""

    process: WorkerProcess | None = None
    ticket: Ticket | None = None
    has_begun: bool = False
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
        accepts: Callable[[Item, Any], bool] = lambda item, answer: True,
        urgent: bool = False,
    ) -> Iterator[list[Done[Item]]]:
        """Apply a function to items in the workers and give the answers in the items' order, as
        many at a time as are ready. An item whose arguments are None goes through untouched.
        An answer is of the type that the function says it returns, and what `accepts` turns down
        is as good as one that cannot be read. `urgent` work overtakes what waits: use it for steps
        further along the way."""
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
                ticket = None
                if given is not None:
                    ticket = Ticket(function, given, weight(item), partial(accepts, item))
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
        decoder_of(return_type(ticket.function))  # a function that cannot be asked is ours
        self.weight += ticket.weight
        if urgent:
            self.queue.appendleft(ticket)
        else:
            self.queue.append(ticket)

    def pump(self, seconds: float) -> None:
        """Hand out tasks, take in answers, and see to it that the limits hold."""
        self._hand_out()
        occupied = {
            seat.process.process.pid: seat
            for seat in self.seats
            if seat.process and (seat.ticket or not seat.process.is_ready)
        }
        if not occupied:
            return
        workers = [seat.process for seat in occupied.values() if seat.process]
        for worker in wait_for(workers, seconds):
            self._take_in(occupied[worker.process.pid], worker)
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
                seat.tasks, seat.started = 0, time.monotonic()
            elif seat.process.is_ready and seat.ticket is None:
                if seat.process.is_silent():
                    self._send(seat, seat.process, self.queue.popleft())
                else:  # it died, or speaks unasked: the next document is not to blame
                    self._empty(seat)

    def _send(self, seat: _Seat, worker: WorkerProcess, ticket: Ticket) -> None:
        # The clock starts when the worker says that it has the task in hand: until then it may
        # be importing what the task needs.
        seat.ticket, seat.has_begun = ticket, False
        seat.started = time.monotonic() + START_SECONDS
        ticket.tries += 1
        try:
            worker.send(ticket.function, ticket.arguments)
        except TimeoutError:
            self._empty(seat)
            self._blame(seat, Dropped(Outcome.UNFORESEEN, "its worker stopped listening"))
        except OSError:
            self._lose(seat)

    def _take_in(self, seat: _Seat, worker: WorkerProcess) -> None:
        try:
            for message in worker.receive():
                self._heed(seat, worker, message)
            if seat.ticket is None and worker.inbox.begun:
                raise NotUnderstood
        except NotUnderstood:
            self._empty(seat)
            if seat.ticket is not None or not worker.is_ready:
                self._blame(seat, Dropped(Outcome.UNFORESEEN, UNREADABLE))
        except (EOFError, OSError):
            self._lose(seat)
        if seat.process is not None and seat.tasks >= RECYCLE_AFTER:
            self._empty(seat)

    def _heed(self, seat: _Seat, worker: WorkerProcess, message: Message) -> None:
        """Each word has its time: one that says twice that it has begun would never be late."""
        ticket = seat.ticket
        if not worker.is_ready and message.said is Said.READY:
            worker.is_ready, self.failed_starts = True, 0
        elif ticket is None or seat.has_begun is (message.said is Said.BEGUN):
            raise NotUnderstood
        elif message.said is Said.BEGUN:
            seat.has_begun, seat.started = True, time.monotonic()
        else:
            self._finish(seat, answer_in(message, ticket))
            worker.tidy_up()
            seat.tasks += 1

    def _hold_to_limits(self, seat: _Seat, now: float) -> None:
        if seat.process is None:
            return
        if not seat.process.is_ready:
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
        self._blame(seat, dropped)

    def _blame(self, seat: _Seat, dropped: Dropped) -> None:
        ticket = seat.ticket
        if ticket is not None and (seat.has_begun or ticket.tries > START_TRIES):
            self._finish(seat, Accident(dropped))
            return
        if ticket is not None:  # its worker has not seen it
            seat.ticket = None
            self.queue.appendleft(ticket)
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


def answer_in(message: Message, ticket: Ticket) -> Any:
    if message.said is Said.ACCIDENT:
        accident: Accident = decode(message.body, Accident)
        if is_possible_drop(accident.dropped):
            return accident
    elif message.said is Said.ANSWER:
        answer = decode(message.body, return_type(ticket.function))
        if ticket.accepts(answer):
            return answer
    raise NotUnderstood
