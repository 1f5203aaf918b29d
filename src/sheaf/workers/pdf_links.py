"""The links of PDF files for a crawl, read in a worker: time and memory are limited as for all
documents of strangers."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sheaf.acquire.crawl.links.pdf import pdf_references
from sheaf.acquire.crawl.links.pdf_queue import Annotation, PdfTrouble
from sheaf.errors import WorkersError
from sheaf.workers.messages import Accident
from sheaf.workers.pool import Pool, TaskLimits, Ticket

LIMITS = TaskLimits(seconds=15.0, memory=512 * 1024**2, disk=64 * 1024**2)
# Larger files are handed over by file, so that no second copy of them is in memory.
HAND_OVER = 4 * 1024**2
LOOK_SECONDS = 0.1


class PdfLinkWorker:
    """One worker, started when the first file comes. Used by one thread; only `stop` may be called
    from another."""

    def __init__(self, limits: TaskLimits = LIMITS, *, scratch: Path | None = None) -> None:
        self._pool = Pool(1, limits, scratch=scratch)
        self._is_stopped = False

    def read(self, data: bytes) -> list[Annotation]:
        if len(data) <= HAND_OVER:
            return self._answer(data)
        with tempfile.NamedTemporaryFile(prefix="sheaf-", suffix=".pdf") as file:
            file.write(data)
            file.flush()
            return self._answer(Path(file.name))

    def _answer(self, source: bytes | Path) -> list[Annotation]:
        ticket = Ticket(read_annotations, (source,))
        self._pool.submit(ticket)
        while not ticket.done:
            if self._is_stopped:
                raise PdfTrouble("stopped")
            try:
                self._pool.pump(LOOK_SECONDS)
            except (WorkersError, OSError):
                self._pool.queue.clear()
                raise PdfTrouble("no_worker") from None
        if isinstance(ticket.answer, Accident):
            raise PdfTrouble(ticket.answer.dropped.outcome.value)
        found: list[Annotation] = ticket.answer
        return found

    def stop(self) -> None:
        self._is_stopped = True

    def close(self) -> None:
        self._pool.close()


def read_annotations(source: bytes | Path) -> list[Annotation]:
    """In the worker."""
    return [(link.to, link.text, link.note) for link in pdf_references(source)]
