"""A library of all shared papers, imported once and lent to every scorer that asks.

It lies in the user's cache, by what it was made of: the files, and the code that reads and keeps
them. Nobody indexes there; each process makes a copy with an index of its own, once, and lends it
to all who ask: they only read.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

import sheaf
from corpora.shared import SHARED_DATA, Row, digest, documents, second_papers
from evaluation.surroundings import no_settings_from_outside
from sheaf.app import Library
from sheaf.files import LockFile

MOST_KEPT = 3  # of the libraries in the cache
PACKAGE = Path(sheaf.__file__).parent
# What decides how an import ends and what a library holds then.
MAKERS = ("acquire/importers", "curate", "deposit", "extract", "words", "records.py", "settings.py")
WRITTEN_ONCE = frozenset({".pdf", ".txt", ".met", ".json"})


@cache
def all_papers() -> tuple[Row, ...]:
    """Of both sets."""
    first = [row for row in documents() if row["file"].startswith("papers/")]
    return (*first, *second_papers())


@contextmanager
def shared_library() -> Iterator[Library]:
    """To search and to ask, not to change: the next to ask gets the same."""
    with no_settings_from_outside():
        yield _indexed_library()


@cache
def _indexed_library() -> Library:
    open_until_the_end = ExitStack()
    atexit.register(open_until_the_end.close)
    library = open_until_the_end.enter_context(_copied_library())
    library.index(rebuild=True)
    return library


@cache
def shared_texts() -> dict[str, str]:
    """The text of each paper, by the SHA-1 of its file."""
    with no_settings_from_outside(), _copied_library() as library:
        return {
            document.sha1: path.read_text(encoding="utf-8", errors="replace")
            for document in library.catalogue.documents()
            for path in document.files
            if path.suffix == ".txt"
        }


@contextmanager
def _copied_library() -> Iterator[Library]:
    with tempfile.TemporaryDirectory(prefix="sheaf-evaluation-") as at:
        copy = Path(at) / "library"
        with _cache_lock():
            made = _made_library()
            shutil.copytree(made, copy, copy_function=_link_or_copy)
        with Library.open(copy) as library:
            yield library


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sheaf-evaluation"


@contextmanager
def _cache_lock() -> Iterator[None]:
    """A second scorer waits until the first has imported."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    with LockFile(cache_folder() / "lock") as lock:
        lock.acquire(float("inf"))
        yield


def _made_library() -> Path:
    folder = cache_folder() / _key()
    if not folder.exists():
        making = folder.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        with Library.init(making) as library:
            folders = [SHARED_DATA / "papers", SHARED_DATA / "second" / "papers"]
            library.import_(folders, filter=False)
        making.rename(folder)
    folder.touch()
    by_use = sorted(_libraries(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_use[MOST_KEPT:]:
        shutil.rmtree(old)
    return folder


def _libraries() -> list[Path]:
    return [path for path in cache_folder().iterdir() if path.is_dir()]


def _key() -> str:
    sources = (path for maker in MAKERS for path in _files_of(PACKAGE / maker))
    made_by = [[str(path.relative_to(PACKAGE)), path.read_bytes().hex()] for path in sources]
    return digest([*made_by, *([row["file"], row["sha1"]] for row in all_papers())])[:20]


def _files_of(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc")


def _link_or_copy(source: str, target: str) -> str:
    """What is never written in place is linked, on one disk; a catalogue is copied."""
    if Path(source).suffix in WRITTEN_ONCE:
        with suppress(OSError):
            os.link(source, target)
            return target
    return shutil.copy2(source, target)
