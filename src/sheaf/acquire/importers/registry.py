"""Which importers are installed, and which of them reads a source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from sheaf import plugins
from sheaf.acquire.importers.attributes import Attributes
from sheaf.acquire.importers.contract import AUTO, HEAD_BYTES, ImportContext, Importer, Reads
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture

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
    classes = plugins.load_all("importers").items()
    ordered = sorted(classes, key=lambda entry: -reads_of(entry[1]).precedence)
    importers = [make_importer(name, kind, context) for name, kind in ordered]
    for importer in importers:
        inner = importer.importer if isinstance(importer, ForeignImporter) else importer
        if isinstance(inner, WithOthers):
            inner.within = [other for other in importers if other is not importer]
    return importers


def make_archive_importers(context: ImportContext) -> list[Importer]:
    """Those that read archives: what is in them has URLs of its own, wherever they lie."""
    classes = plugins.load_all("importers").items()
    return [
        make_importer(name, kind, context) for name, kind in classes if reads_of(kind).is_archive
    ]


def make_importer(name: str, kind: Any, context: ImportContext) -> Importer:
    with plugins.name_failures("importers", name, "cannot be started"):
        importer: Importer = kind(context)
    return importer if plugins.is_ours("importers", name) else ForeignImporter(name, importer)


def name_of_importer(importer: object) -> str | None:
    """Under which name it is registered; None for what is no importer, but stands for some."""
    if isinstance(importer, ForeignImporter):
        return importer.name
    names = (name for name, kind in plugins.load_all("importers").items()
             if type(importer) is kind)  # fmt: skip
    return next(names, None)


class ForeignImporter:
    """An importer of another package: what goes wrong in it is told as the package's fault."""

    def __init__(self, name: str, importer: Importer) -> None:
        self.name = name
        self.importer = importer
        self.reads = reads_of(importer)

    def recognises(self, source: Path, head: bytes) -> bool:
        with plugins.name_failures("importers", self.name, f"cannot read {source}"):
            return self.importer.recognises(source, head)

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        with plugins.name_failures("importers", self.name, f"cannot read {source}"):
            yield from self.importer.captures(source)


def read_head(source: Path) -> bytes:
    with source.open("rb") as stream:
        return stream.read(HEAD_BYTES)


class ImporterChoice:
    """The importer that the user names reads everything; without one, each source is read by the
    first importer that recognises it."""

    def __init__(self, context: ImportContext, format_name: str = AUTO) -> None:
        self.named: Importer | None = None
        self.attributes = context.attributes
        # The path of a file that was fetched says nothing: who knows its name applies them.
        alone = replace(context, attributes=Attributes()) if context.attributes else context
        if format_name == AUTO:
            self.importers = make_importers(context)
            self._alone = make_importers(alone) if context.attributes else self.importers
        else:
            kind = plugins.load("importers", format_name)
            self.named = make_importer(format_name, kind, context)
            self.importers = [self.named]
            self._alone = [make_importer(format_name, kind, alone)]

    def for_source(self, source: Path) -> Importer:
        return self.named or recognise(source, self.importers)

    def for_single_file(self, path: Path) -> Importer:
        """For a file that is here without those that were beside it."""
        if self.named is not None:
            return self._alone[0]
        return recognise(path, [one for one in self._alone if reads_of(one).single_files])

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
