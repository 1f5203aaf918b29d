"""A job folder of Heritrix: its ARC or WARC files, read together with its crawl.log.

Each record is completed from its line in the log. At the end come the lines that no record
answered, so that every line and every record is accounted for once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from sheaf.acquire.importers.archives.arc import ArcImporter
from sheaf.acquire.importers.archives.formats import kind_by_name
from sheaf.acquire.importers.archives.wacz import WaczImporter
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext, Importer, Reads
from sheaf.acquire.importers.files.folder import FolderImporter, files_below, find_importer
from sheaf.acquire.importers.heritrix.mirror import (
    LOG_NAMES,
    MIRROR_NAME,
    MirrorImporter,
    find_launches,
)
from sheaf.acquire.importers.logs.captures import LogJoin
from sheaf.acquire.importers.logs.heritrix_log import CrawlLogLine, parts_of_log, read_log
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture

ARCHIVE_FOLDERS = ("warcs", "arcs")
# Where the crawler keeps what is its own, and how such files end elsewhere.
OWN_FOLDERS = frozenset({"logs", "reports", "state", "scratch", "checkpoints", "settings", "action",
                         "actions-done", "history"})  # fmt: skip
OWN_ENDINGS = (".cxml", ".jdb", ".lck", ".log", ".log.gz", ".properties", ".txt", ".xml", ".xsl")
ROWS_TO_RECOGNISE = 100


@dataclass(frozen=True, slots=True)
class ArchiveJob:
    """A folder with archives and the log that tells of them."""

    folder: Path
    log: Path


class HeritrixJobImporter:
    """One importer reads all find_launches of a job, so that revisits find their originals."""

    reads = Reads(single_files=False)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.mirror = MirrorImporter(context)
        self.files = FolderImporter(context)
        self.warc = WarcImporter(context)
        self.arc = ArcImporter(context)
        wacz = WaczImporter(context)
        wacz.warc = self.warc
        self.importers: Sequence[Importer] = (self.warc, self.arc, wacz)

    def recognises(self, source: Path, head: bytes) -> bool:
        """A folder with a crawl.log and archives, unless it has a mirror, which holds the same."""
        if not source.is_dir():
            return False
        try:
            found = find_jobs(source)
            return (
                any(_has_archives(job.folder) for job in found)
                and not any(
                    (folder / MIRROR_NAME).is_dir() for folder in _mirror_places(source, found)
                )
                and not self.mirror.recognises(source, b"")
                and any(_has_rows(job.log) for job in found)
            )
        except OSError:
            return False

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        found = find_jobs(source, self.context.log) if source.is_dir() else []
        if not found:
            raise SourceError(
                f"{source} is taken for a Heritrix job, but there is no crawl.log in it.",
                "Name the log with --log FILE.",
            )
        for job in found:
            yield from self._read_job(job)
        if found[0].folder != source:
            read = {job.folder.name for job in found}
            self._use_log(None)
            for path in files_below(source):
                if path.relative_to(source).parts[0] not in read:
                    yield from self._read_file(source, path)

    def _read_job(self, job: ArchiveJob) -> Iterator[Capture | Aside]:
        join = LogJoin(job.log, job.folder, self.context)
        join.read()
        try:
            self._use_log(join)
            log = set(parts_of_log(job.log))
            for path in files_below(job.folder):
                if path not in log:
                    yield from self._read_file(job.folder, path)
            yield from join.missing_lines()
        finally:
            join.close()

    def _use_log(self, join: LogJoin | None) -> None:
        self.warc.log = self.arc.log = join

    def _read_file(self, root: Path, path: Path) -> Iterator[Capture | Aside]:
        """An archive's captures; reports, settings and state of the crawler stand aside. What
        else lies there was put there by somebody, and is a file as in any folder."""
        reader = find_importer(path, self.importers, root)
        if reader is not None:
            yield from reader.captures(path)
        elif _belongs_to_crawler(path.relative_to(root)):
            yield Aside("job_file")
        else:
            capture = self.files.capture(root, path)
            position = f"unlisted:{capture.location.position}"
            yield replace(capture, location=replace(capture.location, position=position))


def find_jobs(source: Path, log: Path | None = None) -> list[ArchiveJob]:
    """The jobs that a source means: a job of Heritrix 1, a launch of Heritrix 3, the folder of
    archives in either, or a job of Heritrix 3 with a folder for each launch."""
    if log is not None:
        return [ArchiveJob(source, log)]
    places = [source / "logs", source]
    if source.name in ARCHIVE_FOLDERS:
        places += [source.parent / "logs", source.parent]
    for place in places:
        for name in LOG_NAMES:
            if os.path.isfile(place / name):
                return [ArchiveJob(source, place / name)]
    return [ArchiveJob(launch, log) for launch, log in find_launches(source)]


def _mirror_places(source: Path, found: list[ArchiveJob]) -> list[Path]:
    """Where a mirror would stand, were there one."""
    beside = [source.parent] if source.name in ARCHIVE_FOLDERS else []
    return [source, *beside, *(job.folder for job in found)]


def _belongs_to_crawler(path: Path) -> bool:
    return path.name.lower().endswith(OWN_ENDINGS) or not OWN_FOLDERS.isdisjoint(path.parts[:-1])


def _has_archives(folder: Path) -> bool:
    for place in (folder, *(folder / name for name in ARCHIVE_FOLDERS)):
        if place.is_dir():
            with os.scandir(place) as entries:
                if any(kind_by_name(entry.name) for entry in entries):
                    return True
    return False


def _has_rows(log: Path) -> bool:
    return any(isinstance(row, CrawlLogLine) for row in islice(read_log(log), ROWS_TO_RECOGNISE))
