"""Brings files here one at a time, in full, and goes on where it stopped.

Each file has a folder of its own, named after its URL, so that no name from elsewhere becomes a
path of ours:

    facts.json    size and version of the file of which a part is here
    part          what has come so far
    NAME          the whole file, once its size (and MD5, where the store tells it) is right
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from sheaf.acquire.remote.address import Address
from sheaf.acquire.remote.store import Changed, Facts, RemoteFile, RemoteStore
from sheaf.errors import MissingPartError, SourceError, disk_errors
from sheaf.files import sync_file, write_whole

# Seconds before each further try; a try that brought bytes begins the count anew.
PAUSES = (0.5, 2.0, 5.0, 15.0)
# A file that changes while it is fetched is begun anew so often.
RESTARTS = 3
LONGEST_NAME = 120
NO_NAME = re.compile(r"[\x00-\x1f\x7f/\\]|^\.+|[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class LocalCopy:
    """Where one remote file stands here, or will."""

    folder: Path
    name: str

    @classmethod
    def of(cls, file: RemoteFile, parent: Path) -> LocalCopy:
        digest = hashlib.sha256(file.url.encode("utf-8", "surrogateescape")).hexdigest()[:24]
        return cls(parent / digest, safe_name(file.name))

    @property
    def path(self) -> Path:
        return self.folder / "file" / self.name

    @property
    def part(self) -> Path:
        return self.folder / "part"

    @property
    def facts(self) -> Facts:
        try:
            values = json.loads((self.folder / "facts.json").read_bytes())
            return Facts(**values)
        except (OSError, ValueError, TypeError):
            return Facts()

    def begin(self, facts: Facts, start: int) -> None:
        """Keep the first bytes of the part, if any, as those of this version."""
        with disk_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if start == 0:
                self.part.write_bytes(b"")
                write_whole(self.folder / "facts.json", json.dumps(asdict(facts)))
            os.truncate(self.part, start)

    def received_bytes(self) -> int:
        """How many bytes of it have come."""
        try:
            return self.part.stat().st_size if self.facts.version else 0
        except OSError:
            return 0

    def finish(self, modified: float | None) -> None:
        with disk_errors(self.folder):
            self.path.parent.mkdir(exist_ok=True)
            if modified is not None:
                with contextlib.suppress(OverflowError, ValueError):
                    os.utime(self.part, (modified, modified))
            sync_file(self.part)
            self.part.replace(self.path)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class RemoteFetcher:
    def __init__(self, store: RemoteStore, folder: Path) -> None:
        self.store = store
        self.folder = folder

    def is_here(self, file: RemoteFile) -> bool:
        """Whether the whole file is here, and still is the one that is there."""
        copy = LocalCopy.of(file, self.folder)
        if not copy.path.is_file():
            return False
        now = file.facts if file.facts.version else self.store.look(file)
        return now.is_same(copy.facts)

    def fetch(self, file: RemoteFile) -> LocalCopy:
        copy = LocalCopy.of(file, self.folder)
        failures = restarts = 0
        most_bytes = copy.received_bytes()
        while True:
            try:
                if not self.is_here(file):
                    self._resume(file, copy)
                return copy
            except Changed as change:
                copy.remove()
                most_bytes, restarts = 0, restarts + 1
                if restarts > RESTARTS:
                    raise SourceError(
                        f"{file.url} {change}.",
                        "Wait until it is written to the end, then run the same command again.",
                    ) from None
            except OSError as problem:
                failures = 1 if copy.received_bytes() > most_bytes else failures + 1
                most_bytes = max(most_bytes, copy.received_bytes())
                if failures > len(PAUSES):
                    raise transfer_error(file, copy, problem) from problem
                time.sleep(PAUSES[failures - 1])

    def _resume(self, file: RemoteFile, copy: LocalCopy) -> None:
        known, start = copy.facts, copy.received_bytes()
        if start and start == known.size:  # all came, and then something happened
            if not self.store.look(file).is_same(known):
                raise Changed
        else:
            self._read(file, copy, start, known)
        check_copy(copy)
        copy.finish(copy.facts.time)

    def _read(self, file: RemoteFile, copy: LocalCopy, start: int, known: Facts) -> None:
        with self.store.open(file, start, known) as reading:
            if reading.start and not reading.facts.is_same(known):
                raise Changed
            copy.begin(reading.facts, reading.start)
            with disk_errors(copy.folder):
                out = copy.part.open("ab")
            with out:
                for chunk in reading.chunks:
                    with disk_errors(copy.folder):
                        out.write(chunk)
                        out.flush()


def check_copy(copy: LocalCopy) -> None:
    """What came is all of the file, and the file."""
    facts, size = copy.facts, copy.part.stat().st_size
    if facts.size is not None and size < facts.size:
        raise OSError(f"the connection broke off after {size:,} of {facts.size:,} bytes")
    if facts.size is not None and size > facts.size:
        raise Changed
    if facts.md5 and md5_of(copy.part) != facts.md5:
        raise Changed("arrives with another MD5 than the store tells")


def md5_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def transfer_error(file: RemoteFile, copy: LocalCopy, problem: OSError) -> SourceError:
    reason = problem.strerror or str(problem) or type(problem).__name__
    received = copy.received_bytes()
    goes_on = f"at byte {received:,}" if received else "from its beginning"
    return SourceError(
        f"{file.url} could not be fetched: {reason}.",
        f"What came before it is kept. Run the same command again: it goes on {goes_on}.",
    )


def safe_name(name: str) -> str:
    """The last part of a name, as a file name of ours: importers look at endings."""
    base = NO_NAME.sub("_", name.rpartition("/")[2]) or "_"
    return base.encode()[-LONGEST_NAME:].decode(errors="ignore")


def open_store(address: Address, *, allow_private: bool) -> RemoteStore:
    """Each brings a client along that no other import needs, so it is loaded only here."""
    if address.scheme in ("http", "https"):
        from sheaf.acquire.remote.http import HttpStore

        return HttpStore(address, allow_private=allow_private)
    try:
        if address.scheme == "sftp":
            from sheaf.acquire.remote.sftp import SftpStore

            return SftpStore(address)
        from sheaf.acquire.remote.s3 import S3Store

        return S3Store(address)
    except ImportError as problem:
        raise MissingPartError(
            f"{address.scheme}:// needs the package {problem.name}, which is not installed.",
            "Install it with: pip install 'sheaf[remote]'",
        ) from None
