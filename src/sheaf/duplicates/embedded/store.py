"""The store of fingerprints in a folder of the library; `pieces.py` and `run.py` say how it works.

What is written goes to the log, and is on the disk then. When the log is long it becomes a sorted
run, and runs of like size are merged, a step with every write. A file never changes once the
manifest names it, so a kill at any moment leaves the store as it was before, or after.
"""

from __future__ import annotations

import math
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from sheaf.duplicates.contract import MOST_DOCUMENT, NEAREST, Matches, NearCopy, check_bits
from sheaf.duplicates.embedded.building import make_run
from sheaf.duplicates.embedded.log import Frame, append_frame
from sheaf.duplicates.embedded.looking import look_for_many, look_for_one
from sheaf.duplicates.embedded.merging import Merger
from sheaf.duplicates.embedded.pieces import Array
from sheaf.duplicates.embedded.run import DamagedStoreError, FolderSink
from sheaf.duplicates.embedded.state import (
    MANIFEST,
    Manifest,
    State,
    as_numbers,
    load_state,
    refresh_state,
)
from sheaf.errors import UsageError, disk_errors
from sheaf.files import LockFile, make_private_folder, sync_folder

LOCK = "lock"
MOST_IN_LOG = 2**16  # entries, before they become a run
# The tail of the log is looked through as it is, until that has cost as much as sorting it.
TAIL_IS_CHEAP = 100_000
COST_OF_SORTING = 40
PAGE = 2**16
QUESTIONS = 2**14  # asked at once: what is found of more takes memory
MEMBERS = 1024


class EmbeddedStore:
    """Several processes may have it open; each write takes a lock, and reading takes none."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder = folder / version
        self._guard = threading.RLock()
        self._state = State(None, None)
        self._looked_through = 0
        self._merger = Merger(self.folder)
        self._is_clean = False

    def close(self) -> None:
        with self._guard:
            self._merger.give_up()

    def __enter__(self) -> EmbeddedStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- ask ---------------------------------------------------------------------------------------

    def revision(self) -> int:
        return self._fresh().revision

    def find_near(self, fingerprint: int, bits: int, most: int | None = NEAREST) -> list[NearCopy]:
        check_bits(bits)
        state = self._ready()
        found = list(state.tail_near(fingerprint, bits)) if len(state.tail) else []
        hits = look_for_one(state.sources, fingerprint, bits)
        hits.sort()
        nearer, distance = 0, -1
        for hit in hits:
            if hit[0] != distance:
                nearer, distance = len(found), hit[0]
                if most is not None and nearer >= most and not len(state.tail):
                    break
            found += [(hit[0], document) for document in islice(_members(state, *hit[1:]), most)]
        found.sort()
        return [NearCopy(document, far) for far, document in found[:most]]

    def find_many(
        self, fingerprints: Iterable[int], bits: int, most: int | None = NEAREST
    ) -> Matches:
        check_bits(bits)
        if not isinstance(fingerprints, np.ndarray):
            fingerprints = np.array(list(fingerprints), dtype=np.uint64)
        state = self._ready(with_tail=False)
        parts = [np.empty((3, 0), np.int64)]
        for first in range(0, len(fingerprints), QUESTIONS):
            some = _find_some(state, fingerprints[first : first + QUESTIONS], bits, most)
            some[0] += first
            parts.append(some)
        return Matches(*np.concatenate(parts, axis=1))

    def fingerprint_of(self, document_id: int) -> int | None:
        state = self._ready()
        said = np.flatnonzero(state.tail.documents == document_id)
        if len(said):
            last = said[-1]
            return int(state.tail.fingerprints[last]) if state.tail.is_in[last] else None
        for run in reversed(state.sources):
            place = run.place_of(document_id)
            if place is not None:
                return int(run.fingerprints[place])
            if run.has(document_id):
                return None
        return None

    def documents(self) -> Iterator[tuple[int, int]]:
        state = self._ready(with_tail=False)
        sources = state.sources
        largest = max(sources, key=len, default=None)
        if largest is None:
            return
        borders = [0, *largest.documents[PAGE::PAGE].tolist(), MOST_DOCUMENT + 1]
        for first, end in pairwise(borders):
            documents, fingerprints = [], []
            for which, run in enumerate(sources):
                cut = slice(*np.searchsorted(run.documents, [first, end]).tolist())
                is_current = state.are_current(which, run.documents[cut])
                documents.append(run.documents[cut][is_current])
                fingerprints.append(run.fingerprints[cut][is_current])
            together = np.concatenate(documents)
            order = np.argsort(together)
            yield from zip(
                together[order].tolist(), np.concatenate(fingerprints)[order].tolist(), strict=True
            )

    def _fresh(self) -> State:
        with self._guard:
            try:
                self._state = refresh_state(self._state, self.folder)
            except DamagedStoreError:
                self._state = State(None, None)
            return self._state

    def _ready(self, *, with_tail: bool = True) -> State:
        """The state as it is now; its tail is sorted when that has become worth it."""
        state = self._fresh()
        if not len(state.tail):
            return state
        with self._guard:
            self._looked_through += len(state.tail)
            dear = TAIL_IS_CHEAP + COST_OF_SORTING * len(state.all_pending)
            if not with_tail or self._looked_through > dear:
                self._looked_through = 0
                state = self._state = self._state.with_sorted_tail()
            return state

    # -- write -------------------------------------------------------------------------------------

    def write(self, fingerprints: Mapping[int, int | None], revision: int | None = None) -> None:
        frame = _frame_of(fingerprints, revision)
        with self._guard, self._writing():
            state = self._state
            assert state.manifest is not None
            end = append_frame(self.folder / state.manifest.log, frame, state.log_end)
            self._state = state.with_frames([(frame, end)])
            if len(self._state.all_pending) >= MOST_IN_LOG:
                self._flush()
            if self._merger.go_on(self._state, len(frame.documents)):
                self._reload()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with disk_errors(self.folder):
            make_private_folder(self.folder)
            with LockFile(self.folder / LOCK) as lock:
                lock.acquire(math.inf)
                self._fresh()
                if self._state.manifest is None:
                    self._begin_anew()
                elif not self._is_clean:
                    self._merger.clear_away(self._state.manifest)
                self._is_clean = True
                yield

    def _begin_anew(self) -> None:
        """Also where a file was damaged: fingerprints can be made again from the texts."""
        self._merger.give_up()
        (self.folder / MANIFEST).unlink(missing_ok=True)
        manifest = Manifest(self._new_log())
        self._write_manifest(manifest)
        self._merger.clear_away(manifest)
        self._reload()

    def _flush(self) -> None:
        """The log becomes a run, and an empty log takes its place."""
        state = self._state
        assert state.manifest is not None
        name = f"run-{secrets.token_hex(6)}"
        documents, fingerprints, removed = state.all_pending.parts()
        removed = removed if state.runs else removed[:0]
        make_run(FolderSink(self.folder, name), documents, fingerprints, removed)
        runs = (*state.manifest.runs, name)
        self._write_manifest(Manifest(self._new_log(), runs, state.revision))
        (self.folder / state.manifest.log).unlink(missing_ok=True)
        self._reload()

    def _reload(self) -> None:
        self._state = load_state(self.folder, self._state.runs)

    def _new_log(self) -> str:
        name = f"log-{secrets.token_hex(6)}"
        (self.folder / name).touch(mode=0o600)
        return name

    def _write_manifest(self, manifest: Manifest) -> None:
        manifest.write(self.folder)
        sync_folder(self.folder)


def _frame_of(fingerprints: Mapping[int, int | None], revision: int | None) -> Frame:
    count = len(fingerprints)
    values = [0 if value is None else value for value in fingerprints.values()]
    try:
        documents = as_numbers(fingerprints, count, np.uint32)
    except OverflowError as problem:
        words = f"Documents have numbers from 0 to {MOST_DOCUMENT}."
        raise UsageError(words) from problem
    return Frame(
        documents,
        as_numbers((value is not None for value in fingerprints.values()), count, bool),
        as_numbers(values, count, np.uint64),
        revision,
    )


def _members(state: State, which: int, place: int) -> Iterator[int]:
    """The documents with the fingerprint at a place of a source, as far as nothing newer speaks of
    them."""
    run = state.sources[which]
    first = run.view("documents")[place]
    if state.is_current(which, first):
        yield first
    equals = run.equals(place)
    for at in range(0, len(equals), MEMBERS):
        documents = run.documents[equals[at : at + MEMBERS]]
        yield from documents[state.are_current(which, documents)].tolist()


def _find_some(state: State, fingerprints: Array, bits: int, most: int | None) -> Array:
    """Question, document and distance, in the order of `Matches`."""
    parts = [np.empty((3, 0), np.int64)]
    for which, run in enumerate(state.sources):
        question, place, distance = look_for_many(run, fingerprints, bits)
        if len(question):
            parts.append(_spread(state, which, question, place, distance, most))
    return _nearest(np.concatenate(parts, axis=1), most)


def _spread(
    state: State, which: int, question: Array, place: Array, distance: Array, most: int | None
) -> Array:
    """Question, document, distance of every hit, with the documents that are equal to it."""
    run = state.sources[which]
    documents = run.documents[place].astype(np.int64)
    is_current = state.are_current(which, documents)
    alone = np.stack([question, documents, distance])[:, is_current]
    with_others = np.flatnonzero(np.isin(place, run.arrays["heads"]))
    parts = [alone]
    for hit in with_others.tolist():
        others = list(islice(_members(state, which, int(place[hit])), most))
        others = [document for document in others if document != documents[hit]]
        parts.append(
            np.array([[question[hit], other, distance[hit]] for other in others], np.int64)
            .reshape(-1, 3)
            .T
        )
    return np.concatenate(parts, axis=1)


def _nearest(found: Array, most: int | None) -> Array:
    found = found[:, np.lexsort((found[1], found[2], found[0]))]
    question = found[0]
    if most is not None and len(question):
        begins = np.flatnonzero(np.concatenate([[True], question[1:] != question[:-1]]))
        rank = np.arange(len(question)) - np.repeat(begins, np.diff([*begins, len(question)]))
        found = found[:, rank < most]
    return found
