"""The engine that comes along: an index of Tantivy in a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sheaf.search.contract import Indexed, IndexReport, SearchRequest, SearchResult
from sheaf.search.index import Mark, index_errors, is_usable, read_mark
from sheaf.search.indexer import IndexOptions, update_index
from sheaf.search.searcher import Searcher


class TantivyEngine:
    def __init__(self, folder: Path, options: IndexOptions, searcher: Searcher) -> None:
        self.folder = folder
        self.options = options
        self.searcher = searcher

    def update(
        self, indexed: Indexed, *, rebuild: bool, report: Callable[[int], None]
    ) -> IndexReport:
        with index_errors(self.folder):
            return update_index(self.folder, indexed, self.options, rebuild=rebuild, report=report)

    def reached(self) -> Mark | None:
        return read_mark(self.folder) if is_usable(self.folder) else None

    def search(self, request: SearchRequest) -> SearchResult:
        return self.searcher.search(request)
