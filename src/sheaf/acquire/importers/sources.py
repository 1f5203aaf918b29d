"""Which importer reads which source, and all sources as one stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheaf import plugins
from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext, Importer
from sheaf.acquire.importers.folder import FolderImporter
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture

AUTO = "auto"


def stream(
    sources: Sequence[Path], context: ImportContext, format_name: str = AUTO
) -> Iterator[Capture | Aside]:
    """Everything in the given sources, one after the other."""
    for source, importer in choose(sources, context, format_name):
        yield from importer.captures(source)


def choose(
    sources: Sequence[Path], context: ImportContext, format_name: str
) -> list[tuple[Path, Importer]]:
    """An importer for each source. Done before anything is read, so that a typing error costs
    no half-finished run."""
    if format_name != AUTO:
        importer: Importer = plugins.load("importers", format_name)(context)
        return [(check_readable(source), importer) for source in sources]
    by_content = recognising_importers(context)
    return [(check_readable(source), recognise(source, by_content, context)) for source in sources]


def recognising_importers(context: ImportContext) -> list[Importer]:
    found = plugins.load_all("importers")
    return [made(context) for name, made in found.items() if made is not FolderImporter]


def recognise(source: Path, importers: list[Importer], context: ImportContext) -> Importer:
    """The importer that knows the source by its content; anything else is files as they are."""
    head = b"" if source.is_dir() else read_head(source)
    for importer in importers:
        if importer.recognises(source, head):
            return importer
    return FolderImporter(context, within=importers)


def check_readable(source: Path) -> Path:
    try:
        if source.is_dir():
            next(source.iterdir(), None)
        else:
            read_head(source)
    except FileNotFoundError:
        raise SourceError(f"{source} does not exist.") from None
    except OSError as problem:
        raise SourceError(f"{source} cannot be read: {problem.strerror}.") from None
    return source


def read_head(source: Path) -> bytes:
    with source.open("rb") as stream:
        return stream.read(HEAD_BYTES)
