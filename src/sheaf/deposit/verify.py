"""Files against rows, both ways: what the catalogue names is there and whole, and what is there
is in the catalogue. `repair.py` mends what this finds."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from xml.parsers import expat

from sheaf.curate.mime_type import extension_of
from sheaf.deposit import models
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.crawl_data import met_ending
from sheaf.deposit.overlay.corrected import Corrected, lay_over
from sheaf.deposit.page_texts import PageTexts
from sheaf.deposit.paper_shape import is_paper
from sheaf.deposit.papers import describe_difference
from sheaf.files import compute_sha1
from sheaf.records import Document, PageInfo
from sheaf.settings import CrawlDataForm

AT_ONCE = 200
LARGEST_MET = 4 * 1024 * 1024  # holds two URLs and little else
Check = Callable[[Path, Document], str]  # what is wrong with a file; empty for nothing
MET_SHA1 = re.compile(rb"<SHA1>([0-9a-f]{40})</SHA1>")


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    document_id: int | None
    path: str
    words: str
    page_id: int | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """What was done about a fault, or would be; `mended` is false where the fault remains."""

    fault: Fault
    action: str
    words: str
    mended: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "fault": self.fault.kind,
            "document_id": self.fault.document_id,
            "path": self.fault.path,
            "action": self.action,
            "words": self.words,
            "mended": self.mended,
        }


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """How many documents and pages were checked, what is wrong, and what was done about it."""

    documents: int
    faults: tuple[Fault, ...]
    repairs: tuple[Repair, ...] = ()
    pages: int = 0

    @property
    def remaining(self) -> int:
        """Faults that are there still."""
        return len(self.faults) - sum(one.mended for one in self.repairs)


def check_library(catalogue: Catalogue, report: Callable[[int], None]) -> VerifyReport:
    faults: list[Fault] = []
    documents = pages = 0
    for one in verify(catalogue):
        if isinstance(one, Fault):
            faults.append(one)
        elif isinstance(one, PageInfo):
            pages += 1
        else:
            documents += 1
            report(documents)
    return VerifyReport(documents, tuple(faults), pages=pages)


def verify(catalogue: Catalogue) -> Iterator[Fault | Document | PageInfo]:
    """Every document as it is checked, and the faults found; strangers among the files, then the
    pages, last."""
    documents = catalogue.documents()
    while some := list(islice(documents, AT_ONCE)):
        rows = _paper_rows(catalogue, [one.id for one in some])
        corrected = catalogue.corrected(one.sha1 for one in some)
        for document in some:
            yield document
            row = PaperRow(rows.get(document.id), corrected.get(document.sha1, {}))
            yield from _document_faults(catalogue, document, row)
    yield from _strangers(catalogue)
    yield from _check_pages(catalogue)


def _check_pages(catalogue: Catalogue) -> Iterator[Fault | PageInfo]:
    """Whether the content of pages still stands in the library's own archives and stores. Sources
    elsewhere may go once they were imported, and a page whose row says what is wrong is told."""
    pages = (page for page in catalogue.pages()
             if not page.problem and not os.path.isabs(page.place.source))  # fmt: skip
    with PageTexts(catalogue.repository.root.parent) as texts:
        while some := list(islice(pages, AT_ONCE)):
            yield from some
            for page, words in texts.find_missing(some):
                path = f"{page.place.source}@{page.place.position}"
                yield Fault("missing_page", None, path, words, page.id)


def _paper_rows(catalogue: Catalogue, numbers: list[int]) -> dict[int, models.Paper]:
    rows = models.Paper.objects.using(catalogue.alias).filter(document_id__in=numbers)
    return {row.document_id: row for row in rows.prefetch_related("authors", "references")}


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    """Where the files of a document belong."""

    main: Path
    met: Path
    text: Path
    paper: Path

    @classmethod
    def of(cls, catalogue: Catalogue, document: Document) -> DocumentFiles:
        path, number = catalogue.repository.path, document.id
        ending = extension_of(document.mime_type)
        mets = met_places(catalogue, document)
        met = next((place for place in mets if place in document.files), mets[0])
        return cls(path(number, ending), met, path(number, "txt"), path(number, "json"))


def met_places(catalogue: Catalogue, document: Document) -> list[Path]:
    """Where its CrawlData may stand: first as the settings have it now, then as they had it when
    it was written."""
    repository, ending = catalogue.repository, extension_of(document.mime_type)
    forms: tuple[CrawlDataForm, ...] = ("cdi", "heritrix")
    in_order = sorted(forms, key=lambda form: form != repository.crawl_data)
    return [repository.path(document.id, met_ending(ending, form)) for form in in_order]


# -- a document ------------------------------------------------------------------------------------


def _document_faults(catalogue: Catalogue, document: Document, row: PaperRow) -> Iterator[Fault]:
    places = DocumentFiles.of(catalogue, document)
    if not document.sha1:  # `repair.py` takes it out where the bytes are gone
        yield Fault("lost", document.id, str(places.main), "its bytes are gone: import them again")
        return
    yield from _faults(document, places.main, _main_fault)
    yield from _faults(document, places.met, _met_fault)
    for place in met_places(catalogue, document):
        if place != places.met and place in document.files:
            yield Fault("stranger", document.id, str(place), f"beside {places.met.name}")
    # Neither text nor paper nor row is how a document looks that was kept unread.
    is_read = document.pages or row.row is not None or places.paper in document.files
    checked = _check_paper(document, places.paper, row) if is_read else PaperCheck()
    if document.pages:
        yield from _faults(document, places.text, partial(_text_fault, checked.text_sha1))
    yield from checked.faults


def _faults(document: Document, path: Path, check: Check) -> Iterator[Fault]:
    try:
        # To open a pipe would wait for ever.
        is_file = stat.S_ISREG(path.stat().st_mode)
        words = check(path, document) if is_file else "is no file"
    except FileNotFoundError:
        yield Fault("missing_file", document.id, str(path), "the file is not there")
        return
    except OSError as problem:
        # It may be whole for all we know: nothing of it is given up for this.
        words = f"cannot be read: {problem.strerror}"
        yield Fault("unreadable_file", document.id, str(path), words)
        return
    if words:
        yield Fault("damaged_file", document.id, str(path), words)


@dataclass(frozen=True, slots=True)
class PaperRow:
    """What the catalogue says of a paper, and what people have corrected in it."""

    row: models.Paper | None
    corrected: Corrected

    def describe_difference(self, paper: dict[str, Any]) -> str:
        return describe_difference(self.row, lay_over(paper, self.corrected))


@dataclass(frozen=True, slots=True)
class PaperCheck:
    """What is wrong with a paper, and the SHA-1 of its text; empty where it does not say."""

    faults: tuple[Fault, ...] = ()
    text_sha1: str = ""


def _check_paper(document: Document, path: Path, row: PaperRow) -> PaperCheck:
    papers: list[dict[str, Any]] = []

    def check(path: Path, document: Document) -> str:
        try:
            paper = json.loads(path.read_bytes())
        except (ValueError, RecursionError) as problem:
            return f"no JSON: {problem}"
        papers.append(paper)
        return "" if is_paper(paper) else "JSON, but no paper"

    if faults := tuple(_faults(document, path, check)):
        return PaperCheck(faults)
    words = row.describe_difference(papers[0])
    stale = (Fault("stale_paper", document.id, str(path), words),) if words else ()
    return PaperCheck(stale, stated_text_sha1(papers[0]))


def stated_text_sha1(paper: dict[str, Any]) -> str:
    """Of the text that a paper was read from; papers of before do not say it."""
    text = (paper.get("provenance") or {}).get("text")
    stated = text.get("sha1") if isinstance(text, dict) else None
    return stated if isinstance(stated, str) else ""


def _main_fault(path: Path, document: Document) -> str:
    found = compute_sha1(path)
    return "" if found == document.sha1 else f"SHA-1 is {found}, the catalogue says {document.sha1}"


def _met_fault(path: Path, document: Document) -> str:
    if path.stat().st_size > LARGEST_MET:
        return f"larger than {LARGEST_MET:,} bytes"
    data = path.read_bytes()
    parser = expat.ParserCreate()
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        return f"no well-formed XML: {problem}"
    stated_sha1 = MET_SHA1.search(data)
    return "" if stated_sha1 and stated_sha1[1].decode() == document.sha1 else "names another SHA-1"


def _text_fault(stated_sha1: str, path: Path, document: Document) -> str:
    if not path.stat().st_size:
        return "the text is empty"
    is_another = stated_sha1 and compute_sha1(path) != stated_sha1
    return "it is not the text that the document was read from" if is_another else ""


# -- what belongs to no document -------------------------------------------------------------------


def _strangers(catalogue: Catalogue) -> Iterator[Fault]:
    """Files in the order of their ids, looked up a block of documents at a time."""
    files = catalogue.repository.all_files()
    while block := list(islice(files, AT_ONCE)):
        yield from _strangers_in(catalogue, block)


def _strangers_in(
    catalogue: Catalogue, block: Iterable[tuple[int | None, Path]]
) -> Iterator[Fault]:
    known = catalogue.find_existing({owner for owner, _ in block if owner is not None})
    for owner, path in block:
        if owner is None:
            yield Fault("stranger", None, str(path), "no file of ours has such a name or place")
        elif owner not in known:
            yield Fault("no_row", owner, str(path), "the catalogue has no such document")
