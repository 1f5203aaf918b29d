"""Files to be read into a folder, one file each: what each answer is called, and which is there.

Names are given before anything is read, in the order of the files. So a command that was stopped
finds what it has written, and reads only the rest.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.files.folder import FolderImporter
from sheaf.acquire.importers.sources import check_readable
from sheaf.extract.exporting import OutputFolder
from sheaf.records import Capture

LONGEST_STEM = 200  # bytes of a file name; 255 is the limit, and numbers and endings follow
# Behind the name of an archive: how its second paper is told from its first. A file of such a
# name gets another, so that no archive can ever be in its way.
MEMBER_NUMBER = re.compile(r"\+\d+$")


class FileNaming:
    """`report_lost` is called for what cannot be opened: where it is, and why."""

    def __init__(self, folder: OutputFolder, report_lost: Callable[[str, str], None]) -> None:
        self.folder = folder
        self.already_there = 0  # files that are not read, because their answer is there
        self._report_lost = report_lost
        self._given: set[str] = set()
        self._count: dict[str, int] = defaultdict(lambda: 1)
        # Of what is being read. A path may be named twice, by itself and by its folder.
        self._stems: dict[str, deque[str]] = defaultdict(deque)

    def files_to_read(self, files: Iterable[Path]) -> Iterator[Path]:
        """All files, folders walked through, without those whose answer is there."""
        for capture in _captures(files):
            if capture.lost is not None or capture.payload.path is None:
                self._report_lost(capture.url, capture.lost.words if capture.lost else "no file")
                continue
            stem = self._stem(capture.payload.path)
            if self.folder.has(stem):
                self.already_there += 1
            else:
                self._stems[capture.payload.path].append(stem)
                yield Path(capture.payload.path)

    def name_papers(
        self, papers: Iterable[tuple[str, dict[str, Any]]]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Papers, which come with the paths they were read from, with the names of their files.
        Of an archive the one without a number comes last: where it is, the others are."""
        for source, group in groupby(papers, key=lambda pair: pair[0]):
            stem = self._stems[source].popleft()
            first, *others = (paper for _, paper in group)
            for number, paper in enumerate(others, 2):
                yield f"{stem}+{number}", paper
            yield stem, first
            if not self._stems[source]:
                del self._stems[source]

    def _stem(self, source: str) -> str:
        """That of the file, numbered where it has been given already."""
        stem = name = _shorten(Path(source).stem)
        while name in self._given or MEMBER_NUMBER.search(name):
            self._count[stem] += 1
            name = f"{stem}-{self._count[stem]}"
        self._given.add(name)
        return name


def _captures(files: Iterable[Path]) -> Iterator[Capture]:
    reader = FolderImporter(ImportContext(Path()))
    for path in dict.fromkeys(files):
        for capture in reader.captures(check_readable(path)):
            if isinstance(capture, Capture):
                yield capture


def _shorten(stem: str) -> str:
    encoded = os.fsencode(stem)
    cut = encoded[:LONGEST_STEM].decode("utf-8", "ignore") if len(encoded) > LONGEST_STEM else stem
    return cut.strip() or "paper"
