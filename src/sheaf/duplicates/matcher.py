"""Keeps fingerprints up to date with the catalogue, and says which documents are near-copies."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from sheaf.deposit.catalogue import Catalogue
from sheaf.duplicates.contract import FingerprintStore, NearCopy
from sheaf.duplicates.simhash import VERSION, fingerprint
from sheaf.records import Document

AT_ONCE = 500
OLD_FILE = "fingerprints.db"
KINDS = "pairs-"  # what the names of our kinds begin with


def refresh(store: FingerprintStore, catalogue: Catalogue) -> int:
    """Fingerprint what changed since the last time; how many documents were looked at. Safe to
    kill: the revision moves last, and doing a document again is harmless."""
    since, revision = store.revision(), catalogue.revision()
    if since == revision:
        return 0
    batch: dict[int, int | None] = dict.fromkeys(catalogue.removed_since(since))
    count = 0
    for document in catalogue.changed_since(since):
        batch[document.id] = _fingerprint(document)
        count += 1
        if len(batch) >= AT_ONCE:
            store.write(batch)
            batch = {}
    store.write(batch, revision)
    return count


def remove_older_stores(folder: Path) -> None:
    """Once the store is complete, those of other kinds of fingerprints are of no use: one file of
    SQLite, or a folder each."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and path.name.startswith(KINDS) and path.name != VERSION:
            shutil.rmtree(path, ignore_errors=True)
        elif path.name.startswith(OLD_FILE):
            path.unlink(missing_ok=True)


def near_copies(store: FingerprintStore, document_id: int, bits: int) -> list[NearCopy]:
    """Other documents that say nearly the same as this one."""
    own = store.fingerprint_of(document_id)
    if own is None:
        return []
    return [one for one in store.find_near(own, bits) if one.document_id != document_id]


def all_near_copies(store: FingerprintStore, bits: int) -> Iterator[tuple[int, NearCopy]]:
    """Every pair once: (the older document, the other one)."""
    for number, own in store.documents():
        for one in store.find_near(own, bits):
            if one.document_id > number:
                yield number, one


def _fingerprint(document: Document) -> int | None:
    text = next((path for path in document.files if path.suffix == ".txt"), None)
    return None if text is None else fingerprint(_read(text))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
