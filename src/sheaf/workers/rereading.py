"""Reads the documents of a library: the .json of each, its rows, its revision."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Any

from sheaf.curate.mime_type import extension_of
from sheaf.curate.text.contract import TextOptions
from sheaf.deposit.admission import Folders, as_json
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.papers import paper_at
from sheaf.errors import disk_errors
from sheaf.extract.annotators.annotate import count_failures
from sheaf.extract.reading import annotator_versions, check_readers, find_extractor
from sheaf.extract.reusing import Sibling
from sheaf.files import write_whole
from sheaf.settings import Extract, Settings
from sheaf.workers.importing import open_pool
from sheaf.workers.messages import Accident
from sheaf.workers.near_copies import (
    Found,
    NearCopySearch,
    searching_near_copies,
    tell_paper_of,
)
from sheaf.workers.pool import Pool
from sheaf.workers.reading import (
    ReadingResult,
    Task,
    is_possible_reading,
    read_document,
    read_document_beside,
)

MARK_NAME = "reading.json"


class Which(StrEnum):
    """Which documents of a library are read."""

    UNREAD = "unread"  # of which no paper was read, or whose reading failed
    OUTDATED = "outdated"  # these, and what other versions of the readers read
    ALL = "all"


@dataclass(slots=True)
class RereadReport:
    """How many were read, and which could not be: those keep the paper they had. `reused` are those
    read for which what was read of a near-copy was taken over."""

    read: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    annotators_failed: dict[str, dict[str, Any]] = field(default_factory=dict)
    resumed_after: int = 0  # the document behind which a reading of everything went on
    seconds: float = 0.0
    reused: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


Report = Callable[[RereadReport], None]


@dataclass(frozen=True, slots=True)
class _Step:
    """A document that is to be read, and the near-copies that were before it."""

    number: int
    task: Task
    found: Found
    answer: ReadingResult | Accident | None = None


def read_library(
    catalogue: Catalogue, settings: Settings, folder: Path, which: Which, report: Report
) -> RereadReport:
    """Safe to kill: a document's rows name the new version only after its file is in place. What
    was read is not asked for again, and a reading of everything has a mark to go on from."""
    check_readers(settings.extract)
    started = time.monotonic()
    staging = Folders(folder).staging
    mark = ReadingMark.open(folder, settings.extract) if which is Which.ALL else None
    done_so_far = RereadReport(resumed_after=mark.last if mark else 0)
    numbers = _numbers(catalogue, settings, which, done_so_far.resumed_after)
    with (
        open_pool(settings, staging) as pool,
        searching_near_copies(folder, catalogue, settings, staging) as search,
    ):
        reading = _Reading(pool, search)
        new_texts: list[int] = []
        steps = (
            _Step(number, task, _look_up(search, catalogue, number, task))
            for number, task in _tasks(catalogue, settings, staging, numbers)
        )
        for step in reading.read_near_copies(reading.read_first(steps)):
            _take_in(catalogue, staging, step, done_so_far)
            if isinstance(step.answer, ReadingResult) and step.answer.text is not None:
                new_texts.append(step.number)
            if search is not None:
                search.forget(step.number)
            if mark is not None:
                mark.move_to(step.number)
            report(done_so_far)
        if search is not None:
            search.mark_complete(new_texts)
    if mark is not None:
        mark.remove()
    done_so_far.seconds = round(time.monotonic() - started, 3)
    return done_so_far


def _look_up(search: NearCopySearch | None, catalogue: Catalogue, number: int, task: Task) -> Found:
    """Of those before it, which have been read again by now, or need not be. A text that is to be
    read itself is not known yet."""
    if search is None:
        return Found()
    document = catalogue.document(number)
    text = None if task.wants_text else task.text
    own = search.store.fingerprint_of(number) if text is not None else None
    sha1 = document.sha1 if document else ""
    return search.look_up(number, sha1, text, own, only_older=True)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Near-copies are read after what came before them, so that it is known what was read of
    that."""

    pool: Pool
    search: NearCopySearch | None

    def read_first(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        def arguments(step: _Step) -> tuple[Any, ...] | None:
            return None if step.found.candidates else (step.task,)

        for ready in self.pool.in_order(read_whole, steps, arguments, accepts=_is_possible):
            for done in ready:
                step = done.item
                if not step.found.candidates:
                    step = replace(step, answer=done.answer)
                    NearCopySearch.note_paper(step.found, _paper_of(step.answer))
                yield step

    def read_near_copies(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        search = self.search
        if search is None:
            yield from steps
            return
        prepared: deque[Sibling | None] = deque()

        def arguments(step: _Step) -> tuple[Any, ...] | None:
            if not step.found.candidates:
                return None
            prepared.append(search.prepare(step.found.candidates))
            return (step.task, prepared[-1])

        work = self.pool.in_order(
            read_whole_beside, steps, arguments, urgent=True, accepts=_is_possible
        )
        for done in chain.from_iterable(work):
            step = done.item
            if step.found.candidates:
                sibling = prepared.popleft()
                if sibling is not None:
                    search.put_away(sibling)
                answer = done.answer
                if isinstance(answer, ReadingResult):
                    answer = replace(answer, paper=tell_paper_of(step.found, answer.paper))
                step = replace(step, answer=answer)
            yield step


def _paper_of(answer: Any) -> dict[str, Any] | None:
    return answer.paper if isinstance(answer, ReadingResult) else None


def _take_in(catalogue: Catalogue, staging: Path, step: _Step, so_far: RereadReport) -> None:
    if isinstance(step.answer, Accident):
        so_far.failed[step.number] = step.answer.dropped.words
        catalogue.reading_failed(step.number)
        return
    assert step.answer is not None
    assert step.answer.paper is not None
    _write(catalogue, staging, step.number, step.answer)
    count_failures(so_far.annotators_failed, step.answer.paper)
    so_far.read += 1
    so_far.reused += "reused_from" in step.answer.paper["provenance"]


def _numbers(catalogue: Catalogue, settings: Settings, which: Which, after: int) -> Iterator[int]:
    if which is Which.ALL:
        return catalogue.numbers(after=after)
    if which is Which.UNREAD:
        return catalogue.unread()
    version = find_extractor(settings.extract.extractor).version
    return catalogue.outdated(version, annotator_versions(settings.extract))


def _tasks(
    catalogue: Catalogue, settings: Settings, staging: Path, numbers: Iterator[int]
) -> Iterator[tuple[int, Task]]:
    for number in numbers:
        document = catalogue.document(number)
        if document is None:
            continue
        text = catalogue.repository.path(number, "txt")
        has_text = text.is_file()
        yield (
            number,
            Task(
                main=catalogue.repository.path(number, extension_of(document.mime_type)),
                mime_type=document.mime_type,
                url=document.url,
                text=text if has_text else None,
                # Kept without text (--no-text), so that this is its first reading.
                wants_text=not has_text and not document.pages,
                wants_paper=True,
                reading=TextOptions.from_settings(settings.curate),
                extract=settings.extract,
                staging=staging,
                text_provenance=_text_provenance(catalogue.repository.path(number, "json")),
            ),
        )


def _text_provenance(paper: Path) -> dict[str, Any] | None:
    """What the paper of an earlier reading says about the text."""
    provenance = (paper_at(paper) or {"provenance": {}})["provenance"].get("text")
    return provenance if isinstance(provenance, dict) else None


def _is_possible(step: _Step, answer: ReadingResult) -> bool:
    return answer.paper is not None and is_possible_reading(answer, step.task)


def read_whole(task: Task) -> ReadingResult:
    """In a worker. Some documents have no text, and are read without."""
    answer = read_document(task)
    return answer if answer.paper is not None else read_document(replace(task, wants_text=False))


def read_whole_beside(task: Task, sibling: Sibling | None) -> ReadingResult:
    """The same beside what was read of a near-copy."""
    if sibling is None:
        return read_whole(task)
    return read_document_beside(task, sibling)


def _write(catalogue: Catalogue, staging: Path, number: int, answer: ReadingResult) -> None:
    """The text first: rows that name the new version are written last of all."""
    assert answer.paper is not None
    final = catalogue.repository.path(number, "json")
    with disk_errors(final.parent):
        if answer.text is not None:
            os.replace(answer.text, catalogue.repository.path(number, "txt"))
        write_whole(final, as_json(answer.paper), staging=staging)
    catalogue.paper_was_read(number, answer.paper, pages=answer.pages)


@dataclass(slots=True)
class ReadingMark:
    """How far a reading of the whole library has come, so that one that was killed can go on.
    Documents are read in the order of their numbers, so the last number says it all. Whoever reads
    with other readers, or lets a reading end, begins from the first document."""

    path: Path
    readers: dict[str, str]
    last: int = 0

    @classmethod
    def open(cls, folder: Path, chosen: Extract) -> ReadingMark:
        """Where a reading by these readers stopped, or a mark at the beginning."""
        version = find_extractor(chosen.extractor).version
        readers = {chosen.extractor: version, **annotator_versions(chosen)}
        path = folder / MARK_NAME
        return cls(path, readers, _last_read(path, readers))

    def move_to(self, number: int) -> None:
        self.last = number
        values = json.dumps({"readers": self.readers, "last": number})
        with disk_errors(self.path.parent):
            write_whole(self.path, values + "\n")

    def remove(self) -> None:
        with disk_errors(self.path.parent):
            self.path.unlink(missing_ok=True)


def _last_read(path: Path, readers: dict[str, str]) -> int:
    try:
        values = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return 0
    if not isinstance(values, dict) or values.get("readers") != readers:
        return 0
    last = values.get("last")
    return last if isinstance(last, int) else 0
