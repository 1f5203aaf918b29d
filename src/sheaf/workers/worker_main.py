"""What runs inside a worker process: take a task, answer it, until nobody asks any more."""

from __future__ import annotations

import errno
import gc
import os
import pickle
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from sheaf.errors import StorageError
from sheaf.programs import die_with_parent, limit
from sheaf.records import Dropped, Outcome
from sheaf.workers.answers import encode
from sheaf.workers.messages import MOST_BYTES, TASK_HEADER, TOO_LARGE, Accident, Message, Said

# Address space is not memory: libraries reserve more than they use. The cap proper is held by
# the parent, which looks at resident memory; this stops what grows too fast for looking.
ADDRESS_SPACE_FACTOR = 2
# What is loaded at the start, and the lines of a document, are many objects and no garbage. Python
# looks for some after every 700: an eighth of the start, and up to a tenth of reading.
OBJECTS_UNTIL_GARBAGE = 20_000


def main(descriptor: int, memory: int, disk: int, parent: int) -> None:
    gc.set_threshold(OBJECTS_UNTIL_GARBAGE)
    end_with(parent)
    _limit_address_space(memory)
    limit(resource.RLIMIT_FSIZE, disk)  # of the programs that we call, too
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # so is this, which queues send to whole groups
    with socket.socket(fileno=descriptor) as channel, channel.makefile("rb") as tasks:
        sys.path[:] = _read_task(tasks)
        channel.sendall(Message(Said.READY).pack())
        while True:
            try:
                function, arguments = _read_task(tasks)
            except EOFError:
                return
            channel.sendall(Message(Said.BEGUN).pack())
            channel.sendall(answer(function, arguments).pack())


def _read_task(stream: IO[bytes]) -> Any:
    """All of it is read before anything is made of it: that may take imports, and our parent waits
    until it is rid of the task. EOFError when the parent is gone."""
    header = stream.read(TASK_HEADER.size)
    if len(header) < TASK_HEADER.size:
        raise EOFError
    (length,) = TASK_HEADER.unpack(header)
    return pickle.loads(stream.read(length))  # noqa: S301 - who starts us may run anything anyway


def answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Message:
    found = _call(function, arguments)
    if isinstance(found, Accident):
        return Message(Said.ACCIDENT, encode(found))
    return Message(Said.ANSWER, found)


def _call(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes | Accident:
    try:
        found = encode(function(*arguments))
        if len(found) <= MOST_BYTES:
            return found
        return Accident(Dropped(Outcome.BOMB, TOO_LARGE))
    except StorageError as problem:
        if isinstance(problem.__cause__, OSError) and problem.__cause__.errno == errno.EFBIG:
            return Accident(Dropped(Outcome.BOMB, "wrote a larger file than the limit"))
        return Accident(Dropped(Outcome.UNFORESEEN, str(problem)), ends_run=True)
    except MemoryError:
        return Accident(Dropped(Outcome.OUT_OF_MEMORY, "asked for more memory than the limit"))
    except Exception as problem:  # noqa: BLE001 - no one document stops a run
        reason = f"{type(problem).__name__}: {problem}"[:500]
        return Accident(Dropped(Outcome.UNFORESEEN, reason))


def end_with(parent: int) -> None:
    """No worker outlives its parent (where the system does not see to it, the closed pipe ends
    it after its task)."""
    die_with_parent()
    if os.getppid() != parent:  # it died before we could ask to be told
        raise SystemExit(1)


def _limit_address_space(memory: int) -> None:
    try:
        mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        mapped = 2 * 1024**3
    limit(resource.RLIMIT_AS, mapped + memory * ADDRESS_SPACE_FACTOR)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:5]))
