"""The room of figures, as `library.overview`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.overview.disk_use import SpaceUse, measure_disk
from sheaf.deposit.overview.figures import (
    Coverage,
    HostYield,
    count_by_month,
    count_coverage,
    count_hosts,
    sum_sizes,
)

DISK_SECONDS = 300  # so long what was measured of a disk is told
Figure = TypeVar("Figure")


class Overview:
    """A library at a glance. In a process that serves pages each answer is there at once: where
    counting takes long it is the one before the last change, and None where there is none yet."""

    def __init__(self, catalogue: Catalogue, folder: Path, catalogue_file: Path | None) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._catalogue_file = catalogue_file

    def growth(self) -> dict[str, int] | None:
        """How many documents were captured in each month (2024-05), the first first."""
        return self._soon("growth", lambda: count_by_month(self._catalogue.alias))

    def coverage(self) -> Coverage | None:
        """Of how many documents text, title, abstract, references, ... are known."""
        return self._soon("coverage", lambda: count_coverage(self._catalogue.alias))

    def hosts(self) -> list[HostYield] | None:
        """The hosts with most documents, and what came of these."""
        return self._soon("hosts", lambda: count_hosts(self._catalogue.alias))

    def of_runs(self, name: str, count: Callable[[], Figure]) -> Figure:
        """What is made of runs and their captures, until one of them changes."""
        return self._catalogue.remember(("of runs", name), count)

    def disk(self) -> SpaceUse | None:
        """What the library takes, by what it is for, and what is left. Measured now and then."""
        mark = int(time.time() / DISK_SECONDS)
        return self._catalogue.memory.get_soon("disk", mark, self._measure_disk)

    def _measure_disk(self) -> SpaceUse:
        size = sum_sizes(self._catalogue.alias)
        return measure_disk(self._folder, self._catalogue_file, size)

    def _soon(self, name: str, count: Callable[[], Figure]) -> Figure | None:
        return self._catalogue.memory.get_soon(name, self._catalogue.mark(), count)
