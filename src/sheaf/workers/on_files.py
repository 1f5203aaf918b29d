"""Files judged and read on their own, without a library: nothing is kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.folder import FolderImporter
from sheaf.acquire.importers.sources import check_readable
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.judging import judged
from sheaf.errors import NotALibraryError
from sheaf.extract.reading import extract_one, unread_paper
from sheaf.records import Capture, Examined
from sheaf.settings import Settings, load, without_library
from sheaf.terminal import find_library
from sheaf.workers.importing import pool_for
from sheaf.workers.pool import Accident, Done, Pool


def judge(files: Sequence[Path], library: Path | None = None) -> Iterator[dict[str, Any]]:
    """What every stage says about files, in their order, with the settings of a library where
    there is one."""
    with _bench(settings_near(library)) as (pool, context):
        for done in _each(pool, judge_one, files, (context,)):
            yield from judged(done.item, done.answer)


def extract(files: Sequence[Path], library: Path | None = None) -> Iterator[dict[str, Any]]:
    """Papers read out of files, in their order; what cannot be read says so in its provenance."""
    settings = settings_near(library)
    chosen = settings.extract
    with _bench(settings.changed("curate", filter=False)) as (pool, context):
        for done in _each(pool, extract_one, files, (context, chosen)):
            if isinstance(done.answer, Accident):
                source = done.item.payload.path or done.item.url
                yield unread_paper(source, chosen, done.answer.dropped.reason)
            else:
                yield from done.answer


def settings_near(library: Path | None) -> Settings:
    """Those of the library that is named, or found from here, or the defaults."""
    try:
        return load(find_library(library))
    except NotALibraryError:
        if library is not None:
            raise
        return without_library()


def judge_one(capture: Capture, context: ExaminationContext) -> list[Examined]:
    """An examination that leaves nothing behind."""
    examined = examine(capture, context)
    for one in examined:
        for staged in (one.staged_file, one.staged_text):
            if staged is not None:
                staged.unlink()
    return examined


@contextmanager
def _bench(settings: Settings) -> Iterator[tuple[Pool, ExaminationContext]]:
    with (
        tempfile.TemporaryDirectory(prefix="sheaf-") as staging,
        pool_for(settings, Path(staging)) as pool,
    ):
        yield pool, ExaminationContext(settings.curate, Path(staging), require_text=True)


def _each(
    pool: Pool, function: Callable[..., Any], files: Sequence[Path], further: tuple[Any, ...]
) -> Iterator[Done[Capture]]:
    for ready in pool.in_order(function, _captures(files), lambda one: (one, *further)):
        yield from ready


def _captures(files: Sequence[Path]) -> Iterator[Capture]:
    reader = FolderImporter(ImportContext(Path()))
    for path in files:
        for one in reader.captures(check_readable(path)):
            if isinstance(one, Capture):
                yield one
