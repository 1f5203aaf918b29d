"""Finds near-copies of what a run keeps, so that what was read before is not read again.

All is decided in the order of captures, from what is in the library and from what was kept before
in the same run, so that two runs over the same input find the same. A document that has a near-copy
before it is never the one whose reading is taken over: there are no chains.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from sheaf.curate.seen_before import Decision
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.journal import link_or_copy
from sheaf.deposit.papers import paper_at
from sheaf.duplicates import matcher, simhash
from sheaf.duplicates.contract import FingerprintStore, NearCopy
from sheaf.extract.reading import annotator_versions, find_extractor
from sheaf.extract.reusing import Sibling, may_be_reused
from sheaf.settings import Extract, Settings

DIGITS = re.compile(r"[0-9a-f]{16}")
FOLDER = "near-copies"
# With more that the store does not know yet, bringing it up to date would hold a run up for long.
MOST_BEHIND = 20_000
CANDIDATES = 5  # the nearest


@dataclass(slots=True)
class _Pending:
    """What was decided and is not written yet."""

    fingerprint: int
    sha1: str
    text: Path
    may_be_reused: bool
    paper: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A decision, and the near-copy before it whose reading may be taken over."""

    decision: Decision
    sibling: NearCopy | None = None


def fingerprint_of_file(text: Path) -> str:
    """Runs in a worker. In hexadecimal digits, for answers hold no number of 64 bits; empty where
    there are too few words to tell."""
    found = simhash.fingerprint(text.read_text(encoding="utf-8", errors="replace"))
    return "" if found is None else f"{found:016x}"


def is_fingerprint(answer: str) -> bool:
    return not answer or DIGITS.fullmatch(answer) is not None


class NearCopiesFound:
    """Of one run. Called with the library held for writing, and with a store that knows all
    documents that are in it."""

    def __init__(
        self, catalogue: Catalogue, store: FingerprintStore, settings: Settings, staging: Path
    ) -> None:
        self._catalogue = catalogue
        self._store = store
        self._bits = settings.duplicates.bits
        self._is_now_readable = _reusable_by(settings.extract)
        self._staging = staging
        self._pending: dict[int, _Pending] = {}
        self._links = count()

    def look_up(self, decision: Decision, digits: str) -> LookedUp:
        """In the order of captures. A fingerprint only names a candidate: who reads it compares."""
        number, text = decision.document_id, decision.examined.staged_text
        if not digits or number is None or text is None:
            return LookedUp(decision)
        fingerprint = int(digits, 16)
        near = self._find(number, fingerprint)
        sibling = next((one for one in near if self._may_be_reused(one.document_id)), None)
        sha1 = decision.examined.sha1 or ""
        self._pending[number] = _Pending(fingerprint, sha1, text, sibling is None)
        return LookedUp(decision, sibling)

    def _find(self, number: int, fingerprint: int) -> list[NearCopy]:
        found = [
            one
            for one in self._store.find_near(fingerprint, self._bits)
            if one.document_id != number and one.document_id not in self._pending
        ]
        for other, pending in self._pending.items():
            distance = simhash.distance(fingerprint, pending.fingerprint)
            if other != number and distance <= self._bits:
                found.append(NearCopy(other, distance))
        ranked = sorted(found, key=lambda one: (one.distance, one.document_id))[:CANDIDATES]
        there = set(self._pending)
        if ranked:
            there.update(self._catalogue.find_existing([one.document_id for one in ranked]))
        return [one for one in ranked if one.document_id in there]

    def _may_be_reused(self, number: int) -> bool:
        pending = self._pending.get(number)
        if pending is not None:
            return pending.may_be_reused
        return self._is_now_readable(paper_at(self._catalogue.repository.path(number, "json")))

    def note_paper(self, decision: Decision, paper: dict[str, Any] | None) -> None:
        """What was read of a document that later ones may take over."""
        pending = self._pending.get(decision.document_id or 0)
        if pending is not None and pending.may_be_reused:
            pending.paper = paper

    def prepare(self, found: NearCopy) -> Sibling | None:
        """Text and paper of a near-copy, for a worker; None where it could not be read. The text
        is linked, or copied from another disk, for its own name may change any moment; `put_away`
        removes the link."""
        number = found.document_id
        pending = self._pending.get(number)
        if pending is not None:
            paper, sha1, texts = pending.paper, pending.sha1, [pending.text]
        else:
            paper = paper_at(self._catalogue.repository.path(number, "json"))
            document = self._catalogue.document(number)
            sha1, texts = document.sha1 if document else "", []
        if paper is None or not self._is_now_readable(paper):
            return None
        link = self._staging / f"sibling-{os.getpid()}-{next(self._links)}.txt"
        for text in (*texts, self._catalogue.repository.path(number, "txt")):
            with suppress(FileNotFoundError):
                link_or_copy(text, link)
                return Sibling(number, sha1, found.distance, link, paper)
        return None

    @staticmethod
    def put_away(sibling: Sibling) -> None:
        sibling.text.unlink(missing_ok=True)

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        """What is in the library is found in the store from now on."""
        numbers = [one.document_id for one in decisions if one.is_kept and one.document_id]
        known = {one: self._pending.pop(one) for one in numbers if one in self._pending}
        if numbers:
            fingerprints = {
                one: known[one].fingerprint if one in known else None for one in numbers
            }
            # No revision: what else is known of a text `sheaf index` has yet to read.
            self._store.write(fingerprints)


def tell_of(decision: Decision, paper: dict[str, Any] | None, sibling: Sibling) -> Decision:
    """The same, with the near-copy named in its reason, where there is one."""
    told = (paper or {}).get("provenance") or {}
    if not told.get("reused_from") and not told.get("near_copy_of"):
        return decision
    near = NearCopy(sibling.document_id, sibling.bits)
    words = f"a near-copy of document {near.document_id} ({near.bits})"
    return replace(decision, reason=f"{decision.reason.rstrip('.')}; {words}")


def _reusable_by(chosen: Extract) -> Callable[[Any], bool]:
    version = find_extractor(chosen.extractor).version
    annotators = annotator_versions(chosen)
    return lambda paper: may_be_reused(paper, chosen.extractor, version, annotators)


@contextmanager
def finding_near_copies(
    library: Path, catalogue: Catalogue, settings: Settings, staging: Path
) -> Iterator[NearCopiesFound | None]:
    """None where it is not wanted, or where the store would first have to learn too much:
    `sheaf index` teaches it."""
    if not (settings.duplicates.reuse and settings.curate.text):
        yield None
        return
    with closing(matcher.NearCopies(library / FOLDER)) as known:
        if catalogue.count_changes_since(known.whole.revision()) > MOST_BEHIND:
            yield None
            return
        known.refresh(catalogue)
        yield NearCopiesFound(catalogue, known.whole, settings, staging)
