"""Finds near-copies of what a run keeps, so that what was read before is not read again.

All is decided in the order of captures, from what is in the library and from what was kept before
in the same run, whether that is written by then or not; so two runs over the same input find the
same, also where one was cut off and went on. A document that has a near-copy before it is never the
one whose reading is taken over: there are no chains.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
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
from sheaf.duplicates.stores import FOLDER
from sheaf.extract.reusing import Readers, Sibling
from sheaf.settings import Settings

DIGITS = re.compile(r"[0-9a-f]{16}")
# With more that the store does not know yet, bringing it up to date would hold a run up for long.
MOST_BEHIND = 20_000
CANDIDATES = 5  # the nearest


@dataclass(slots=True)
class Pending:
    """What was decided and is not written yet. Too few words have no fingerprint."""

    fingerprint: int | None
    sha1: str
    text: Path | None
    may_be_reused: bool
    paper: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class NearCandidate:
    """A near-copy whose reading may be taken over; pending, where it was not written then."""

    near: NearCopy
    pending: Pending | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The near-copies before a document, the nearest first."""

    candidates: tuple[NearCandidate, ...] = ()
    own: Pending | None = None


NOTHING_FOUND = Found()


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A decision, and the near-copies before it."""

    decision: Decision
    found: Found = NOTHING_FOUND

    @property
    def candidates(self) -> tuple[NearCandidate, ...]:
        return self.found.candidates


def fingerprint_of_file(text: Path) -> str:
    """Runs in a worker. In hexadecimal digits, for answers hold no number of 64 bits; empty where
    there are too few words to tell."""
    found = simhash.fingerprint(text.read_text(encoding="utf-8", errors="replace"))
    return "" if found is None else f"{found:016x}"


def is_fingerprint(answer: str) -> bool:
    return not answer or DIGITS.fullmatch(answer) is not None


class NearCopySearch:
    """With the library held for writing, and with a store that knows all documents that are in it.
    Documents are looked up in an order, noted when they are read, and forgotten when they are
    written, in the same order."""

    def __init__(
        self, catalogue: Catalogue, store: FingerprintStore, settings: Settings, staging: Path
    ) -> None:
        self.catalogue = catalogue
        self.store = store
        self._bits = settings.duplicates.bits
        self._readers = Readers.of(settings.extract)
        self._staging = staging
        # Of each document the versions that are on their way, the latest last.
        self._pending: defaultdict[int, deque[Pending]] = defaultdict(deque)
        self._links = count()

    def look_up(
        self,
        number: int,
        sha1: str,
        text: Path | None,
        fingerprint: int | None,
        *,
        only_older: bool = False,
    ) -> Found:
        """A fingerprint names candidates; texts are compared later."""
        found: tuple[NearCandidate, ...] = ()
        if fingerprint is not None and text is not None:
            near = self._find(number, fingerprint, only_older=only_older)
            found = tuple(filter(self._may_be_reused, near))
        may_be_reused = fingerprint is not None and text is not None and not found
        own = Pending(fingerprint, sha1, text, may_be_reused)
        self._pending[number].append(own)
        return Found(found, own)

    def _find(self, number: int, fingerprint: int, *, only_older: bool) -> list[NearCandidate]:
        found = [
            NearCandidate(near)
            for near in self.store.find_near(fingerprint, self._bits)
            if near.document_id != number and near.document_id not in self._pending
        ]
        for other, versions in self._pending.items():
            latest = versions[-1]
            if other != number and latest.fingerprint is not None:
                distance = simhash.distance(fingerprint, latest.fingerprint)
                if distance <= self._bits:
                    found.append(NearCandidate(NearCopy(other, distance), latest))
        if only_older:
            found = [each for each in found if each.near.document_id < number]
        found.sort(key=lambda each: (each.near.distance, each.near.document_id))
        ranked = found[:CANDIDATES]
        written = [each.near.document_id for each in ranked if each.pending is None]
        there = self.catalogue.find_existing(written) if written else set()
        return [each for each in ranked if each.pending or each.near.document_id in there]

    def _may_be_reused(self, candidate: NearCandidate) -> bool:
        """The same whether it is written by now or not."""
        if candidate.pending is not None:
            return candidate.pending.may_be_reused
        return self._readers.have_read(self._paper(candidate.near.document_id))

    def _paper(self, number: int) -> dict[str, Any] | None:
        return paper_at(self.catalogue.repository.path(number, "json"))

    @staticmethod
    def note_paper(found: Found, paper: dict[str, Any] | None) -> None:
        """What was read of a document that later ones may take over."""
        if found.own is not None and found.own.may_be_reused:
            found.own.paper = paper

    def prepare(self, candidates: Sequence[NearCandidate]) -> Sibling | None:
        """Text and paper of the nearest that could be read, for a worker; None where there is none.
        By now all before the document have been read, and nothing behind it is written."""
        return next(filter(None, map(self._prepare, candidates)), None)

    def _prepare(self, candidate: NearCandidate) -> Sibling | None:
        """The text is linked, or copied from another disk, for its own name may change any moment;
        `put_away` removes the link."""
        number, pending = candidate.near.document_id, candidate.pending
        if pending is not None:
            paper, sha1, texts = pending.paper, pending.sha1, [pending.text]
        else:
            document = self.catalogue.document(number)
            paper, sha1, texts = self._paper(number), document.sha1 if document else "", []
        if paper is None or not self._readers.may_pass_on(paper):
            return None
        link = self._staging / f"sibling-{os.getpid()}-{next(self._links)}.txt"
        for text in (*filter(None, texts), self.catalogue.repository.path(number, "txt")):
            with suppress(FileNotFoundError):
                link_or_copy(text, link)
                return Sibling(number, sha1, candidate.near.distance, link, paper)
        return None

    @staticmethod
    def put_away(sibling: Sibling) -> None:
        sibling.text.unlink(missing_ok=True)

    def forget(self, number: int) -> Pending | None:
        """A document that is written now; None for one that was not looked up."""
        versions = self._pending.get(number)
        if versions is None:
            return None
        written = versions.popleft()
        if not versions:
            del self._pending[number]
        return written

    def mark_complete(self, new_texts: Iterable[int]) -> None:
        """All that was written since, these texts among it, is known to the store."""
        written: dict[int, int | None] = {}
        for number in new_texts:
            digits = fingerprint_of_file(self.catalogue.repository.path(number, "txt"))
            written[number] = int(digits, 16) if digits else None
        self.store.write(written, self.catalogue.revision())


class NearCopiesOfImport:
    """The same for the decisions of a run."""

    def __init__(self, search: NearCopySearch) -> None:
        self._search = search
        self.prepare = search.prepare
        self.put_away = search.put_away

    def look_up(self, decision: Decision, digits: str) -> LookedUp:
        number, examined = decision.document_id, decision.examined
        if number is None or not decision.is_kept:
            return LookedUp(decision)
        fingerprint = int(digits, 16) if digits else None
        sha1, text = examined.sha1 or "", examined.staged_text
        return LookedUp(decision, self._search.look_up(number, sha1, text, fingerprint))

    def note_paper(self, looked: LookedUp, paper: dict[str, Any] | None) -> None:
        self._search.note_paper(looked.found, paper)

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        """What is in the library is found in the store from now on."""
        written: dict[int, int | None] = {}
        for decision in decisions:
            number = decision.document_id
            if number is not None and decision.is_kept:
                pending = self._search.forget(number)
                written[number] = None if pending is None else pending.fingerprint
        if written:
            # Only who holds the library changes texts, so the store is complete again.
            self._search.store.write(written, self._search.catalogue.revision())


def tell_of(
    looked: LookedUp, paper: dict[str, Any] | None, sibling: Sibling | None
) -> tuple[Decision, dict[str, Any] | None]:
    """The decision with the near-copy named in its reason, where there is one; and the paper."""
    decision, paper = looked.decision, tell_paper_of(looked.found, paper)
    told = (paper or {}).get("provenance") or {}
    if sibling is None or not (told.get("reused_from") or told.get("near_copy_of")):
        return decision, paper
    near = NearCopy(sibling.document_id, sibling.bits)
    words = f"a near-copy of document {near.document_id} ({near.bits})"
    return replace(decision, reason=f"{decision.reason.rstrip('.')}; {words}"), paper


def tell_paper_of(found: Found, paper: dict[str, Any] | None) -> dict[str, Any] | None:
    """The paper says in any case that near-copies came before it: nothing is taken over from such
    a one."""
    told = (paper or {}).get("provenance") or {}
    if paper is None or not found.candidates or {"reused_from", "compared_with"} & told.keys():
        return paper
    compared = {"bits": found.candidates[0].near.distance}
    return {**paper, "provenance": {**told, "compared_with": compared}}


@contextmanager
def finding_near_copies(
    library: Path, catalogue: Catalogue, settings: Settings, staging: Path
) -> Iterator[NearCopiesOfImport | None]:
    with searching_near_copies(library, catalogue, settings, staging) as search:
        yield None if search is None else NearCopiesOfImport(search)


@contextmanager
def searching_near_copies(
    library: Path, catalogue: Catalogue, settings: Settings, staging: Path
) -> Iterator[NearCopySearch | None]:
    """None where it is not wanted, or where the store would first have to learn too much:
    `sheaf index` teaches it."""
    if not (settings.duplicates.reuse and settings.curate.text):
        yield None
        return
    with closing(matcher.NearCopies(library / FOLDER, settings.duplicates)) as known:
        if catalogue.count_changes_since(known.whole.revision()) > MOST_BEHIND:
            yield None
            return
        known.refresh_whole(catalogue)
        yield NearCopySearch(catalogue, known.whole, settings, staging)
