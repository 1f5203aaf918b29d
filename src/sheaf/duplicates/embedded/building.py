"""Makes runs: of what stands in the log, or of older runs.

Each is a generator that does a part of the work at a time, in memory that does not grow with the
run, so that who writes is never held up for long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np

from sheaf.duplicates.embedded.pieces import (
    PIECE_BITS,
    PIECES,
    Array,
    cut_many,
    table_bits,
)
from sheaf.duplicates.embedded.run import MemorySink, Run, contains

BLOCK = 2**18  # entries that are looked through at once
LEAST_RANGE = 2**19  # entries that are sorted at once; of large runs a part
MOST_RANGES = 16


class Sink(Protocol):
    def append(self, name: str, part: Array) -> None: ...

    def read(self, name: str) -> Array: ...

    def finish(self, bits: int) -> Run: ...


def make_memory_run(documents: Array, fingerprints: Array, removed: Array) -> Run:
    sink = MemorySink()
    return make_run(sink, documents, fingerprints, removed)


def make_run(sink: Sink, documents: Array, fingerprints: Array, removed: Array) -> Run:
    """Of sorted documents, all at once."""
    sink.append("documents", documents)
    sink.append("fingerprints", fingerprints)
    sink.append("removed", removed)
    return _exhaust(_write_tables(sink))


def merge_runs(sink: Sink, runs: Sequence[Run], *, is_oldest: bool) -> Generator[None, None, Run]:
    """One run of several that follow each other, the oldest first. Where nothing older is left, it
    need not be remembered what is gone."""
    for documents, fingerprints in _merge_documents(runs):
        sink.append("documents", documents)
        sink.append("fingerprints", fingerprints)
        yield
    if not is_oldest:
        gone = np.unique(np.concatenate([run.removed for run in runs]))
        sink.append("removed", gone[~contains(sink.read("documents"), gone)])
    return (yield from _write_tables(sink))


def _exhaust(work: Generator[None, None, Run]) -> Run:
    while True:
        try:
            next(work)
        except StopIteration as end:
            run: Run = end.value
            return run


def _merge_documents(runs: Sequence[Run]) -> Iterator[tuple[Array, Array]]:
    """In order of documents; what a newer run has, or knows to be gone, is left out of older."""
    largest = max(runs, key=len)
    borders = [0, *largest.documents[BLOCK::BLOCK].tolist(), 2**32]
    for first, end in pairwise(borders):
        cuts = [slice(*np.searchsorted(run.documents, [first, end]).tolist()) for run in runs]
        documents, fingerprints = [], []
        for at, (run, cut) in enumerate(zip(runs, cuts, strict=True)):
            own = run.documents[cut]
            is_kept = np.ones(len(own), dtype=bool)
            for newer in runs[at + 1 :]:
                is_kept &= ~newer.has_each(own)
            documents.append(own[is_kept])
            fingerprints.append(run.fingerprints[cut][is_kept])
        together = np.concatenate(documents)
        order = np.argsort(together, kind="stable")
        yield together[order], np.concatenate(fingerprints)[order]


def _write_tables(sink: Sink) -> Generator[None, None, Run]:
    fingerprints = sink.read("fingerprints")
    bits = table_bits(len(fingerprints))
    counts = []
    is_extra = np.zeros(len(fingerprints), dtype=bool)
    pairs: list[tuple[Array, Array]] = []
    for table in range(PIECES):
        count = np.zeros(2**bits, dtype=np.int64)
        for places in _select(fingerprints, table, is_extra):
            chosen = _sort_by_value(fingerprints, places) if table == 0 else places
            if table == 0:
                chosen, *pair = _take_apart(fingerprints, chosen)
                is_extra[pair[1]] = True
                pairs.append((pair[0], pair[1]))
            else:
                order = np.argsort(cut_many(fingerprints[chosen], table), kind="stable")
                chosen = chosen[order]
            values = fingerprints[chosen]
            begins = cut_many(values, table) >> np.uint16(PIECE_BITS - bits)
            count += np.bincount(begins, minlength=2**bits)
            sink.append("keys", cut_many(values, (table + 1) % PIECES))
            sink.append("places", chosen)
            yield
        counts.append(count)
    sink.append("starts", np.concatenate([[0], np.cumsum(np.concatenate(counts))]))
    _write_equals(sink, pairs)
    return sink.finish(bits)


def _sort_by_value(fingerprints: Array, places: Array) -> Array:
    return places[np.argsort(fingerprints[places], kind="stable")]


def _take_apart(fingerprints: Array, places: Array) -> tuple[Array, Array, Array]:
    """Of sorted places: the first of each fingerprint; and of the others head and place."""
    values = fingerprints[places]
    is_first = np.ones(len(places), dtype=bool)
    is_first[1:] = values[1:] != values[:-1]
    firsts = places[is_first]
    group = np.cumsum(is_first) - 1
    return firsts, firsts[group[~is_first]], places[~is_first]


def _write_equals(sink: Sink, pairs: list[tuple[Array, Array]]) -> None:
    heads = np.concatenate([np.empty(0, np.int64), *(head for head, _ in pairs)])
    others = np.concatenate([np.empty(0, np.int64), *(other for _, other in pairs)])
    order = np.lexsort((others, heads))
    names, counts = np.unique(heads, return_counts=True)
    sink.append("heads", names)
    sink.append("ends", np.cumsum(counts))
    sink.append("same", others[order])


def _select(fingerprints: Array, table: int, is_extra: Array) -> Iterator[Array]:
    """Places in parts of a bounded size, by ranges of the piece, without those marked."""
    count = len(fingerprints)
    blocks = [slice(at, at + BLOCK) for at in range(0, count, BLOCK)]
    size = max(LEAST_RANGE, count // MOST_RANGES)
    borders = _borders(fingerprints, table, blocks, size)
    for first, end in pairwise(borders):
        found = []
        for block in blocks:
            piece = cut_many(fingerprints[block], table)
            chosen = ~is_extra[block]
            if len(borders) > 2:
                chosen &= (piece >= first) & (piece <= end - 1)
            found.append(np.flatnonzero(chosen) + block.start)
        yield np.concatenate(found) if found else np.empty(0, np.int64)


def _borders(fingerprints: Array, table: int, blocks: list[slice], size: int) -> list[int]:
    """Of ranges of a piece that hold about `size` entries each, or one value with more."""
    whole = 2**PIECE_BITS
    if len(fingerprints) <= size:
        return [0, whole]
    histogram = np.zeros(whole, dtype=np.int64)
    for block in blocks:
        histogram += np.bincount(cut_many(fingerprints[block], table), minlength=whole)
    ends = np.cumsum(histogram)
    wanted = np.arange(size, len(fingerprints), size)
    inner = np.unique(np.searchsorted(ends, wanted) + 1)
    return [0, *inner[inner < whole].tolist(), whole]
