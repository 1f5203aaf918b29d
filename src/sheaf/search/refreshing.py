"""What is made anew from the catalogue, brought up to date together: index and fingerprints."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sheaf.deposit.admission import storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.duplicates import matcher
from sheaf.duplicates.embedded_store import EmbeddedStore
from sheaf.search import indexer
from sheaf.search.index import index_errors, index_lock
from sheaf.search.indexer import IndexReport


def refresh(
    folder: Path,
    fingerprints: Callable[[], EmbeddedStore],
    catalogue: Catalogue,
    *,
    memory: int,
    rebuild: bool,
    report: Callable[[int], None],
) -> IndexReport:
    """The index in its folder, and the fingerprints, opened for this alone."""
    with (
        storage_errors(folder),
        index_errors(folder),
        index_lock(folder.with_name("index.lock")),
        closing(fingerprints()) as store,
    ):
        matcher.refresh(store, catalogue)
        return indexer.refresh(folder, catalogue, memory=memory, rebuild=rebuild, report=report)
