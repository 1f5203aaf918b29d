"""Which importer reads which source, and all sources as one stream."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sheaf.acquire.importers.contract import AUTO, ImportContext
from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.file_urls import check_base_url
from sheaf.acquire.importers.files.folder import files_below, find_importer, is_library
from sheaf.acquire.importers.local_patterns import find_paths
from sheaf.acquire.importers.logs.heritrix_log import is_log
from sheaf.acquire.importers.progress import ReadingProgress
from sheaf.acquire.importers.registry import (
    ImporterChoice,
    make_archive_importers,
    name_of_importer,
    read_head,
    reads_of,
)
from sheaf.acquire.importers.remote_source import RemoteReader, RemoteSource
from sheaf.acquire.importers.source_versions import SourceFile, file_version, local_file
from sheaf.acquire.remote import address
from sheaf.acquire.remote.fetching import open_store
from sheaf.errors import SourceError, UsageError
from sheaf.records import Aside, Capture, Location
from sheaf.settings import Acquire

Source = Path | RemoteSource
# Files of a folder that are looked at to see whether it holds archives only.
FILES_TRIED = 1_000


class SourceReader(Protocol):
    """An importer, or what stands for one where the source is elsewhere."""

    def captures(self, source: Any) -> Iterator[Capture | Aside]: ...


class Sources:
    """All that one import reads, in the order given, wherever it is. Made before the library is
    held for writing: a wrong name, host or password is told at once."""

    def __init__(
        self,
        given: Sequence[str | Path],
        context: ImportContext,
        format_name: str,
        settings: Acquire,
        incoming: Path,
    ) -> None:
        self.incoming = incoming
        self.spool = str(context.spool)
        self._attributes = context.attributes
        with ExitStack() as opened:
            opened.callback(self._remove_empty_folder)
            seen = opened.enter_context(DiskSet(incoming))
            check_names(given)
            # One spelling for one place, or a resumed run would not know itself.
            self.names = [name_of(one) for one in given]
            places = [
                place for one in given for place in locate(one, settings, incoming, seen, opened)
            ]
            readers = choose(places, context, format_name)
            if format_name == AUTO:
                check_no_log_alone(readers)
            check_log(context, readers)
            check_attributes(context, readers)
            self._readers = readers
            self.remote = [place for place, _ in readers if isinstance(place, RemoteSource)]
            self._progress = ReadingProgress(stream(readers), [place for place, _ in readers])
            self._opened = opened.pop_all()

    def __enter__(self) -> Sources:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def __iter__(self) -> Iterator[Capture | Aside]:
        for item in self._progress:
            path = None if isinstance(item, Aside) else item.payload.path
            if path is None or isinstance(item, Aside) or self._is_ours(path, item):
                yield item
            else:
                yield replace(item, file_version=file_version(path))

    def _is_ours(self, path: str, capture: Capture) -> bool:
        """Whether the bytes were fetched or spooled by us, or stand in the source itself."""
        ours = (str(self.incoming), self.spool)
        return path == capture.location.source or path.startswith(ours)

    def find_file(self, source: str) -> SourceFile | None:
        """Where the file of a source can be read; None for a folder."""
        if not address.is_remote(source):
            return local_file(source)
        found = (one.find_file(source) for one in self.remote)
        return next((file for file in found if file is not None), None)

    @property
    def importers(self) -> list[tuple[Source, str | None]]:
        """Each place with the name of its importer; None where that is chosen file by file."""
        return [(place, name_of_importer(reader)) for place, reader in self._readers]

    @property
    def share(self) -> float | None:
        return self._progress.share

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing when all has been read."""
        return self._attributes.notes

    def captures_of_run(self, run: Callable[[], int | None]) -> Iterator[Capture | Aside]:
        """The same, with files left out that the run has on record already and that are elsewhere.
        It is asked for its number when it has begun."""
        number = run() if self.remote else None
        for source in self.remote:
            if number is not None:
                source.finished.begin_run(number)
        yield from self

    def mark_recorded(self, locations: Iterable[Location]) -> None:
        """These captures are on record: what was fetched for them may go."""
        if self.remote:
            locations = list(locations)
        for source in self.remote:
            source.mark_recorded(locations)

    def finish(self) -> None:
        """The run is done. Called with the library still held."""
        for source in self.remote:
            source.finish()

    def _remove_empty_folder(self) -> None:
        with suppress(OSError):  # it is not empty, or was never made
            self.incoming.rmdir()


def check_names(given: Sequence[str | Path]) -> None:
    """Two links that differ only in what is secret would go by one name, and pass for one."""
    links: dict[str, str] = {}
    for one in given:
        if isinstance(one, str) and address.is_remote(one):
            where = address.parse(one)
            if links.setdefault(where.name, where.query) != where.query:
                raise SourceError(
                    f"Two sources are {where.name} when what is secret in them is left out.",
                    "Import the one, then the other; or fetch them first, and import the files.",
                )


def name_of(one: str | Path) -> str:
    """How a source is written down; a pattern as it is, for what it fits may change."""
    if isinstance(one, str) and address.is_remote(one):
        return address.parse(one).name
    return os.path.abspath(one)


def locate(
    one: str | Path, settings: Acquire, incoming: Path, seen: DiskSet, opened: ExitStack
) -> Sequence[Source]:
    if not isinstance(one, str) or not address.is_remote(one):
        return find_paths(Path(name_of(one)))
    where = address.parse(one)
    store = open_store(where, allow_private=settings.allow_private_sources)
    source = RemoteSource(where, store, incoming, seen, settings.incoming_bytes)
    opened.callback(source.close)
    return [source]


def stream(readers: Iterable[tuple[Source, SourceReader]]) -> Iterator[Capture | Aside]:
    """Everything in the given sources, one after the other."""
    for source, importer in readers:
        try:
            yield from importer.captures(source)
        except OSError as problem:  # it was readable when the run began
            raise SourceError(
                f"{source} cannot be read any more: {problem.strerror}.",
                "What came before it is kept; bring it back and run the same command again.",
            ) from problem


def choose(
    sources: Sequence[Source], context: ImportContext, format_name: str = AUTO
) -> list[tuple[Source, SourceReader]]:
    """An importer for each source. Done before anything is read, so that a typing error costs
    no half-finished run."""
    checked = (check_readable(one) if isinstance(one, Path) else one for one in sources)
    sources = drop_repeats(list(checked))
    check_no_library(sources)
    choice = ImporterChoice(context, format_name)
    remote = RemoteReader(choice, check_base_url(context.base_url))
    return [
        (source, choice.for_source(source) if isinstance(source, Path) else remote)
        for source in sources
    ]


def check_log(context: ImportContext, readers: Sequence[tuple[Source, SourceReader]]) -> None:
    """A log that nobody would look into is refused: whoever named it expects it to be used."""
    if context.log is None:
        return
    if not context.log.is_file():
        raise UsageError(f"--log {context.log} is no file.", "Name the crawler's log: a crawl.log.")
    if not any(uses_log(source, reader, context) for source, reader in readers):
        names = ", ".join(str(source) for source, _ in readers)
        raise UsageError(
            f"--log {context.log} would not be used: it is read with archives (WARC, ARC), and "
            f"with a mirror that has folders for its hosts. Neither is in {names}.",
            "Leave --log out, or name the log that belongs to these sources.",
        )


def uses_log(source: Source, reader: SourceReader, context: ImportContext) -> bool:
    """Whether a reader would look into the log. Who reads archives in folders is asked for a first
    one. What is elsewhere is given the benefit of the doubt."""
    if not isinstance(source, Path) or reads_of(reader).uses_log:
        return True
    if not reads_of(reader).opens_archives or not source.is_dir():
        return False
    archives = make_archive_importers(context)
    return any(find_importer(path, archives, source) for path in files_below(source))


def check_attributes(
    context: ImportContext, readers: Sequence[tuple[Source, SourceReader]]
) -> None:
    """As with the log: those that nobody would apply are refused."""
    if context.attributes and not any(
        takes_attributes(source, reader, context) for source, reader in readers
    ):
        names = ", ".join(str(source) for source, _ in readers)
        raise UsageError(
            "The attributes would not be used: they are for lists, trees and plain files. What "
            f"is in archives, mirrors and CrawlData tells its own. Nothing else is in {names}.",
            "Leave out --attribute and --attribute-pattern, or name the format: --format folder",
        )


def takes_attributes(source: Source, reader: SourceReader, context: ImportContext) -> bool:
    """Whether a reader would apply them to something. What is elsewhere is given the benefit of
    the doubt, unless the format is named."""
    importer = reader.choice.named if isinstance(reader, RemoteReader) else reader
    if importer is None or not reads_of(importer).takes_attributes:
        return importer is None
    if not isinstance(source, Path) or not source.is_dir():
        return True
    archives = make_archive_importers(context)
    paths = list(islice(files_below(source), FILES_TRIED))
    is_tried = len(paths) < FILES_TRIED
    return not (is_tried and paths and all(find_importer(path, archives, source) for path in paths))


def drop_repeats(sources: Sequence[Source]) -> list[Source]:
    """Each source once; what lies in a folder that is a source itself comes with the folder."""
    given = set(sources)
    kept = (
        one for one in sources if not isinstance(one, Path) or not given.intersection(one.parents)
    )
    found: dict[str, Source] = {}
    for one in kept:  # the first stays: it has the files that both would list
        found.setdefault(str(one), one)
    return list(found.values())


def check_readable(source: Path) -> Path:
    try:
        mode = source.stat().st_mode
        if stat.S_ISDIR(mode):
            next(source.iterdir(), None)
        elif stat.S_ISREG(mode):
            read_head(source)
        else:  # opening a pipe would wait for ever for somebody to write to it
            raise SourceError(f"{source} is neither a file nor a folder.")
    except FileNotFoundError:
        raise SourceError(f"{source} does not exist.") from None
    except OSError as problem:
        raise SourceError(f"{source} cannot be read: {problem.strerror}.") from None
    return source


def check_no_library(sources: Iterable[Source]) -> None:
    """Beside the documents it holds what was turned down, replaced and set aside."""
    for one in sources:
        if isinstance(one, Path) and is_library(str(one)):
            raise SourceError(
                f"{one} is a library: beside its documents it holds what was turned down, "
                "replaced and set aside.",
                f"Name what you want of it: {one}/repository, say, or {one}/warc.",
            )


def check_no_log_alone(readers: Sequence[tuple[Source, SourceReader]]) -> None:
    """Logs among other files are files; where nothing else is given, somebody meant the crawl."""
    logs = [
        source
        for source, reader in readers
        if isinstance(source, Path) and source.is_file() and reads_of(reader).plain_files
        if is_log(source)
    ]
    if logs and len(logs) == len(readers):
        raise SourceError(
            f"{logs[0]} is the log of a crawler: it tells what was fetched, and holds none of it.",
            "Name the archives, or the folder of the mirror, that belong to it, and the log with "
            f"--log {logs[0]}",
        )
