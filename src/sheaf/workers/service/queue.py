"""A bounded queue before the workers: many threads ask, one thread has the pool."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheaf.errors import SheafError, StorageError, WorkersError
from sheaf.settings import Settings
from sheaf.workers.importing import open_pool
from sheaf.workers.messages import Accident
from sheaf.workers.pool import LOOK_SECONDS, Pool, Ticket
from sheaf.workers.service.contract import BusyError, RefusedFileError

FULL = "There is more to read than fits in the queue."
LATE = "No worker had time for it."
CLOSED = "The service is being stopped."
# Where a worker is free a new task is not kept waiting for the answer of another.
SHORT_LOOK = 0.01
IDLE_SECONDS = 0.5
MOST_PAUSE = 60.0  # seconds that who is sent away is told to wait, at the most
USUAL_SECONDS = 1.0  # for a document, before anybody knows better


@dataclass(eq=False, slots=True)
class _Asked:
    ticket: Ticket
    is_done: threading.Event = field(default_factory=threading.Event)
    is_given_up: bool = False
    has_begun: bool = False
    problem: SheafError | BusyError | None = None


@dataclass(slots=True)
class QueueFigures:
    """What was done, for those who watch the service."""

    waiting: int = 0
    under_way: int = 0
    done: int = 0
    accidents: int = 0
    turned_away: int = 0
    seconds: float = 0.0


class ReadingQueue:
    """`ask` blocks until a worker has answered. No more than `most_waiting` wait for one."""

    def __init__(
        self, settings: Settings, scratch: Path, warm_up: Callable[[], Ticket] | None = None
    ) -> None:
        chosen = settings.service
        self._most_waiting, self._wait_seconds = chosen.queue, chosen.wait_seconds
        self._pool: Pool = open_pool(settings, scratch)
        self._warm_up = warm_up
        self.workers = len(self._pool.seats)
        self.figures = QueueFigures()
        self._lock = threading.Lock()
        self._incoming: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._count = 0
        self._mean = USUAL_SECONDS
        self._is_closing = False
        self._thread: threading.Thread | None = None

    # -- for those who ask -------------------------------------------------------------------------

    def ask(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        accepts: Callable[[Any], bool] = lambda answer: True,
    ) -> Any:
        """The answer of a worker. What went wrong with the document is a RefusedFileError."""
        asked = _Asked(Ticket(function, arguments, accepts=accepts))
        self._enter()
        began = time.monotonic()
        try:
            self._incoming.put(asked)
            self._wait(asked)
        finally:
            self._leave(time.monotonic() - began)
        if asked.problem is not None:
            raise asked.problem
        answer = asked.ticket.answer
        if not isinstance(answer, Accident):
            return answer
        self.figures.accidents += 1
        if answer.ends_run:
            raise StorageError(answer.dropped.reason)
        raise RefusedFileError.of(answer.dropped)

    def _enter(self) -> None:
        with self._lock:
            if self._is_closing:
                raise BusyError(CLOSED, MOST_PAUSE)
            if self._count >= self.workers + self._most_waiting:
                self.figures.turned_away += 1
                raise BusyError(FULL, self._pause())
            self._count += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="reading", daemon=True)
                self._thread.start()

    def _leave(self, seconds: float) -> None:
        with self._lock:
            self._count -= 1
            self.figures.seconds += seconds

    def _wait(self, asked: _Asked) -> None:
        """A task that a worker has in hand ends by the limits of the pool."""
        if asked.is_done.wait(self._wait_seconds):
            return
        asked.is_given_up = not asked.has_begun
        if asked.is_given_up:
            self.figures.turned_away += 1
            raise BusyError(LATE, self._pause())
        asked.is_done.wait()

    def _pause(self) -> float:
        """When there may be room: as soon as one in the queue has been read."""
        return min(MOST_PAUSE, max(1.0, self._mean * self._count / (2 * self.workers)))

    def start(self) -> None:
        """Workers start now and load what they need, not when the first comes."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="reading", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Nobody is let in any more, and what is under way ends here."""
        with self._lock:
            self._is_closing = True
            thread = self._thread
        self._incoming.put(None)
        if thread is not None:
            thread.join()
        else:
            self._pool.close()

    @property
    def load(self) -> int:
        """Who waits for an answer now."""
        return self._count

    # -- the thread that has the pool --------------------------------------------------------------

    def _work(self) -> None:
        waiting: deque[_Asked] = deque()
        under_way: list[_Asked] = []
        if self._warm_up is not None:
            for _ in self._pool.seats:
                self._pool.submit(self._warm_up())
        with self._pool as pool:
            while self._take_in(waiting, bool(waiting or under_way or _is_busy(pool))):
                self._hand_out(pool, waiting, under_way)
                self._pump(pool, under_way)
                under_way = [one for one in under_way if not self._is_over(one)]
                self.figures.waiting, self.figures.under_way = len(waiting), len(under_way)
        for one in (*waiting, *under_way):
            _answer_with(one, BusyError(CLOSED, MOST_PAUSE))
        self._turn_away_the_rest()

    def _take_in(self, waiting: deque[_Asked], has_work: bool) -> bool:
        """Whether the service goes on."""
        try:
            asked = self._incoming.get(timeout=None if not has_work else 0)
            while asked is not None:
                waiting.append(asked)
                asked = self._incoming.get_nowait()
        except queue.Empty:
            return True
        return False

    def _hand_out(self, pool: Pool, waiting: deque[_Asked], under_way: list[_Asked]) -> None:
        while waiting and len(under_way) < self.workers:
            asked = waiting.popleft()
            if not asked.is_given_up:
                asked.has_begun = True
                pool.submit(asked.ticket)
                under_way.append(asked)

    def _pump(self, pool: Pool, under_way: list[_Asked]) -> None:
        """Whatever keeps workers from starting, a full disk say, is told to who waits, and tried
        again for those who come."""
        try:
            pool.pump(LOOK_SECONDS if len(under_way) >= self.workers else SHORT_LOOK)
        except (SheafError, OSError) as problem:
            told = problem if isinstance(problem, SheafError) else WorkersError(f"{problem}.")
            pool.queue.clear()
            for one in under_way:
                _answer_with(one, told)
            time.sleep(IDLE_SECONDS)

    def _is_over(self, asked: _Asked) -> bool:
        if asked.ticket.done:
            self.figures.done += 1
            asked.is_done.set()
        return asked.is_done.is_set()

    def _turn_away_the_rest(self) -> None:
        while True:
            try:
                asked = self._incoming.get_nowait()
            except queue.Empty:
                return
            if asked is not None:
                _answer_with(asked, BusyError(CLOSED, MOST_PAUSE))


def _is_busy(pool: Pool) -> bool:
    """Whether it has tasks that nobody waits for: those that warm workers up."""
    return bool(pool.queue) or any(seat.ticket is not None for seat in pool.seats)


def _answer_with(asked: _Asked, problem: SheafError | BusyError) -> None:
    asked.problem = problem
    asked.is_done.set()
