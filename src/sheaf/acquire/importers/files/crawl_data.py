"""Files with CrawlData XML beside them, as the CiteSeerX crawlers left them.

    paper.pdf + paper.met             written by the Heritrix bridge, and by Sheaf on wish
    001.234.567.pdf + ....pdf.met     written by the SYZ crawler, by CDI and by Sheaf

The files are read leniently: CDI wrote no entities and the word None, element names and their
order vary, and so do dates.
"""

from __future__ import annotations

import html
import os
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.dates import parse_date
from sheaf.acquire.importers.files.folder import (
    LEADS_OUT,
    UNKNOWN_TIME,
    FolderImporter,
    files_below,
    leads_out,
)
from sheaf.records import Aside, Capture, Dropped, Outcome

OPENING = re.compile(r"<(\w+)>")
CLOSING = re.compile(r"</(\w+)\s*>")
ROOT = re.compile(rb"<crawldata\b", re.IGNORECASE)
SIDE_FILES = frozenset({".txt", ".body", ".cite", ".header", ".parscit", ".file", ".json", ".xml"})
# What a `paper.met` may describe; of several beside it the first.
ENDINGS = (
    *("pdf", "ps", "gz", "html", "htm", "doc", "rtf", "tex", "text", "docx", "docm", "odt"),
    *("ppt", "pptx", "pptm", "ppsx", "odp", "xls", "xlsx", "xlsm", "ods", "epub", "bin"),
)
LARGEST = 1024 * 1024  # a .met file is a few hundred bytes; a megabyte of it is something else
FILES_TO_RECOGNISE = 200  # files, to see whether a folder is of this kind


@dataclass(frozen=True, slots=True)
class CrawlData:
    url: str | None
    parent_url: str | None = None
    time: datetime | None = None
    content_type: str | None = None
    sha1: str | None = None


class CrawlDataImporter:
    # CrawlData describes the file beside it.
    reads = Reads(
        single_files=False,
        together=lambda names: any(name.endswith(".met") for name in names),
        uses_log=False,
    )

    def __init__(self, context: ImportContext) -> None:
        self.files = FolderImporter(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        """A folder among whose first files is CrawlData."""
        if not source.is_dir():
            return False
        first_files = (
            path for _, path in zip(range(FILES_TO_RECOGNISE), files_below(source), strict=False)
        )
        return any(path.suffix == ".met" and ROOT.search(_read_start(path)) for path in first_files)

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        for path in files_below(source):
            met = met_beside(path)
            if path.suffix == ".met" and document_of(path) is None:
                yield self._read_without_document(source, path)
            elif path.suffix == ".met":
                yield Aside("crawl_data")
            elif met is not None:
                yield self._read_described(source, path, met)
            elif is_side_file(path):
                yield Aside("side_file")
            else:
                yield self.files.capture(source, path)

    def _read_described(self, source: Path, path: Path, met: Path) -> Capture:
        capture = self.files.capture(source, path)
        crawl_data = LEADS_OUT if leads_out(met, source) else _read_crawl_data(met)
        if isinstance(crawl_data, Dropped):
            return replace(capture, lost=capture.lost or crawl_data)
        is_seed = crawl_data.url is not None and crawl_data.parent_url is None
        return replace(
            capture,
            url=crawl_data.url or capture.url,
            parent_url=crawl_data.parent_url,
            time=crawl_data.time or capture.time,
            mime_type=crawl_data.content_type,
            depth=0 if is_seed else None,
            is_seed=is_seed,
            sha1=crawl_data.sha1,
        )

    def _read_without_document(self, source: Path, met: Path) -> Capture:
        """CrawlData whose document is gone."""
        capture = self.files.capture(source, met)
        crawl_data = capture.lost or _read_crawl_data(met)
        if isinstance(crawl_data, Dropped):
            return replace(capture, lost=crawl_data)
        return replace(
            capture,
            url=crawl_data.url or capture.url,
            parent_url=crawl_data.parent_url,
            time=crawl_data.time or UNKNOWN_TIME,
            lost=Dropped(Outcome.MISSING_BYTES, f"{met.name} has no document beside it"),
        )


def met_beside(path: Path) -> Path | None:
    """paper.pdf.met, else paper.met; a side file (paper.txt) is not what paper.met describes."""
    appended = path.with_name(path.name + ".met")
    if os.path.isfile(appended):
        return appended
    replaced = path.with_suffix(".met")
    return replaced if os.path.isfile(replaced) and document_of(replaced) == path else None


def document_of(met: Path) -> Path | None:
    """What a .met file describes: by its name without .met, or the first type beside it."""
    named = met.with_suffix("")
    if named.suffix and os.path.isfile(named):
        return named
    others = (met.with_suffix(f".{ending}") for ending in ENDINGS)
    return next((path for path in others if os.path.isfile(path)), None)


def is_side_file(path: Path) -> bool:
    """Text, body and citations that an extractor put beside a described document."""
    if path.suffix not in SIDE_FILES:
        return False
    stem = path.with_suffix("").name
    names = (f"{stem}.met", *(f"{stem}.{ending}.met" for ending in ENDINGS))
    return any(os.path.isfile(path.with_name(name)) for name in names)


def parse_crawl_data(data: bytes) -> CrawlData:
    """Every dialect; what is absent, empty or `None` is None."""
    found: dict[str, str] = {}
    for name, value in _elements(_inner_text(data.decode("utf-8", "replace"))):
        text = html.unescape(value).strip()
        if text and text != "None":
            found.setdefault(name.lower(), text)
    sha1 = found.get("sha1", "").lower()
    return CrawlData(
        url=found.get("url"),
        parent_url=found.get("parenturl"),
        time=parse_date(found.get("crawldate", "")),
        content_type=found.get("contenttype"),
        sha1=sha1 if re.fullmatch(r"[0-9a-f]{40}", sha1) else None,
    )


def _elements(text: str) -> Iterator[tuple[str, str]]:
    """Names and contents. Each closing tag is looked for once, or a file full of opening tags
    would keep us for hours."""
    ends: dict[str, list[tuple[int, int]]] = {}
    for tag in CLOSING.finditer(text):
        ends.setdefault(tag[1], []).append(tag.span())
    at = 0
    for tag in OPENING.finditer(text):
        closing = ends.get(tag[1], [])
        number = bisect_left(closing, (tag.end(), 0))
        if tag.start() >= at and number < len(closing):
            start, at = closing[number]
            yield tag[1], text[tag.end() : start]


def _inner_text(text: str) -> str:
    start = re.search(r"<crawldata\b[^<>]*>", text, re.IGNORECASE)
    return text[start.end() :] if start else ""


def _read_crawl_data(met: Path) -> CrawlData | Dropped:
    try:
        with met.open("rb") as stream:
            return parse_crawl_data(stream.read(LARGEST))
    except OSError as problem:
        return Dropped(Outcome.MISSING_BYTES, f"{met.name} cannot be read: {problem.strerror}")


def _read_start(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(1000)
    except OSError:
        return b""
