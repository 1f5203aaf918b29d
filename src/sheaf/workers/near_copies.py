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
from sheaf.extract.reusing import Readers, Sibling
from sheaf.settings import Settings

DIGITS = re.compile(r"[0-9a-f]{16}")
FOLDER = "near-copies"
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
class Candidate:
    """A near-copy whose reading may be taken over; pending, where it was not written then."""

    near: NearCopy
    pending: Pending | None = None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A decision, and the near-copies before it, the nearest first."""

    decision: Decision
    candidates: tuple[Candidate, ...] = ()
    own: Pending | None = None


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
        self._readers = Readers.of(settings.extract)
        self._staging = staging
        # Of each document the versions that are on their way, the latest last.
        self._pending: defaultdict[int, deque[Pending]] = defaultdict(deque)
        self._links = count()

    def look_up(self, decision: Decision, digits: str) -> LookedUp:
        """In the order of captures. A fingerprint names candidates; texts are compared later."""
        number = decision.document_id
        if number is None or not decision.is_kept:
            return LookedUp(decision)
        examined = decision.examined
        own = Pending(int(digits, 16) if digits else None, examined.sha1 or "", None, True)
        found: tuple[Candidate, ...] = ()
        if own.fingerprint is not None and examined.staged_text is not None:
            own.text = examined.staged_text
            found = tuple(filter(self._may_be_reused, self._find(number, own.fingerprint)))
        own.may_be_reused = own.text is not None and not found
        self._pending[number].append(own)
        return LookedUp(decision, found, own)

    def _find(self, number: int, fingerprint: int) -> list[Candidate]:
        found = [
            Candidate(near)
            for near in self._store.find_near(fingerprint, self._bits)
            if near.document_id != number and near.document_id not in self._pending
        ]
        for other, versions in self._pending.items():
            latest = versions[-1]
            if other != number and latest.fingerprint is not None:
                distance = simhash.distance(fingerprint, latest.fingerprint)
                if distance <= self._bits:
                    found.append(Candidate(NearCopy(other, distance), latest))
        found.sort(key=lambda each: (each.near.distance, each.near.document_id))
        ranked = found[:CANDIDATES]
        written = [each.near.document_id for each in ranked if each.pending is None]
        there = self._catalogue.find_existing(written) if written else set()
        return [each for each in ranked if each.pending or each.near.document_id in there]

    def _may_be_reused(self, candidate: Candidate) -> bool:
        """The same whether it is written by now or not."""
        if candidate.pending is not None:
            return candidate.pending.may_be_reused
        return self._readers.have_read(self._paper(candidate.near.document_id))

    def _paper(self, number: int) -> dict[str, Any] | None:
        return paper_at(self._catalogue.repository.path(number, "json"))

    @staticmethod
    def note_paper(looked: LookedUp, paper: dict[str, Any] | None) -> None:
        """What was read of a document that later ones may take over."""
        if looked.own is not None and looked.own.may_be_reused:
            looked.own.paper = paper

    def prepare(self, candidates: Sequence[Candidate]) -> Sibling | None:
        """Text and paper of the nearest that could be read, for a worker; None where there is none.
        By now all before the document have been read, and nothing behind it is written."""
        return next(filter(None, map(self._prepare, candidates)), None)

    def _prepare(self, candidate: Candidate) -> Sibling | None:
        """The text is linked, or copied from another disk, for its own name may change any moment;
        `put_away` removes the link."""
        number, pending = candidate.near.document_id, candidate.pending
        if pending is not None:
            paper, sha1, texts = pending.paper, pending.sha1, [pending.text]
        else:
            document = self._catalogue.document(number)
            paper, sha1, texts = self._paper(number), document.sha1 if document else "", []
        if paper is None or not self._readers.may_pass_on(paper):
            return None
        link = self._staging / f"sibling-{os.getpid()}-{next(self._links)}.txt"
        for text in (*filter(None, texts), self._catalogue.repository.path(number, "txt")):
            with suppress(FileNotFoundError):
                link_or_copy(text, link)
                return Sibling(number, sha1, candidate.near.distance, link, paper)
        return None

    @staticmethod
    def put_away(sibling: Sibling) -> None:
        sibling.text.unlink(missing_ok=True)

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        """What is in the library is found in the store from now on."""
        written: dict[int, int | None] = {}
        for decision in decisions:
            number = decision.document_id
            if number is not None and decision.is_kept and number in self._pending:
                versions = self._pending[number]
                written[number] = versions.popleft().fingerprint
                if not versions:
                    del self._pending[number]
        if written:
            # Only who holds the library changes texts, so the store is complete again.
            self._store.write(written, self._catalogue.revision())


def tell_of(
    looked: LookedUp, paper: dict[str, Any] | None, sibling: Sibling | None
) -> tuple[Decision, dict[str, Any] | None]:
    """The decision with the near-copy named in its reason, where there is one; and the paper, which
    says in any case that near-copies came before it: nothing is taken over from such a one."""
    decision = looked.decision
    told = (paper or {}).get("provenance") or {}
    if paper is not None and not {"reused_from", "compared_with"} & told.keys():
        bits = looked.candidates[0].near.distance
        paper = {**paper, "provenance": {**told, "compared_with": {"bits": bits}}}
    if sibling is None or not (told.get("reused_from") or told.get("near_copy_of")):
        return decision, paper
    near = NearCopy(sibling.document_id, sibling.bits)
    words = f"a near-copy of document {near.document_id} ({near.bits})"
    return replace(decision, reason=f"{decision.reason.rstrip('.')}; {words}"), paper


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
        known.refresh_whole(catalogue)
        yield NearCopiesFound(catalogue, known.whole, settings, staging)
