"""The index in its folder: which form it has, whether it can be read, and how one takes the place
of another.

    index/sheaf-index.json   the mark: which folder is the index, and how far it is complete
    index/g7/                the index itself
    index/building.json      where a new one is being built, and how far it came

A new index is built beside the one that is searched. The mark is written anew when it is
complete, so that searches change over at one moment; then the old folder goes.
"""

from __future__ import annotations

import atexit
import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path

import tantivy

from sheaf.errors import StorageError
from sheaf.files import LockFile, empty_folder, write_whole
from sheaf.search.schema import VERSION, register_words, schema

MARK = "sheaf-index.json"
BUILDING = "building.json"
PREFIX = "g"
# The first form had its files where the folders are now.
OURS = re.compile(
    r"g\d+|\.[\w-]+\.json\.part|building\.json|meta\.json|\.managed\.json|\.tantivy-\w+\.lock|[0-9a-f]{32}\..+"
)
OPENING_TRIES = 3


class IndexState(StrEnum):
    """Whether an index can be searched."""

    READY = "ready"
    MISSING = "missing"
    OTHER_FORM = "other form"
    DAMAGED = "damaged"

    @property
    def is_trouble(self) -> bool:
        return self in (IndexState.OTHER_FORM, IndexState.DAMAGED)


STATE_WORDS = {
    IndexState.MISSING: "There is no index yet: `sheaf index` makes it.",
    IndexState.OTHER_FORM: "The index is of another version's form: `sheaf index` makes it anew.",
    IndexState.DAMAGED: "The index is damaged: `sheaf index --rebuild` makes it anew.",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """The form of an index, its folder, and the revisions of the catalogue and of the graph up to
    which it is complete. While it is built: how many entries are in it, and the last of them."""

    version: int = VERSION
    revision: int = 0
    folder: str = ""
    graph_revision: int = 0
    entries: int = 0
    last_entry: str = ""
    last_id: int = 0


def read_mark(folder: Path, name: str = MARK) -> Mark | None:
    """None where there is none that can be understood."""
    try:
        values = json.loads((folder / name).read_text(encoding="utf-8"))
        known = {one.name: values[one.name] for one in fields(Mark) if one.name in values}
        mark = Mark(**{"version": values["version"], **known})
    except (OSError, ValueError, KeyError, TypeError):
        return None
    right = all(isinstance(getattr(mark, one.name), type(one.default)) for one in fields(Mark))
    return mark if right and "/" not in mark.folder else None


def write_mark(folder: Path, mark: Mark, name: str = MARK) -> None:
    write_whole(folder / name, json.dumps(asdict(mark)), is_synced=True)


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


@contextmanager
def panics_as_errors() -> Iterator[None]:
    """The engine stops at some damage in a way that no `except Exception` sees."""
    try:
        yield
    except BaseException as problem:
        if type(problem).__name__ == "PanicException":
            raise ValueError(str(problem)) from problem
        raise


def last_written(folder: Path) -> int:
    """Changes with every commit; 0 where there is no index."""
    try:
        return (folder / MARK).stat().st_mtime_ns
    except OSError:
        return 0


def look_at(folder: Path) -> IndexState:
    """What the mark says of an index, without opening it."""
    mark = read_mark(folder)
    if mark is None:
        return IndexState.DAMAGED if (folder / MARK).exists() else IndexState.MISSING
    if mark.version != VERSION:
        return IndexState.OTHER_FORM
    is_there = mark.folder and (folder / mark.folder / "meta.json").is_file()
    return IndexState.READY if is_there else IndexState.DAMAGED


def is_usable(folder: Path) -> bool:
    return look_at(folder) is IndexState.READY


class IndexReader:
    """Opens the index again whenever it was written since, and says why where it cannot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = IndexState.MISSING
        self._index: tantivy.Index | None = None
        self._seen = -1

    def open(self) -> tantivy.Index | None:
        """The index as it is now; None where `state` is not ready."""
        written = last_written(self.folder)
        if written != self._seen or self._index is None:
            self.state, self._index = _open_newest(self.folder)
            self._seen = written
        return self._index

    def was_damaged(self) -> None:
        """For who met damage while searching: the next `open` looks again."""
        self.state, self._index = IndexState.DAMAGED, None


def _open_newest(folder: Path) -> tuple[IndexState, tantivy.Index | None]:
    """An update may put another folder in place between two looks."""
    state = look_at(folder)
    for _ in range(OPENING_TRIES):
        mark = read_mark(folder)
        if state is not IndexState.READY or mark is None:
            return state, None
        try:
            return state, open_index(folder / mark.folder)
        except (ValueError, OSError):
            if read_mark(folder) == mark:
                return IndexState.DAMAGED, None
            state = look_at(folder)
    return IndexState.DAMAGED, None


def make_index(folder: Path) -> tantivy.Index:
    """An empty index; what stood there is thrown away."""
    empty_folder(folder)
    index = tantivy.Index(schema(), path=str(folder))
    register_words(index)
    return index


def open_index(folder: Path) -> tantivy.Index:
    """The index in a folder; a ValueError tells of damage."""
    place = folder if os.access(folder, os.W_OK) else _writable_view(folder)
    with panics_as_errors():
        index = tantivy.Index.open(str(place))
        register_words(index)
        index.searcher()  # opens every file of it
    _check_positions(folder)
    return index


def _check_positions(folder: Path) -> None:
    """Without these files phrases are not found, and the engine does not say so."""
    segments = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["segments"]
    for segment in segments:
        path = folder / f"{segment['segment_id'].replace('-', '')}.pos"
        if not path.exists():
            raise ValueError(f"{path} is missing")


def _writable_view(folder: Path) -> Path:
    """Tantivy locks an index even to read it. Where that cannot be, it gets a folder of links."""
    view = Path(tempfile.mkdtemp(prefix="sheaf-index-"))
    atexit.register(shutil.rmtree, view, ignore_errors=True)
    for path in folder.iterdir():
        if not path.name.endswith(".lock"):
            (view / path.name).symlink_to(path)
    return view


# -- one beside the other --------------------------------------------------------------------------


def next_folder(folder: Path) -> str:
    """A name that none has."""
    numbers = [int(path.name[1:]) for path in folder.glob(f"{PREFIX}[0-9]*")
               if path.name[1:].isdecimal()]  # fmt: skip
    return f"{PREFIX}{max(numbers, default=0) + 1}"


def put_in_place(folder: Path, mark: Mark) -> None:
    """From here on searches go there; what was searched before is removed."""
    write_mark(folder, mark)
    remove_leftovers(folder, mark)


def remove_leftovers(folder: Path, mark: Mark) -> None:
    """What interrupted updates and indexes of older forms have left; nothing of anybody else's."""
    for path in folder.iterdir():
        if OURS.fullmatch(path.name) and path.name != mark.folder and not path.is_symlink():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()
