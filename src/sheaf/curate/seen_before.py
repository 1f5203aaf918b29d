"""The last question, asked in capture order: is this URL, or are these bytes, in the library?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from sheaf import urls
from sheaf.records import KEPT, Capture, Examined, Outcome


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document as the decision needs it: its bytes, and when they were last seen."""

    id: int
    sha1: str
    time: datetime


class KnownContent(Protocol):
    """What the catalogue must answer."""

    def by_url(self, url_md5s: Iterable[str]) -> dict[str, KnownDocument]: ...

    def by_sha1(self, sha1s: Iterable[str]) -> dict[str, list[int]]: ...

    def was_kept(self, url_md5: str, sha1: str) -> bool:
        """Whether this version of a URL was kept once, though others may have followed."""
        ...

    def kept_by_hand(self, sha1s: Iterable[str]) -> set[str]:
        """Those of these bytes that a person has kept, though they were turned down."""
        ...

    def new_id(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Decision:
    """How a capture ends, and the document it made, renewed or repeats."""

    examined: Examined
    outcome: Outcome
    reason: str
    document_id: int | None = None

    @property
    def is_kept(self) -> bool:
        return self.outcome in KEPT


class SeenBefore:
    """Decisions run ahead of the rows they lead to, so those not yet written are remembered."""

    def __init__(self, known: KnownContent) -> None:
        self.known = known
        self.pending: dict[str, KnownDocument] = {}  # by the MD5 of the URL
        # How many decisions about a URL are not written yet: it is forgotten with the last of them.
        self.in_flight: Counter[str] = Counter()
        self.versions: defaultdict[str, set[str]] = defaultdict(set)
        # The same documents by their bytes, and which bytes each of them is about to have.
        self.holders: defaultdict[str, set[int]] = defaultdict(set)
        self.sha1_of: dict[int, str] = {}

    def decide(self, examined: Sequence[Examined]) -> list[Decision]:
        dropped = {item.sha1 for item in examined if item.dropped is not None and item.sha1}
        by_hand = self.known.kept_by_hand(dropped) if dropped else set()
        asked = [item for item in examined if item.dropped is None or item.sha1 in by_hand]
        keys = {id(item): url_key(item.capture) for item in asked}
        in_catalogue = self.known.by_url(set(keys.values()))
        same_bytes = self.known.by_sha1({item.sha1 for item in asked if item.sha1})
        decisions = []
        for item in examined:
            key = keys.get(id(item), "")
            known = self.pending.get(key, in_catalogue.get(key))
            if item.dropped is None:
                decisions.append(self._decide(item, key, known, same_bytes))
            elif key and self._has_kept(item, known, same_bytes):
                again = self._decide(replace(item, dropped=None), key, known, same_bytes)
                decisions.append(replace(again, reason=f"{again.reason}, which was kept by hand"))
            else:
                decisions.append(Decision(item, item.dropped.outcome, item.dropped.reason))
        return decisions

    def _has_kept(
        self, item: Examined, known: KnownDocument | None, same_bytes: dict[str, list[int]]
    ) -> bool:
        """Whether bytes that a person kept are certain to be a duplicate here; they are not here to
        be kept once more."""
        assert item.sha1 is not None
        if known is not None:
            return known.sha1 == item.sha1
        return self._holder(item.sha1, same_bytes.get(item.sha1, [])) is not None

    def _decide(
        self,
        examined: Examined,
        key: str,
        known: KnownDocument | None,
        same_bytes: dict[str, list[int]],
    ) -> Decision:
        assert examined.sha1 is not None
        if known is not None:
            return self._decide_known(examined, key, known)
        twin = self._holder(examined.sha1, same_bytes.get(examined.sha1, []))
        if twin is not None:
            reason = f"same bytes as document {twin}"
            return Decision(examined, Outcome.DUPLICATE_CONTENT, reason, twin)
        number = self.known.new_id()
        document = KnownDocument(number, examined.sha1, examined.capture.time)
        self._remember(key, document, examined.sha1)
        return Decision(examined, Outcome.NEW, f"document {number}", number)

    def _decide_known(self, examined: Examined, key: str, known: KnownDocument) -> Decision:
        """The same bytes are a duplicate, and so is a version older than the one at hand: an
        archive read late, or read again, must not undo what newer ones brought."""
        assert examined.sha1 is not None
        time = max(known.time, examined.capture.time)
        if known.sha1 == examined.sha1:
            self._remember(key, KnownDocument(known.id, known.sha1, time), examined.sha1)
            return Decision(examined, Outcome.DUPLICATE_URL, f"is document {known.id}", known.id)
        if examined.capture.time < known.time or (
            examined.capture.time == known.time and self._was_kept(key, examined.sha1)
        ):
            self._remember(key, known, known.sha1)
            reason = f"an older version of document {known.id}"
            return Decision(examined, Outcome.DUPLICATE_URL, reason, known.id)
        self._remember(key, KnownDocument(known.id, examined.sha1, time), examined.sha1)
        return Decision(examined, Outcome.UPDATED, f"new version of document {known.id}", known.id)

    def _was_kept(self, key: str, sha1: str) -> bool:
        return sha1 in self.versions.get(key, ()) or self.known.was_kept(key, sha1)

    def _holder(self, sha1: str, in_catalogue: Iterable[int]) -> int | None:
        """The oldest document with these bytes; one about to be renewed has them no longer."""
        still = {number for number in in_catalogue if self.still_holds(number, sha1)}
        return min(still | self.holders.get(sha1, set()), default=None)

    def still_holds(self, number: int, sha1: str) -> bool:
        """Whether a document that has these bytes in the catalogue is to keep them."""
        return self.sha1_of.get(number, sha1) == sha1

    def _remember(self, key: str, document: KnownDocument, sha1: str) -> None:
        self._forget_document(document.id)
        self.pending[key] = document
        self.in_flight[key] += 1
        self.versions[key].add(sha1)
        self.sha1_of[document.id] = document.sha1
        self.holders[document.sha1].add(document.id)

    def _forget_document(self, number: int) -> None:
        sha1 = self.sha1_of.pop(number, None)
        if sha1 is not None:
            self.holders[sha1].discard(number)
            if not self.holders[sha1]:
                del self.holders[sha1]

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        """These are in the catalogue now, so it can be asked about them."""
        for decision in decisions:
            if decision.is_kept or decision.outcome is Outcome.DUPLICATE_URL:
                key = url_key(decision.examined.capture)
                self.in_flight[key] -= 1
                if not self.in_flight[key]:
                    del self.in_flight[key], self.versions[key]
                    self._forget_document(self.pending.pop(key).id)


def url_key(capture: Capture) -> str:
    return urls.md5(urls.canonical(capture.url))
