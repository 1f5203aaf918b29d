"""The index in its folder: opened, or made anew where there is none of this form."""

from __future__ import annotations

import atexit
import json
import math
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy

from sheaf.errors import StorageError
from sheaf.files import LockFile, empty_folder, write_whole
from sheaf.search.schema import VERSION, register_words, schema

MARK = "sheaf-index.json"


@dataclass(frozen=True, slots=True)
class Mark:
    """The form of an index, and the revision of the catalogue up to which it is complete."""

    version: int = VERSION
    revision: int = 0


def read_mark(folder: Path) -> Mark | None:
    try:
        values = json.loads((folder / MARK).read_text(encoding="utf-8"))
        return Mark(values["version"], values["revision"])
    except (OSError, ValueError, KeyError):
        return None


def write_mark(folder: Path, mark: Mark) -> None:
    values = {"version": mark.version, "revision": mark.revision}
    write_whole(folder / MARK, json.dumps(values))


@contextmanager
def index_lock(path: Path) -> Iterator[None]:
    """One writer at a time; a second waits, because refreshing is quick and both want it done."""
    with LockFile(path) as lock:
        lock.acquire(math.inf)
        yield


@contextmanager
def index_errors(folder: Path) -> Iterator[None]:
    """Tantivy tells of a full disk in a ValueError, with the system's number in its words."""
    try:
        yield
    except ValueError as problem:
        if "code: 28" in str(problem) or "code: 30" in str(problem):
            raise StorageError(f"{folder} cannot be written: {problem}") from problem
        raise


def last_written(folder: Path) -> int:
    """Changes with every commit; 0 where there is no index."""
    try:
        return (folder / MARK).stat().st_mtime_ns
    except OSError:
        return 0


def is_usable(folder: Path) -> bool:
    mark = read_mark(folder)
    return mark is not None and mark.version == VERSION


def complete_revision(folder: Path) -> int:
    """The revision of the catalogue up to which all can be found; 0 where there is no index."""
    mark = read_mark(folder)
    return mark.revision if mark is not None and mark.version == VERSION else 0


def make_index(folder: Path) -> tantivy.Index:
    """An empty index; what stood there is thrown away."""
    empty_folder(folder)
    index = tantivy.Index(schema(), path=str(folder))
    register_words(index)
    write_mark(folder, Mark())
    return index


def open_index(folder: Path) -> tantivy.Index:
    place = folder if os.access(folder, os.W_OK) else _writable_view(folder)
    index = tantivy.Index.open(str(place))
    register_words(index)
    return index


def _writable_view(folder: Path) -> Path:
    """Tantivy locks an index even to read it. Where that cannot be, it gets a folder of links."""
    view = Path(tempfile.mkdtemp(prefix="sheaf-index-"))
    atexit.register(shutil.rmtree, view, ignore_errors=True)
    for path in folder.iterdir():
        if not path.name.endswith(".lock"):
            (view / path.name).symlink_to(path)
    return view
