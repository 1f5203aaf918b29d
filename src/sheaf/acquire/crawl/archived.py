"""What a crawl of ours has written, as captures: from its archives into the library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sheaf import urls
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.warc import WarcImporter
from sheaf.records import Aside, Capture


def crawl_name(seeds: Sequence[str]) -> str:
    """A name for the crawl of these seeds: the first one's host, and a few digits for the rest."""
    key = urls.md5("\n".join(sorted(seeds)))[:8]
    host = re.sub(r"[^a-z0-9.-]", "", urls.host_of(seeds[0])) if seeds else ""
    return f"{host[:60] or 'crawl'}-{key}"


def archived(archive: Path, library: Path, context: ImportContext) -> Iterator[Capture | Aside]:
    """Whatever is there so far. The run of a crawl is taken up again each time and skips what it
    has, so a crash between crawl and import loses nothing."""
    reader = WarcImporter(context)
    for path in sorted([*archive.glob("*.warc.gz"), *archive.glob("*.warc.zst")]):
        # Known by its place in the library, which may be moved.
        place = path.relative_to(library).as_posix()
        for one in reader.captures(path):
            yield one if isinstance(one, Aside) else _at_source(one, place)


def _at_source(capture: Capture, source: str) -> Capture:
    return replace(capture, location=replace(capture.location, source=source))
