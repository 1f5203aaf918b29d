"""One sorted run: documents with their fingerprints, and four tables by which these are found.

A run never changes. Its arrays:

    documents, fingerprints   in order of documents
    removed                   documents that older runs have and that are gone
    starts                    of each table, where the entries for each beginning of a piece start
    keys, places              the entries: the piece that follows, and the place in `fingerprints`
    heads, ends, same         equal fingerprints stand once in the tables: of each such head, the
                              end of its part of `same`, the places of the others

A key is two bytes, so looking through a place of 150 entries costs 300 bytes; one in a hundred of
them has to be looked up. On disk each array is a file that is mapped, not read.
"""

from __future__ import annotations

import json
import mmap
import os
import shutil
from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sheaf.duplicates.embedded.pieces import Array
from sheaf.files import sync_folder, write_whole

TYPES: dict[str, np.dtype[Any]] = {
    "documents": np.dtype("<u4"),
    "fingerprints": np.dtype("<u8"),
    "removed": np.dtype("<u4"),
    "starts": np.dtype("<u4"),
    "keys": np.dtype("<u2"),
    "places": np.dtype("<u4"),
    "heads": np.dtype("<u4"),
    "ends": np.dtype("<u4"),
    "same": np.dtype("<u4"),
}
ABOUT = "about.json"


class DamagedStoreError(Exception):
    """A file of a store is not as it was written. It stays inside the store, which begins anew."""


@dataclass(slots=True)
class Run:
    name: str
    bits: int
    arrays: dict[str, Array]
    _views: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.arrays["documents"])

    @property
    def documents(self) -> Array:
        return self.arrays["documents"]

    @property
    def fingerprints(self) -> Array:
        return self.arrays["fingerprints"]

    @property
    def removed(self) -> Array:
        return self.arrays["removed"]

    def view(self, name: str) -> Any:
        """Of an array, for single numbers: three times as quick as numpy."""
        found = self._views.get(name)
        if found is None:
            found = self._views[name] = memoryview(self.arrays[name])
        return found

    def place_of(self, document: int) -> int | None:
        return _find(self.view("documents"), document)

    def has(self, document: int) -> bool:
        """Whether it says something of a document: here, or gone."""
        return (
            self.place_of(document) is not None or _find(self.view("removed"), document) is not None
        )

    def has_each(self, documents: Array) -> Array:
        return contains(self.documents, documents) | contains(self.removed, documents)

    def equals(self, place: int) -> Array:
        """The other places with the same fingerprint, of a place that is in the tables."""
        at = _find(self.view("heads"), place)
        if at is None:
            return self.arrays["same"][:0]
        ends = self.view("ends")
        return self.arrays["same"][ends[at - 1] if at else 0 : ends[at]]


def _find(sorted_numbers: Any, number: int) -> int | None:
    # Newer runs have newer documents as a rule, and this is asked of each run for every document.
    if not sorted_numbers or not sorted_numbers[0] <= number <= sorted_numbers[-1]:
        return None
    at = bisect_left(sorted_numbers, number)
    return at if at < len(sorted_numbers) and sorted_numbers[at] == number else None


def contains(sorted_numbers: Array, numbers: Array) -> Array:
    """For each number whether it is among the sorted ones."""
    if not len(sorted_numbers) or not len(numbers):
        return np.zeros(len(numbers), dtype=bool)
    at = np.searchsorted(sorted_numbers, numbers)
    return sorted_numbers[np.minimum(at, len(sorted_numbers) - 1)] == numbers


class MemorySink:
    """Takes the arrays of a run piece by piece, in memory."""

    def __init__(self) -> None:
        self._parts: dict[str, list[Array]] = {name: [] for name in TYPES}

    def append(self, name: str, part: Array) -> None:
        self._parts[name].append(part.astype(TYPES[name], copy=False))

    def read(self, name: str) -> Array:
        parts = self._parts[name]
        return np.concatenate(parts) if parts else np.empty(0, TYPES[name])

    def finish(self, bits: int) -> Run:
        return Run("memory", bits, {name: self.read(name) for name in TYPES})


class FolderSink:
    """The same into files; the run has its name, and can be seen, when all of it is on the disk."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._part = folder / f"{name}.part"
        shutil.rmtree(self._part, ignore_errors=True)
        self._part.mkdir(mode=0o700)
        self._files = {kind: (self._part / kind).open("wb") for kind in TYPES}

    def append(self, name: str, part: Array) -> None:
        self._files[name].write(np.ascontiguousarray(part, TYPES[name]).data)

    def read(self, name: str) -> Array:
        self._files[name].flush()
        return _map(self._part / name, TYPES[name])

    def finish(self, bits: int) -> Run:
        sizes = {}
        for name, file in self._files.items():
            file.flush()
            sizes[name] = file.tell()
            _sync_and_close(file)
        about = json.dumps({"bits": bits, "sizes": sizes})
        write_whole(self._part / ABOUT, about, is_synced=True)
        sync_folder(self._part)
        target = self._folder / self._name
        shutil.rmtree(target, ignore_errors=True)  # of a moment before a crash; nobody names it
        self._part.rename(target)
        sync_folder(self._folder)
        return open_run(self._folder, self._name)

    def give_up(self) -> None:
        for file in self._files.values():
            file.close()
        shutil.rmtree(self._part, ignore_errors=True)


def _sync_and_close(file: Any) -> None:
    os.fsync(file.fileno())
    file.close()


def open_run(folder: Path, name: str) -> Run:
    place = folder / name
    try:
        about = json.loads((place / ABOUT).read_text(encoding="utf-8"))
        arrays = {kind: _map(place / kind, TYPES[kind]) for kind in TYPES}
        right = all(arrays[kind].nbytes == about["sizes"][kind] for kind in TYPES)
        bits = int(about["bits"])
    except (ValueError, KeyError, TypeError) as problem:
        raise DamagedStoreError(f"{place}: {problem}") from problem
    if not right or len(arrays["documents"]) != len(arrays["fingerprints"]):
        raise DamagedStoreError(f"{place} is not as long as it was")
    return Run(name, bits, arrays)


def _map(path: Path, kind: np.dtype[Any]) -> Array:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        if size < kind.itemsize:
            return np.empty(0, kind)
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.frombuffer(mapped, kind, size // kind.itemsize)
