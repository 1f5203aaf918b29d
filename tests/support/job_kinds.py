"""Kinds of jobs of a package of its own: slow, stubborn, failing, dying; and workers for them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

from pydantic import Field

from sheaf import plugins
from sheaf.errors import DatabaseError, UsageError
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters

NAMES = ("count", "admit", "fail", "die", "stubborn", "surprise", "lose", "fill", "tick")


class CountParameters(Parameters):
    to: int = Field(3, ge=0, description="How far to count.")
    pause: float = Field(0.0, ge=0, description="Seconds for each number.")
    words: tuple[str, ...] = Field((), description="Words to write down.")
    loud: bool = Field(False, description="Write a line for each number.")


class NoParameters(Parameters):
    """Nothing to choose."""


def count(context: JobContext, parameters: CountParameters) -> JobResult:
    """Goes on where it was: each number is written once."""
    path = context.folder / "numbers.txt"
    present = path.read_text().split("\n") if path.exists() else []
    numbers = [int(line) for line in present[:-1]]  # the last was cut off, or is empty
    path.write_text("".join(f"{number}\n" for number in numbers))
    with path.open("a") as file:
        for number in range(len(numbers) + 1, parameters.to + 1):
            time.sleep(parameters.pause)
            file.write(f"{number}\n")
            file.flush()
            if parameters.loud:
                context.log(f"number {number}")
            context.report(number, parameters.to, {"numbers": number}, "Counting.")
    context.log(" ".join(("counted", *parameters.words)))
    return JobResult({"numbers": parameters.to}, files=("numbers.txt",), words="Counted.")


def admit(context: JobContext, parameters: CountParameters) -> JobResult:
    with context.library.writing("a job of a test"):
        return count(context, parameters)


def fail(context: JobContext, parameters: NoParameters) -> JobResult:
    raise UsageError("There is nothing to fail at.", "Try something else.")


def die(context: JobContext, parameters: NoParameters) -> JobResult:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def stubborn(context: JobContext, parameters: NoParameters) -> JobResult:
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            time.sleep(60)


def surprise(context: JobContext, parameters: NoParameters) -> JobResult:
    raise ZeroDivisionError("nobody thought of this")


def lose(context: JobContext, parameters: NoParameters) -> JobResult:
    raise DatabaseError("The catalogue went away.")


def fill(context: JobContext, parameters: NoParameters) -> JobResult:
    Path("/dev/full").write_text("more than there is room for")
    raise AssertionError


def tick(context: JobContext, parameters: NoParameters) -> JobResult:
    """Almost nothing: a line for each time that it was done."""
    with (context.library.folder / "ticks").open("a") as file:
        file.write(f"{context.number}\n")
    return JobResult()


def _kind(name: str, parameters: type[Parameters] = NoParameters, **more: object) -> JobKind:
    return JobKind(name, f"To {name}", f"A test: {name}.", parameters, globals()[name], **more)


COUNT = _kind("count", CountParameters, positional="words")
ADMIT = _kind("admit", CountParameters, admits=True)
FAIL, DIE, STUBBORN = _kind("fail"), _kind("die"), _kind("stubborn")
SURPRISE, LOSE, FILL = _kind("surprise"), _kind("lose"), _kind("fill")
TICK = _kind("tick")


def install(folder: Path) -> Path:
    """A folder that makes these kinds known to whoever has it on the path, with what they need."""
    information = folder / "test_kinds-0.1.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: test-kinds\nVersion: 0.1\n")
    lines = (f"{name} = support.job_kinds:{name.upper()}\n" for name in NAMES)
    (information / "entry_points.txt").write_text(f"[sheaf.job_kinds]\n{''.join(lines)}")
    (folder / "support").symlink_to(Path(__file__).parent)
    plugins.names.cache_clear()
    return folder


@contextlib.contextmanager
def worker_of(library, *, at_once=2, once=False, webhook=None, kinds=()):
    """A worker in a thread, as beside a server; gives the lines that it says."""
    from sheaf.workers.jobs.worker import WorkOptions
    from sheaf.workers.jobs.working import work

    said: list[str] = []
    stop = threading.Event()
    options = WorkOptions(at_once, tuple(kinds), once)
    thread = threading.Thread(target=work, args=(library.folder, options, stop, said.append))
    thread.start()
    try:
        yield said
    finally:
        if not once:
            stop.set()
        thread.join(60)
        assert not thread.is_alive()


def wait_until(is_true, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)
