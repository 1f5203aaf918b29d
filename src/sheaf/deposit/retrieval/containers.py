"""What a sample is copied into: a folder, a tar, a zip; each written from front to back."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol

EARLIEST_IN_ZIP = datetime(1980, 1, 1, tzinfo=UTC)
# What has been made smaller already, or is.
STORED = frozenset({".pdf", ".gz", ".zip", ".docx", ".pptx", ".odt", ".epub"})
BLOCK = 1024 * 1024


class CopyForm(StrEnum):
    FOLDER = "folder"
    TAR = "tar"
    TAR_GZ = "tar.gz"
    ZIP = "zip"


PARTS = ("met", "txt", "json")  # files of a document that are copied beside it on wish
ENDINGS = {
    ".zip": CopyForm.ZIP,
    ".tar": CopyForm.TAR,
    ".tar.gz": CopyForm.TAR_GZ,
    ".tgz": CopyForm.TAR_GZ,
}
MEDIA_TYPES = {
    CopyForm.ZIP: "application/zip",
    CopyForm.TAR: "application/x-tar",
    CopyForm.TAR_GZ: "application/gzip",
}


class Container(Protocol):
    """`add` writes a file of a known size under a name with slashes; leaving it ends it, and after
    an error only lets go of it."""

    def add(self, name: str, stream: BinaryIO, size: int, time: datetime) -> None: ...
    def __enter__(self) -> Container: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


class FolderContainer:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._made: set[Path] = set()

    def add(self, name: str, stream: BinaryIO, size: int, time: datetime) -> None:
        path = self._root / name
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        with path.open("xb") as file:
            shutil.copyfileobj(stream, file, BLOCK)

    def __enter__(self) -> FolderContainer:
        self._root.mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        pass


class TarContainer:
    """`top` is the folder in it that holds all."""

    def __init__(self, stream: BinaryIO, top: str, *, is_compressed: bool = False) -> None:
        # The two are told apart for the sake of types.
        self._tar = (
            tarfile.open(fileobj=stream, mode="w|gz", format=tarfile.PAX_FORMAT)  # noqa: SIM115
            if is_compressed
            else tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT)  # noqa: SIM115
        )
        self._top = top

    def add(self, name: str, stream: BinaryIO, size: int, time: datetime) -> None:
        info = tarfile.TarInfo(f"{self._top}/{name}")
        info.size, info.mtime, info.mode = size, int(time.timestamp()), 0o644
        self._tar.addfile(info, stream)
        self._tar.getmembers().clear()  # the list of what was written grows with it otherwise

    def __enter__(self) -> TarContainer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with nullcontext() if kind is None else suppress(Exception):
            self._tar.close()


class ZipContainer:
    """As TarContainer. What is larger than 4 GB has the form that came later, and only that."""

    def __init__(self, stream: BinaryIO, top: str) -> None:
        self._zip = zipfile.ZipFile(stream, "w", allowZip64=True)
        self._top = top

    def add(self, name: str, stream: BinaryIO, size: int, time: datetime) -> None:
        moment = max(time, EARLIEST_IN_ZIP).timetuple()[:6]
        info = zipfile.ZipInfo(f"{self._top}/{name}", moment)
        info.file_size, info.external_attr = size, 0o644 << 16
        is_stored = Path(name).suffix in STORED
        info.compress_type = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w") as file:
            shutil.copyfileobj(stream, file, BLOCK)

    def __enter__(self) -> ZipContainer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with nullcontext() if kind is None else suppress(Exception):
            self._zip.close()


def form_of(output: Path) -> CopyForm:
    """By the ending of its name; any other name is that of a folder."""
    name = output.name.lower()
    return next(
        (form for ending, form in ENDINGS.items() if name.endswith(ending)), CopyForm.FOLDER
    )


def top_of(name: str) -> str:
    """What a file is called without the ending that says its form."""
    ending = next((one for one in ENDINGS if name.lower().endswith(one)), "")
    return name[: len(name) - len(ending)] or "sample"


def archive(form: CopyForm, stream: BinaryIO, top: str) -> Container:
    if form is CopyForm.ZIP:
        return ZipContainer(stream, top)
    return TarContainer(stream, top, is_compressed=form is CopyForm.TAR_GZ)
