"""Opens a library for a worker, and has it work: in a command of its own, or beside the server."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sheaf.app import Library
from sheaf.errors import SheafError
from sheaf.workers.jobs.webhook import Webhook
from sheaf.workers.jobs.worker import Worker, WorkOptions

STOP_SECONDS = 15.0
Say = Callable[[str], None]


def work(folder: Path, options: WorkOptions, stop: threading.Event, say: Say) -> None:
    """Does jobs until it is told to stop; `once`, until nothing is left to do."""
    with Library.open(folder) as library, _webhook(library) as webhook:
        Worker(library, options, say=say, webhook=webhook).run(stop)


@contextmanager
def _webhook(library: Library) -> Iterator[Webhook | None]:
    chosen = library.settings.jobs
    if not chosen.webhook:
        yield None
        return
    webhook = Webhook(chosen.webhook, chosen.webhook_secret, library.folder.name)
    try:
        yield webhook
    finally:
        webhook.close()


@contextmanager
def working_beside(library: Library, say: Say) -> Iterator[None]:
    """A worker in a thread of this process, which stops in good order at the end; none where the
    settings or the medium do not let it."""
    if not (library.settings.jobs.in_server and library.can_write_catalogue()):
        yield
        return
    stop = threading.Event()
    options = WorkOptions(at_once=library.settings.jobs.at_once)
    thread = threading.Thread(
        target=_work_on, args=(library.folder, options, stop, say), name="jobs", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(STOP_SECONDS)


def _work_on(folder: Path, options: WorkOptions, stop: threading.Event, say: Say) -> None:
    """Whatever happens to it, pages are served; and it begins again."""
    while not stop.is_set():
        try:
            work(folder, options, stop, say)
        except SheafError as problem:
            say(f"Jobs are not done at the moment: {problem}")
        except Exception as problem:  # noqa: BLE001 - the server goes on
            say(f"The worker failed: {type(problem).__name__}: {problem}. It begins again.")
        stop.wait(5.0)
