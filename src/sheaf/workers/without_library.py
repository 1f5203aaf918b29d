"""Files, and strings, judged and read on their own, without a library: nothing is kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.files.folder import FolderImporter
from sheaf.acquire.importers.sources import check_readable
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.filter.judgement import describe_judgement
from sheaf.curate.stages import plugin_stages
from sheaf.duplicates.simhash import VERSION
from sheaf.duplicates.stores import FOLDER, open_store
from sheaf.errors import NotALibraryError
from sheaf.extract.known_readings import KnownReadings, extract_file_beside
from sheaf.extract.reading import check_readers, extract_file, unread_paper
from sheaf.records import Capture, Examined, Reference
from sheaf.settings import Settings, load, load_defaults
from sheaf.terminal import find_library
from sheaf.workers.importing import open_pool
from sheaf.workers.kept_papers import keeping_papers
from sheaf.workers.messages import Accident
from sheaf.workers.pool import Done, Pool

AT_ONCE = 64  # reference strings: enough for one step of the model, and soon answered


def judge(files: Iterable[Path], settings: Settings) -> Iterator[dict[str, Any]]:
    """What every stage says about files, in their order."""
    plugin_stages(settings.curate)
    with _open_scratch_pool(settings) as (pool, context):
        for done in _answers(pool, judge_one, files, (context,)):
            yield from describe_judgement(done.item, done.answer)


def extract(
    files: Iterable[Path], settings: Settings, library: Path | None = None
) -> Iterator[dict[str, Any]]:
    """Papers read out of files, in their order. What cannot be read says so in its provenance. What
    the library has read of a near-copy is taken over, where the settings allow it."""
    chosen = settings.extract
    check_readers(chosen)
    function: Callable[..., Any] = extract_file
    further: tuple[Any, ...] = ()
    if library is not None and settings.duplicates.reuse:
        # A Redis that cannot be reached is said once, not of every file.
        open_store(library / FOLDER, VERSION, settings.duplicates).close()
        function = extract_file_beside
        further = (KnownReadings(library.absolute(), settings.duplicates, chosen),)
    unfiltered = settings.with_values("curate", filter=False)
    with (
        _open_scratch_pool(unfiltered) as (pool, context),
        keeping_papers(library, unfiltered) as kept,
    ):
        steps = ((one, kept.find(one) if kept else None) for one in _captures(files))
        work = pool.in_order(
            function,
            steps,
            lambda step: (step[0], context, chosen, *further) if step[1] is None else None,
        )
        for done in chain.from_iterable(work):
            capture, known = done.item
            if known is not None:
                yield from known
            elif isinstance(done.answer, Accident):
                source = capture.payload.path or capture.url
                yield unread_paper(source, chosen, done.answer.dropped.words)
            else:
                if kept is not None:
                    kept.keep(capture, done.answer)
                yield from done.answer


def parse_references(strings: Iterable[str], *, at_once: int | None = None) -> Iterator[Reference]:
    """What each reference string says, in their order; `at_once` are read before the first is
    answered."""
    from sheaf.extract.citation import parsing  # loads a model

    texts = iter(strings)
    while batch := list(islice(texts, at_once or AT_ONCE)):
        yield from parsing.parse_references(batch)


def library_near(given: Path | None) -> Path | None:
    """For commands: the library that is named, or found from here; None where there is none. A
    program says which it means."""
    try:
        return find_library(given)
    except NotALibraryError:
        return None


def settings_of(library: Path | None) -> Settings:
    """Those of a library, or the defaults; SHEAF_* variables hold in both cases."""
    return load_defaults() if library is None else load(library)


def judge_one(capture: Capture, context: ExaminationContext) -> list[Examined]:
    """An examination that leaves nothing behind."""
    examined = examine(capture, context)
    for one in examined:
        for staged in (one.staged_file, one.staged_text):
            if staged is not None:
                staged.unlink()
    return examined


@contextmanager
def _open_scratch_pool(settings: Settings) -> Iterator[tuple[Pool, ExaminationContext]]:
    with (
        tempfile.TemporaryDirectory(prefix="sheaf-") as staging,
        open_pool(settings, Path(staging)) as pool,
    ):
        yield pool, ExaminationContext(settings.curate, Path(staging), require_text=True)


def _answers(
    pool: Pool, function: Callable[..., Any], files: Iterable[Path], further: tuple[Any, ...]
) -> Iterator[Done[Capture]]:
    for ready in pool.in_order(function, _captures(files), lambda one: (one, *further)):
        yield from ready


def _captures(files: Iterable[Path]) -> Iterator[Capture]:
    reader = FolderImporter(ImportContext(Path()))
    for path in files:
        for one in reader.captures(check_readable(path)):
            if isinstance(one, Capture):
                yield one
