"""Looks at each source of a run when its first capture comes: a resumed run goes on with a source
only where it is still the one that the run began with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sheaf.acquire.importers.source_versions import Change, SourceFile, SourceVersion
from sheaf.deposit.runs import RunLog
from sheaf.records import Aside, Capture


class SourceWatch:
    """`find_file` says where the source of captures can be read; None for a folder."""

    def __init__(
        self, run_log: RunLog, run: int, find_file: Callable[[str], SourceFile | None]
    ) -> None:
        self._run_log = run_log
        self._run = run
        self._find_file = find_file
        self._latest = ""
        self._begun: set[str] = set()

    def watch(self, incoming: Iterable[Capture | Aside]) -> Iterator[Capture | Aside]:
        for item in incoming:
            if isinstance(item, Capture) and item.location.source != self._latest:
                self._latest = item.location.source
                if self._latest not in self._begun:
                    self._begun.add(self._latest)
                    self._begin(self._latest)
            yield item

    def _begin(self, source: str) -> None:
        file = self._find_file(source)
        if file is None:
            return
        try:
            now = SourceVersion.of(file)
            before = self._run_log.begin_source(self._run, source, str(now))
            change = SourceVersion.parse(before).compare(now, file.path) if before else Change.NONE
        except OSError:  # it went, or cannot be read any more: its reader says so
            return
        if change is Change.REPLACED:
            self._run_log.replace_source(self._run, source, str(now))
        elif change is Change.GROWN:
            self._run_log.extend_source(self._run, source, str(now))
