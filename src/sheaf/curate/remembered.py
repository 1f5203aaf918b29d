"""What was found out about the same bytes before, on the same basis, is not found out again.

The coordinator computes the SHA-1 of captures that a worker would have to look at, and asks the
catalogue, some at a time. What was turned down ends as it did then. What passed needs no second
reading where it is certain to be a duplicate now; anything else goes to a worker.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sheaf.acquire.importers.unpack import CONTAINER_TYPES
from sheaf.curate import payload
from sheaf.curate.basis import Basis
from sheaf.curate.examination import ExaminationContext, unpack_limits, write_staged
from sheaf.curate.mime_type import WantedType, sniff_start
from sheaf.curate.seen_before import KnownContent, KnownDocument, SeenBefore, url_key
from sheaf.records import Candidate, Capture, Dropped, Examined, Outcome, Payload

# A capture on its way to a worker, or what it ended as without one.
Item = Capture | list[Examined]
IN_CONTAINER = "!/"  # stands in the URLs of members


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a run said about bytes; without an outcome they passed."""

    outcome: Outcome | None
    basis: str
    mime_type: str
    reason: str
    run: int


class KnownJudgements(KnownContent, Protocol):
    """What the catalogue must answer."""

    def judgements(self, sha1s: Iterable[str]) -> dict[str, Judgement]: ...

    def holders(self, sha1s: Iterable[str]) -> dict[str, dict[int, str]]:
        """Documents with these bytes by their numbers, with the MD5s of their URLs; no members of
        containers."""
        ...


@dataclass(frozen=True, slots=True)
class Recognised:
    """A capture whose bytes were judged on this basis."""

    capture: Capture
    sha1: str
    judgement: Judgement


class Memory:
    """`seen_before` is asked what it has decided already; of what is still on its way to it, the
    URLs are kept here, in their order: those documents may change yet."""

    def __init__(
        self,
        known: KnownJudgements,
        seen_before: SeenBefore,
        context: ExaminationContext,
        basis: Basis,
    ) -> None:
        self._known = known
        self._seen_before = seen_before
        self._context = context
        self._basis = basis
        self._limits = unpack_limits(context.settings)
        self._check_type = WantedType(context.settings.mime_types)
        self._ahead: deque[str] = deque()
        self._undecided: Counter[str] = Counter()

    def recall(self, items: Sequence[Item]) -> list[Item]:
        """The same, with the answer in place of each capture whose answer is remembered."""
        recognised = self._recognise(items)
        passed = [one for one in recognised.values() if one.judgement.outcome is None]
        in_catalogue = self._known.by_url(url_key(one.capture) for one in passed)
        holders = self._known.holders(one.sha1 for one in passed)
        answers: list[Item] = []
        for at, item in enumerate(items):
            one = recognised.get(at)
            found = None if one is None else self._answer(one, in_catalogue, holders)
            self._expect(item if found is None else found)
            answers.append(item if found is None else [found])
        return answers

    def settle(self, count: int) -> None:
        """As many as this, the oldest, are decided on now."""
        for _ in range(count):
            key = self._ahead.popleft()
            self._undecided[key] -= 1
            if not self._undecided[key]:
                del self._undecided[key]

    def _expect(self, item: Item | Examined) -> None:
        """What is repeated here changes no document."""
        key = ""
        if isinstance(item, Capture):
            key = url_key(item)
        elif isinstance(item, list) and item[0].dropped is None:
            key = url_key(item[0].capture)
        self._ahead.append(key)
        self._undecided[key] += 1

    # -- whose bytes are known ---------------------------------------------------------------------

    def _recognise(self, items: Sequence[Item]) -> dict[int, Recognised]:
        sha1s = {
            at: (item, sha1)
            for at, item in enumerate(items)
            if isinstance(item, Capture) and (sha1 := self._sha1(item)) is not None
        }
        judgements = self._known.judgements(sha1 for _, sha1 in sha1s.values())
        return {
            at: Recognised(capture, sha1, judgements[sha1])
            for at, (capture, sha1) in sha1s.items()
            if sha1 in judgements and judgements[sha1].basis == self._basis.of(capture)
        }

    def _sha1(self, capture: Capture) -> str | None:
        """Of the document as a worker would see it. What has members needs one."""
        found = payload.compute_sha1(capture.payload, self._limits)
        if found is None:
            return None
        sha1, start = found
        mime_type = sniff_start(start)
        if mime_type in CONTAINER_TYPES and mime_type not in self._context.settings.mime_types:
            return None
        return sha1 if capture.sha1 in {None, sha1} else None

    # -- what becomes of them ----------------------------------------------------------------------

    def _answer(
        self,
        one: Recognised,
        in_catalogue: Mapping[str, KnownDocument],
        holders: Mapping[str, Mapping[int, str]],
    ) -> Examined | None:
        """None means that a worker must look."""
        outcome, mime_type = one.judgement.outcome, one.judgement.mime_type
        examined = Examined(replace(one.capture, payload=Payload()), None, mime_type, one.sha1)
        if outcome is None:
            key = url_key(one.capture)
            known = self._seen_before.pending.get(key, in_catalogue.get(key))
            is_certain = self._is_duplicate(one, key, known, holders.get(one.sha1, {}))
            return examined if is_certain else None
        staged = None
        if self._context.settings.keep_rejects:
            data = payload.load(one.capture.payload, self._limits)
            if isinstance(data, Dropped):  # gone since a moment ago
                return None
            staged = write_staged(data, mime_type, self._context)
        # What the server said of the type is asked anew: the same bytes may come with other words.
        dropped = self._check_type(Candidate(one.capture, mime_type=mime_type))
        if not isinstance(dropped, Dropped):
            dropped = Dropped(outcome, one.judgement.reason)
        reason = f"{dropped.reason}; remembered from run {one.judgement.run}"
        return replace(examined, dropped=replace(dropped, reason=reason), staged_file=staged)

    def _is_duplicate(
        self,
        one: Recognised,
        key: str,
        known: KnownDocument | None,
        holders: Mapping[int, str],
    ) -> bool:
        """Whether `seen_before` is certain to answer so. A container on its way may bring members
        of any name, so that their documents are certain of nothing."""
        if self._undecided[key] or IN_CONTAINER in one.capture.url:
            return False
        if known is not None:
            return known.sha1 == one.sha1 or one.capture.time < known.time
        return any(
            not self._undecided[other] and self._seen_before.still_holds(number, one.sha1)
            for number, other in holders.items()
        )
