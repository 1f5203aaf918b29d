"""What runs in the process of a job: opens the library, does one job after the other, reports.

Each order is a line of JSON, and so is each report: {"progress": ...}, {"log": ...}, {"run": ...},
and at the end one of {"done": ...}, {"stopped": ...}, {"waits": ...}, {"lost": ...} and
{"failed": ...}.
"""

from __future__ import annotations

import errno
import json
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.app import Library
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.rights.history import acting_as
from sheaf.errors import DatabaseError, LibraryBusyError, SheafError, StorageError
from sheaf.files import make_private_folder
from sheaf.workers.jobs.contract import JobContext, JobResult
from sheaf.workers.jobs.parameters import read_parameters
from sheaf.workers.jobs.registry import find_kind
from sheaf.workers.worker_main import end_with

LONGEST = 4000  # characters of a line
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
Send = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What a worker has done in another process."""

    library: str
    number: int
    kind: str
    parameters: dict[str, Any]
    owner: str


def main(descriptor: int, parent: int) -> None:
    end_with(parent)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as channel, channel.makefile("rb") as orders:
        sys.path[:] = json.loads(orders.readline() or b"[]")
        for line in orders:
            order = JobOrder(**json.loads(line))
            _answer(order, lambda message: _send(channel, message))


def _send(channel: socket.socket, message: dict[str, Any]) -> None:
    """The whole line: who is told to stop meanwhile stops behind it. Half of one would run into
    the next, and the worker could read neither."""
    line = json.dumps(message, default=str).encode() + b"\n"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        channel.sendall(line)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer(order: JobOrder, send: Send) -> None:
    """It can be stopped while it works, and not while it says how it ended."""
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        ending = _do(order, send)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ending = {"stopped": ""}
    send(ending)


def _do(order: JobOrder, send: Send) -> dict[str, Any]:
    """How it ended."""
    try:
        return {"done": _describe(_run(order, send))}
    except LibraryBusyError as problem:
        return {"waits": str(problem)}
    except DatabaseError as problem:
        return {"lost": str(problem)}
    except SheafError as problem:
        return _failed(str(problem), problem.what_to_do)
    except Exception as problem:  # noqa: BLE001 - it ends the job, and not the worker
        if isinstance(problem, OSError) and problem.errno in DISK_ERRORS:
            return _failed(f"The disk cannot be written: {problem}.", StorageError.what_to_do)
        for line in traceback.format_exc().splitlines():
            send({"log": line[:LONGEST]})
        words = f"{type(problem).__name__}: {problem}"[:LONGEST]
        return _failed(words, "This was not foreseen: its log says where it happened.")


def _run(order: JobOrder, send: Send) -> JobResult:
    kind = find_kind(order.kind)
    parameters = read_parameters(kind.parameters, order.parameters, from_machine=True)
    what = f"job {order.number}"
    with Library.open(Path(order.library)) as library, catalogue_errors(what):
        folder = library.jobs.folder(order.number)
        make_private_folder(folder)
        context = JobContext(library, order.number, order.owner, folder, send)
        with acting_as(order.owner):
            result = kind.run(context, parameters)
        context.send_report()
    return result


def _describe(result: JobResult) -> dict[str, Any]:
    return {
        "counters": {str(name): int(value) for name, value in result.counters.items()},
        "run": result.run,
        "files": [str(name) for name in result.files],
        "words": str(result.words)[:LONGEST],
    }


def _failed(problem: str, what_to_do: str) -> dict[str, Any]:
    return {"failed": {"problem": problem, "what_to_do": what_to_do}}


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
