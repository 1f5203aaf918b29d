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

from sheaf.acquire.remote.store import Changed, Facts, RemoteFile, Store
from sheaf.errors import SourceError, disk_errors
from sheaf.files import sync_file, write_whole

# Seconds before each further try; a try that brought bytes begins the count anew.
PAUSES = (0.5, 2.0, 5.0, 15.0)
# A file that changes while it is fetched is begun anew so often.
RESTARTS = 3
LONGEST_NAME = 120
NO_NAME = re.compile(r"[\x00-\x1f\x7f/\\]|^\.+|[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one remote file stands here, or will."""

    folder: Path
    name: str

    @classmethod
    def of(cls, file: RemoteFile, above: Path) -> Place:
        digest = hashlib.sha256(file.url.encode("utf-8", "surrogateescape")).hexdigest()[:24]
        return cls(above / digest, safe_name(file.name))

    @property
    def whole(self) -> Path:
        return self.folder / "file" / self.name

    @property
    def part(self) -> Path:
        return self.folder / "part"

    @property
    def facts(self) -> Facts:
        try:
            told = json.loads((self.folder / "facts.json").read_bytes())
            return Facts(**told)
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

    def here(self) -> int:
        """How many bytes of it have come."""
        try:
            return self.part.stat().st_size if self.facts.version else 0
        except OSError:
            return 0

    def finish(self, modified: float | None) -> None:
        with disk_errors(self.folder):
            self.whole.parent.mkdir(exist_ok=True)
            if modified is not None:
                with contextlib.suppress(OverflowError, ValueError):
                    os.utime(self.part, (modified, modified))
            sync_file(self.part)
            self.part.replace(self.whole)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class Fetcher:
    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder

    def has(self, file: RemoteFile) -> bool:
        """Whether the whole file is here, and still is the one that is there."""
        place = Place.of(file, self.folder)
        if not place.whole.is_file():
            return False
        now = file.facts if file.facts.version else self.store.look(file)
        return now.is_same(place.facts)

    def fetch(self, file: RemoteFile) -> Place:
        place = Place.of(file, self.folder)
        failures = restarts = 0
        most = place.here()
        while True:
            try:
                if not self.has(file):
                    self._go_on(file, place)
                return place
            except Changed as change:
                place.remove()
                most, restarts = 0, restarts + 1
                if restarts > RESTARTS:
                    raise SourceError(
                        f"{file.url} {change}.",
                        "Wait until it is written to the end, then run the same command again.",
                    ) from None
            except OSError as problem:
                failures = 1 if place.here() > most else failures + 1
                most = max(most, place.here())
                if failures > len(PAUSES):
                    raise broken_off(file, place, problem) from problem
                time.sleep(PAUSES[failures - 1])

    def _go_on(self, file: RemoteFile, place: Place) -> None:
        had, start = place.facts, place.here()
        if start and start == had.size:  # all came, and then something happened
            if not self.store.look(file).is_same(had):
                raise Changed
        else:
            self._read(file, place, start, had)
        check(place)
        place.finish(place.facts.time)

    def _read(self, file: RemoteFile, place: Place, start: int, had: Facts) -> None:
        with self.store.open(file, start, had) as reading:
            if reading.start and not reading.facts.is_same(had):
                raise Changed
            place.begin(reading.facts, reading.start)
            with disk_errors(place.folder):
                out = place.part.open("ab")
            with out:
                for chunk in reading.chunks:
                    with disk_errors(place.folder):
                        out.write(chunk)
                        out.flush()


def check(place: Place) -> None:
    """What came is all of the file, and the file."""
    facts, size = place.facts, place.part.stat().st_size
    if facts.size is not None and size < facts.size:
        raise OSError(f"the connection broke off after {size:,} of {facts.size:,} bytes")
    if facts.size is not None and size > facts.size:
        raise Changed
    if facts.md5 and md5_of(place.part) != facts.md5:
        raise Changed("arrives with another MD5 than the store tells")


def md5_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def broken_off(file: RemoteFile, place: Place, problem: OSError) -> SourceError:
    reason = problem.strerror or str(problem) or type(problem).__name__
    here = place.here()
    goes_on = f"at byte {here:,}" if here else "from its beginning"
    return SourceError(
        f"{file.url} could not be fetched: {reason}.",
        f"What came before it is kept. Run the same command again: it goes on {goes_on}.",
    )


def safe_name(name: str) -> str:
    """The last part of a name, as a file name of ours: importers look at endings."""
    base = NO_NAME.sub("_", name.rpartition("/")[2]) or "_"
    return base.encode()[-LONGEST_NAME:].decode(errors="ignore")
