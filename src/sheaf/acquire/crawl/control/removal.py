"""A crawl is removed: its frontier and, if wanted, its WARC files.

What was imported belongs to the library, and stays there.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from sheaf.acquire.crawl.frontier.locks import (
    import_mark_path,
    is_being_imported,
    is_running,
    lock_crawl,
    lock_path,
)
from sheaf.acquire.crawl.places import archive_folder, frontier_file
from sheaf.errors import LibraryBusyError, UsageError, disk_errors


@dataclass(frozen=True, slots=True)
class Removed:
    """The files, and where the archives are if they were left."""

    files: tuple[Path, ...]
    bytes: int
    kept_archives: Path | None


def find_parts(library: Path, name: str, *, archives: bool = False) -> Removed:
    """What would be removed; refused where there is nothing, and while the crawl is at work."""
    frontier, archive = frontier_file(library, name), archive_folder(library, name)
    has_archives = archive.is_dir() and not archive.is_symlink()
    if not frontier.exists() and not (archives and has_archives):
        raise UsageError(f"There is no crawl called {name}.", "`sheaf crawl status` lists them.")
    if is_running(frontier) or is_being_imported(frontier):
        raise LibraryBusyError(
            f"The crawl {name} is at work.", f"`sheaf crawl stop {name}` ends it; then remove it."
        )
    beside = [frontier.with_name(frontier.name + ending) for ending in ("", "-wal", "-shm")]
    files = [path for path in beside if path.is_file()]
    if archives and has_archives:
        files += [path for path in sorted(archive.rglob("*")) if not path.is_dir()]
    total = sum(path.lstat().st_size for path in files)
    kept = archive if has_archives and not archives else None
    return Removed(tuple(files), total, kept)


def remove_crawl(library: Path, name: str, *, archives: bool = False) -> Removed:
    """The archives go first: as long as the frontier is there, the command can be repeated."""
    frontier, archive = frontier_file(library, name), archive_folder(library, name)
    found = find_parts(library, name, archives=archives)
    with lock_crawl(frontier), disk_errors(frontier):
        if archives and archive.is_dir():
            shutil.rmtree(archive)
        # The file itself last: without its log it is whole, and alone the log is nothing.
        for path in reversed([path for path in found.files if path.parent == frontier.parent]):
            path.unlink(missing_ok=True)
        for path in (import_mark_path(frontier), lock_path(frontier)):
            path.unlink(missing_ok=True)
    return found
