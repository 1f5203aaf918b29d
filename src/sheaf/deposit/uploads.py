"""Files that people send with their browsers or programs: in pieces, so that a lost connection
costs one piece, and within limits.

uploads/FOLDER/NAME      whole files, to be imported from there
uploading/ID.part        what has come of one so far; its size says where to go on
uploading/ID.json        what it is to be, who sends it, and where it went when it was whole

A file gets its name in uploads/ when all of it is on the disk. Whatever moment the process dies at,
the sender asks how far it came, and goes on from there.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
import stat
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from sheaf.curate.mime_type import LOOK, UNKNOWN, sniff_start
from sheaf.deposit.rights.contract import NoteChange, note_nothing
from sheaf.errors import StorageError, UsageError, disk_errors
from sheaf.files import sync_folder, write_whole
from sheaf.settings import UploadLimits

UPLOADS, HALVES = "uploads", "uploading"
KEY = re.compile("[0-9a-f]{16}")
COPY_BYTES = 1024**2
LONGEST_NAME = 150  # bytes; with what is put behind it, every file system takes it
UNUSUAL = re.compile(r"[^\w .,()\[\]+=@~#&'!-]")
IDENTITY_LONGEST = 200
REFUSED = {
    "image/": "a picture",
    "application/x-executable": "a program",
    UNKNOWN: "of a kind that no importer reads",
}
WHAT_FITS = (
    "Archives (WARC, ARC, WACZ, zip, tar), lists, logs and documents (PDF, PostScript, "
    "HTML, text, office files) can be uploaded."
)


class ByteSource(Protocol):
    """An open file, or the body of a request."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way, or arrived: then it has a path. `identity` is what its sender says to know
    it again: a digest, or the time of its last change."""

    key: str
    name: str
    size: int
    who: str
    begun: datetime
    identity: str = ""
    received: int = 0
    path: str = ""

    @property
    def is_whole(self) -> bool:
        return bool(self.path)


class Uploads:
    def __init__(
        self, library: Path, limits: UploadLimits, note: NoteChange = note_nothing
    ) -> None:
        self.library, self.limits, self._note_change = library, limits, note
        self.folder, self._halves = library / UPLOADS, library / HALVES

    # -- sending -----------------------------------------------------------------------------------

    def begin(self, who: str, name: str, size: int, identity: str = "") -> Upload:
        """A new upload, or the unfinished one of the same file by the same sender: it goes on
        behind what was received."""
        self.remove_expired()
        with disk_errors(self._halves):
            _make_folder(self._halves, self.library)
            with self._one_begins():
                return self._begin(who, name, size, identity[:IDENTITY_LONGEST])

    def _begin(self, who: str, name: str, size: int, identity: str) -> Upload:
        for upload in self.list():
            known = (upload.who, upload.name, upload.size, upload.identity)
            if not upload.is_whole and known == (who, safe_name(name), size, identity):
                return upload
        self._check_size(name, size)
        upload = Upload(
            key=secrets.token_hex(8),
            name=safe_name(name),
            size=size,
            who=who,
            begun=datetime.now(UTC),
            identity=identity,
        )
        self._part(upload.key).touch(mode=0o600)
        self._write(upload)
        return upload

    @contextmanager
    def _one_begins(self) -> Iterator[None]:
        """Two that looked at once would both find room where there is room for one."""
        lock = os.open(self._halves, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def add_piece(self, key: str, offset: int, piece: ByteSource) -> Upload:
        """Take the bytes from an offset on. What does not follow what was received is not taken:
        the answer says where to go on."""
        upload = self.find(key)
        if upload.is_whole:
            return upload
        with disk_errors(self._halves), self._open_part(upload) as part:
            received = os.fstat(part).st_size
            if offset == received:
                received = self._append(upload, part, received, piece)
            upload = replace(upload, received=received)
            return self._finish(upload) if received == upload.size else upload

    def add_whole(self, who: str, name: str, size: int, content: ByteSource) -> Upload:
        """A file that comes in one piece."""
        upload = self.begin(who, name, size, f"whole {secrets.token_hex(8)}")
        try:
            return self.add_piece(upload.key, 0, content)
        except BaseException:
            self._drop(upload.key)
            raise

    def _append(self, upload: Upload, part: int, received: int, piece: ByteSource) -> int:
        before = received
        while data := piece.read(COPY_BYTES):
            if received + len(data) > upload.size:
                self._drop(upload.key)
                raise UsageError(f"{upload.name}: more bytes came than were announced.", "")
            self._check_room(len(data))
            while data:
                written = os.write(part, data)
                data, received = data[written:], received + written
        os.fsync(part)
        if before < LOOK or received == upload.size:
            self._check_kind(upload, part, received)
        return received

    def _finish(self, upload: Upload) -> Upload:
        """Its name, then the note of it, then the half goes: a killed one is finished by the next
        piece, which may be empty."""
        folder = self.folder / _folder_name(upload)
        _make_folder(self.folder, self.library)
        _make_folder(folder, self.library)
        part = self._part(upload.key)
        part.chmod(stat.S_IMODE(self.library.stat().st_mode) & 0o666)
        target = _put_under_free_name(part, folder, upload.name)
        sync_folder(folder)
        done = replace(upload, name=target.name, path=str(target))
        self._write(done)
        part.unlink(missing_ok=True)
        self._note_change("upload.add", _place_of(done), after={"bytes": done.size})
        return done

    # -- looking, taking away ----------------------------------------------------------------------

    def find(self, key: str) -> Upload:
        upload = self._read(key) if KEY.fullmatch(key) else None
        if upload is None:
            raise UsageError("There is no such upload any more.", "Begin it again.")
        return upload

    def list(self) -> list[Upload]:
        """Those on their way and those that are there, the latest first."""
        found = (self._read(path.stem) for path in self._halves.glob("*.json"))
        return sorted((one for one in found if one), key=lambda one: one.begun, reverse=True)

    def remove(self, key: str) -> Upload:
        """The file goes, and what is known of it. What was imported from it stays."""
        upload = self.find(key)
        if upload.path:
            path = Path(upload.path)
            with disk_errors(path):
                path.unlink(missing_ok=True)
            with suppress(OSError):  # others are in it
                path.parent.rmdir()
        self._drop(key)
        before = {"bytes": upload.size, "received": upload.received, "by": upload.who}
        self._note_change("upload.remove", _place_of(upload), before=before)
        return upload

    def remove_expired(self) -> None:
        """Halves to which nothing came for long."""
        oldest = time.time() - self.limits.hours * 3600
        for part in self._halves.glob("*.part"):
            with suppress(OSError):
                if part.stat().st_mtime < oldest:
                    self._drop(part.stem)

    def used_bytes(self) -> int:
        """Of all that is there or announced."""
        return sum(upload.size for upload in self.list())

    # -- limits ------------------------------------------------------------------------------------

    def _check_size(self, name: str, size: int) -> None:
        if size < 1:
            raise UsageError(f"{safe_name(name)} is empty.", "There is nothing to upload.")
        if size > self.limits.file_bytes:
            words = f"{safe_name(name)} is too large: a file may have {self.limits.file_bytes:,}"
            raise UsageError(
                f"{words} bytes.",
                "Put it into a folder of import_roots, and browse to it; or change file_bytes in "
                "[uploads].",
            )
        if self.used_bytes() + size > self.limits.total_bytes:
            raise UsageError(
                f"With {safe_name(name)} the uploads would have more than "
                f"{self.limits.total_bytes:,} bytes.",
                "Remove uploads that are imported, or change total_bytes in [uploads].",
            )
        coming = sum(one.size - one.received for one in self.list() if not one.is_whole)
        self._check_room(coming + size)

    def _check_room(self, more: int) -> None:
        free = shutil.disk_usage(self.library).free
        if free - more < self.limits.keep_free_bytes:
            raise StorageError(
                f"There is no room for it: {free:,} bytes are free, and "
                f"{self.limits.keep_free_bytes:,} must stay so.",
                "Make room on the disk; the upload goes on where it stopped.",
            )

    def _check_kind(self, upload: Upload, part: int, received: int) -> None:
        """By its first bytes, as soon as they are there."""
        if received < min(LOOK, upload.size):
            return
        kind = sniff_start(os.pread(part, LOOK, 0))
        words = next((REFUSED[start] for start in REFUSED if kind and kind.startswith(start)), "")
        if words:
            self._drop(upload.key)
            raise UsageError(f"{upload.name} is {words}: it was not kept.", WHAT_FITS)

    # -- files -------------------------------------------------------------------------------------

    def _part(self, key: str) -> Path:
        return self._halves / f"{key}.part"

    def _note(self, key: str) -> Path:
        return self._halves / f"{key}.json"

    @contextmanager
    def _open_part(self, upload: Upload) -> Iterator[int]:
        """To be written at its end, by one sender at a time."""
        try:
            part = os.open(self._part(upload.key), os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        except FileNotFoundError:
            raise UsageError("There is no such upload any more.", "Begin it again.") from None
        try:
            fcntl.flock(part, fcntl.LOCK_EX)
            yield part
        finally:
            os.close(part)

    def _write(self, upload: Upload) -> None:
        values = {**asdict(upload), "begun": upload.begun.isoformat()}
        values["path"] = os.path.relpath(upload.path, self.library) if upload.path else ""
        write_whole(self._note(upload.key), json.dumps(values), is_synced=True)

    def _read(self, key: str) -> Upload | None:
        """None where there is none, or its file was taken away by hand."""
        try:
            values = json.loads(self._note(key).read_bytes())
            upload = Upload(**{**values, "begun": datetime.fromisoformat(values["begun"])})
            if upload.path:
                path = self.library / upload.path
                return replace(upload, path=str(path), received=path.stat().st_size)
            return replace(upload, received=self._part(key).stat().st_size)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _drop(self, key: str) -> None:
        self._note(key).unlink(missing_ok=True)
        self._part(key).unlink(missing_ok=True)


def safe_name(name: str) -> str:
    """The name of a file as every file system and every command takes it: no folder before it, not
    hidden, no option, and its ending stays."""
    name = unicodedata.normalize("NFC", re.split(r"[/\\]", name)[-1])
    name = UNUSUAL.sub("_", name).strip(" .")
    if name.startswith("-"):
        name = f"_{name}"
    stem, dot, ending = name.rpartition(".")
    if not stem or len(ending.encode()) > LONGEST_NAME // 5:
        stem, dot, ending = name, "", ""
    room = LONGEST_NAME - len(f"{dot}{ending}".encode())
    stem = stem.encode()[:room].decode("utf-8", "ignore").rstrip(" .")
    return f"{stem}{dot}{ending}" or "upload"


def _folder_name(upload: Upload) -> str:
    """What one sends on one day lies together."""
    return f"{upload.begun:%Y-%m-%d} {safe_name(upload.who)}"


def _place_of(upload: Upload) -> str:
    return f"{_folder_name(upload)}/{upload.name}"


def _make_folder(folder: Path, library: Path) -> None:
    """As open as the library is."""
    folder.mkdir(mode=stat.S_IMODE(library.stat().st_mode), exist_ok=True)


def _put_under_free_name(part: Path, folder: Path, name: str) -> Path:
    stem, dot, ending = name.partition(".")
    number = 1
    while True:
        target = folder / (name if number == 1 else f"{stem}-{number}{dot}{ending}")
        try:
            os.link(part, target)
        except FileExistsError:
            if os.path.samefile(part, target):  # a try before this one came so far
                return target
            number += 1
        except OSError:  # a file system without hard links
            if not target.exists():
                os.rename(part, target)
                return target
            number += 1
        else:
            return target
