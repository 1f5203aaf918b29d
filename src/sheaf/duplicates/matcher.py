"""Keeps the marks of texts up to date with the catalogue, and says which documents are near-copies.

Fingerprints of whole texts and of openings find candidates, and sketches judge them; titles find
versions whose texts have little in common.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from sheaf.deposit.catalogue import Catalogue
from sheaf.duplicates.contract import Agreement, NearCopy
from sheaf.duplicates.simhash import (
    BITS,
    OPENING_VERSION,
    SKETCH_VERSION,
    VERSION,
    TextMarks,
    distance,
    fingerprint,
    read_marks,
)
from sheaf.duplicates.sketch import Sketch, SketchFile, compare
from sheaf.duplicates.stores import open_store
from sheaf.duplicates.versions import describe, is_same_text, title_number
from sheaf.records import Document
from sheaf.settings import Duplicates

AT_ONCE = 500
TITLE_VERSION = "titles-1"
OLD_FILE = "fingerprints.db"
# What the names of our kinds of marks begin with.
KINDS = ("pairs-", "words-", "opening-", "titles-", "sketches-")
MOST_OF_A_TITLE = 100

Found = dict[int, int]  # the distance of each document


class NearCopies:
    """The marks of the documents of a library, in a folder of it; fingerprints in a Redis, where
    the settings name one."""

    def __init__(self, folder: Path, chosen: Duplicates | None = None) -> None:
        self._folder = folder
        chosen = chosen or Duplicates()
        self.whole = open_store(folder, VERSION, chosen)
        self.openings = open_store(folder, OPENING_VERSION, chosen)
        self.titles = open_store(folder, TITLE_VERSION, chosen)
        self.sketches = SketchFile(folder / SKETCH_VERSION)

    def close(self) -> None:
        for store in (self.whole, self.openings, self.titles):
            store.close()

    # -- keep up to date ---------------------------------------------------------------------------

    def refresh(self, catalogue: Catalogue) -> int:
        """Read the marks of what changed since the last time; how many documents were looked at.
        Safe to kill: the revision moves last, and doing a document again is harmless."""
        stores = (self.whole, self.openings, self.titles)
        since = min(store.revision() for store in stores)
        revision = catalogue.revision()
        if since == revision:
            return 0
        gone = catalogue.removed_since(since)
        marks: dict[int, TextMarks | None] = dict.fromkeys(gone)
        titles: dict[int, int | None] = dict.fromkeys(gone)
        count = 0
        for document in catalogue.changed_since(since):
            marks[document.id] = _read_marks(document)
            titles[document.id] = title_number(describe(catalogue.paper(document.id), 0))
            count += 1
            if len(marks) >= AT_ONCE:
                self._write(marks, titles)
                marks, titles = {}, {}
        self._write(marks, titles, revision)
        self._remove_older_kinds()
        return count

    def refresh_whole(self, catalogue: Catalogue) -> None:
        """The same of fingerprints of whole texts alone: an import needs no more."""
        since, revision = self.whole.revision(), catalogue.revision()
        if since == revision:
            return
        some: dict[int, int | None] = dict.fromkeys(catalogue.removed_since(since))
        for document in catalogue.changed_since(since):
            text = _find_text(document)
            some[document.id] = None if text is None else fingerprint(_read(text))
            if len(some) >= AT_ONCE:
                self.whole.write(some)
                some = {}
        self.whole.write(some, revision)

    def _write(
        self,
        marks: Mapping[int, TextMarks | None],
        titles: Mapping[int, int | None],
        revision: int | None = None,
    ) -> None:
        read = {number: own for number, own in marks.items() if own is not None}
        none = dict.fromkeys(marks)
        self.sketches.write({**none, **{number: own.sketch for number, own in read.items()}})
        openings = {number: own.opening for number, own in read.items()}
        self.openings.write({**none, **openings}, revision)
        self.titles.write(titles, revision)
        self.whole.write({**none, **{number: own.whole for number, own in read.items()}}, revision)

    def _remove_older_kinds(self) -> None:
        """Once these are complete, marks of other kinds are of no use: one file of SQLite, or a
        folder each."""
        current = (VERSION, OPENING_VERSION, TITLE_VERSION, SKETCH_VERSION)
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if path.name.startswith(OLD_FILE):
                path.unlink(missing_ok=True)
            elif path.name.startswith(KINDS) and path.name not in current:
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    # -- ask ---------------------------------------------------------------------------------------

    def of_document(self, number: int, bits: int) -> list[NearCopy]:
        """Other documents that say nearly the same as this one, the nearest first."""
        own, opening = self.whole.fingerprint_of(number), self.openings.fingerprint_of(number)
        if own is None or opening is None:
            return []
        found = {near.document_id: near.distance for near in self.whole.find_near(own, bits)}
        for near in self.openings.find_near(opening, bits):
            if near.document_id not in found:
                whole = self.whole.fingerprint_of(near.document_id)
                if whole is not None:
                    found[near.document_id] = distance(own, whole)
        found.pop(number, None)
        return self._judge(number, found)

    def all_pairs(self, bits: int) -> Iterator[tuple[int, list[NearCopy], list[int]]]:
        """Of each document the newer ones with nearly the same text, and others with its title, so
        that every pair comes once."""
        fingerprints = self.whole.documents()
        while some := dict(islice(fingerprints, AT_ONCE)):
            found, titles = self._candidates(some, bits), self._with_titles_of(some)
            for number in some:
                near = self._judge(number, found[number])
                known = {copy.document_id for copy in near}
                yield number, near, [other for other in titles[number] if other not in known]

    def _candidates(self, some: Mapping[int, int], bits: int) -> dict[int, Found]:
        """Of each of these documents the newer ones that may be near-copies."""
        numbers = list(some)
        found: dict[int, Found] = {number: {} for number in numbers}
        for place, near in self.whole.find_many(some.values(), bits):
            if near.document_id > numbers[place]:
                found[numbers[place]][near.document_id] = near.distance
        openings = {number: self.openings.fingerprint_of(number) for number in numbers}
        asked = {number: own for number, own in openings.items() if own is not None}
        order = list(asked)
        for place, near in self.openings.find_many(asked.values(), bits):
            number, other = order[place], near.document_id
            if other > number and other not in found[number]:
                whole = self.whole.fingerprint_of(other)
                if whole is not None:
                    found[number][other] = distance(some[number], whole)
        return found

    def _judge(self, number: int, found: Found) -> list[NearCopy]:
        if not found:
            return []
        sketches = self.sketches.read([number, *found])
        own = sketches.get(number)
        near = []
        for other, far in found.items():
            agreement = _agree(own, sketches.get(other))
            if agreement is not None and is_same_text(agreement):
                near.append(NearCopy(other, far, agreement))
        return sorted(near, key=lambda copy: (copy.distance, copy.document_id))

    def with_title_of(self, number: int) -> list[int]:
        """Other documents with the same title, the oldest first."""
        own = self.titles.fingerprint_of(number)
        if own is None:
            return []
        same = self.titles.find_near(own, 0, MOST_OF_A_TITLE)
        return [near.document_id for near in same if near.document_id != number]

    def _with_titles_of(self, some: Iterable[int]) -> dict[int, list[int]]:
        titles = {number: self.titles.fingerprint_of(number) for number in some}
        asked = {number: own for number, own in titles.items() if own is not None}
        found: dict[int, list[int]] = {number: [] for number in titles}
        order = list(asked)
        for place, near in self.titles.find_many(asked.values(), 0, MOST_OF_A_TITLE):
            if near.document_id > order[place]:
                found[order[place]].append(near.document_id)
        return found

    def distance(self, one: int, other: int) -> int:
        """Of two documents; all bits where there is too little text."""
        first, second = self.whole.fingerprint_of(one), self.whole.fingerprint_of(other)
        return BITS if first is None or second is None else distance(first, second)


def _agree(own: Sketch | None, other: Sketch | None) -> Agreement | None:
    return None if own is None or other is None else compare(own, other)


def _read_marks(document: Document) -> TextMarks | None:
    text = _find_text(document)
    return None if text is None else read_marks(_read(text))


def _find_text(document: Document) -> Path | None:
    return next((path for path in document.files if path.suffix == ".txt"), None)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
