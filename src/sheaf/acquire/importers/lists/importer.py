"""Files that a list names: each row is a capture, whether its file is there or not.

A list is untrusted: it never leads out of the folder that it stands in. Where that folder is the
source, the files in it that no row names come after the rows.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.importers.archives.formats import archive_kind, unpack_start
from sheaf.acquire.importers.archives.segments import GZIP
from sheaf.acquire.importers.contract import HEAD_BYTES, ImportContext, Reads
from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.file_urls import check_base_url, ftp_folder, url_below
from sheaf.acquire.importers.files.folder import (
    UNKNOWN_TIME,
    FolderImporter,
    files_below,
    find_importer,
    leads_out,
)
from sheaf.acquire.importers.files.tree import aside_of_leftover
from sheaf.acquire.importers.lists.rows import (
    CDI_LITE,
    BadRow,
    ListFormat,
    ListRow,
    NoFileRow,
    format_of_header,
    guess_format,
    is_plain_cdi_lite,
    is_row,
    read_list,
)
from sheaf.acquire.importers.registry import make_archive_importers
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture, Dropped, Location, Outcome

ENDINGS = (".csv", ".txt", ".tsv", ".lst", ".list", ".log")
WELL_KNOWN = ("file_list.csv", "file_list.txt", "oa_file_list.csv", "files.txt", "doclist.txt")
# Files at the top of a folder that are looked into for a list.
LISTS_TRIED = 50
# Rows that are tried until one names a file that is there.
ROWS_TRIED = 50
# An absolute path of another machine has not more folders than this worth trying.
LONGEST_SUFFIX = 64
LONGEST_REASON = 1_000


class ListImporter:
    reads = Reads(single_files=False, opens_archives=True, uses_log=False, takes_attributes=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.base_url = check_base_url(context.base_url)
        self.files = FolderImporter(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        """A list, or a folder that has one at its top."""
        if source.is_dir():
            return any(True for _ in find_lists(source))
        return is_list(source, head)

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        if source.is_dir():
            yield from self._read_folder(source)
        else:
            yield from self._read_rows(
                source, ListRoot(source.parent), str(source.absolute()), "line {}"
            )

    def _read_folder(self, folder: Path) -> Iterator[Capture | Aside]:
        lists = list(find_lists(folder)) or find_well_known(folder)
        if not lists:
            raise SourceError(
                f"There is no list at the top of {folder}.", "Name the list itself as the source."
            )
        with DiskSet(self.context.spool) as named_files:
            root = ListRoot(folder, named_files)
            for path in lists:
                named_files.add(path.name)
                place = f"line {{}} of {path.name.replace('{', '{{').replace('}', '}}')}"
                yield from self._read_rows(path, root, str(folder.absolute()), place)
            yield from self._read_unlisted(folder, named_files)

    def _read_rows(
        self, path: Path, root: ListRoot, source: str, place: str
    ) -> Iterator[Capture | Aside]:
        form = guess_format(read_first_lines(path, _read_head(path)))
        for number, row in read_list(path, form, self.base_url):
            location = Location(source, place.format(number))
            if isinstance(row, NoFileRow):
                yield Aside(row.kind)
            elif isinstance(row, BadRow):
                yield _capture_of_bad_row(path, form, number, row, location)
            else:
                yield self._capture(form, row, root, location)

    def _capture(
        self, form: ListFormat, row: ListRow, root: ListRoot, location: Location
    ) -> Capture | Aside:
        found = root.find(row)
        if isinstance(found, Path) and root.named_files is not None and is_archive(found):
            # What is in it counts, not the archive: it is read with the files no row names.
            return Aside("listed_archive")
        root.add_named(found)
        if isinstance(found, Dropped):
            url = row.url or self._url(row.paths[0].lstrip("/")) or _file_url(root, row)
            capture = Capture(url, UNKNOWN_TIME, location, lost=found)
            place = row.paths[0].lstrip("/")
        else:
            capture = self.files.capture(root.folder, found)
            place = capture.location.position
            url = row.url or self._url(found.relative_to(root.folder)) or capture.url
        capture = replace(
            capture,
            url=url,
            time=row.time or capture.time,
            location=location,
            parent_url=row.parent_url,
            mime_type=row.mime_type,
            depth=row.depth,
            is_seed=row.is_seed,
        )
        told = [name for name in form.tells if getattr(row, name) is not None]
        return self.context.attributes.apply(capture, place, told)

    def _read_unlisted(self, folder: Path, named_files: DiskSet) -> Iterator[Capture | Aside]:
        archives = make_archive_importers(self.context)
        for path in files_below(folder):
            relative = path.relative_to(folder)
            if relative in named_files:
                continue
            aside = aside_of_leftover(path)
            archive = None if aside else find_importer(path, archives, folder)
            if aside is not None:
                yield aside
            elif archive is not None:
                yield from archive.captures(path)
            else:
                capture = self.files.capture(folder, path)
                url = self._url(relative)
                location = Location(capture.location.source, f"unlisted: {relative}")
                capture = replace(capture, location=location)
                if url:
                    capture = replace(capture, url=url, parent_url=ftp_folder(url))
                yield self.context.attributes.apply(capture, os.fsdecode(relative))

    def _url(self, relative: str | Path) -> str | None:
        return url_below(self.base_url, relative) if self.base_url else None


class ListRoot:
    """The folder that a list speaks of, and no place outside it."""

    def __init__(self, folder: Path, named_files: DiskSet | None = None) -> None:
        self.folder = folder.absolute()
        self.real = os.path.realpath(folder)
        self.named_files = named_files

    def find(self, row: ListRow) -> Path | Dropped:
        """The file of a row, or why there is none."""
        reason: Dropped | None = None
        for path in row.paths:
            found = self._find_path(path, row.is_from_elsewhere)
            if isinstance(found, Path):
                return found
            reason = reason or found
        return reason or _missing("no file is named")

    def add_named(self, path: Path | Dropped) -> None:
        if self.named_files is not None and isinstance(path, Path):
            self.named_files.add(path.relative_to(self.folder))
            # Through a link the file has two names here, but it is one.
            self.named_files.add(os.path.relpath(os.path.realpath(path), self.real))

    def _find_path(self, named: str, is_from_elsewhere: bool) -> Path | Dropped:
        if "\0" in named:
            return _missing("the name of a file cannot hold a zero byte")
        parts = [part for part in named.split("/") if part not in {"", "."}]
        if ".." in parts or not parts:
            return _missing(f"{named} is not below the list's folder")
        if named.startswith("/"):
            parts = self._below(parts) or (self._suffix(parts) if is_from_elsewhere else [])
            if not parts:
                return _missing(f"{named} is not below the list's folder")
        return self._check_file(parts, named)

    def _check_file(self, parts: Sequence[str], named: str) -> Path | Dropped:
        path = self.folder.joinpath(*parts)
        try:
            facts = path.stat()
            real = os.path.realpath(path)
        except OSError as problem:
            return _missing(f"{named}: {problem.strerror}")
        if not real.startswith(os.path.join(self.real, "")):
            return _missing(f"{named} is a link that leads out of the list's folder")
        if stat.S_ISDIR(facts.st_mode):
            return _missing(f"{named} is a folder, not a file")
        return path

    def _below(self, parts: list[str]) -> list[str]:
        """The rest of an absolute path that leads here."""
        for folder in (str(self.folder), self.real):
            top = [part for part in folder.split("/") if part]
            if parts[: len(top)] == top:
                return parts[len(top) :]
        return []

    def _suffix(self, parts: list[str]) -> list[str]:
        """The longest end of a path that is a file here."""
        shortened = parts[-LONGEST_SUFFIX:]
        ends = (shortened[start:] for start in range(len(shortened)))
        return next((end for end in ends if isinstance(self._check_file(end, ""), Path)), [])


def find_lists(folder: Path) -> Iterator[Path]:
    """The lists at the top of a folder. Several are read one after the other."""
    tried = 0
    for name in _list_names(folder):
        if name.lower().removesuffix(".gz").endswith(ENDINGS) and tried < LISTS_TRIED:
            tried += 1
            path = folder / name
            if (
                os.path.isfile(path)
                and not leads_out(path, folder)
                and is_list(path, _read_head(path))
            ):
                yield path


def find_well_known(folder: Path) -> list[Path]:
    """Where the user says that there is a list, its name is enough."""
    names = (name + packed for name in WELL_KNOWN for packed in ("", ".gz"))
    found = (folder / name for name in names if os.path.isfile(folder / name))
    return [path for path in found if not leads_out(path, folder)][:1]


def is_list(source: Path, head: bytes) -> bool:
    """Careful, for a person's notes are no list: most of the first lines are rows, and where rows
    are easily mistaken, a file that they name is there."""
    lines = [line for line in read_first_lines(source, head) if line.strip()]
    if any(b"\0" in line for line in lines):
        return False
    if format_of_header(lines):
        return True
    form = guess_format(lines)
    if form is CDI_LITE and not all(is_plain_cdi_lite(line) for line in lines):
        return False
    rows = [line for line in lines if is_row(form, line)]
    if 2 * len(rows) < len(lines):
        return False
    if form.is_weak:
        return len(rows) > 1 and _names_a_file(form, rows, source)
    return len(rows) > 1 or _names_a_file(form, rows, source)


def _names_a_file(form: ListFormat, lines: Sequence[bytes], source: Path) -> bool:
    """A list of archives only says which there are: what is in them has URLs of its own."""
    root = ListRoot(source.parent)
    rows = (form.parse(line) for line in lines[:ROWS_TRIED])
    found = (root.find(row) for row in rows if isinstance(row, ListRow))
    first = next((path for path in found if isinstance(path, Path)), None)
    return first is not None and not is_archive(first)


def is_archive(path: Path) -> bool:
    try:
        if not os.path.isfile(path):
            return False
        return path.suffix.lower() == ".wacz" or archive_kind(path, _read_head(path)) is not None
    except OSError:
        return False


def read_first_lines(source: Path, head: bytes) -> list[bytes]:
    """The whole lines at the start of a list."""
    start = unpack_start(source, head) if head.startswith(GZIP) else head
    lines = start.split(b"\n")
    is_all = len(head) < HEAD_BYTES and start is head
    return lines if is_all else lines[:-1]


def _list_names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _read_head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD_BYTES)
    except OSError:
        return b""


def _missing(reason: str) -> Dropped:
    return Dropped(Outcome.MISSING_BYTES, reason[:LONGEST_REASON])


def _file_url(root: ListRoot, row: ListRow) -> str:
    return url_below(root.folder.as_uri() + "/", row.paths[0].lstrip("/"))


def _capture_of_bad_row(
    path: Path, form: ListFormat, number: int, row: BadRow, location: Location
) -> Capture:
    """A line that cannot be read may have told of a document, so it counts as one lost."""
    reason = f"line {number} of {path} is no row of a {form.name} list: {row.reason}: {row.start}"
    lost = Dropped(Outcome.DAMAGED, reason[:LONGEST_REASON])
    return Capture(path.absolute().as_uri(), UNKNOWN_TIME, location, lost=lost)
