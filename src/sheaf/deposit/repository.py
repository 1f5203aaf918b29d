"""The repository: where the files of a document stand, and how they get there whole.

001/234/567/001.234.567.pdf       the document, named by its type
001/234/567/001.234.567.pdf.met   where it came from (crawl_data.py); or 001.234.567.met
001/234/567/001.234.567.txt       its text
001/234/567/001.234.567.json      what was read out of it; the truth behind the paper tables
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sheaf.curate.mime_type import extension_of
from sheaf.errors import StorageError
from sheaf.records import Document
from sheaf.settings import CrawlDataForm

HIGHEST_ID = 999_999_999
DOCUMENT_NAME = re.compile(r"(\d{3})\.(\d{3})\.(\d{3})\.")


@dataclass(frozen=True, slots=True)
class Repository:
    root: Path
    crawl_data: CrawlDataForm = "cdi"  # of what is written from now on

    def folder(self, document_id: int) -> Path:
        """001/234/567 for 1234567."""
        if not 0 < document_id <= HIGHEST_ID:
            raise StorageError(f"{document_id} is no document id (1 to {HIGHEST_ID}).")
        digits = f"{document_id:09d}"
        return self.root / digits[:3] / digits[3:6] / digits[6:]

    def stem(self, document_id: int) -> str:
        digits = f"{document_id:09d}"
        return f"{digits[:3]}.{digits[3:6]}.{digits[6:]}"

    def path(self, document_id: int, ending: str) -> Path:
        return self.folder(document_id) / f"{self.stem(document_id)}.{ending}"

    def files(self, document_id: int) -> tuple[Path, ...]:
        """Every file of a document that is there now."""
        folder, prefix = self.folder(document_id), self.stem(document_id) + "."
        try:
            names = sorted(os.listdir(folder))
        except FileNotFoundError:
            return ()
        return tuple(folder / name for name in names if name.startswith(prefix))

    def holds_files(self) -> bool:
        return next(self.all_files(), None) is not None

    def all_files(self) -> Iterator[tuple[int | None, Path]]:
        """Every file below the root with the document it belongs to; None for a stranger."""
        for folder, folders, names in os.walk(self.root):
            folders.sort()
            for name in sorted(names):
                yield self._owner(Path(folder), name), Path(folder) / name

    def _owner(self, folder: Path, name: str) -> int | None:
        match = DOCUMENT_NAME.match(name)
        if match is None:
            return None
        document_id = int("".join(match.groups()))
        is_in_place = 0 < document_id <= HIGHEST_ID and self.folder(document_id) == folder
        return document_id if is_in_place else None

    def relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def remove(self, document_id: int) -> None:
        for path in self.files(document_id):
            path.unlink(missing_ok=True)
        self.remove_empty_folders([self.folder(document_id)])

    def remove_empty_folders(self, folders: Iterable[Path]) -> None:
        for folder in folders:
            with contextlib.suppress(OSError):  # not empty, or gone already
                while folder != self.root:
                    folder.rmdir()
                    folder = folder.parent


def main_file(document: Document) -> Path | None:
    """The document itself, among its files."""
    ending = f".{extension_of(document.mime_type)}"
    return next((path for path in document.files if path.suffix == ending), None)


def sync_filesystem(folder: Path) -> None:
    """Everything written so far is on the disk afterwards: one call for a whole batch of files,
    instead of one for each."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if sys.platform == "linux" and ctypes.CDLL(None, use_errno=True).syncfs(descriptor) == 0:
            return
        os.sync()
    finally:
        os.close(descriptor)
