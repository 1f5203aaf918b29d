"""Which importer reads which source, and all sources as one stream."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheaf import plugins
from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext, Importer
from sheaf.acquire.importers.folder import FolderImporter
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture

AUTO = "auto"


def stream(readers: Iterable[tuple[Path, Importer]]) -> Iterator[Capture | Aside]:
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
    sources: Sequence[Path], context: ImportContext, format_name: str = AUTO
) -> list[tuple[Path, Importer]]:
    """An importer for each source. Done before anything is read, so that a typing error costs
    no half-finished run."""
    sources = without_repeats([check_readable(source) for source in sources])
    if format_name != AUTO:
        importer: Importer = plugins.load("importers", format_name)(context)
        return [(source, importer) for source in sources]
    by_content = recognising_importers(context)
    return [(source, recognise(source, by_content, context)) for source in sources]


def without_repeats(sources: Sequence[Path]) -> list[Path]:
    """Each source once; what lies in a folder that is a source itself comes with the folder."""
    given = set(sources)
    kept = (one for one in sources if not given.intersection(one.parents))
    return list(dict.fromkeys(kept))


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


def read_head(source: Path) -> bytes:
    with source.open("rb") as stream:
        return stream.read(HEAD_BYTES)
