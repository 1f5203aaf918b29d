"""Sources elsewhere: a file, a folder or a pattern behind a URL, read file by file.

Everything is listed before anything is read. Then one file after the other is fetched into
`incoming/`, read by the importer that knows it, and named by its URL wherever it is mentioned.

A fetched file may still be read by workers long after the stream has gone on to the next, so it is
let go only when `mark_recorded` says that something of a later file is on record: then all of it
is. Archives stay on within a limit, for revisit records in later ones.
"""

from __future__ import annotations

import errno
import json
import re
import shutil
import tempfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO

from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.file_urls import url_below
from sheaf.acquire.importers.files.folder import UNKNOWN_TIME
from sheaf.acquire.importers.registry import ImporterChoice, reads_of
from sheaf.acquire.importers.source_versions import SourceFile
from sheaf.acquire.remote.address import Address
from sheaf.acquire.remote.fetching import LocalCopy, RemoteFetcher
from sheaf.acquire.remote.finished import FinishedFiles
from sheaf.acquire.remote.store import Facts, NothingThere, RemoteFile, RemoteStore
from sheaf.errors import SourceError, StorageError, disk_errors
from sheaf.records import Aside, Capture, Dropped, Location, Outcome
from sheaf.urls import md5

IN_MEMORY = 1024 * 1024
OFFSET = re.compile(r"\d+")


class Listing:
    """The files of a source in their order; a long list is kept in a file without a name.
    `seen` has those of all sources, which may overlap: each file is read once."""

    def __init__(self, files: Iterable[RemoteFile], folder: Path, seen: DiskSet) -> None:
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._lines: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY, dir=str(folder))  # noqa: SIM115
        self.bytes: int | None = 0
        try:
            for file in files:
                if not seen.add(file.url):
                    continue
                # Names as they are written down may be the same where URLs are not: a%2Fb, a/b.
                if not seen.add(f"{file.root}\0{file.name}"):
                    file = replace(file, name=file.url)
                with disk_errors(folder):
                    self._lines.write(json.dumps(asdict(file)).encode() + b"\n")
                size = file.facts.size
                self.bytes = None if size is None or self.bytes is None else self.bytes + size
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[RemoteFile]:
        self._lines.seek(0)
        for line in self._lines:
            values = json.loads(line)
            yield RemoteFile(**{**values, "facts": Facts(**values["facts"])})

    def close(self) -> None:
        self._lines.close()


@dataclass(slots=True)
class FileInFlight:
    """A file that has been read, and of which not all may be on record yet."""

    file: RemoteFile
    copy: LocalCopy
    size: int
    key: Location  # of its one capture, or of the archive that holds its captures
    asides: Counter[str] = field(default_factory=Counter)

    @property
    def is_archive(self) -> bool:
        return not self.key.position


class RemoteSource:
    def __init__(
        self,
        address: Address,
        store: RemoteStore,
        incoming: Path,
        seen: DiskSet,
        keep_bytes: int = 0,
    ) -> None:
        self.name = address.name
        self.store = store
        self.folder = incoming / md5(self.name)[:16]
        self.keep_bytes = keep_bytes
        self.finished = FinishedFiles(self.folder)
        try:
            self.listing = Listing(store.files(), incoming, seen)
        except OSError as problem:
            store.close()
            raise unreachable_error(self.name, problem) from problem
        except BaseException:
            store.close()
            raise
        self.read = 0  # bytes, of the files that have gone through
        self.within = 0
        self._in_flight: deque[FileInFlight] = deque()
        self._numbers: dict[Location, int] = {}
        self._first = 0  # the number of the first file in flight
        self._kept: deque[tuple[LocalCopy, int]] = deque()
        self._kept_bytes = 0

    def __str__(self) -> str:
        return self.name

    @property
    def bytes(self) -> int | None:
        """Of all files, where the store tells before they are fetched."""
        return self.listing.bytes

    def captures(self, choice: ImporterChoice, base_url: str | None) -> Iterator[Capture | Aside]:
        if choice.belong_together(lambda: (file.name for file in self.listing)):
            yield from self._read_together(choice)
            return
        fetcher = RemoteFetcher(self.store, self.folder)
        for file in self.listing:
            asides = self.finished.asides(file, self.store.look)
            if asides is not None and not LocalCopy.of(file, self.folder).path.is_file():
                # On record to the last capture, and gone: nothing of it is needed again.
                yield from (Aside(kind) for kind in asides.elements())
            else:
                copy = fetch_file(file, fetcher)
                if isinstance(copy, Capture):
                    yield copy
                else:
                    yield from self._read_file(file, copy, choice, base_url)
            self.read, self.within = self.read + (file.facts.size or 0), 0

    def _read_file(
        self, file: RemoteFile, copy: LocalCopy, choice: ImporterChoice, base_url: str | None
    ) -> Iterator[Capture | Aside]:
        path = copy.path
        importer = choice.for_single_file(path)
        is_plain = reads_of(importer).plain_files
        key = Location(file.root, file.name) if is_plain else Location(file.url, "")
        in_flight = FileInFlight(file, copy, path.stat().st_size, key)
        self._numbers[key] = self._first + len(self._in_flight)
        self._in_flight.append(in_flight)
        for item in importer.captures(path):
            if isinstance(item, Aside):
                in_flight.asides[item.kind] += 1
                yield item
            elif is_plain:
                url = url_below(base_url, file.name) if base_url else file.url
                # As it was when it was fetched: a web server says nothing of what it only lists.
                version = copy.facts.version
                item = replace(item, url=url, location=key, file_version=version)
                yield choice.attributes.apply(item, file.name)
            else:
                offset = OFFSET.match(item.location.position)
                self.within = int(offset[0]) if offset else self.within
                yield name_by_url(item, path, file.url)

    def _read_together(self, choice: ImporterChoice) -> Iterator[Capture | Aside]:
        """A folder whose files tell about each other: read when all of it is here."""
        fetcher = RemoteFetcher(self.store, self.folder)
        tree = self.folder / "tree"
        root = ""
        for file in self.listing:
            root = file.root
            path = path_below(tree, file.name)
            copy = fetch_file(file, fetcher)
            if isinstance(copy, Capture):
                yield copy
            elif path is None or not link_into_tree(copy.path, path):
                yield lost_file(file, "its name cannot be that of a file here")
        for item in choice.for_source(tree).captures(tree):
            yield item if isinstance(item, Aside) else name_by_url(item, tree, root.rstrip("/"))
        self.read = self.bytes or 0

    def mark_recorded(self, locations: Iterable[Location]) -> None:
        """These captures are on record, and with them all captures that came before them."""
        numbers = (self._number(location) for location in locations)
        latest = max((number for number in numbers if number is not None), default=self._first)
        landed = [self._in_flight.popleft() for _ in range(latest - self._first)]
        if not landed:
            return
        self._first = latest
        self.finished.add((one.file, one.copy, one.asides) for one in landed)
        for in_flight in landed:
            del self._numbers[in_flight.key]
            if in_flight.is_archive:
                self._kept.append((in_flight.copy, in_flight.size))
                self._kept_bytes += in_flight.size
            else:
                in_flight.copy.remove()
        while self._kept and self._kept_bytes > self.keep_bytes:
            copy, size = self._kept.popleft()
            self._kept_bytes -= size
            copy.remove()

    def _number(self, location: Location) -> int | None:
        archive, plain = Location(location.source, ""), replace(location, member="")
        return self._numbers.get(archive, self._numbers.get(plain))

    def find_file(self, source: str) -> SourceFile | None:
        """Where an archive that was fetched is now."""
        number = self._numbers.get(Location(source, ""))
        if number is not None:
            fetched = self._in_flight[number - self._first]
            return SourceFile(fetched.copy.path, fetched.copy.facts.version)
        return None

    def finish(self) -> None:
        """The run is done: nothing of it is needed any more."""
        self.finished.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def close(self) -> None:
        self.finished.close()
        self.listing.close()
        self.store.close()


class RemoteReader:
    """Reads what is fetched with the importers that read what is here."""

    def __init__(self, choice: ImporterChoice, base_url: str | None) -> None:
        self.choice = choice
        self.base_url = base_url

    def captures(self, source: RemoteSource) -> Iterator[Capture | Aside]:
        return source.captures(self.choice, self.base_url)


def fetch_file(file: RemoteFile, fetcher: RemoteFetcher) -> LocalCopy | Capture:
    """A file that was listed and is not there is one document lost, and no reason to stop."""
    try:
        return fetcher.fetch(file)
    except NothingThere:
        return lost_file(file, "it was listed, but is not there")


def lost_file(file: RemoteFile, reason: str) -> Capture:
    lost = Dropped(Outcome.MISSING_BYTES, reason)
    return Capture(file.url, UNKNOWN_TIME, Location(file.root, file.name), lost=lost)


def name_by_url(capture: Capture, path: Path, url: str) -> Capture:
    """A capture out of a fetched archive, which is known by its URL and not by where it stands."""
    here = str(path.absolute())
    location = replace(capture.location, source=capture.location.source.replace(here, url))
    lost = capture.lost
    if lost is not None:
        lost = replace(lost, reason=lost.reason.replace(here, url))
    own = path.absolute().as_uri()
    return replace(capture, url=capture.url.replace(own, url), location=location, lost=lost)


def path_below(folder: Path, name: str) -> Path | None:
    """The path that a name from elsewhere means below a folder of ours; None where it leads out
    of it, or is none."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        return None
    return folder.joinpath(*parts)


def link_into_tree(whole: Path, path: Path) -> bool:
    """The fetched file at its place in the tree; false where a file stands in a folder's way."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.hardlink_to(whole)
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
            raise StorageError(f"{path} cannot be written: {problem.strerror}.") from problem
        return False
    return True


def unreachable_error(name: str, problem: OSError) -> SourceError:
    reason = problem.strerror or str(problem) or type(problem).__name__
    return SourceError(
        f"{name} cannot be reached: {reason}.",
        "Check the name of the host and the port, and whether its server is running.",
    )
