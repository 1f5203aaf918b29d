"""A mirror that Heritrix's MirrorWriter left, read along its crawl.log.

The log is the list of captures: each row that is a download becomes one, in the log's order. Its
file is looked for by the MirrorWriter's rules and known by the SHA-1 that the row tells. Files
that no row claims come last.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.folder import below
from sheaf.acquire.importers.heritrix import mirror_paths
from sheaf.acquire.importers.heritrix.mirror_paths import (
    DEFAULT_RULES,
    Candidate,
    Kind,
    MirrorRules,
    NotWritten,
)
from sheaf.acquire.importers.heritrix.mirror_unlisted import unlisted
from sheaf.acquire.importers.logs.captures import (
    LONGEST_REASON,
    line_location,
    no_row,
    with_loss,
    without_bytes,
)
from sheaf.acquire.importers.logs.heritrix_log import BadLine, LogLine, parts_of_log, read_log
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture, Dropped, Outcome, Payload

LOG_NAMES = ("crawl.log", "crawl.log.gz")
MIRROR_NAME = "mirror"
# By then the log of a mirror has named a host that has its folder there.
ROWS_TO_RECOGNISE = 2_000


def has_mirror_and_log(names: Iterable[str]) -> bool:
    """Whether there is a crawl.log among files elsewhere, and the mirror that it tells of."""
    has_log = has_mirror = False
    for name in names:
        has_log |= name.rpartition("/")[2] in LOG_NAMES
        has_mirror |= f"/{MIRROR_NAME}/" in f"/{name}"
    return has_log and has_mirror


class MirrorImporter:
    reads = Reads(single_files=False, together=has_mirror_and_log)

    def __init__(self, context: ImportContext, rules: MirrorRules = DEFAULT_RULES) -> None:
        self.context = context
        self.rules = rules

    def recognises(self, source: Path, head: bytes) -> bool:
        """A folder with a crawl.log is not enough, for WARC files have one too: it also holds a
        folder for a host of the log."""
        if not source.is_dir():
            return False
        try:
            return any(self._holds_hosts_of_log(job) for job in jobs(source, self.context.log))
        except OSError:
            return False

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        found = jobs(source, self.context.log) if source.is_dir() else []
        if not found:
            raise SourceError(
                f"{source} is taken for a mirror, but there is no crawl.log in it or beside it.",
                "Name the log with --log FILE.",
            )
        for job in found:
            with DiskSet(self.context.spool) as named_files:
                yield from self._job(job, named_files)

    def _job(self, job: Job, named_files: DiskSet) -> Iterator[Capture | Aside]:
        files = MirrorFiles(job.mirror, self.context.hand_over_bytes, self.rules)
        logs = parts_of_log(job.log)
        for log in logs:
            yield from self._rows(job, log, files, named_files)
        yield from unlisted(job.mirror, named_files, logs, self.context, self.rules)

    def _rows(
        self, job: Job, log: Path, files: MirrorFiles, named_files: DiskSet
    ) -> Iterator[Capture | Aside]:
        try:
            for line in read_log(log):
                location = line_location(job.mirror, log, line.number)
                if isinstance(line, BadLine):
                    yield no_row(line, log, location)
                elif line.aside is not None:
                    yield Aside(line.aside)
                else:
                    found = files.find(line)
                    named_files.add(files.host)
                    if isinstance(found, Found):
                        named_files.add(found.path)
                    yield _with_bytes(without_bytes(line, location), found)
        except OSError as problem:
            raise SourceError(f"{log} cannot be read: {problem.strerror}.") from None

    def _holds_hosts_of_log(self, job: Job) -> bool:
        rows = islice(read_log(job.log), ROWS_TO_RECOGNISE)
        asked: set[str] = set()
        for row in rows:
            if isinstance(row, LogLine) and row.aside is None:
                place = mirror_paths.place(row.url, rules=self.rules)
                top = "" if isinstance(place, NotWritten) else "/".join(place.top)
                if top and top not in asked and (job.mirror / top).is_dir():
                    return True
                asked.add(top)
        return False


@dataclass(frozen=True, slots=True)
class Job:
    """A mirror and its log."""

    mirror: Path
    log: Path


def jobs(source: Path, log: Path | None = None) -> list[Job]:
    """The mirrors that a source means, in the layouts that Heritrix uses.

    A job or launch folder (`logs/crawl.log` and `mirror/`), the mirror itself with the log in it
    or beside it, or a job of Heritrix 3 with a folder for each launch.
    """
    inner = source / MIRROR_NAME
    mirror = inner if inner.is_dir() else source
    if log is not None:
        return [Job(mirror, log)]
    for folder in (source / "logs", source, source.parent / "logs", source.parent):
        for name in LOG_NAMES:
            if (folder / name).is_file():
                return [Job(mirror, folder / name)]
    return [
        Job(launch / MIRROR_NAME, log)
        for launch, log in launches(source)
        if (launch / MIRROR_NAME).is_dir()
    ]


def launches(source: Path) -> list[tuple[Path, Path]]:
    """The folders of a job of Heritrix 3, one for each launch, with their logs. It keeps a link
    to the latest launch; followed, that would be read twice."""
    with os.scandir(source) as entries:
        folders = sorted(Path(one.path) for one in entries if one.is_dir(follow_symlinks=False))
    logs = ((one, one / "logs" / name) for one in folders for name in LOG_NAMES)
    found: dict[Path, Path] = {}
    for folder, log in logs:
        if log.is_file():
            found.setdefault(folder, log)
    return list(found.items())


@dataclass(frozen=True, slots=True)
class Found:
    """A row's file, and its bytes as they came from the web."""

    path: str
    payload: Payload


class MirrorFiles:
    """Finds the file of a log row."""

    def __init__(self, mirror: Path, restore_bytes: int, rules: MirrorRules = DEFAULT_RULES):
        self.mirror = mirror.absolute()
        self.restore_bytes = restore_bytes
        self.rules = rules
        self.tree = DiskTree(self.mirror)
        self.host = ""  # the folder of the host that was asked for last

    def find(self, line: LogLine) -> Found | Dropped:
        place = mirror_paths.place(line.url, line.mime_type, self.rules)
        self.host = "" if isinstance(place, NotWritten) else "".join(place.top[:1])
        if line.size == 0:
            # The MirrorWriter writes no file for an empty body.
            return Found("", Payload(data=b""))
        if isinstance(place, NotWritten):
            return Dropped(Outcome.MISSING_BYTES, f"not in the mirror: {place.reason}")
        tried: list[str] = []
        for candidate in mirror_paths.candidates(place, self.tree):
            try:
                payload = self._checked(candidate, line)
            except OSError as problem:
                tried.append(f"{candidate.path} ({problem.strerror})")
                continue
            if payload is not None:
                return Found(candidate.path, payload)
            tried.append(candidate.path)
        return Dropped(Outcome.MISSING_BYTES, _why_missing(place.path, tried)[:LONGEST_REASON])

    def _checked(self, candidate: Candidate, line: LogLine) -> Payload | None:
        """The candidate's bytes, if they are the row's."""
        path = self.mirror / candidate.path
        if not below(path, self.mirror):
            raise OSError(errno.ELOOP, "a link that leads out of the mirror")
        payload = Payload(path=str(path), length=path.stat().st_size)
        if line.digest is None:
            # Without a digest only the rules' own place counts, and it must have the right size.
            fits = candidate.by_rule and line.size in {None, payload.length}
            return payload if fits else None
        with path.open("rb") as stream:
            if hashlib.file_digest(stream, _sha1).hexdigest() == line.digest:
                return payload
        return self._restored(path, payload.length or 0, line.digest)

    def _restored(self, path: Path, length: int, digest: str) -> Payload | None:
        """A mirror that went through git or a text-mode transfer has other line ends. Where the
        digest shows that undoing this gives the bytes the web sent, those are taken."""
        if length > self.restore_bytes:
            return None
        data = path.read_bytes()
        with_lf = data.replace(b"\r\n", b"\n")
        for changed in (with_lf.replace(b"\n", b"\r\n"), with_lf):
            if changed != data and _sha1(changed).hexdigest() == digest:
                return Payload(data=changed)
        return None


class DiskTree:
    """A mirror on a disk, as `mirror_paths` looks at it."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        # A directory at a time is asked about over and over; many at once would fill memory.
        self._names_in = lru_cache(maxsize=4)(self._names)

    def kind(self, path: str) -> Kind:
        try:
            mode = os.stat(f"{self.root}/{path}").st_mode
        # Too long for this disk, or no name at all: what cannot be asked about is not there.
        except (OSError, ValueError):
            return Kind.ABSENT
        if stat.S_ISDIR(mode):
            return Kind.DIRECTORY
        return Kind.FILE if stat.S_ISREG(mode) else Kind.ABSENT

    def alike(self, folder: str, name: str) -> list[str]:
        return [one for one in self._names_in(folder).get(_folded(name), []) if one != name]

    def _names(self, folder: str) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        try:
            for name in sorted(os.listdir(f"{self.root}/{folder}")):
                names.setdefault(_folded(name), []).append(name)
        except (OSError, ValueError):
            pass
        return names


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _sha1(data: bytes = b"") -> hashlib._Hash:
    return hashlib.sha1(data, usedforsecurity=False)


def _why_missing(path: str, tried: list[str]) -> str:
    if not tried:
        return f"no file in the mirror: it would be {path}"
    return f"no file in the mirror has the log's digest or size; tried {', '.join(tried)}"


def _with_bytes(capture: Capture, found: Found | Dropped) -> Capture:
    if isinstance(found, Found):
        return replace(capture, payload=found.payload)
    return with_loss(capture, found)
