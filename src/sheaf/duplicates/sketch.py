"""A sketch of a text: by two of them one sees how much of one text stands in the other.

It is the smallest numbers of all runs of four words (MinHash, Broder 1997), so it is bounded
however long the text is. Fingerprints find candidates among millions; sketches judge them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sheaf.duplicates.contract import Agreement
from sheaf.errors import disk_errors
from sheaf.files import make_private_folder

RUN = 4  # words
SIZE = 64  # numbers, of four bytes
HEAD = struct.Struct("<I")
PLACE = HEAD.size + 4 * SIZE
FACTORS = tuple(
    np.uint64(factor)
    for factor in (
        0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93,
    )
)  # fmt: skip

Array = Any


@dataclass(frozen=True, slots=True)
class Sketch:
    """`runs` says how many different runs of words the text has."""

    runs: int
    smallest: Array

    def packed(self) -> bytes:
        numbers: bytes = self.smallest.astype("<u4").tobytes()
        return HEAD.pack(min(self.runs, 2**32 - 1)) + numbers


def make_sketch(words: Array) -> Sketch:
    """Of the words of a text as `read_words` gives them."""
    different = runs_of_words(words)
    return Sketch(len(different), (different[:SIZE] >> np.uint64(32)).astype(np.uint32))


def runs_of_words(words: Array) -> Array:
    """All different runs of four words, as numbers in their order."""
    count = max(0, len(words) - RUN + 1)
    runs = np.zeros(count, np.uint64)
    for place, factor in enumerate(FACTORS):
        runs = (runs ^ words[place : place + count]) * factor
        runs ^= runs >> np.uint64(29)
    return np.unique(runs)


def unpack_sketch(packed: bytes) -> Sketch | None:
    """None for what is none."""
    if len(packed) < HEAD.size or (len(packed) - HEAD.size) % 4:
        return None
    return Sketch(HEAD.unpack_from(packed)[0], np.frombuffer(packed, "<u4", offset=HEAD.size))


def compare(one: Sketch, other: Sketch) -> Agreement:
    if not one.runs or not other.runs:
        return Agreement(0.0, 0.0)
    together = np.union1d(one.smallest, other.smallest)[:SIZE]
    both = np.isin(together, one.smallest) & np.isin(together, other.smallest)
    shared = float(both.sum()) / len(together)
    in_both = shared * (one.runs + other.runs) / (1 + shared)
    return Agreement(shared, min(1.0, in_both / min(one.runs, other.runs)))


def compare_runs(one: Array, other: Array) -> Agreement:
    """The same of all runs, where both texts are at hand."""
    if not len(one) or not len(other):
        return Agreement(0.0, 0.0)
    in_both = len(np.intersect1d(one, other, assume_unique=True))
    in_all = len(one) + len(other) - in_both
    return Agreement(in_both / in_all, in_both / min(len(one), len(other)))


class SketchFile:
    """Sketches by number of document, each at its place, so that any is one read away."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, sketches: Mapping[int, Sketch | None]) -> None:
        if not sketches:
            return
        with disk_errors(self.path):
            make_private_folder(self.path.parent)
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                for number, sketch in sketches.items():
                    packed = b"" if sketch is None else sketch.packed()
                    os.pwrite(descriptor, packed.ljust(PLACE, b"\0"), number * PLACE)
                os.fdatasync(descriptor)
            finally:
                os.close(descriptor)

    def read(self, numbers: Iterable[int]) -> dict[int, Sketch]:
        """Of those that have one."""
        found = {}
        try:
            with self.path.open("rb", buffering=0) as file:
                for number in numbers:
                    packed = os.pread(file.fileno(), PLACE, number * PLACE)
                    sketch = _unpack_place(packed)
                    if sketch is not None:
                        found[number] = sketch
        except FileNotFoundError:
            return {}
        return found


def _unpack_place(packed: bytes) -> Sketch | None:
    if len(packed) < PLACE:
        return None
    runs = HEAD.unpack_from(packed)[0]
    kept = min(runs, SIZE)
    return unpack_sketch(packed[: HEAD.size + 4 * kept]) if kept else None
