"""What a kind of job is: its parameters, what it does, and what it says while it does it.

A kind is a `JobKind` behind an entry point in the group sheaf.job_kinds. Its `run` is called in a
process of its own, with the library open. It is stopped there: by Ctrl-C (KeyboardInterrupt) where
the job is paused or cancelled, by force soon after (within two seconds in all), and by force at any
moment if the machine fails. So it must be safe to kill, and to run again with the same parameters:
it goes on, or begins anew, and does nothing twice.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheaf.app import Library
from sheaf.workers.jobs.kind import JobKind, JobResult
from sheaf.workers.jobs.parameters import (
    Finding,
    HostName,
    LongText,
    MachineFlag,
    Parameters,
    Pattern,
    Sources,
    rarely_used,
    setting_of,
)

__all__ = [
    "Finding",
    "HostName",
    "JobContext",
    "JobKind",
    "JobResult",
    "LongText",
    "MachineFlag",
    "Parameters",
    "Pattern",
    "Sources",
    "rarely_used",
    "setting_of",
]

REPORT_SECONDS = 0.25  # a report that comes sooner after another waits


@dataclass(slots=True)
class JobContext:
    """What the work of a job is given. Its folder is there when it begins; what it leaves in it
    can be taken from the job's page."""

    library: Library
    number: int
    owner: str
    folder: Path
    # Where reports and lines of the log go.
    send: Callable[[dict[str, Any]], None] = lambda message: None
    _waiting: dict[str, Any] = field(default_factory=dict)
    _sent: float = float("-inf")
    # Work may have several threads; one message goes after the other.
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def report(
        self,
        done: int,
        total: int | None = None,
        counters: Mapping[str, int] = {},
        note: str = "",
    ) -> None:
        """How far it is; cheap to call often."""
        with self._lock:
            self._waiting = {
                "done": done,
                "total": total,
                "counters": dict(counters),
                "note": note,
            }
            if time.monotonic() - self._sent >= REPORT_SECONDS:
                self.send_report()

    def made_run(self, number: int) -> None:
        """The run that the job makes or goes on with; said as soon as it is known."""
        with self._lock:
            self.send({"run": number})

    def log(self, text: str) -> None:
        """A line of the job's log."""
        with self._lock:
            self.send({"log": text})

    def send_report(self) -> None:
        """The latest report, if it waits; called by whoever runs the job when it ends."""
        with self._lock:
            if self._waiting:
                self.send({"progress": self._waiting})
                self._waiting, self._sent = {}, time.monotonic()
