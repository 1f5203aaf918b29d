"""Brings the index up to date: what changed goes in, what is gone goes out. An index that cannot be
used is built anew beside it.

Safe to kill at any moment: the mark moves only after a commit, and doing an entry again is
harmless.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import tantivy

from sheaf.files import refuse_link
from sheaf.search.contract import Indexed, IndexEntry, IndexReport
from sheaf.search.index import (
    BUILDING,
    IndexState,
    Mark,
    look_at,
    make_index,
    next_folder,
    open_index,
    panics_as_errors,
    put_in_place,
    read_mark,
    remove_leftovers,
    write_mark,
)
from sheaf.search.schema import VERSION, as_document, key_of

# A commit ends a file of the engine, and many files make an index larger and slower; without one
# a build that is interrupted begins again.
COMMIT_EVERY = 1_000_000
COMMIT_SECONDS = 600.0
REPORT_EVERY = 1000
SMALL_UPDATE = 500
SMALL_TEXT = 32_000_000
MOST_THREADS = 8  # the engine takes no more
LEAST_MEMORY = 15_000_000  # that a thread must have


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """`threads` 0 means one for two cores. `with_text` keeps texts in the index."""

    memory: int = 1000 * 1024**2
    threads: int = 0
    with_text: bool = False


def update_index(
    folder: Path,
    indexed: Indexed,
    options: IndexOptions,
    *,
    rebuild: bool,
    report: Callable[[int], None],
) -> IndexReport:
    """The caller holds the lock."""
    refuse_link(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    mark = read_mark(folder)
    if not rebuild and mark is not None and look_at(folder) is IndexState.READY:
        with suppress_damage():
            return _update(folder, mark, indexed, options, report)
    return _build(folder, indexed, options, report, anew=rebuild)


@contextmanager
def suppress_damage() -> Iterator[None]:
    """The engine tells of damage, and of a full disk, in a ValueError. After damage the index is
    built anew; where the disk is full that fails too, and is told."""
    try:
        with panics_as_errors():
            yield
    except ValueError as problem:
        if "code: 28" in str(problem) or "code: 30" in str(problem):
            raise


def _update(
    folder: Path,
    mark: Mark,
    indexed: Indexed,
    options: IndexOptions,
    report: Callable[[int], None],
) -> IndexReport:
    revision, graph_revision = indexed.revisions()
    remove_leftovers(folder, mark)
    removals = [(source.name, number) for source in indexed.all
                for number in source.removed_since(mark.revision)]  # fmt: skip
    changes, options = _fit(
        chain.from_iterable(source.changed_since(mark) for source in indexed.all), options
    )
    index = open_index(folder / mark.folder)
    engine: EngineWriter | None = None
    count = 0
    for kind, number in removals:
        engine = engine or EngineWriter(index, options)
        engine.remove(kind, number)
    for entry in changes:
        engine = engine or EngineWriter(index, options)
        engine.replace(entry)
        count += 1
        _tell(report, count)
        if engine.is_commit_due():
            engine.commit()
    if engine is not None:
        engine.finish()
    write_mark(folder, replace(mark, revision=revision, graph_revision=graph_revision))
    return IndexReport(count, len(removals), rebuilt=False)


def _build(
    folder: Path,
    indexed: Indexed,
    options: IndexOptions,
    report: Callable[[int], None],
    *,
    anew: bool,
) -> IndexReport:
    """Beside the one that is searched. One that was interrupted goes on after its last commit; what
    changed meanwhile is done behind it."""
    interrupted = None if anew else _find_interrupted(folder)
    mark, index = interrupted or _begin(folder, indexed)
    entries, options = _fit(_entries_after(indexed, mark), options)
    engine = EngineWriter(index, options)
    for entry in entries:
        if interrupted:  # it may stand behind the last commit that the mark knows
            engine.replace(entry)
        else:
            engine.add(entry)
        mark = replace(mark, entries=mark.entries + 1, last_entry=entry.entry, last_id=entry.id)
        _tell(report, mark.entries)
        if engine.is_commit_due():
            engine.commit()
            write_mark(folder, mark, BUILDING)
    engine.finish()
    mark = replace(mark, last_entry="", last_id=0)
    put_in_place(folder, mark)
    if interrupted:
        _update(folder, mark, indexed, options, lambda count: None)
    return IndexReport(mark.entries, 0, rebuilt=True)


def _begin(folder: Path, indexed: Indexed) -> tuple[Mark, tantivy.Index]:
    revision, graph_revision = indexed.revisions()
    mark = Mark(revision=revision, folder=next_folder(folder), graph_revision=graph_revision)
    index = make_index(folder / mark.folder)
    write_mark(folder, mark, BUILDING)
    return mark, index


def _find_interrupted(folder: Path) -> tuple[Mark, tantivy.Index] | None:
    mark = read_mark(folder, BUILDING)
    if mark is None or mark.version != VERSION or not mark.folder:
        return None
    with suppress_damage():
        return mark, open_index(folder / mark.folder)
    return None


def _entries_after(indexed: Indexed, mark: Mark) -> Iterator[IndexEntry]:
    names = [source.name for source in indexed.all]
    reached = names.index(mark.last_entry) if mark.last_entry in names else 0
    for source in indexed.all[reached:]:
        yield from source.entries(after=mark.last_id if source.name == mark.last_entry else 0)


def _fit(
    entries: Iterator[IndexEntry], options: IndexOptions
) -> tuple[Iterator[IndexEntry], IndexOptions]:
    """Each thread of the engine makes files of its own, which a few entries do not need."""
    first: list[IndexEntry] = []
    size = 0
    for entry in islice(entries, SMALL_UPDATE):
        first.append(entry)
        size += len(entry.body)
        if size > SMALL_TEXT:
            break
    else:
        if len(first) < SMALL_UPDATE:
            options = replace(options, threads=1)
    return chain(first, entries), options


def _tell(report: Callable[[int], None], count: int) -> None:
    if count % REPORT_EVERY == 0:
        report(count)


class EngineWriter:
    """The engine's writer: entries in and out, in the background."""

    def __init__(self, index: tantivy.Index, options: IndexOptions) -> None:
        # The thread that reads and folds has a core to itself.
        wanted = options.threads or (os.cpu_count() or 1) // 2
        threads = max(1, min(wanted, MOST_THREADS, options.memory // LEAST_MEMORY))
        self._writer = index.writer(heap_size=options.memory, num_threads=threads)
        self._with_text = options.with_text
        self._added = 0
        self._committed = time.monotonic()

    def add(self, entry: IndexEntry) -> None:
        self._writer.add_document(as_document(entry, with_text=self._with_text))
        self._added += 1

    def replace(self, entry: IndexEntry) -> None:
        self.remove(entry.entry, entry.id)
        self.add(entry)

    def remove(self, kind: str, number: int) -> None:
        self._writer.delete_documents_by_term("key", key_of(kind, number))

    def is_commit_due(self) -> bool:
        is_late = time.monotonic() - self._committed > COMMIT_SECONDS
        return self._added % COMMIT_EVERY == 0 or is_late

    def commit(self) -> None:
        self._writer.commit()
        self._committed = time.monotonic()

    def finish(self) -> None:
        self._writer.commit()
        self._writer.wait_merging_threads()
