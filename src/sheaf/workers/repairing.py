"""Verifies a library and mends it: what must be read again is read in workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.curate.text.contract import TextOptions
from sheaf.deposit.admission import Folders
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.repair import Mender, UnreadFiles
from sheaf.deposit.verify import VerifyReport, check_library
from sheaf.errors import StorageError
from sheaf.extract.reading import check_readers, unread_paper
from sheaf.settings import Extract, Settings
from sheaf.workers.importing import open_pool
from sheaf.workers.messages import Accident
from sheaf.workers.pool import Done
from sheaf.workers.reading import ReadingResult, Task, is_possible_reading, read_document


def repair(
    catalogue: Catalogue,
    settings: Settings,
    folders: Folders,
    report: Callable[[int], None],
    *,
    dry_run: bool,
) -> VerifyReport:
    """What is wrong, and what was done about it. Called with the library held for writing,
    unless it is only to say what would be done."""
    check_readers(settings.extract)
    found = check_library(catalogue, report)
    if found.documents and not catalogue.repository.holds_files():
        raise StorageError(
            f"{catalogue.repository.root} is empty, but the catalogue knows "
            f"{found.documents:,} documents.",
            "Nothing was changed. Is its disk mounted? If all is gone, bring back a backup, or "
            "make a new library and import the sources again.",
        )
    curate = settings.curate
    limits = UnpackLimits(curate.unpack_bytes, curate.unpack_ratio, curate.unpack_members)
    mender = Mender(catalogue, folders, dry_run=dry_run, unpack_limits=limits)
    with mender.announce(found.faults):
        if dry_run:
            for one in mender.mend(found.faults):
                mender.would_read(one)
        else:
            _mend(mender, found, settings, folders.staging)
    return replace(found, repairs=tuple(mender.repairs))


def _mend(mender: Mender, found: VerifyReport, settings: Settings, staging: Path) -> None:

    def task(one: UnreadFiles) -> Task:
        return Task(
            main=one.places.main,
            mime_type=one.document.mime_type,
            url=one.document.url,
            text=one.places.text if one.text is None else None,
            wants_text=one.text is not None,
            wants_paper=one.paper is not None,
            reading=TextOptions.from_settings(settings.curate),
            extract=settings.extract,
            staging=staging,
        )

    def accepts(one: UnreadFiles, answer: ReadingResult) -> bool:
        return is_possible_reading(answer, task(one))

    with open_pool(settings, staging) as pool:
        unread = mender.mend(found.faults)
        work = pool.in_order(read_document, unread, lambda one: (task(one),), accepts=accepts)
        for ready in work:
            for done in ready:
                _take_in(mender, done, settings.extract)


def _take_in(mender: Mender, done: Done[UnreadFiles], chosen: Extract) -> None:
    """A text that cannot be read remains a fault. A paper that cannot be read gets one that says
    so, as in an import: `sheaf reread` will try again."""
    one = done.item
    if isinstance(done.answer, Accident):
        answer = ReadingResult(problem=done.answer.dropped.words)
    else:
        answer = done.answer
    if one.text is not None:
        if answer.text is None:
            mender.leave(one.text, f"cannot be read from the document: {answer.problem}")
        else:
            mender.text_was_read(one, answer.text)
    if one.paper is not None:
        paper = answer.paper or unread_paper(one.document.url, chosen, answer.problem)
        mender.paper_was_read(one, paper)
