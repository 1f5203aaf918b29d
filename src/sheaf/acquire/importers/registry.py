"""Which importers are installed, and which of them reads a source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from sheaf import plugins
from sheaf.acquire.importers.contract import AUTO, HEAD_BYTES, ImportContext, Importer, Reads
from sheaf.errors import SourceError

DEFAULT_READS = Reads()


@runtime_checkable
class WithOthers(Protocol):
    within: Sequence[Importer]


def reads_of(importer: object) -> Reads:
    """What an importer, or its class, declares."""
    reads: Reads = getattr(importer, "reads", DEFAULT_READS)
    return reads


def make_importers(context: ImportContext) -> list[Importer]:
    """One of each kind, in the order in which they are asked."""
    classes = plugins.load_all("importers").values()
    ordered = sorted(classes, key=lambda kind: -reads_of(kind).precedence)
    importers: list[Importer] = [kind(context) for kind in ordered]
    for importer in importers:
        if isinstance(importer, WithOthers):
            importer.within = [other for other in importers if other is not importer]
    return importers


def make_archive_importers(context: ImportContext) -> list[Importer]:
    """Those that read archives: what is in them has URLs of its own, wherever they lie."""
    classes = plugins.load_all("importers").values()
    return [kind(context) for kind in classes if reads_of(kind).is_archive]


def read_head(source: Path) -> bytes:
    with source.open("rb") as stream:
        return stream.read(HEAD_BYTES)


class ImporterChoice:
    """The importer that the user names reads everything; without one, each source is read by the
    first importer that recognises it."""

    def __init__(self, context: ImportContext, format_name: str = AUTO) -> None:
        self.named: Importer | None = None
        if format_name == AUTO:
            self.importers = make_importers(context)
        else:
            self.named = plugins.load("importers", format_name)(context)
            self.importers = [self.named]

    def for_source(self, source: Path) -> Importer:
        return self.named or recognise(source, self.importers)

    def for_single_file(self, path: Path) -> Importer:
        """For a file that is here without those that were beside it."""
        alone = [one for one in self.importers if reads_of(one).single_files]
        return self.named or recognise(path, alone)

    def belong_together(self, names: Callable[[], Iterable[str]]) -> bool:
        """Whether files elsewhere, of these names, are to be fetched before any is read."""
        if self.named is not None:
            return not reads_of(self.named).single_files
        together = (reads_of(importer).together for importer in self.importers)
        return any(declared(names()) for declared in together if declared is not None)


def recognise(source: Path, importers: Sequence[Importer]) -> Importer:
    head = b"" if source.is_dir() else read_head(source)
    for importer in importers:
        if importer.recognises(source, head):
            return importer
    raise SourceError(f"No importer reads {source}.")
