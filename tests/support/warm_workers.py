"""Worker processes that outlive their pool, so that not every test starts its own.

A pool that closes leaves its idle workers to the next one that would start the same: same limit,
same environment, same paths. They are the workers of the product; one that was killed, died or has
a task is not kept. Tests of the pool itself, and `sheaf` in a process of its own, start theirs.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest

from sheaf.settings import Workers
from sheaf.workers.messages import Said
from sheaf.workers.pool import Pool
from sheaf.workers.process import WorkerProcess

MOST = 4  # kept at a time: each holds the models in memory
START, CLOSE = WorkerProcess.start, Pool.close
CHANGES_WITH_EVERY_TEST = {"PYTEST_CURRENT_TEST"}
Kind = tuple[object, ...]


class WarmWorkers:
    def __init__(self) -> None:
        self.idle: defaultdict[Kind, list[WorkerProcess]] = defaultdict(list)
        self.kinds: dict[int, Kind] = {}

    def start(self, memory: int, disk: int, scratch: Path | None = None) -> WorkerProcess:
        kind = (disk, *kind_of(memory))
        while self.idle[kind]:
            worker = self.idle[kind].pop()
            if worker.process.poll() is None and can_go_on(worker, scratch):
                return worker
            worker.kill()
        worker = START(memory, disk, scratch)
        if memory == Workers().memory:
            self.kinds[worker.process.pid] = kind
        return worker

    def close(self, pool: Pool) -> None:
        for seat in pool.seats:
            worker = seat.process
            kind = self.kinds.get(worker.process.pid) if worker else None
            if worker and kind and worker.is_ready and seat.ticket is None:
                self.keep(kind, worker)
                seat.process = None
        CLOSE(pool)

    def keep(self, kind: Kind, worker: WorkerProcess) -> None:
        while sum(map(len, self.idle.values())) >= MOST:
            oldest = next(found for found in self.idle.values() if found)
            oldest.pop(0).kill()
        self.idle[kind].append(worker)

    def kill(self) -> None:
        for workers in self.idle.values():
            while workers:
                workers.pop().kill()


def kind_of(memory: int) -> Kind:
    environment = {
        name: value for name, value in os.environ.items() if name not in CHANGES_WITH_EVERY_TEST
    }
    return (memory, tuple(sys.path), tuple(sorted(environment.items())))


def can_go_on(worker: WorkerProcess, scratch: Path | None) -> bool:
    """Asks it to be as if it had just been started, and waits until it is."""
    worker.tidy_up()
    shutil.rmtree(worker.folder, ignore_errors=True)
    worker.folder = Path(tempfile.mkdtemp(prefix="worker-", dir=scratch)).absolute()
    try:
        worker.send(begin_anew, (os.getcwd(), worker.folder))
        said = []
        while Said.ANSWER not in said:
            said += [message.said for message in worker.receive()]
    except (OSError, EOFError):
        return False
    return True


def begin_anew(folder: str, scratch: Path) -> None:
    """In the worker: it works where its new parent does, and puts temporary files where its new
    pool does."""
    os.chdir(folder)
    os.environ["TMPDIR"] = str(scratch)
    tempfile.tempdir = None


def keep_workers_warm(patch: pytest.MonkeyPatch) -> WarmWorkers:
    warm = WarmWorkers()
    patch.setattr(WorkerProcess, "start", warm.start)
    patch.setattr(Pool, "close", lambda pool: warm.close(pool))
    return warm


def start_workers_afresh(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WorkerProcess, "start", START)
    patch.setattr(Pool, "close", CLOSE)
