"""A folder copied from a server by lftp, wget or rsync: each file has the URL it was copied from.

Either the user says where the folder came from (--base-url), or its top folders are hosts, as
`wget -r` leaves them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.files.file_urls import (
    check_base_url,
    ftp_folder,
    url_below,
    url_in_host_folder,
)
from sheaf.acquire.importers.files.folder import FolderImporter, files_below, find_importer
from sheaf.acquire.importers.registry import make_archive_importers
from sheaf.records import Aside, Capture, Dropped, Outcome

# One index page in each order that Apache offers; with @, as wget names files for Windows.
SORTED_INDEX = re.compile(r"index\.html?[?@]C=[A-Z](?:;|%3B|&)O=[A-Z](?:\.html)?", re.IGNORECASE)
UNFINISHED = ".lftp-pget-status"
UNFINISHED_NAME = ".in."


class TreeImporter:
    # Asked after all that know their sources by the content.
    reads = Reads(
        precedence=-100,
        single_files=False,
        opens_archives=True,
        uses_log=False,
        takes_attributes=True,
    )

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.base_url = check_base_url(context.base_url)
        self.files = FolderImporter(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        """Nothing in a folder or file shows that it came from a server, so the user has to say
        so."""
        return self.base_url is not None

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        if not source.is_dir():
            yield self.capture(source.parent, source, is_named=True)
            return
        archives = make_archive_importers(self.context)
        for path in files_below(source):
            aside = aside_of_leftover(path)
            if aside is not None:
                yield aside
                continue
            archive = find_importer(path, archives, source)
            if archive is not None:
                yield from archive.captures(path)
            else:
                yield self.capture(source, path)

    def capture(self, root: Path, path: Path, *, is_named: bool = False) -> Capture:
        capture = self.files.capture(root, path, is_named=is_named)
        relative = path.relative_to(root)
        url = url_below(self.base_url, relative) if self.base_url else url_in_host_folder(relative)
        if url is not None:
            capture = replace(capture, url=url, parent_url=ftp_folder(url))
        # A file that is named by itself has its whole path.
        place = str(path.absolute()) if is_named else capture.location.position
        capture = self.context.attributes.apply(capture, place)
        if capture.lost is None and is_unfinished(path):
            lost = Dropped(Outcome.DAMAGED, "lftp had not finished downloading it")
            return replace(capture, lost=lost)
        return capture


def aside_of_leftover(path: Path) -> Aside | None:
    """What the copying program left, and index pages that repeat another one."""
    if path.name == ".listing" or SORTED_INDEX.fullmatch(path.name):
        return Aside("directory_listing")
    return Aside("download_status") if path.name.endswith(UNFINISHED) else None


def is_unfinished(path: Path) -> bool:
    # Asked so, a name that is too long to be lengthened has nothing beside it.
    return path.name.startswith(UNFINISHED_NAME) or os.path.exists(f"{path}{UNFINISHED}")
