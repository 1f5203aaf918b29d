"""What a store holds at one moment: its runs, and what stands in the log behind them.

A state never changes: who looks something up keeps to one, while another is made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sheaf.duplicates.embedded.building import make_memory_run
from sheaf.duplicates.embedded.log import Frame, read_frames
from sheaf.duplicates.embedded.pieces import Array
from sheaf.duplicates.embedded.run import DamagedStoreError, Run, open_run
from sheaf.files import write_whole

MANIFEST = "manifest.json"
FORM = 1
TRIES = 50  # to read files that a writer replaces

Identity = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which files are the store; what it does not name is left over."""

    log: str
    runs: tuple[str, ...] = ()
    revision: int = 0

    def write(self, folder: Path) -> None:
        text = json.dumps(
            {"form": FORM, "log": self.log, "runs": self.runs, "revision": self.revision}
        )
        write_whole(folder / MANIFEST, text, is_synced=True)


def read_manifest(folder: Path) -> Manifest | None:
    """None where there is no store."""
    try:
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if told["form"] != FORM:
            raise DamagedStoreError(f"{folder} has a form that is not known")
        return Manifest(str(told["log"]), tuple(map(str, told["runs"])), int(told["revision"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError) as problem:
        raise DamagedStoreError(f"{folder / MANIFEST}: {problem}") from problem


def identity(path: Path | str) -> Identity | None:
    """By this a reader sees that a file is another one now."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


@dataclass(frozen=True, slots=True)
class Tail:
    """What the log says that no run has yet, as it was written."""

    documents: Array = field(default_factory=lambda: np.empty(0, np.uint32))
    is_in: Array = field(default_factory=lambda: np.empty(0, bool))
    fingerprints: Array = field(default_factory=lambda: np.empty(0, np.uint64))

    def __len__(self) -> int:
        return len(self.documents)

    def with_frames(self, frames: Sequence[Frame]) -> Tail:
        if not frames:
            return self
        return Tail(
            np.concatenate([self.documents, *(frame.documents for frame in frames)]),
            np.concatenate([self.is_in, *(frame.is_in for frame in frames)]),
            np.concatenate([self.fingerprints, *(frame.fingerprints for frame in frames)]),
        )

    def latest(self) -> tuple[Array, Array]:
        """The documents it speaks of, sorted, and where it does so last."""
        names, back = np.unique(self.documents[::-1], return_index=True)
        return names, len(self) - 1 - back

    def parts(self) -> tuple[Array, Array, Array]:
        """What a run is made of: documents, fingerprints, and what is gone."""
        names, at = self.latest()
        is_in = self.is_in[at]
        return names[is_in], self.fingerprints[at][is_in], names[~is_in]

    def sorted_to_run(self) -> Run:
        return make_memory_run(*self.parts())


@dataclass(frozen=True, slots=True)
class State:
    manifest: Manifest | None
    manifest_identity: Identity | None
    log_end: int = 0
    revision: int = 0
    runs: tuple[Run, ...] = ()  # the oldest first
    all_pending: Tail = field(default_factory=Tail)  # everything in the log
    sorted_part: Run | None = None  # the beginning of that as a run
    tail: Tail = field(default_factory=Tail)  # the rest of it

    @property
    def sources(self) -> tuple[Run, ...]:
        """All that has tables, the oldest first."""
        return self.runs if self.sorted_part is None else (*self.runs, self.sorted_part)

    def with_frames(self, frames: Sequence[tuple[Frame, int]]) -> State:
        if not frames:
            return self
        told = [frame.revision for frame, _ in frames if frame.revision is not None]
        only = [frame for frame, _ in frames]
        return replace(
            self,
            log_end=frames[-1][1],
            revision=told[-1] if told else self.revision,
            all_pending=self.all_pending.with_frames(only),
            tail=self.tail.with_frames(only),
        )

    def with_sorted_tail(self) -> State:
        if not len(self.tail):
            return self
        return replace(self, sorted_part=self.all_pending.sorted_to_run(), tail=Tail())

    def is_current(self, which: int, document: int) -> bool:
        """Whether nothing newer than this source speaks of the document."""
        if len(self.tail) and bool((self.tail.documents == document).any()):
            return False
        return not any(run.has(document) for run in self.sources[which + 1 :])

    def are_current(self, which: int, documents: Array) -> Array:
        right = np.ones(len(documents), dtype=bool)
        for run in self.sources[which + 1 :]:
            right &= ~run.has_each(documents)
        if len(self.tail):
            right &= ~np.isin(documents, self.tail.documents)
        return right

    def tail_near(self, fingerprint: int, bits: int) -> Iterator[tuple[int, int]]:
        """(distance, document) in the tail, as it stands there now."""
        distances = np.bitwise_count(self.tail.fingerprints ^ np.uint64(fingerprint))
        for at in np.flatnonzero((distances <= bits) & self.tail.is_in).tolist():
            document = int(self.tail.documents[at])
            if not (self.tail.documents[at + 1 :] == document).any():
                yield int(distances[at]), document


def load_state(folder: Path, known: Sequence[Run] = ()) -> State:
    """What the files say; runs that are known stay open. A writer may replace files between two
    looks, so it looks again."""
    opened = {run.name: run for run in known}
    for _ in range(TRIES):
        seen = identity(folder / MANIFEST)
        manifest = read_manifest(folder)
        if manifest is None:
            return State(None, None)
        try:
            runs = tuple(opened.get(name) or open_run(folder, name) for name in manifest.runs)
            frames = list(read_frames(folder / manifest.log))
        except FileNotFoundError:
            continue
        state = State(manifest, seen, revision=manifest.revision, runs=runs)
        return state.with_frames(frames)
    raise DamagedStoreError(f"{folder}: a file is missing")


def refresh_state(state: State, folder: Path) -> State:
    """The same state where nothing was written since. Asked before every lookup, so no paths are
    made."""
    seen = identity(os.path.join(folder, MANIFEST))
    if seen != state.manifest_identity or (seen is None and state.manifest is not None):
        return load_state(folder, state.runs)
    if state.manifest is None:
        return state
    log = os.path.join(folder, state.manifest.log)
    try:
        if os.stat(log).st_size == state.log_end:
            return state
        return state.with_frames(list(read_frames(Path(log), state.log_end)))
    except FileNotFoundError:
        return load_state(folder, state.runs)


def as_numbers(values: Any, count: int, kind: Any) -> Array:
    return np.fromiter(values, kind, count)
