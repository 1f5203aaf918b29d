"""What a library takes on its disk, by what it is for."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

LOW_SHARE = 0.05
LOW_BYTES = 2 * 1024**3
# Folders of a library with few files in them. The repository has millions: what the catalogue says
# of its documents is added up instead.
PARTS = {
    "crawl archives (WARC)": ("warc",),
    "search index": ("index", "near-copies"),
    "uploads": ("uploads",),
    "files of jobs": ("jobs",),
    "replaced, removed and turned down": ("replaced", "rejects"),
    "frontiers of crawls": ("frontier",),
}


@dataclass(frozen=True, slots=True)
class SpaceUse:
    """Bytes by part, the largest first; those of the repository are of its documents alone."""

    parts: tuple[tuple[str, int], ...]
    free: int
    total: int

    @property
    def is_low(self) -> bool:
        """Whether it is time to look for room."""
        return self.free < max(LOW_BYTES, min(LOW_SHARE * self.total, 10 * LOW_BYTES))


def measure_disk(folder: Path, catalogue: Path | None, documents: int) -> SpaceUse:
    """`catalogue` is the file of an embedded one, `documents` the bytes of all documents."""
    found = {"documents": documents}
    if catalogue is not None:
        found["catalogue"] = sum(map(_size, catalogue.parent.glob(f"{catalogue.name}*")))
    for words, names in PARTS.items():
        found[words] = sum(_below(folder / name) for name in names)
    disk = shutil.disk_usage(folder)
    largest = sorted(found.items(), key=lambda pair: -pair[1])
    return SpaceUse(tuple(pair for pair in largest if pair[1]), disk.free, disk.total)


def _below(folder: Path) -> int:
    return sum(_size(Path(place, name)) for place, _, names in os.walk(folder) for name in names)


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # gone meanwhile
        return 0
