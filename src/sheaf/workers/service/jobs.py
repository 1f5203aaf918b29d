"""Long work: files that are accepted at once, and read one after the other by who has time.

FOLDER/jobs/JOB/    about.json; source-N, until it is read; then result-N.json, or refusal-N.json

What was accepted is on the disk for good, and is read to its end whoever is killed meanwhile: a new
process goes on with what has no result. A job that is done expires as all else does.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sheaf.errors import SheafError, disk_errors
from sheaf.workers.process import KILLED
from sheaf.workers.service.contract import (
    BusyError,
    ItemState,
    JobItem,
    NotReadYetError,
    PaperReading,
    Part,
    ReadingJob,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    UnknownTokenError,
)
from sheaf.workers.service.resources import (
    ABOUT,
    JOBS,
    Resources,
    write_private,
    write_private_whole,
)

MOST_WAITING = 10_000  # files of all jobs
# A worker that was killed may have been killed for another: the file is tried again.
MOST_TRIES = 3
# A disk may be full for a while.
MOST_TROUBLES = 20
TROUBLE_SECONDS = 5.0
IN_TROUBLE = (RefusalReason.FAULT, "the service had no room for what was read")


@dataclass(frozen=True, slots=True)
class JobSource:
    """A file to be read, in pieces; or the URL that it is to be fetched from."""

    name: str
    pieces: Iterable[bytes] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class ItemToRead:
    """`file` is None where it is to be fetched."""

    file: Path | None
    name: str
    sha1: str
    url: str
    wish: ReadingWish


@dataclass(frozen=True, slots=True)
class _Task:
    token: str
    number: int


class ReadingJobs:
    """`read` reads one file, as it would for who waits. `threads` of them ask at the same time."""

    def __init__(
        self, resources: Resources, read: Callable[[ItemToRead], PaperReading], threads: int
    ) -> None:
        self._resources, self._read, self._count = resources, read, threads
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._left: dict[str, set[int]] = {}  # of jobs that are not done
        self._reading: set[_Task] = set()
        self._stops = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Goes on with what an earlier process has not read."""
        for token, folder in self._resources.folders_of(JOBS):
            about = _read_about(folder)
            if about is not None:
                self._put_in(
                    token, [n for n in range(len(about["items"])) if not _is_done(folder, n)]
                )

    def stop(self) -> None:
        """No more is begun; the next process goes on with what is left."""
        self._stops.set()
        for _ in self._threads:
            self._tasks.put(None)

    def join(self) -> None:
        """Once nobody reads any more."""
        for thread in self._threads:
            thread.join()

    @property
    def waiting(self) -> int:
        with self._lock:
            return sum(map(len, self._left.values()))

    # -- for those who ask -------------------------------------------------------------------------

    def accept(self, sources: Iterable[JobSource], wish: ReadingWish, most: int) -> str:
        """The token of a job; all of it is on the disk when this returns. A file that cannot be
        taken is refused within the job, and the others are read."""
        if self.waiting >= MOST_WAITING:
            raise BusyError("As many files wait to be read as may.", TROUBLE_SECONDS)
        part = self._resources.make_part(JOBS)
        try:
            items = [
                self._take_in(part, number, source, most) for number, source in enumerate(sources)
            ]
            about = {"wish": _wish_as_json(wish), "items": items}
            with disk_errors(part):
                write_private(part / ABOUT, json.dumps(about).encode())
            unread = [number for number in range(len(items)) if not _is_done(part, number)]
            token = self._resources.keep_part(part, JOBS)
        except BaseException:
            self._resources.drop(part)
            raise
        self._put_in(token, unread)
        return token

    def find(self, token: str) -> ReadingJob:
        """UnknownTokenError for one that has expired, or never was."""
        folder = self._resources.folder_of(JOBS, token)
        about = _read_about(folder)
        if about is None:
            raise UnknownTokenError(token)
        items = tuple(
            self._find_item(folder, token, number, item["name"])
            for number, item in enumerate(about["items"])
        )
        return ReadingJob(token, items, self._resources.expires_at(folder))

    def result(self, token: str, number: int) -> PaperReading:
        """RefusedFileError where it was not read, NotReadYetError where it was not yet."""
        folder = self._resources.folder_of(JOBS, token)
        about = _read_about(folder)
        if about is None or not 0 <= number < len(about["items"]):
            raise UnknownTokenError(token)
        if (refused := _refusal(folder, number)) is not None:
            raise refused
        try:
            return PaperReading(**json.loads(_result_file(folder, number).read_bytes()))
        except FileNotFoundError:
            raise NotReadYetError from None

    def remove(self, token: str) -> None:
        """What of it is being read now is read to its end, and forgotten."""
        self._resources.remove(token, JOBS)
        with self._lock:
            self._left.pop(token, None)

    def _find_item(self, folder: Path, token: str, number: int, name: str) -> JobItem:
        if _result_file(folder, number).is_file():
            return JobItem(number, name, ItemState.READ)
        if (refused := _refusal(folder, number)) is not None:
            return JobItem(number, name, ItemState.REFUSED, refused)
        with self._lock:
            is_reading = _Task(token, number) in self._reading
        return JobItem(number, name, ItemState.READING if is_reading else ItemState.WAITING)

    def _take_in(self, part: Path, number: int, source: JobSource, most: int) -> dict[str, Any]:
        told = {"name": source.name, "sha1": "", "url": source.url}
        if source.url:
            return told
        try:
            arriving = self._resources.receive(source.pieces, source.name, most)
        except RefusedFileError as refused:
            _write_refusal(part, number, refused)
            return told
        try:
            with disk_errors(part):
                arriving.path().rename(part / f"source-{number}")
        finally:
            arriving.drop()
        return {**told, "name": arriving.name, "sha1": arriving.sha1}

    # -- the threads that ask ----------------------------------------------------------------------

    def _put_in(self, token: str, numbers: list[int]) -> None:
        if not numbers:
            return
        with self._lock:
            self._left[token] = set(numbers)
            while len(self._threads) < self._count:
                thread = threading.Thread(target=self._work, name="job", daemon=True)
                self._threads.append(thread)
                thread.start()
        self._resources.hold(token)
        for number in numbers:
            self._tasks.put(_Task(token, number))

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None and not self._stops.is_set():
            with self._lock:
                self._reading.add(task)
            try:
                self._do(task)
            finally:
                self._end(task)

    def _end(self, task: _Task) -> None:
        with self._lock:
            self._reading.discard(task)
            left = self._left.get(task.token, set())
            left.discard(task.number)
            is_last = not left and not any(one.token == task.token for one in self._reading)
            if is_last:
                self._left.pop(task.token, None)
        if is_last and not self._stops.is_set():
            self._resources.release(task.token)

    def _do(self, task: _Task) -> None:
        """Until there is a result, or nobody wants it any more."""
        folder = self._resources.place_of(JOBS, task.token)
        tries = troubles = 0
        while not self._stops.is_set() and (about := _read_about(folder)) is not None:
            try:
                self._read_item(folder, task.number, about)
            except BusyError as busy:
                self._stops.wait(busy.seconds)
            except RefusedFileError as refused:
                tries += 1
                if tries == MOST_TRIES or not _may_be_an_accident(refused):
                    _write_refusal(folder, task.number, refused)
                    break
            except (SheafError, OSError):
                if not folder.is_dir():  # it was removed meanwhile
                    break
                troubles += 1
                if troubles == MOST_TROUBLES:
                    _write_refusal(folder, task.number, RefusedFileError(*IN_TROUBLE))
                    break
                self._stops.wait(TROUBLE_SECONDS)
            else:
                break
        if _is_done(folder, task.number):
            (folder / f"source-{task.number}").unlink(missing_ok=True)

    def _read_item(self, folder: Path, number: int, about: dict[str, Any]) -> None:
        item = about["items"][number]
        file = None if item["url"] else folder / f"source-{number}"
        wish = _wish_of_json(about["wish"])
        read = self._read(ItemToRead(file, item["name"], item["sha1"], item["url"], wish))
        write_private_whole(_result_file(folder, number), json.dumps(asdict(read)).encode())


def _may_be_an_accident(refused: RefusedFileError) -> bool:
    return refused.refusal is RefusalReason.FAULT or str(refused) == KILLED


def _read_about(folder: Path) -> dict[str, Any] | None:
    try:
        about: dict[str, Any] = json.loads((folder / ABOUT).read_bytes())
    except (OSError, ValueError):
        return None
    return about


def _result_file(folder: Path, number: int) -> Path:
    return folder / f"result-{number}.json"


def _refusal_file(folder: Path, number: int) -> Path:
    return folder / f"refusal-{number}.json"


def _is_done(folder: Path, number: int) -> bool:
    return _result_file(folder, number).is_file() or _refusal_file(folder, number).is_file()


def _refusal(folder: Path, number: int) -> RefusedFileError | None:
    try:
        told = json.loads(_refusal_file(folder, number).read_bytes())
    except FileNotFoundError:
        return None
    return RefusedFileError(RefusalReason(told["refusal"]), told["words"])


def _write_refusal(folder: Path, number: int, refused: RefusedFileError) -> None:
    """Where that fails, the next process reads the file again."""
    told = {"refusal": str(refused.refusal), "words": str(refused)}
    with suppress(OSError):
        write_private_whole(_refusal_file(folder, number), json.dumps(told).encode())


def _wish_as_json(wish: ReadingWish) -> dict[str, Any]:
    return {**asdict(wish), "parts": sorted(wish.parts)}


def _wish_of_json(told: dict[str, Any]) -> ReadingWish:
    return ReadingWish(**{**told, "parts": frozenset(map(Part, told["parts"]))})
