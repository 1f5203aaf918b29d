"""The extraction service: takes files in, has them read by workers, and forgets them in time.

It knows no HTTP: web/extraction/ shows it, and `sheaf.app` makes it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from sheaf import plugins
from sheaf.errors import SheafError
from sheaf.extract.contract import HEADER_PAGES
from sheaf.extract.formats import tei
from sheaf.extract.formats.tei_marks import TeiWishes
from sheaf.extract.reading import annotator_versions, check_readers, find_extractor
from sheaf.files import make_private_folder
from sheaf.records import Outcome
from sheaf.settings import Settings
from sheaf.workers.pool import Ticket
from sheaf.workers.service.contract import (
    ALL_PARTS,
    BusyError,
    Looked,
    PaperReading,
    Part,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    SentFile,
    UnknownTokenError,
)
from sheaf.workers.service.drawing import (
    PlacedFields,
    draw_page,
    find_places_in,
    write_references_in,
    write_tei_in,
)
from sheaf.workers.service.fetching import fetched
from sheaf.workers.service.jobs import ItemToRead, ReadingJobs
from sheaf.workers.service.kept_papers import beginning, keep_paper, kept_paper, read_about
from sheaf.workers.service.looking import (
    TEXT,
    LookTask,
    is_possible_look,
    look_at,
    parse_strings,
    warm_up,
)
from sheaf.workers.service.near import NearReading, fits, open_near
from sheaf.workers.service.queue import ReadingQueue
from sheaf.workers.service.resources import Resources

SWEEP_SECONDS = 60.0
NEAR_SWEEP_SECONDS = 3600.0
NEAR = "near"
HOUR = 3600.0
SCRATCH = "scratch-"
TEXT_ONLY: frozenset[Part] = frozenset()
HEADER_ONLY = frozenset({Part.HEADER})
OF_FRONT = "-front"
# What of a paper belongs to which part; the rest is the header's.
OF_PART: dict[Part, dict[str, Any]] = {
    Part.REFERENCES: {"references": []},
    Part.BODY: {"sections": [], "captions": [], "footnotes": [], "acknowledgement": None},
}


@dataclass(frozen=True, slots=True)
class _Source:
    """A file that is to be read: where it lies (it may be put there only now), what it is called,
    and its SHA-1."""

    file: Callable[[], Path]
    name: str
    sha1: str


class _FrontIsTooLittleError(Exception):
    """The first pages of a file say too little: all of them must be read."""


class ExtractionService:
    """For many threads at once. `start` it, and `close` it in the end."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        check_readers(settings.extract)
        self.settings = settings.service
        self._extract = settings.extract
        # Whatever has a reader, and any words: what a library wants to keep is another matter.
        readable = tuple(sorted({*settings.curate.mime_types, *plugins.names("text_readers")}))
        self._curate = settings.curate.model_copy(
            update={"mime_types": readable, "min_characters": 1}
        )
        pages = min(HEADER_PAGES, self._curate.max_pages)
        self._curate_front = self._curate.model_copy(update={"max_pages": pages, "filter": False})
        self.resources = Resources(
            folder,
            expires=self.settings.expires_hours * HOUR,
            total_bytes=self.settings.total_bytes,
        )
        self._scratch = _make_scratch(folder)
        self.allows_private = settings.acquire.allow_private_sources
        self.queue = ReadingQueue(settings, self._scratch, self._warm_up)
        self.version = find_extractor(self._extract.extractor).version
        self._basis = self._make_basis()
        self._near = open_near(
            folder / NEAR,
            self.settings.redis,
            self._basis,
            expires=self.settings.expires_hours * HOUR,
            most_bytes=self.settings.total_bytes,
        )
        self.near_reused = 0
        self.jobs = ReadingJobs(self.resources, self._read_item, self.queue.workers)
        self._stops = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep_often, name="sweep", daemon=True)
        self.expired = 0
        self.refusals: dict[RefusalReason, int] = dict.fromkeys(RefusalReason, 0)
        self.reused = 0

    def start(self, *, is_warm: bool = False) -> None:
        """Where it `is_warm`, workers start before the first file comes."""
        self._sweeper.start()
        self.jobs.start()
        if is_warm:
            self.queue.start()

    def close(self) -> None:
        self._stops.set()
        self.jobs.stop()
        self.queue.close()
        self.jobs.join()
        self._near.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    # -- what is sent ------------------------------------------------------------------------------

    def upload(
        self, pieces: Iterable[bytes], name: str, *, most: int = 0, is_filtered: bool = True
    ) -> SentFile:
        """Kept under a token, when its text has been read. RefusedFileError says why not."""
        with self.counting():
            arriving = self.resources.receive(pieces, name, most or self.settings.upload_bytes)
            try:
                source = _Source(arriving.path, arriving.name, arriving.sha1)
                self._look(source, ReadingWish(TEXT_ONLY, is_filtered))
                return self.resources.keep(arriving, is_filtered=is_filtered)
            finally:
                arriving.drop()

    def read_once(
        self, pieces: Iterable[bytes], name: str, wish: ReadingWish, *, most: int = 0
    ) -> PaperReading:
        """What is in a file that is not kept."""
        with self.counting():
            arriving = self.resources.receive(pieces, name, most or self.settings.upload_bytes)
            try:
                return self._read(_Source(arriving.path, arriving.name, arriving.sha1), wish)
            finally:
                arriving.drop()

    def _read_item(self, item: ItemToRead) -> PaperReading:
        """For a job."""
        file = item.file
        if file is not None:
            with self.counting():
                return self._read(_Source(lambda: file, item.name, item.sha1), item.wish)
        with ExitStack() as held:
            with self.counting():
                found = fetched(item.url, allow_private=self.allows_private)
                name, pieces = held.enter_context(found)
            return self.read_once(pieces, name, item.wish)

    def find(self, token: str) -> SentFile:
        """UnknownTokenError for one that has expired, or never was. To be asked for is to be used,
        and a use puts off the end."""
        return self.resources.find(token)

    def file(self, resource: SentFile) -> Path:
        return self.resources.file_of(resource)

    def open_file(self, resource: SentFile) -> BinaryIO:
        try:
            return self.file(resource).open("rb")
        except FileNotFoundError:
            raise UnknownTokenError(resource.token) from None

    def expires_at(self, resource: SentFile) -> float:
        return self.resources.expires_at(self.file(resource).parent)

    def remove(self, token: str) -> None:
        self.resources.remove(token)

    # -- what is in it -----------------------------------------------------------------------------

    def read(self, resource: SentFile, wish: ReadingWish | None = None) -> PaperReading:
        source = _Source(partial(self.file, resource), resource.name, resource.sha1)
        chosen = replace(wish or ReadingWish(), is_filtered=resource.is_filtered)
        with self._while_there(resource):
            return self._read(source, chosen)

    def open_text(self, resource: SentFile) -> BinaryIO:
        """In UTF-8."""
        source = _Source(partial(self.file, resource), resource.name, resource.sha1)
        with self._while_there(resource), self.resources.using(self._key(source.sha1)):
            folder, _ = self._look(source, ReadingWish(TEXT_ONLY, resource.is_filtered))
            return (folder / TEXT).open("rb")

    def describe(self, resource: SentFile) -> PaperReading:
        """What is known without a paper: type, pages, words."""
        source = _Source(partial(self.file, resource), resource.name, resource.sha1)
        with self._while_there(resource):
            _, looked = self._look(source, ReadingWish(TEXT_ONLY, resource.is_filtered))
        return self._answer(source, looked, {})

    def places(self, sha1: str, paper: dict[str, Any]) -> PlacedFields:
        """Where on its pages stands what was read, where the pages are still known."""
        with self._pages_of(sha1) as folder:
            if folder is None:
                return PlacedFields((), ())
            found: PlacedFields = self.queue.ask(find_places_in, folder, paper)
            return found

    def write_tei(self, read: PaperReading, wanted: TeiWishes) -> str:
        """With places, where the pages are still known."""
        with self._pages_of(read.sha1) as folder:
            if folder is None or not wanted.coordinates:
                return tei.write(read.paper, wanted)
            written: str = self.queue.ask(write_tei_in, folder, read.paper, wanted)
            return written

    def write_references(self, read: PaperReading, wanted: TeiWishes) -> str:
        references = read.paper["references"]
        with self._pages_of(read.sha1) as folder:
            if folder is None or not wanted.coordinates:
                return tei.write_citations(references, wanted)
            written: str = self.queue.ask(write_references_in, folder, references, wanted)
            return written

    @contextmanager
    def _pages_of(self, sha1: str) -> Iterator[Path | None]:
        keys = (self._key(sha1), self._key(sha1, of_front=True))
        with self.resources.using(*keys):
            yield next(filter(None, map(self.resources.reading, keys)), None)

    def open_picture(self, sent: SentFile, number: int) -> BinaryIO | None:
        """A page as a PNG; None where it cannot be drawn."""
        with self.resources.using(self._key(sent.sha1)):
            self.describe(sent)
            folder = self.resources.reading(self._key(sent.sha1))
            if folder is None:
                return None
            path = folder / f"page-{number}.png"
            if path.is_file() or self.queue.ask(draw_page, self.file(sent), path, number):
                return path.open("rb")
            return None

    def parse_references(self, strings: Sequence[str]) -> list[dict[str, Any]]:
        """What each reference string says."""
        found: list[dict[str, Any]] = self.queue.ask(
            parse_strings, list(strings), accepts=lambda answer: len(answer) == len(strings)
        )
        return found

    def _key(self, sha1: str, *, of_front: bool = False) -> str:
        return f"{sha1}-{self._basis}{OF_FRONT if of_front else ''}"

    def _read(self, source: _Source, wish: ReadingWish) -> PaperReading:
        keys = (self._key(source.sha1, of_front=True), self._key(source.sha1))
        with self.resources.using(*keys):
            if self._wants_front(source, wish):
                with suppress(_FrontIsTooLittleError):
                    return self._read_front(source, wish)
            return self._read_whole(source, wish)

    def _wants_front(self, source: _Source, wish: ReadingWish) -> bool:
        """Whether the first pages are enough: whether it is a paper, and whose near-copy it is, is
        seen from all of them."""
        if wish.parts != HEADER_ONLY or wish.is_filtered:
            return False
        return wish.reextract or self.resources.reading(self._key(source.sha1)) is None

    def _read_front(self, source: _Source, wish: ReadingWish) -> PaperReading:
        folder, looked = self._look(source, wish, of_front=True)
        paper = looked.paper or kept_paper(folder, wish.parts)
        if paper is None:
            raise _FrontIsTooLittleError
        return self._answer(source, looked, paper, wish.parts)

    def _read_whole(self, source: _Source, wish: ReadingWish) -> PaperReading:
        bits = self.settings.max_distance if wish.max_distance is None else wish.max_distance
        looks_for_copies = bits > 0 and not wish.reextract
        # Who may not have to read the paper looks at its text first.
        first = replace(wish, parts=TEXT_ONLY) if looks_for_copies else wish
        folder, looked = self._look(source, first)
        paper = kept_paper(folder, wish.parts) if looked.paper is None else None
        if paper is not None:
            return self._answer(source, looked, paper, wish.parts)
        if looks_for_copies:
            near = self._find_near(source, folder, looked, wish.parts, bits)
            if near is not None:
                self.near_reused += 1
                read = self._answer(source, looked, near.paper, wish.parts)
                return replace(read, source=near.sha1, distance=near.distance, is_reused=True)
        paper = looked.paper or self._read_known(source, folder, looked, wish.parts)
        if looked.fingerprint:
            self._near.remember(source.sha1, int(looked.fingerprint, 16), wish.parts, paper)
        return self._answer(source, looked, paper, wish.parts)

    def _read_known(
        self, source: _Source, folder: Path, looked: Looked, parts: frozenset[Part]
    ) -> dict[str, Any]:
        """The paper of a file whose text was read before."""
        paper = self._ask(self._task(source, folder, parts, known=looked)).paper
        assert paper is not None, "a possible answer to this task has one"
        keep_paper(folder, parts, paper)
        return paper

    def _find_near(
        self, source: _Source, folder: Path, looked: Looked, parts: frozenset[Part], bits: int
    ) -> NearReading | None:
        """The nearest text of which these parts were read, and whose title stands on the first
        pages of this one."""
        if not looked.fingerprint:
            return None
        opening = beginning(folder)
        found = self._near.find(source.sha1, int(looked.fingerprint, 16), bits, parts)
        return next((near for near in found if fits(near.paper, opening)), None)

    def _look(
        self, source: _Source, wish: ReadingWish, *, of_front: bool = False
    ) -> tuple[Path, Looked]:
        """The folder of the reading, and what stands there about it; with the paper where this was
        the first look."""
        key = self._key(source.sha1, of_front=of_front)
        folder = None if wish.reextract else self.resources.reading(key)
        looked = read_about(folder) if folder is not None else None
        if folder is None or looked is None:
            found: list[Looked] = []

            def fill(part: Path) -> dict[str, Any]:
                answer = self._ask(self._task(source, part, wish.parts, of_front=of_front))
                if of_front and _is_too_little(answer, self.settings.least_words):
                    raise _FrontIsTooLittleError
                if answer.dropped is not None:
                    raise RefusedFileError.of(answer.dropped)
                if answer.paper is not None:
                    keep_paper(part, wish.parts, answer.paper)
                found.append(answer)
                return asdict(replace(answer, paper=None))

            folder = self.resources.make_reading(key, fill, is_new=wish.reextract or looked is None)
            looked = found[0]
        else:
            self.reused += 1
        self._check(looked, wish)
        return folder, looked

    def _check(self, looked: Looked, wish: ReadingWish) -> None:
        least = self.settings.least_words
        if looked.words < least and not wish.takes_short:
            words = f"it has {looked.words} words, and {least} are the least"
            raise RefusedFileError(RefusalReason.TOO_SHORT, words)
        if wish.is_filtered and looked.rejection:
            raise RefusedFileError(RefusalReason.NOT_ACADEMIC, looked.rejection)

    def _task(
        self,
        source: _Source,
        folder: Path,
        parts: frozenset[Part],
        *,
        known: Looked | None = None,
        of_front: bool = False,
    ) -> LookTask:
        told = None if known is None else replace(known, paper=None)
        curate = self._curate_front if of_front else self._curate
        return LookTask(source.file(), folder, source.name, curate, self._extract, parts, told)

    def _ask(self, task: LookTask) -> Looked:
        answer: Looked = self.queue.ask(
            look_at, task, accepts=lambda answer: is_possible_look(answer, task)
        )
        return answer

    def _answer(
        self,
        source: _Source,
        looked: Looked,
        paper: dict[str, Any],
        parts: frozenset[Part] = ALL_PARTS,
    ) -> PaperReading:
        """Under the name that the file has now: what others called it is their business."""
        told = {**paper, "provenance": {**paper.get("provenance", {}), "source": source.name}}
        for part, fields in OF_PART.items():
            if part not in parts:
                told |= fields
        return PaperReading(
            source.sha1,
            looked.mime_type,
            looked.pages,
            looked.words,
            told if paper else {},
            source=source.sha1,
        )

    # -- itself ------------------------------------------------------------------------------------

    def _warm_up(self) -> Ticket:
        return Ticket(warm_up, (self._extract,))

    def _make_basis(self) -> str:
        """What a reading rests on beside the bytes: with other settings it is another."""
        told = [
            self.version,
            annotator_versions(self._extract) if self._extract.annotators else {},
            self._extract.model_dump(mode="json"),
            self._curate.model_dump(mode="json"),
        ]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @contextmanager
    def counting(self) -> Iterator[None]:
        """A file that is refused in here is counted, with the reason."""
        try:
            yield
        except RefusedFileError as problem:
            self.refusals[problem.refusal] += 1
            raise

    @contextmanager
    def _while_there(self, resource: SentFile) -> Iterator[None]:
        """A file that somebody removes while it is read is not there: nothing is wrong with it."""
        try:
            yield
        except RefusedFileError:
            if not self.file(resource).is_file():
                raise UnknownTokenError(resource.token) from None
            raise

    def _sweep_often(self) -> None:
        looks_again = time.monotonic() + NEAR_SWEEP_SECONDS
        while not self._stops.wait(SWEEP_SECONDS):
            with suppress(SheafError, BusyError, OSError):  # a full disk is told to who sends
                self.expired += self.resources.sweep()
            if time.monotonic() > looks_again:
                self._near.forget_expired()
                looks_again = time.monotonic() + NEAR_SWEEP_SECONDS


def _is_too_little(looked: Looked, least_words: int) -> bool:
    """Pages without words may stand before those with them."""
    if looked.dropped is not None:
        return looked.dropped.outcome is Outcome.UNREADABLE_TEXT
    return looked.pages > HEADER_PAGES and looked.words < least_words


def _make_scratch(folder: Path) -> Path:
    """For the workers of this process; what those of a killed one have left goes."""
    for left in folder.glob(f"{SCRATCH}*"):
        process = left.name.removeprefix(SCRATCH)
        if process.isdigit() and not _is_alive(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    scratch = folder / f"{SCRATCH}{os.getpid()}"
    make_private_folder(scratch)
    return scratch


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
