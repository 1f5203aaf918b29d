"""Jobs run without a queue: the `run` of a kind, as a worker calls it."""

from __future__ import annotations

from typing import Any

from sheaf.app import Library
from sheaf.workers.jobs.contract import JobContext, JobResult
from sheaf.workers.jobs.parameters import read_parameters
from sheaf.workers.jobs.registry import find_kind


class JobAtWork:
    """A job with its number and folder; `sent` are the messages of its latest attempt."""

    def __init__(self, library: Library, kind: str, number: int = 1, **given: Any) -> None:
        self.library, self.kind = library, find_kind(kind)
        self.parameters = read_parameters(self.kind.parameters, given, from_machine=True)
        self.folder = library.folder / "jobs" / str(number)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.number = number
        self.sent: list[dict[str, Any]] = []

    def run(self, send: Any = None) -> JobResult:
        self.sent = []
        context = JobContext(
            self.library, self.number, "ann", self.folder, send or self.sent.append
        )
        result = self.kind.run(context, self.parameters)
        context.send_report()
        return result

    def sent_of(self, word: str) -> list[Any]:
        return [message[word] for message in self.sent if word in message]


def run_job(library: Library, kind: str, number: int = 1, **given: Any) -> JobResult:
    return JobAtWork(library, kind, number, **given).run()
