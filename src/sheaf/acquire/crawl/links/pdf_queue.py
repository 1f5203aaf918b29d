"""Visits that brought a PDF wait here until its links are read, in a process of its own.

They are not written down before that: if the crawl is killed meanwhile, the URL is still waiting,
and nothing is lost. A thread waits for the reader, so that the loop of the crawl need not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from sheaf.acquire.crawl.decode import decode_body
from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.visits import FetchOutcome, Visit

PDF_TYPES = frozenset({"application/pdf", "application/x-pdf"})
MARK = b"%PDF-"
LONGEST = 128 * 1024**2
# Where a link leads to, the words under it, and on which page it stands.
Annotation = tuple[str, str, str]


class PdfTrouble(Exception):  # noqa: N818 - a finding about a file, not an error of ours
    """A file that could not be read; the message is a word for the crawl log."""


class PdfReader(Protocol):
    """Reads files one after the other, each in a process that may die. `stop` is called from
    another thread and ends the reading in progress."""

    def read(self, data: bytes) -> list[Annotation]: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class PdfQueue:
    """`wake` is called from another thread when a file is read. Without a `reader` nothing is."""

    def __init__(self, wake: Callable[[], None], reader: PdfReader | None) -> None:
        self._wake = wake
        self._reader = reader
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pdf")
        self._waiting: deque[tuple[PreviousVisit | None, Future[Visit]]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def accepts(self, visit: Visit) -> bool:
        return self._reader is not None and is_pdf(visit)

    def add(self, visit: Visit, previous: PreviousVisit | None) -> None:
        future = self._thread.submit(self._read, visit)
        self._waiting.append((previous, future))
        future.add_done_callback(lambda _: self._wake())

    def take_finished(self) -> Iterator[tuple[Visit, PreviousVisit | None]]:
        """Visits whose links are read, in their order."""
        while self._waiting and self._waiting[0][1].done():
            previous, future = self._waiting.popleft()
            yield future.result(), previous

    def close(self) -> None:
        """A file that was not read is fetched again: its visit was never written down."""
        if self._reader:
            self._reader.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if self._reader:
            self._reader.close()

    def _read(self, visit: Visit) -> Visit:
        """In the thread. A file that cannot be read is one without links, and the log says so."""
        answer, reader = visit.answer, self._reader
        assert answer is not None
        assert reader is not None
        data = decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST)
        try:
            return replace(visit, annotations=tuple(reader.read(data)))
        except PdfTrouble as trouble:
            return replace(visit, trouble=f"pdf_{trouble}")
        except OSError:  # a full disk, say; that is for others to complain about
            return replace(visit, trouble="pdf_no_room")
        except Exception as problem:  # noqa: BLE001 - one file must not end a crawl
            return replace(visit, trouble=f"pdf_{type(problem).__name__}")


def is_pdf(visit: Visit) -> bool:
    """Whether a visit brought a PDF file, by its first bytes or by what the server says."""
    answer = visit.answer
    if answer is None or visit.outcome not in {FetchOutcome.FETCHED, FetchOutcome.TOO_LARGE}:
        return False
    return answer.body.startswith(MARK) or (bool(answer.body) and answer.mime_type in PDF_TYPES)
