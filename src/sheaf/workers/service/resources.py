"""What was sent, by tokens that nobody can guess, on disk; and what is kept of it for a while.

FOLDER/                     0700; all files 0600
    tokens/TOKEN/           file, about.json
    readings/KEY/           about.json, text.txt, layout.json, paper-PARTS.json
    jobs/JOB/               what jobs.py keeps of files that nobody waits for

All are folders that are made beside their place and renamed: one is there whole, or not at all.
What has a token, or is a job, is on the disk for good before; a reading can be made again. The time
of a folder is that of its last use.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import string
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sheaf.errors import disk_errors
from sheaf.files import make_private_folder, sync_folder
from sheaf.workers.service.arriving import FILE, ArrivingFile
from sheaf.workers.service.contract import BusyError, SentFile, UnknownTokenError

TOKENS, READINGS, JOBS = "tokens", "readings", "jobs"
KINDS = (TOKENS, READINGS, JOBS)
ABOUT = "about.json"
# As the names of temporary files that the legacy service gave out begin, and of their letters;
# with 22 of them nobody finds one by trying.
TOKEN_START = "tmp"  # noqa: S105 - it says what it is, and no more
TOKEN_LETTERS = string.ascii_letters + string.digits + "_"
TOKEN = re.compile(rf"{TOKEN_START}[A-Za-z0-9_]{{22}}")
PART = ".part-"
# What is older was left by a process that was killed: no upload takes so long.
PART_SECONDS = 3600.0
LONGEST_NAME = 255
# A use is noted where the last note is older than this, or than this share of the time to expire.
MOST_TOUCH_SECONDS = 60.0
TOUCH_SHARE = 0.02
ROOM = 0.9  # of the bytes that may be kept: so far is cleared when it is full


class Resources:
    def __init__(self, folder: Path, *, expires: float, total_bytes: int) -> None:
        self.folder, self._expires, self._total = folder, expires, total_bytes
        self._tokens, self._readings = folder / TOKENS, folder / READINGS
        self._lock = threading.Lock()
        self._in_use: Counter[str] = Counter()
        with disk_errors(folder):
            for each in (folder, *(folder / kind for kind in KINDS)):
                make_private_folder(each)
                each.chmod(0o700)
        self._used = sum(map(_size_of, self._folders()))

    # -- what is sent ------------------------------------------------------------------------------

    def receive(self, pieces: Iterable[bytes], name: str, most: int) -> ArrivingFile:
        """What is to be dropped in the end, or kept."""
        return ArrivingFile(pieces, _shown(name), most, self._make_arriving_part)

    def _make_arriving_part(self) -> Path:
        self._make_room()
        return self.make_part(TOKENS)

    def keep(self, arriving: ArrivingFile, *, is_filtered: bool = True) -> SentFile:
        """Under a token from now on."""
        resource = SentFile(
            _make_token(), arriving.name, arriving.sha1, arriving.size, time.time(), is_filtered
        )
        part = arriving.path().parent
        with disk_errors(part):
            write_private(part / ABOUT, json.dumps(asdict(resource)).encode())
        self.keep_part(part, TOKENS, resource.token)
        return resource

    def make_part(self, kind: str) -> Path:
        """A folder that is not there for others yet."""
        return self._make_part(self.folder / kind)

    def keep_part(self, part: Path, kind: str, token: str = "") -> str:
        """Under its token, and on the disk for good, when this returns."""
        token, place = token or _make_token(), self.folder / kind
        with disk_errors(part):
            for path in part.iterdir():
                _sync(path)
            sync_folder(part)
            self._put(part, place / token)
            sync_folder(place)
        return token

    def drop(self, part: Path) -> None:
        shutil.rmtree(part, ignore_errors=True)

    def find(self, token: str) -> SentFile:
        """UnknownTokenError where it has expired, or never was."""
        folder = self.folder_of(TOKENS, token)
        try:
            found = SentFile(**json.loads((folder / ABOUT).read_bytes()))
        except (OSError, ValueError, TypeError):
            raise UnknownTokenError(token) from None
        return found

    def file_of(self, resource: SentFile) -> Path:
        return self._tokens / resource.token / FILE

    def expires_at(self, folder: Path) -> float:
        with suppress(OSError):
            return folder.stat().st_mtime + self._expires
        return 0.0

    def remove(self, token: str, kind: str = TOKENS) -> None:
        self._remove(self.folder_of(kind, token))

    def place_of(self, kind: str, token: str) -> Path:
        if TOKEN.fullmatch(token) is None:
            raise UnknownTokenError(token)
        return self.folder / kind / token

    def folder_of(self, kind: str, token: str) -> Path:
        """To be asked for is to be used. UnknownTokenError where there is nothing any more."""
        folder = self.place_of(kind, token)
        if self._is_expired(folder) and not (self._is_in_use(token) and folder.is_dir()):
            raise UnknownTokenError(token)
        with suppress(OSError):
            self._touch(folder)
        return folder

    def folders_of(self, kind: str) -> list[tuple[str, Path]]:
        """All that are there, by their tokens or keys."""
        return [(folder.name, folder) for folder in _subfolders(self.folder / kind)]

    # -- what was read -----------------------------------------------------------------------------

    def reading(self, key: str) -> Path | None:
        """The folder of a reading that is there."""
        folder = self._readings / key
        if not (folder / ABOUT).is_file() or self._is_expired(folder):
            return None
        with suppress(OSError):
            self._touch(folder)
        return folder

    def make_reading(
        self, key: str, fill: Callable[[Path], dict[str, Any]], *, is_new: bool = False
    ) -> Path:
        """`fill` lays files into a folder, and answers with what is known about them. One that
        `is_new` takes the place of what was there."""
        part, place = self._make_part(self._readings), self._readings / key
        try:
            about = fill(part)
            with disk_errors(part):
                write_private(part / ABOUT, json.dumps(about).encode())
                if is_new and place.is_dir():
                    _move_into(part, place)
                self._put(part, place)
        except BaseException:
            self.drop(part)
            raise
        return place

    @contextmanager
    def using(self, *keys: str) -> Iterator[None]:
        """Meanwhile these readings are not removed, whoever needs their room."""
        self.hold(*keys)
        try:
            yield
        finally:
            self.release(*keys)

    def hold(self, *keys: str) -> None:
        with self._lock:
            self._in_use.update(keys)

    def release(self, *keys: str) -> None:
        with self._lock:
            self._in_use -= Counter(keys)

    def _is_in_use(self, key: str) -> bool:
        with self._lock:
            return key in self._in_use

    # -- room --------------------------------------------------------------------------------------

    @property
    def used_bytes(self) -> int:
        return self._used

    def sweep(self) -> int:
        """Removes what nobody has used for long; how many tokens and readings went."""
        old = [folder for folder in self._folders() if self._is_expired(folder)]
        for folder in old:
            self._remove_unused(folder)
        for folder in self._parts():
            if _age(folder) > PART_SECONDS:
                self.drop(folder)
        self._used = sum(map(_size_of, self._folders()))
        return len(old)

    def _make_room(self) -> None:
        """Readings can be made again, and go when it is full; what has a token stays."""
        if self._used < self._total:
            return
        self.sweep()
        readings = sorted(_subfolders(self._readings), key=_age, reverse=True)
        for folder in readings:
            if self._used <= self._total * ROOM:
                return
            self._remove_unused(folder)
        if self._used >= self._total:
            raise BusyError("The service keeps as much as it may.", 60.0)

    def _make_part(self, place: Path) -> Path:
        part = place / f"{PART}{secrets.token_hex(16)}"
        with disk_errors(place):
            part.mkdir(mode=0o700)
        return part

    def _put(self, part: Path, place: Path) -> None:
        """Another reading of the same file may have been quicker: then that one stays."""
        size = _size_of(part)
        try:
            part.rename(place)
        except OSError:
            if not (place / ABOUT).is_file():
                raise
            self.drop(part)
        else:
            self._used += size

    def _remove_unused(self, folder: Path) -> None:
        with self._lock:
            if folder.name not in self._in_use:
                self._remove(folder)

    def _remove(self, folder: Path) -> None:
        """Out of its place first: nobody sees half of it."""
        size = _size_of(folder)
        away = folder.with_name(f"{PART}{secrets.token_hex(16)}")
        with suppress(OSError):
            folder.rename(away)
            self._used -= size
            shutil.rmtree(away, ignore_errors=True)

    def _touch(self, folder: Path) -> None:
        """Not with every use: the disk may be slow just then, and a little is near enough."""
        if _age(folder) > min(MOST_TOUCH_SECONDS, self._expires * TOUCH_SHARE):
            os.utime(folder)

    def _is_expired(self, folder: Path) -> bool:
        return _age(folder) > self._expires

    def _folders(self) -> Iterator[Path]:
        for kind in KINDS:
            yield from _subfolders(self.folder / kind)

    def _parts(self) -> Iterator[Path]:
        for kind in KINDS:
            yield from (self.folder / kind).glob(f"{PART}*")


def write_private(path: Path, data: bytes) -> None:
    """For its owner, whatever the mask."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def write_private_whole(path: Path, data: bytes) -> None:
    """Beside its place first: whoever reads it sees all of it or nothing."""
    part = path.with_name(f"{PART}{secrets.token_hex(8)}")
    write_private(part, data)
    part.rename(path)


def _make_token() -> str:
    return TOKEN_START + "".join(secrets.choice(TOKEN_LETTERS) for _ in range(22))


def _move_into(part: Path, place: Path) -> None:
    """File by file, each whole at any time: others read them meanwhile. What was made of the files
    before goes."""
    for path in list(place.iterdir()):
        if not (part / path.name).exists() and not path.name.startswith(PART):
            path.unlink(missing_ok=True)
    for path in list(part.iterdir()):
        path.replace(place / path.name)


def _shown(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2][:LONGEST_NAME] or "upload"


def _subfolders(place: Path) -> Iterator[Path]:
    with suppress(FileNotFoundError):
        for path in list(place.iterdir()):
            if not path.name.startswith(PART):
                yield path


def _age(folder: Path) -> float:
    """Seconds since it was last used; of one that is not there, more than any."""
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return float("inf")


def _size_of(folder: Path) -> int:
    size = 0
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):
                size += path.lstat().st_blocks * 512
    return size


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
