"""Files against rows, both ways: what the catalogue names is there and whole, and what is there
is in the catalogue."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

from sheaf.curate.mime_type import extension_of
from sheaf.deposit.catalogue import Catalogue
from sheaf.records import Document

CHUNK = 1024 * 1024
MET_SHA1 = re.compile(rb"<SHA1>([0-9a-f]{40})</SHA1>")


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    document_id: int | None
    path: str
    words: str


def verify(catalogue: Catalogue) -> Iterator[Fault | Document]:
    """Every document as it is checked, and the faults found; strangers among the files last."""
    for document in catalogue.documents():
        yield document
        yield from _document_faults(catalogue, document)
    yield from _strangers(catalogue)


def _document_faults(catalogue: Catalogue, document: Document) -> Iterator[Fault]:
    ending = extension_of(document.mime_type)
    main = catalogue.repository.path(document.id, ending)
    met = catalogue.repository.path(document.id, f"{ending}.met")
    paper = catalogue.repository.path(document.id, "json")
    checks = [(main, _main_fault), (met, _met_fault), (paper, _paper_fault)]
    if document.pages:
        checks.append((catalogue.repository.path(document.id, "txt"), _text_fault))
    for path, check in checks:
        try:
            words = check(path, document)
        except FileNotFoundError:
            yield Fault("missing_file", document.id, str(path), "the file is not there")
            continue
        except OSError as problem:
            words = f"cannot be read: {problem.strerror}"
        if words:
            yield Fault("damaged_file", document.id, str(path), words)


def _main_fault(path: Path, document: Document) -> str:
    found = _sha1(path)
    return "" if found == document.sha1 else f"SHA-1 is {found}, the catalogue says {document.sha1}"


def _met_fault(path: Path, document: Document) -> str:
    data = path.read_bytes()
    parser = expat.ParserCreate()
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        return f"no well-formed XML: {problem}"
    told = MET_SHA1.search(data)
    return "" if told and told[1].decode() == document.sha1 else "names another SHA-1"


def _paper_fault(path: Path, document: Document) -> str:
    try:
        json.loads(path.read_bytes())
    except ValueError as problem:
        return f"no JSON: {problem}"
    return ""


def _text_fault(path: Path, document: Document) -> str:
    return "" if path.stat().st_size else "the text is empty"


def _sha1(path: Path) -> str:
    digest = hashlib.sha1(usedforsecurity=False)
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _strangers(catalogue: Catalogue) -> Iterator[Fault]:
    """Files in the order of their ids, looked up a block of documents at a time."""
    block: list[tuple[int | None, Path]] = []
    for owner, path in catalogue.repository.all_files():
        block.append((owner, path))
        if len(block) >= 1000:
            yield from _strangers_in(catalogue, block)
            block = []
    yield from _strangers_in(catalogue, block)


def _strangers_in(catalogue: Catalogue, block: list[tuple[int | None, Path]]) -> Iterator[Fault]:
    known = catalogue.existing({owner for owner, _ in block if owner is not None})
    for owner, path in block:
        if owner is None:
            yield Fault("stranger", None, str(path), "no file of ours has such a name or place")
        elif owner not in known:
            yield Fault("no_row", owner, str(path), "the catalogue has no such document")
