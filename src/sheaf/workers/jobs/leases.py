"""Watches the jobs that others hold: which of them nobody keeps alive any more."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from sheaf.deposit.jobs.claims import RunningJob
from sheaf.workers.jobs.identity import is_dead


class LeaseWatch:
    """A job whose counter has not moved for `seconds` of our own clock is given up, and at once one
    whose worker was a process of this machine that is gone."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self._clock = seconds, clock
        self._seen: dict[int, tuple[int, int, float, bool]] = {}

    def look(self, running: Iterable[RunningJob]) -> list[tuple[RunningJob, str]]:
        """Those that are to be taken away, each with the reason."""
        now, before = self._clock(), self._seen
        self._seen, dead = {}, []
        for job in running:
            token, beats, since, has_moved = before.get(job.number, (job.token, -1, now, False))
            if (token, beats) != (job.token, job.beats):
                has_moved = job.number in before
                since = now
            self._seen[job.number] = (job.token, job.beats, since, has_moved)
            if is_dead(job.worker):
                dead.append((job, "The process of its worker is gone."))
            elif now - since >= self.seconds:
                dead.append((job, f"Nothing was heard of its worker for {self.seconds:g} seconds."))
        return dead

    def forget(self) -> None:
        """Nothing could be seen for a while: what did not move then may have been unable to."""
        self._seen = {}

    @property
    def has_doubts(self) -> bool:
        """Whether there is a job of which it is not known yet if its worker lives."""
        return not all(has_moved for *_, has_moved in self._seen.values())
