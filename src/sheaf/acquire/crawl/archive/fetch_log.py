"""A log of a run for people: when it began and ended, and a line for each URL in between.

crawl.log is for programs, and belongs to the crawl; this one stands where its owner wants it, and
each run adds to it.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.visits import Visit
from sheaf.errors import disk_errors


class FetchLog:
    """Give `write_visit` to the crawler as its `on_page`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes: Counter[str] = Counter()
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8", errors="replace", buffering=1)

    def write_visit(self, visit: Visit) -> None:
        self._outcomes[visit.outcome.value] += 1
        answer = visit.answer
        status = f" {answer.status}" if answer else ""
        again = f", {visit.tries} tries" if visit.tries > 1 else ""
        # A URL that is none may hold anything, a new line of the log among it.
        url = "%20".join(visit.target.url.split())
        self._write(f"{visit.outcome.value}{status}, {visit.size} bytes{again}: {url}")

    def _write(self, text: str) -> None:
        with disk_errors(self._path):
            self._file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {text}\n")

    def __enter__(self) -> Self:
        self._write("the run begins")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        ends = ", ".join(f"{name} {count}" for name, count in self._outcomes.most_common())
        try:
            why = f", by {kind.__name__}" if kind else ""
            self._write(f"the run ends{why}: {ends or 'nothing was fetched'}")
        finally:
            self._file.close()
