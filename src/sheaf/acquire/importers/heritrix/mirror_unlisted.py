"""Files of a mirror that no line of its log claims: they were fetched all the same.

Their URL is guessed from their path: a query, or a name that was changed, cannot be told from it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from sheaf import urls
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.disk_set import DiskSet
from sheaf.acquire.importers.files.folder import FolderImporter, files_below
from sheaf.acquire.importers.heritrix.mirror_paths import TEMPORARY, MirrorRules
from sheaf.records import Aside, Capture, Location

# What stands in a URL's path as it is.
PLAIN = "!$&'()*+,;=:@~"
OF_THE_DISK = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


def unlisted(
    mirror: Path,
    named_files: DiskSet,
    logs: Collection[Path],
    context: ImportContext,
    rules: MirrorRules,
) -> Iterator[Capture | Aside]:
    """`named_files` holds the files, and the hosts' folders, that the log named."""
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
            url=guessed_url(name, rules) or capture.url,
            location=Location(capture.location.source, f"unlisted:{name}"),
        )


def _is_leftover(path: Path, name: str, named_files: DiskSet, rules: MirrorRules) -> bool:
    """What the writer did not clear away, what the disk added, and what is in no host's folder."""
    host, slash, _ = name.partition("/")
    if rules.host_directory and not (slash and ("." in host or host in named_files)):
        return True
    if path.name.lower() in OF_THE_DISK:
        return True
    whole = path.name.removesuffix(TEMPORARY)
    return whole != path.name and bool(whole) and path.with_name(whole).is_file()


def guessed_url(name: str, rules: MirrorRules) -> str | None:
    """`host/a b.pdf` was http://host/a%20b.pdf, or something like it."""
    if not rules.host_directory:
        return None
    host, *segments = name.split("/")
    path = "/".join(quote(_dotted(one, rules), PLAIN, errors="surrogateescape") for one in segments)
    url = f"http://{host}/{path}"
    try:
        urls.canonical(url)
    except (urls.BadUrl, UnicodeError):
        return None
    return url


def _dotted(segment: str, rules: MirrorRules) -> str:
    rest = segment.removeprefix(rules.dot_begin)
    return segment if rest == segment else f".{rest}"
