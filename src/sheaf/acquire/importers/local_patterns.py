"""Patterns over the paths of this machine, where no shell has spelt them out.

crawl/*.warc.gz   crawl/job-[0-9]/   crawl/**/*.pdf
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sheaf.acquire.importers.files.folder import is_library, is_real_folder
from sheaf.acquire.remote.store import compile_pattern, has_wildcard, nothing_there, pattern_depth
from sheaf.errors import SourceError


def find_paths(path: Path) -> list[Path]:
    """A path that is there is itself, whatever its name; any other may be a pattern."""
    folder, pattern = split_existing(path)
    if not has_wildcard(pattern):
        return [path]
    found = sorted(_matches(folder, pattern), key=os.fsencode)
    if not found:
        raise nothing_there(str(path))
    return found


def split_existing(path: Path) -> tuple[Path, str]:
    """The part of a path that is there, and the rest."""
    folder = path
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder, "" if folder == path else str(path.relative_to(folder))


def _matches(folder: Path, pattern: str) -> Iterator[Path]:
    """Names that begin with a dot are found only by a pattern with one, as in a shell; a library
    holds what was imported. Links to folders are followed where the pattern says how deep."""
    deepest = pattern_depth(pattern)
    levels = pattern.split("/")
    fits = compile_pattern(pattern)
    on_the_way = [compile_pattern("/".join(levels[:end])) for end in range(1, len(levels))]
    with_hidden = "/." in f"/{pattern}"
    waiting = [""]
    while waiting:
        above = waiting.pop()
        for entry in _entries(folder / above):
            name = os.path.join(above, entry.name)
            if (entry.name.startswith(".") and not with_hidden) or is_library(entry.path):
                continue
            depth = name.count("/")
            if fits.fullmatch(name):
                yield folder / name
            elif deepest is None:
                waiting.extend([name] if is_real_folder(entry) else [])
            elif depth < deepest and on_the_way[depth].fullmatch(name):
                waiting.extend([name] if os.path.isdir(entry.path) else [])


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as problem:
        raise SourceError(f"{folder} cannot be read: {problem.strerror}.") from None
