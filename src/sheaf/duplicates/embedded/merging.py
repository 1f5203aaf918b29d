"""Keeps runs few: those of like size become one, a step with every write.

One process merges at a time; others go on writing meanwhile, for a merge touches no file that
somebody uses. What was not finished when its process ended is begun again.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Generator, Sequence
from pathlib import Path

from sheaf.duplicates.embedded.building import merge_runs
from sheaf.duplicates.embedded.run import FolderSink, Run
from sheaf.duplicates.embedded.state import Manifest, State, read_manifest
from sheaf.files import LockFile, sync_folder

LOCK = "merge.lock"
PART = ".part"
# On the way to ten million each document is merged some fifteen times, and each time five arrays of
# it are made.
STEPS_FOR_EACH = 100
STEP = 2**18
MOST_RUNS = 10  # more make lookups slow: then whoever writes waits until the merge is done
MOST_IN_A_RUN = 2**30
# A run is merged with those behind it unless it is so many times as large as they are together. A
# lookup costs as much as there are runs, so they are kept few; writing has time to spare.
LIKE = 4


class Merger:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._work: Generator[None, None, Run] | None = None
        self._sink: FolderSink | None = None
        self._chosen: tuple[str, ...] = ()
        self._lock: LockFile | None = None
        self._due = 0
        self._step = STEP

    def go_on(self, state: State, written: int) -> bool:
        """Merge as much as is due after so many entries; whether the store has other runs now. The
        caller holds the lock of writers."""
        if self._work is None and not self._begin(state):
            self._due = 0
            return False
        self._due += written * STEPS_FOR_EACH
        while self._work is not None and (self._due > 0 or len(state.runs) > MOST_RUNS):
            self._due -= self._step
            try:
                next(self._work)
            except StopIteration as end:
                self._finish(end.value)
                return True
        return False

    def _begin(self, state: State) -> bool:
        chosen = choose_runs([len(run) for run in state.runs])
        if not chosen:
            return False
        lock = LockFile(self._folder / LOCK)
        if not lock.acquire(0):
            with lock:
                return False
        self._lock = lock
        runs = state.runs[chosen]
        self._chosen = tuple(run.name for run in runs)
        self._sink = FolderSink(self._folder, f"run-{secrets.token_hex(6)}")
        self._work = merge_runs(self._sink, runs, is_oldest=chosen.start == 0)
        self._step = min(STEP, sum(len(run) for run in runs) + 1)
        return True

    def _finish(self, merged: Run) -> None:
        """The manifest may have got runs since the merge began, behind those that were merged."""
        manifest = read_manifest(self._folder)
        chosen, self._sink = self._chosen, None
        self._end()
        at = -1
        if manifest is not None and chosen[0] in manifest.runs:
            at = manifest.runs.index(chosen[0])
        if manifest is None or manifest.runs[at : at + len(chosen)] != chosen:
            shutil.rmtree(self._folder / merged.name)  # the store was begun anew meanwhile
            return
        runs = (*manifest.runs[:at], merged.name, *manifest.runs[at + len(chosen) :])
        Manifest(manifest.log, runs, manifest.revision).write(self._folder)
        sync_folder(self._folder)
        for name in chosen:
            shutil.rmtree(self._folder / name, ignore_errors=True)

    def give_up(self) -> None:
        if self._sink is not None:
            self._sink.give_up()
        self._end()

    def _end(self) -> None:
        self._work, self._sink, self._chosen = None, None, ()
        if self._lock is not None:
            self._lock.__exit__(None, None, None)
            self._lock = None

    def clear_away(self, manifest: Manifest) -> None:
        """What a killed process has left. The caller holds the lock of writers."""
        named = {manifest.log, *manifest.runs}
        with LockFile(self._folder / LOCK) as lock:
            nobody_merges = lock.acquire(0)
            for path in self._folder.iterdir():
                is_ours = path.name.startswith(("run-", "log-"))
                is_part = path.name.endswith(PART)
                if is_ours and path.name not in named and (nobody_merges or not is_part):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


def choose_runs(sizes: Sequence[int]) -> slice | None:
    """The runs at the end of which none is much larger than all newer ones together."""
    newer = 0
    first = len(sizes)
    for at in range(len(sizes) - 1, -1, -1):
        if newer and sizes[at] <= LIKE * newer and sizes[at] + newer < MOST_IN_A_RUN:
            first = at
        newer += sizes[at]
    return slice(first, len(sizes)) if first < len(sizes) else None
