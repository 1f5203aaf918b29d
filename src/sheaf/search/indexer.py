"""Brings the index, and with it the fingerprints, up to date with the catalogue: what changed goes
in, what is gone goes out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from sheaf import urls
from sheaf.deposit.admission import storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.papers import paper_at
from sheaf.deposit.repository import main_file
from sheaf.duplicates import matcher
from sheaf.duplicates.embedded_store import EmbeddedStore
from sheaf.extract.formats.model import read_confidence
from sheaf.records import Document, is_uncertain
from sheaf.search.index import (
    Mark,
    index_errors,
    index_lock,
    is_usable,
    make_index,
    open_index,
    read_mark,
    write_mark,
)

COMMIT_EVERY = 5000
# Longer texts than this are scans of encyclopedias; the rest of one would only cost memory.
LONGEST_TEXT = 5_000_000


@dataclass(frozen=True, slots=True)
class IndexReport:
    indexed: int
    removed: int
    rebuilt: bool


def refresh(
    folder: Path,
    fingerprints: Callable[[], EmbeddedStore],
    catalogue: Catalogue,
    *,
    memory: int,
    rebuild: bool,
    report: Callable[[int], None],
) -> IndexReport:
    """Bring the index in its folder up to date, and the fingerprints, opened for this alone."""
    with (
        storage_errors(folder),
        index_errors(folder),
        index_lock(folder.with_name("index.lock")),
        closing(fingerprints()) as store,
    ):
        matcher.refresh(store, catalogue)
        return _refresh_index(folder, catalogue, memory, rebuild, report)


def _refresh_index(
    folder: Path,
    catalogue: Catalogue,
    memory: int,
    rebuild: bool,
    report: Callable[[int], None],
) -> IndexReport:
    """Safe to kill: the mark moves only after a commit, and doing a document again is harmless."""
    rebuild = rebuild or not is_usable(folder)
    index = make_index(folder) if rebuild else open_index(folder)
    mark = read_mark(folder) or Mark()
    revision = catalogue.revision()
    writer = index.writer(heap_size=memory, num_threads=1)
    removed = 0 if rebuild else _remove(writer, catalogue.removed_since(mark.revision))
    indexed = 0
    for document in catalogue.changed_since(mark.revision):
        if not rebuild:
            writer.delete_documents_by_term("key", str(document.id))
        writer.add_document(_entry(document))
        indexed += 1
        if indexed % COMMIT_EVERY == 0:
            writer.commit()
            report(indexed)
    writer.commit()
    writer.wait_merging_threads()
    write_mark(folder, Mark(revision=revision))
    return IndexReport(indexed, removed, rebuild)


def _remove(writer: tantivy.IndexWriter, gone: list[int]) -> int:
    for number in gone:
        writer.delete_documents_by_term("key", str(number))
    return len(gone)


def _entry(document: Document) -> tantivy.Document:
    paper = _paper(document)
    entry = tantivy.Document()
    entry.add_unsigned("id", document.id)
    entry.add_text("key", str(document.id))
    entry.add_text("title", paper.get("title") or "")
    for author in paper.get("authors") or []:
        entry.add_text("authors", author["name"])
    entry.add_text("abstract", paper.get("abstract") or "")
    entry.add_text("venue", paper.get("venue") or "")
    entry.add_text("body", _text(document))
    # Who asks for a year wants no guesses.
    if paper.get("year") and not is_uncertain(read_confidence(paper), "year"):
        entry.add_integer("year", paper["year"])
    entry.add_text("host", urls.host_of(document.url))
    entry.add_text("sha1", document.sha1)
    entry.add_text("url", document.url)
    entry.add_text("file", _path_in_library(document))
    return entry


def _paper(document: Document) -> dict[str, Any]:
    for path in document.files:
        if path.suffix == ".json":
            # Damaged ones `sheaf verify` tells; the text can still be found.
            return paper_at(path) or {}
    return {}


def _text(document: Document) -> str:
    for path in document.files:
        if path.suffix == ".txt":
            return path.read_text(encoding="utf-8", errors="replace")[:LONGEST_TEXT]
    return ""


def _path_in_library(document: Document) -> str:
    """The document itself, relative to the library."""
    path = main_file(document)
    return "/".join(path.parts[-5:]) if path is not None else ""
