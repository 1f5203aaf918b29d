"""An index over the article store of a wiki's crawl, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sheaf.acquire.crawl.wiki.reading import open_articles
from sheaf.acquire.crawl.wiki.store import is_lines, store_path
from sheaf.deposit.admission import storage_errors
from sheaf.errors import UsageError
from sheaf.files import write_whole
from sheaf.search.contract import Indexed, IndexReport
from sheaf.search.index import index_errors, index_lock
from sheaf.search.indexer import IndexOptions, update_index
from sheaf.search.wiki_entries import ArticleSource

# Which store an index is of, by a file in its folder: what a hit says is fetched from there.
STORE_FILE = "store.txt"


def index_wiki(
    store: str,
    folder: Path,
    options: IndexOptions,
    *,
    batch: int = 50,
    rebuild: bool = False,
    report: Callable[[int], None] = lambda count: None,
) -> IndexReport:
    """Bring the index in a folder up to date with a store: all of it at first, then what came
    since. `options.threads` read and index at once."""
    path = store_path(store).absolute()
    if is_lines(path):
        raise UsageError(f"{path} is no database.", "Articles in lines of JSON have no order.")
    folder = folder.absolute()
    with storage_errors(folder), index_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with index_lock(folder / "index.lock"), closing(open_articles(path)):
            is_other = _store_of(folder) not in {None, path}
            source = ArticleSource(path, threads=options.threads or 1, batch=batch)
            with closing(source):
                revision = source.revision()
                indexed = Indexed((source,), lambda: (revision, 0))
                anew = rebuild or is_other or not revision
                done = update_index(folder, indexed, options, rebuild=anew, report=report)
            write_whole(folder / STORE_FILE, f"{path}\n", is_synced=True)
            return done


def _store_of(folder: Path) -> Path | None:
    try:
        return Path((folder / STORE_FILE).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return None
