"""Checks an import before it is begun: what it would read, how much, and what stands in its way."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sheaf.acquire.crawl.control.crawl_screen import format_size
from sheaf.acquire.importers.files.folder import files_below
from sheaf.acquire.importers.remote_source import RemoteSource
from sheaf.acquire.importers.sources import Source, Sources
from sheaf.curate.blacklist import Blacklist
from sheaf.deposit.lock import is_held
from sheaf.deposit.runs import RunLog
from sheaf.errors import SheafError, SourceError, StorageError
from sheaf.records import Aside, Capture
from sheaf.settings import Settings
from sheaf.workers.importing import FindKnown, ImportOptions, check_run
from sheaf.workers.jobs.parameters import Finding

LOOK_SECONDS = 2.0
WEIGH_SECONDS = 1.0
MOST_SHARE = 0.9  # of what is free, that sources may weigh without a word
LEAST_FREE = 50 * 1024**2
REASONS_SHOWN = 3
NOTHING_NEW = Finding(is_problem=False, words="There is nothing new in the sources at present.")


@dataclass(slots=True)
class QuickLook:
    """What the first seconds of reading found."""

    captures: int = 0
    asides: int = 0
    is_all: bool = False
    lost: Counter[str] = field(default_factory=Counter)

    @property
    def words(self) -> str:
        least = "" if self.is_all else "at least "
        records = self.captures + self.asides
        more = f", {self.captures:,} of them captures" if self.asides else ""
        return f"A quick look found {least}{records:,} record{'s' * (records != 1)}{more}."


def check_import(
    paths: Sequence[str | Path],
    options: ImportOptions,
    library: Path,
    settings: Settings,
    run_log: RunLog,
    output: Path | None = None,
) -> list[Finding]:
    """What was found, in the order in which people want to know it."""
    findings = list(_look_at_sources(paths, options, library, settings, run_log.find_known_files))
    findings += find_problems(lambda: check_run(options.apply_to(settings)))
    blacklists = (*settings.curate.blacklist, *options.blacklists)
    findings += find_problems(lambda: Blacklist.load(*blacklists, folder=library))
    if output is None:
        findings += find_problems(run_log.unindexed)
        findings += check_writable([library, library / "repository"])
        if is_held(library):
            words = "Another command writes to the library at present; one waits for the other."
            findings.append(Finding(is_problem=False, words=words))
    else:
        findings += check_writable([output])
    return findings


def find_problems(step: Callable[[], object]) -> list[Finding]:
    try:
        step()
    except SheafError as problem:
        return [Finding.of(problem)]
    return []


def _look_at_sources(
    paths: Sequence[str | Path],
    options: ImportOptions,
    library: Path,
    settings: Settings,
    find_known: FindKnown,
) -> Iterator[Finding]:
    if not paths:
        yield Finding.of(SourceError("There is nothing to import.", "Name a file or folder."))
        return
    chosen = options.apply_to(settings)
    with tempfile.TemporaryDirectory(prefix="sheaf-check-") as scratch:
        context = options.make_context(Path(scratch), chosen, find_known)
        incoming = Path(scratch) / "incoming"
        try:
            with Sources(paths, context, options.format, chosen.acquire, incoming) as given:
                for place, importer in given.importers:
                    what = "is elsewhere and is read" if importer is None else "is read"
                    by = f" by the importer {importer}" if importer else " file by file"
                    yield Finding(is_problem=False, words=f"{place} {what}{by}.")
                if given.remote:
                    yield from _tell_remote(given.remote)
                else:
                    yield from _tell_look(look_quickly(given), only_new=options.only_new)
                    yield from _compare_sizes([place for place, _ in given.importers], library)
        except SheafError as problem:
            yield Finding.of(problem)
        except OSError as problem:
            yield Finding.of(SourceError(f"The sources cannot be read: {problem.strerror}."))


def look_quickly(given: Sources, seconds: float = LOOK_SECONDS) -> QuickLook:
    """Reads records until the time is up."""
    look, end = QuickLook(), time.monotonic() + seconds
    for item in given:
        if isinstance(item, Aside):
            look.asides += 1
        else:
            look.captures += 1
            if item.lost is not None:
                look.lost[item.lost.reason] += 1
            _remove_spooled(item, given.spool)
        if time.monotonic() > end:
            return look
    look.is_all = True
    return look


def _remove_spooled(capture: Capture, spool: str) -> None:
    path = capture.payload.path
    if path is not None and path.startswith(spool):
        with suppress(OSError):
            os.unlink(path)


def _tell_look(look: QuickLook, *, only_new: bool) -> Iterator[Finding]:
    if not look.captures and look.is_all:
        problem = SourceError("There is nothing to import in the sources.", "")
        yield NOTHING_NEW if only_new else Finding.of(problem)
        return
    yield Finding(is_problem=False, words=look.words)
    for reason, count in look.lost.most_common(REASONS_SHOWN):
        those = "1 of them has" if count == 1 else f"{count:,} of them have"
        yield Finding(is_problem=False, words=f"{those} no bytes to import: {reason}.")


def _tell_remote(sources: Sequence[RemoteSource]) -> Iterator[Finding]:
    for source in sources:
        files = sum(1 for _ in source.listing)
        if not files:
            yield Finding.of(SourceError(f"There is nothing at {source.name}."))
            continue
        weight = "" if source.bytes is None else f" of {format_size(source.bytes)}"
        words = f"{source.name} has {files:,} file{'s' * (files != 1)}{weight}."
        yield Finding(is_problem=False, words=words)


def _compare_sizes(places: Sequence[Source], library: Path) -> Iterator[Finding]:
    """What is kept is never more than the sources hold, but for what is packed in them."""
    size, is_all = weigh([place for place in places if isinstance(place, Path)])
    free = shutil.disk_usage(library).free
    least = "" if is_all else "at least "
    room = f"{format_size(free)} are free beside the library."
    words = f"The sources weigh {least}{format_size(size)}; {room}"
    if free < LEAST_FREE:
        yield Finding.of(StorageError(words, "Make room first."))
        return
    if size > free * MOST_SHARE:
        words += " If most of it is kept, it does not fit: then the run stops, and goes on later."
    yield Finding(is_problem=False, words=words)


def weigh(places: Sequence[Path], seconds: float = WEIGH_SECONDS) -> tuple[int, bool]:
    """The bytes of files and folders, and whether the time was enough for all."""
    size, end = 0, time.monotonic() + seconds
    for place in places:
        for path in files_below(place) if place.is_dir() else [place]:
            with suppress(OSError):
                size += path.lstat().st_size
            if time.monotonic() > end:
                return size, False
    return size, True


def check_writable(folders: Sequence[Path]) -> Iterator[Finding]:
    for folder in folders:
        place = folder
        while not place.exists() and place != place.parent:
            place = place.parent
        if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
            words = f"{folder} cannot be written."
            yield Finding.of(
                StorageError(words, "Choose another place, or change its permissions.")
            )
