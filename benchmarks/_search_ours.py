"""Our part of the benchmark of search: pages go into the index, and are asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from _alone import peak_mib
from _search_documents import Line, read_lines

from sheaf.search.contract import Indexed, IndexEntry, SearchRequest
from sheaf.search.index import IndexReader
from sheaf.search.indexer import IndexOptions, update_index
from sheaf.search.planning import Planner
from sheaf.search.ranking import Ranker
from sheaf.search.searcher import Searcher
from sheaf.search.view import View

TOP = 10
FEWEST_STEPS = 10
SYNTAX = {"or": " OR ", "and": " "}
Clock = Callable[[], float]


@dataclass
class PagesInLines:
    """The documents as a library's pages."""

    documents: Path
    name: str = "page"

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        return (entry_of(line) for line in read_lines(self.documents) if line.key > after)

    def changed_since(self, mark: Any) -> Iterator[IndexEntry]:
        return self.entries()

    def removed_since(self, revision: int) -> tuple[int, ...]:
        return ()


def entry_of(line: Line) -> IndexEntry:
    return IndexEntry(
        "page",
        line.key,
        title=line.title,
        body=line.content,
        categories=tuple(line.categories.split("|")),
        links=tuple(line.links.split("|")) if line.links else (),
        modified=datetime.fromtimestamp(line.modified, UTC),
        url=line.url,
        host="wiki.example.org",
        kind="article",
        has_stems=False,
    )


def index_ours(documents: Path, folder: Path, threads: int = 0) -> dict[str, Any]:
    """In a process of its own: memory is the most that this one ever held."""
    began, cpu = time.monotonic(), time.process_time()
    steps: list[tuple[int, float]] = [(0, 0.0)]
    done = update_index(
        folder,
        Indexed([PagesInLines(documents)], lambda: (1, 0)),
        IndexOptions(threads=threads),
        rebuild=True,
        report=lambda count: steps.append((count, time.monotonic() - began)),
    )
    return {
        "documents": done.indexed,
        "seconds": time.monotonic() - began,
        "cpu_seconds": time.process_time() - cpu,
        "bytes": size_of(folder),
        "peak_mib": peak_mib(),
        "last_over_middle": growth(steps),
    }


def growth(steps: list[tuple[int, float]]) -> float:
    """The time of the last tenth of all entries over that of the middle one of the tenths, for the
    first only fills memory; 0 of too few to tell."""
    if len(steps) < FEWEST_STEPS:
        return 0.0
    ends = [steps[(len(steps) - 1) * tenth // 10][1] for tenth in range(11)]
    tenths = [end - begin for begin, end in pairwise(ends)]
    return tenths[-1] / median(tenths)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# -- asked -----------------------------------------------------------------------------------------


@dataclass
class Times:
    """Milliseconds of each question. `engine`: its query asked for ten hits, and what they show;
    `whole`: all that a search does; `ranking`: of it, the best results put in their order;
    `python`: of the rest, what was not spent in the engine."""

    engine: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    python: list[float] = field(default_factory=list)
    ranking: list[float] = field(default_factory=list)


@dataclass
class Stopwatch:
    clock: Clock
    seconds: float = 0.0

    def timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            began = self.clock()
            try:
                return call(*given, **named)
            finally:
                self.seconds += self.clock() - began

        return run

    def restart(self) -> float:
        """Milliseconds since the last time."""
        taken, self.seconds = self.seconds * 1000, 0.0
        return taken


class TimedIndex:
    """Stands for an index of the engine, whose searchers are timed."""

    def __init__(self, index: Any, watch: Stopwatch) -> None:
        self._index, self._watch = index, watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def searcher(self) -> TimedSearcher:
        return TimedSearcher(self._index.searcher(), self._watch)


class TimedSearcher:
    def __init__(self, searcher: Any, watch: Stopwatch) -> None:
        self._searcher, self._watch = searcher, watch

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._searcher, name)
        return self._watch.timed(value) if callable(value) else value


class Texts:
    """The texts of the documents by number, read from where they lie."""

    def __init__(self, documents: Path) -> None:
        self.file = documents.open("rb")
        self.starts = [0]
        for line in self.file:
            self.starts.append(self.starts[-1] + len(line))

    def __call__(self, entry: str, number: int) -> str:
        self.file.seek(self.starts[number - 1])
        return self.file.readline().split(b"\t")[2].decode()

    def close(self) -> None:
        self.file.close()


def ask_ours(
    folder: Path, documents: Path, kind: str, questions: list[str], *, by_cpu: bool
) -> Times:
    """After one round that is not counted: files are read into memory then."""
    clock = time.thread_time if by_cpu else time.perf_counter
    requests = [SearchRequest(as_typed(kind, question), scope="pages") for question in questions]
    with closing(Texts(documents)) as texts:
        searcher = Searcher(folder, texts)
        for request in requests:
            searcher.search(request)
        times = Times(engine=_ask_engine(folder, requests, clock))
        _ask_whole(searcher, requests, clock, times)
    return times


def _ask_engine(folder: Path, requests: list[SearchRequest], clock: Clock) -> list[float]:
    """The queries that are made of the questions, and nothing around them."""
    index = IndexReader(folder).open()
    assert index is not None
    view = View.of(index)
    taken = []
    for request in requests:
        plan = Planner(view, request, lambda number: (), lambda text: {}).plan()
        assert plan is not None
        began = clock()
        for _, address in view.searcher.search(plan.query, TOP, count=True).hits:
            view.searcher.doc(address)
        taken.append((clock() - began) * 1000)
    return taken


def _ask_whole(
    searcher: Searcher, requests: list[SearchRequest], clock: Clock, times: Times
) -> None:
    in_engine, in_ranking, rank_best = Stopwatch(clock), Stopwatch(clock), Ranker.rank
    index: Any = TimedIndex(searcher.reader.open(), in_engine)
    searcher.reader.open = lambda: index  # type: ignore[method-assign]

    def rank(*given: Any) -> Any:
        before = in_engine.seconds
        try:
            return in_ranking.timed(rank_best)(*given)
        finally:
            in_engine.seconds = before

    with patch.object(Ranker, "rank", rank):
        searcher.search(requests[0])  # opens the index that is timed
        for request in requests:
            in_engine.restart(), in_ranking.restart()
            began = clock()
            searcher.search(request)
            times.whole.append((clock() - began) * 1000)
            times.ranking.append(in_ranking.restart())
            times.python.append(times.whole[-1] - times.ranking[-1] - in_engine.restart())


def as_typed(kind: str, question: str) -> str:
    return f'"{question}"' if kind == "phrase" else SYNTAX[kind].join(question.split())
