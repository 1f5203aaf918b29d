"""What a library has read of a near-copy of a file that is read beside it.

It is asked in workers, which open no catalogue: fingerprints, texts and papers are files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sheaf.curate.examination import ExaminationContext
from sheaf.deposit.paper_shape import PaperJson
from sheaf.deposit.papers import paper_at
from sheaf.deposit.repository import Repository
from sheaf.duplicates.contract import FingerprintStore, NearCopy
from sheaf.duplicates.simhash import VERSION, fingerprint
from sheaf.duplicates.stores import FOLDER, open_store
from sheaf.extract.reading import extract_with, make_readable, read_and_annotate
from sheaf.extract.reusing import (
    MOST_CHARACTERS,
    NewText,
    Readers,
    Sibling,
    read_beside,
    read_head_of,
)
from sheaf.records import Candidate, Capture
from sheaf.settings import Duplicates, Extract

CANDIDATES = 5  # the nearest
BESIDE = (".txt", ".json", ".met")  # in the folder of a document, and not the document


@dataclass(frozen=True, slots=True)
class KnownReadings:
    """Of the library in a folder."""

    library: Path
    duplicates: Duplicates
    extract: Extract

    def find(self, content: str) -> Sibling | None:
        """The nearest document that was read as it would be read now; None where there is none."""
        own = fingerprint(content)
        if own is None:
            return None
        readers = _readers(self.extract)
        for near in _store(self.library, self.duplicates).find_near(
            own, self.duplicates.bits, CANDIDATES
        ):
            found = self._sibling(near, readers)
            if found is not None:
                return found
        return None

    def _sibling(self, near: NearCopy, readers: Readers) -> Sibling | None:
        repository, number = Repository(self.library / "repository"), near.document_id
        paper, text = paper_at(repository.path(number, "json")), repository.path(number, "txt")
        main = next((one for one in repository.files(number) if one.suffix not in BESIDE), None)
        if paper is None or main is None or not text.is_file() or not readers.may_pass_on(paper):
            return None
        sha1 = hashlib.sha1(main.read_bytes()).hexdigest()  # noqa: S324 - a name, no secret
        return Sibling(number, sha1, near.distance, text, paper, tells_number=True)


@cache
def _readers(chosen: Extract) -> Readers:
    return Readers.of(chosen)


@cache
def _store(library: Path, chosen: Duplicates) -> FingerprintStore:
    """It stays open as long as the worker works; each lookup sees what was written by then."""
    return open_store(library / FOLDER, VERSION, chosen)


def extract_file_beside(
    capture: Capture, context: ExaminationContext, settings: Extract, known: KnownReadings
) -> list[PaperJson]:
    """As `extract_file`; what the library has read of a near-copy is taken over."""

    def read(passed: Candidate, source: str) -> PaperJson:
        assert passed.text is not None, "a context for reading requires text"
        text = passed.text
        document = make_readable(text, passed.data, passed.mime_type or "")
        new = NewText(
            text.content[:MOST_CHARACTERS],
            source,
            text.provenance,
            read_head=lambda: read_head_of(document, settings, source),
            read_all=lambda: read_and_annotate(document, settings, source, text.provenance),
        )
        sibling = known.find(text.content)
        return new.read_all() if sibling is None else read_beside(new, sibling)

    return extract_with(read, capture, context, settings)
