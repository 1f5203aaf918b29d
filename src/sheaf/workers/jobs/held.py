"""A job in the hands of a worker: what its process says, how it is stopped, how it ends."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from sheaf.deposit.jobs.contract import Claim, JobEnding, JobProgress, Wish
from sheaf.deposit.jobs.moves import LONGEST_LINE, Move
from sheaf.workers.process import JobProcess

MOST = 2**62  # that a table takes
FORCE_SECONDS = 1.0  # between being asked to stop and being killed


@dataclass(frozen=True, slots=True)
class HowItEnded:
    """What is to be written of a job whose process is done with it."""

    move: Move
    ending: JobEnding = field(default_factory=JobEnding)
    words: str = ""
    # Of one that is given back: whether that counts against it, and whether it is to wait a little.
    is_attempt: bool = False
    is_busy: bool = False


class HeldJob:
    def __init__(self, claim: Claim, process: JobProcess, most_lines: int) -> None:
        self.claim, self.process = claim, process
        self.progress: JobProgress | None = None  # that is not written yet
        self.run: int | None = None  # that it makes, if it said so
        self.lines: deque[str] = deque(maxlen=most_lines)
        self.ended: HowItEnded | None = None
        # When it was last written that it lives, and when that was last tried.
        self.heard = self.tried = time.monotonic()
        self._stop: HowItEnded | None = None
        self._asked: float | None = None

    def stop(self, wish: Wish) -> None:
        """For good or until it is resumed, as somebody wants it."""
        self._interrupt(HowItEnded(Move.STOP if wish is Wish.CANCEL else Move.HOLD))

    def hand_back(self, reason: str) -> None:
        """It is to go on elsewhere, or later."""
        self._interrupt(HowItEnded(Move.GIVE_BACK, words=reason))

    def _interrupt(self, then: HowItEnded) -> None:
        # Who wants it cancelled has the last word.
        if self._stop is None or then.move is Move.STOP:
            self._stop = then
        if self._asked is None:
            self._asked = time.monotonic()
            self.process.interrupt()

    def force(self) -> None:
        """One that was asked to stop and has not, for longer than a moment, is killed."""
        if self._asked is None or self.ended is not None:
            return
        if time.monotonic() - self._asked >= FORCE_SECONDS:
            self.process.kill()
            self.ended = self._stop

    def drop(self, reason: str) -> None:
        """At once: it may be another's already."""
        self.process.kill()
        self.ended = self._stop or HowItEnded(Move.GIVE_BACK, words=reason)

    def excuse(self) -> None:
        """What it met in the database was no fault of its own."""
        if self.ended is not None and self.ended.is_busy:
            self.ended = replace(self.ended, is_attempt=False)

    @property
    def can_go_on(self) -> bool:
        """Whether its process can take another job: it was never told to stop, and lives."""
        return self._asked is None and self.process.process.poll() is None

    def take_in(self) -> None:
        """What its process has said."""
        try:
            messages = self.process.receive()
        except EOFError:
            self.ended = self._stop or self._death()
            return
        for message in messages:
            for name, value in message.items():
                self._take(name, value)

    def _death(self) -> HowItEnded:
        return HowItEnded(Move.GIVE_BACK, words=self.process.last_words(), is_attempt=True)

    def _take(self, name: str, value: Any) -> None:
        if name == "progress":
            self.progress = _read_progress(value) or self.progress
        elif name == "run":
            self.run = int(value)
        elif name == "log":
            self.lines.append(str(value)[:LONGEST_LINE])
        elif name == "done":
            files = tuple(value.pop("files"))
            self.ended = HowItEnded(Move.FINISH, JobEnding(**value, files=files))
        elif name == "failed":
            failed = HowItEnded(Move.FAIL, JobEnding(**value), words=value["problem"])
            self.ended = self._stop or failed
        elif name == "waits":
            self.ended = self._stop or HowItEnded(Move.GIVE_BACK, words=value, is_busy=True)
        elif name == "lost":
            back = HowItEnded(Move.GIVE_BACK, words=value, is_attempt=True, is_busy=True)
            self.ended = self._stop or back
        elif name == "stopped":
            # Somebody else sent the signal: it waits for its next turn.
            self.ended = self._stop or HowItEnded(Move.GIVE_BACK, words="It was interrupted.")


def _read_progress(said: dict[str, Any]) -> JobProgress | None:
    """What a kind reports is written to tables: nonsense is left out."""
    try:
        total = said["total"]
        return JobProgress(
            _bounded(said["done"]),
            None if total is None else _bounded(total),
            str(said["note"])[:LONGEST_LINE],
            {str(name): _bounded(count) for name, count in said["counters"].items()},
        )
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        return None


def _bounded(number: Any) -> int:
    return max(-MOST, min(MOST, int(number)))
