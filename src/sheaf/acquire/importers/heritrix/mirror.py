"""A mirror that Heritrix's MirrorWriter left, read along its crawl.log.

The log is the list of captures: each row that is a download becomes one, in the log's order. Its
file is looked for by the MirrorWriter's rules and known by the SHA-1 that the row tells. Files
that no row names come last.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from sheaf import urls
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.folder import FolderImporter, files_below, is_below
from sheaf.acquire.importers.heritrix import mirror_paths
from sheaf.acquire.importers.heritrix.mirror_paths import (
    DEFAULT_RULES,
    TEMPORARY,
    MirrorRules,
    NotWritten,
    PathKind,
    PossibleFile,
)
from sheaf.acquire.importers.logs.captures import (
    LONGEST_REASON,
    add_loss,
    capture_of_bad_line,
    capture_of_line,
    line_location,
)
from sheaf.acquire.importers.logs.heritrix_log import BadLine, CrawlLogLine, parts_of_log, read_log
from sheaf.errors import SourceError
from sheaf.files import compute_sha1
from sheaf.records import Aside, Capture, Dropped, Location, Outcome, Payload

LOG_NAMES = ("crawl.log", "crawl.log.gz")
MIRROR_NAME = "mirror"
# By then the log of a mirror has named a host that has its folder there.
ROWS_TO_RECOGNISE = 2_000
# What stands in a URL's path as it is.
PLAIN = "!$&'()*+,;=:@~"
FILES_OF_SYSTEMS = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


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
            return any(self._holds_hosts_of_log(job) for job in find_jobs(source, self.context.log))
        except OSError:
            return False

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        found = find_jobs(source, self.context.log) if source.is_dir() else []
        if not found:
            raise SourceError(
                f"{source} is taken for a mirror, but there is no crawl.log in it or beside it.",
                "Name the log with --log FILE.",
            )
        for job in found:
            with DiskSet(self.context.spool) as named_files:
                yield from self._read_job(job, named_files)

    def _read_job(self, job: MirrorJob, named_files: DiskSet) -> Iterator[Capture | Aside]:
        files = MirrorFiles(job.mirror, self.context, self.rules)
        logs = parts_of_log(job.log)
        for log in logs:
            yield from self._read_rows(job, log, files, named_files)
        yield from read_unlisted(job.mirror, named_files, logs, self.context, self.rules)

    def _read_rows(
        self, job: MirrorJob, log: Path, files: MirrorFiles, named_files: DiskSet
    ) -> Iterator[Capture | Aside]:
        try:
            for line in read_log(log):
                location = line_location(job.mirror, log, line.number)
                if isinstance(line, BadLine):
                    yield capture_of_bad_line(line, log, location)
                elif line.aside is not None:
                    yield Aside(line.aside)
                else:
                    found = files.find(line)
                    named_files.add(files.host)
                    if isinstance(found, FoundFile):
                        named_files.add(found.path)
                    yield _add_bytes(capture_of_line(line, location), found)
        except OSError as problem:
            raise SourceError(f"{log} cannot be read: {problem.strerror}.") from None

    def _holds_hosts_of_log(self, job: MirrorJob) -> bool:
        rows = islice(read_log(job.log), ROWS_TO_RECOGNISE)
        asked: set[str] = set()
        for row in rows:
            if isinstance(row, CrawlLogLine) and row.aside is None:
                expected = mirror_paths.expected_path(row.url, rules=self.rules)
                top = "" if isinstance(expected, NotWritten) else "/".join(expected.top)
                if top and top not in asked and os.path.isdir(job.mirror / top):
                    return True
                asked.add(top)
        return False


@dataclass(frozen=True, slots=True)
class MirrorJob:
    """A mirror and its log."""

    mirror: Path
    log: Path


def find_jobs(source: Path, log: Path | None = None) -> list[MirrorJob]:
    """The mirrors that a source means, in the layouts that Heritrix uses.

    A job or launch folder (`logs/crawl.log` and `mirror/`), the mirror itself with the log in it
    or beside it, or a job of Heritrix 3 with a folder for each launch.
    """
    inner = source / MIRROR_NAME
    mirror = inner if inner.is_dir() else source
    if log is not None:
        return [MirrorJob(mirror, log)]
    for folder in (source / "logs", source, source.parent / "logs", source.parent):
        for name in LOG_NAMES:
            if os.path.isfile(folder / name):
                return [MirrorJob(mirror, folder / name)]
    return [
        MirrorJob(launch / MIRROR_NAME, log)
        for launch, log in find_launches(source)
        if (launch / MIRROR_NAME).is_dir()
    ]


def find_launches(source: Path) -> list[tuple[Path, Path]]:
    """The folders of a job of Heritrix 3, one for each launch, with their logs. It keeps a link
    to the latest launch; followed, that would be read twice."""
    with os.scandir(source) as entries:
        folders = sorted(
            Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)
        )
    logs = ((folder, folder / "logs" / name) for folder in folders for name in LOG_NAMES)
    found: dict[Path, Path] = {}
    for folder, log in logs:
        if os.path.isfile(log):
            found.setdefault(folder, log)
    return list(found.items())


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A row's file, and its bytes as they came from the web."""

    path: str
    payload: Payload


class MirrorFiles:
    """Finds the file of a log row."""

    def __init__(self, mirror: Path, context: ImportContext, rules: MirrorRules = DEFAULT_RULES):
        self.mirror = mirror.absolute()
        self.restore_bytes = context.hand_over_bytes
        self.largest_document = context.largest_document
        self.rules = rules
        self.tree = DiskTree(self.mirror)
        self.host = ""  # the folder of the host that was asked for last

    def find(self, line: CrawlLogLine) -> FoundFile | Dropped:
        expected = mirror_paths.expected_path(line.url, line.mime_type, self.rules)
        self.host = "" if isinstance(expected, NotWritten) else "".join(expected.top[:1])
        if line.size == 0:
            # The MirrorWriter writes no file for an empty body.
            return FoundFile("", Payload(data=b""))
        if isinstance(expected, NotWritten):
            return Dropped(Outcome.MISSING_BYTES, f"not in the mirror: {expected.reason}")
        tried: list[str] = []
        for possible in mirror_paths.possible_files(expected, self.tree):
            try:
                payload = self._read_payload(possible, line)
            except OSError as problem:
                tried.append(f"{possible.path} ({problem.strerror})")
                continue
            if payload is not None:
                return FoundFile(possible.path, payload)
            tried.append(possible.path)
        return Dropped(Outcome.MISSING_BYTES, _why_missing(expected.path, tried)[:LONGEST_REASON])

    def _read_payload(self, possible: PossibleFile, line: CrawlLogLine) -> Payload | None:
        """The bytes of a file, if they are the row's."""
        path = self.mirror / possible.path
        if not is_below(path, self.mirror):
            raise OSError(errno.ELOOP, "a link that leads out of the mirror")
        payload = Payload(path=str(path), length=path.stat().st_size)
        if line.digest is None or (payload.length or 0) > self.largest_document:
            # Without a digest only the rules' own place counts, and it must have the right size.
            # What is too large to be a document is not read for its digest either.
            fits = possible.by_rule and line.size in {None, payload.length}
            return payload if fits else None
        if compute_sha1(path) == line.digest:
            return payload
        return self._restore_line_ends(path, payload.length or 0, line.digest)

    def _restore_line_ends(self, path: Path, length: int, digest: str) -> Payload | None:
        """A mirror that went through git or a text-mode transfer has other line ends. Where the
        digest shows that undoing this gives the bytes the web sent, those are taken."""
        if length > self.restore_bytes:
            return None
        data = path.read_bytes()
        with_lf = data.replace(b"\r\n", b"\n")
        for changed in (with_lf.replace(b"\n", b"\r\n"), with_lf):
            if (
                changed != data
                and hashlib.sha1(changed, usedforsecurity=False).hexdigest() == digest
            ):
                return Payload(data=changed)
        return None


class DiskTree:
    """A mirror on a disk, as `mirror_paths` looks at it."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        # A directory at a time is asked about over and over; many at once would fill memory.
        self._names_in = lru_cache(maxsize=4)(self._names)

    def kind(self, path: str) -> PathKind:
        try:
            mode = os.stat(f"{self.root}/{path}").st_mode
        # Too long for this disk, or no name at all: what cannot be asked about is not there.
        except (OSError, ValueError):
            return PathKind.ABSENT
        if stat.S_ISDIR(mode):
            return PathKind.DIRECTORY
        return PathKind.FILE if stat.S_ISREG(mode) else PathKind.ABSENT

    def similar_names(self, folder: str, name: str) -> list[str]:
        return [
            other for other in self._names_in(folder).get(_fold_name(name), []) if other != name
        ]

    def _names(self, folder: str) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        try:
            for name in sorted(os.listdir(f"{self.root}/{folder}")):
                names.setdefault(_fold_name(name), []).append(name)
        except (OSError, ValueError):
            pass
        return names


def _fold_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _why_missing(path: str, tried: list[str]) -> str:
    if not tried:
        return f"no file in the mirror: it would be {path}"
    return f"no file in the mirror has the log's digest or size; tried {', '.join(tried)}"


def _add_bytes(capture: Capture, found: FoundFile | Dropped) -> Capture:
    if isinstance(found, FoundFile):
        return replace(capture, payload=found.payload)
    return add_loss(capture, found)


def read_unlisted(
    mirror: Path,
    named_files: DiskSet,
    logs: Collection[Path],
    context: ImportContext,
    rules: MirrorRules,
) -> Iterator[Capture | Aside]:
    """Files that no line of the log names: they were fetched all the same. Their URL is guessed
    from their path, which knows no query and no name that was changed. `named_files` holds the
    files, and the hosts' folders, that the log named."""
    files = FolderImporter(context)
    for path in files_below(mirror):
        name = os.fsdecode(path.relative_to(mirror))
        if name in named_files or path in logs:
            continue
        if _is_leftover(path, name, named_files, rules):
            yield Aside("leftover")
            continue
        capture = files.capture(mirror, path)
        yield replace(
            capture,
            url=guess_url(name, rules) or capture.url,
            location=Location(capture.location.source, f"unlisted:{name}"),
        )


def _is_leftover(path: Path, name: str, named_files: DiskSet, rules: MirrorRules) -> bool:
    """What the writer did not clear away, what the disk added, and what is in no host's folder."""
    host, slash, _ = name.partition("/")
    if rules.host_directory and not (slash and ("." in host or host in named_files)):
        return True
    if path.name.lower() in FILES_OF_SYSTEMS:
        return True
    whole = path.name.removesuffix(TEMPORARY)
    return whole != path.name and bool(whole) and os.path.isfile(path.with_name(whole))


def guess_url(name: str, rules: MirrorRules) -> str | None:
    """`host/a b.pdf` was http://host/a%20b.pdf, or something like it."""
    if not rules.host_directory:
        return None
    host, *segments = name.split("/")
    path = "/".join(
        quote(_restore_dot(segment, rules), PLAIN, errors="surrogateescape") for segment in segments
    )
    url = f"http://{host}/{path}"
    try:
        urls.canonical(url)
    except (urls.BadUrl, UnicodeError):
        return None
    return url


def _restore_dot(segment: str, rules: MirrorRules) -> str:
    rest = segment.removeprefix(rules.dot_begin)
    return segment if rest == segment else f".{rest}"
