"""Ingestion states, as people set them: what a reading says stands back behind that.

library.states.set([12, 13], "failed")
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from django.db import transaction
from django.db.models import QuerySet

from sheaf.deposit import models
from sheaf.deposit.by_hand.batching import batches_of
from sheaf.deposit.by_hand.noting import (
    MOST_NUMBERS,
    Note,
    note_nothing,
    present_name,
    some_of,
)
from sheaf.deposit.overlay.states import find_marks, said_by_readings, set_states
from sheaf.deposit.sequences import MANY
from sheaf.errors import UsageError
from sheaf.records import IngestState

NAMES = {state.name.lower(): state for state in IngestState}


@dataclass(frozen=True, slots=True)
class StateInfo:
    """Who set a state, and when; without a name it is that of the reading."""

    document_id: int
    state: IngestState
    who: str = ""
    time: datetime | None = None


def state_named(name: str) -> IngestState:
    if name not in NAMES:
        raise UsageError(f"There is no state {name!r}.", f"States: {', '.join(NAMES)}.")
    return NAMES[name]


def _by_state(states: Mapping[int, int]) -> dict[str, list[int]]:
    """Documents by the state that they had, as many as an entry names."""
    found: dict[str, list[int]] = {}
    for number, state in islice(states.items(), MOST_NUMBERS):
        found.setdefault(IngestState(state).name.lower(), []).append(number)
    return found


class States:
    """Asked of an open library."""

    def __init__(self, alias: str, note: Note = note_nothing) -> None:
        self._alias = alias
        self._note = note

    def get(self, document_id: int) -> StateInfo | None:
        """The state of a document, and who set it; None where there is none."""
        row = self._documents([document_id]).first()
        if row is None:
            return None
        mark = find_marks(self._alias, [document_id]).get(document_id)
        state = IngestState(row.state)
        # Another program may have written another state since.
        if mark is None or mark.sha1 != row.content_sha1 or mark.state != row.state:
            return StateInfo(document_id, state)
        return StateInfo(document_id, state, mark.who, mark.time)

    def set(self, document_ids: Iterable[int], state: str, *, who: str = "") -> list[int]:
        """By hand. The numbers of those whose state it was not; all of them keep it until other
        bytes come."""
        wanted, now, who = state_named(state), datetime.now(UTC), present_name(who)
        changed: dict[int, int] = {}
        with transaction.atomic(using=self._alias):
            for some in batches_of(document_ids):
                changed |= self._set_some(some, wanted, who, now)
        if changed:
            numbers = list(changed)
            target = "documents" if len(numbers) > 1 else f"document {numbers[0]}"
            after = {"state": state, **some_of(numbers)}
            self._note("document.state", target, before=_by_state(changed), after=after)
        return list(changed)

    def _set_some(
        self, some: Sequence[int], wanted: IngestState, who: str, now: datetime
    ) -> dict[int, int]:
        """The states before of those that had another one."""
        rows = dict(self._documents(some).values_list("id", "content_sha1"))
        missing = [number for number in some if number not in rows]
        if missing:
            words = f"There is no document {missing[0]}."
            raise UsageError(words, "`sheaf search` shows their numbers.")
        others = self._documents(some).exclude(state=int(wanted)).order_by("id")
        before = dict(others.values_list("id", "state"))
        self._documents(some).update(state=int(wanted))
        marks = models.StateMark.objects.using(self._alias)
        marks.filter(document_id__in=some).delete()
        marks.bulk_create(
            models.StateMark(document_id=number, sha1=sha1, state=int(wanted), who=who, time=now)
            for number, sha1 in rows.items()
        )
        return before

    def set_known(self, document_ids: Collection[int], state: str) -> int:
        """As `set`, of those that there are; how many these were."""
        known = [
            number
            for some in batches_of(document_ids)
            for number in self._documents(some).values_list("id", flat=True)
        ]
        self.set(known, state)
        return len(known)

    def hand_out(self, most: int) -> list[int]:
        """The newest documents that are not ingested; from now on they are handed out, so that no
        other program gets them too."""
        documents = models.Document.objects.using(self._alias)
        with transaction.atomic(using=self._alias):
            waiting = documents.filter(state=int(IngestState.NOT_INGESTED)).select_for_update()
            numbers = list(waiting.order_by("-id").values_list("id", flat=True)[:most])
            for some in batches_of(numbers):
                self._documents(some).update(state=int(IngestState.HANDED_OUT))
        if numbers:
            told = {"state": "handed_out", "documents": len(numbers)}
            self._note("document.state", f"document {numbers[-1]} to {numbers[0]}", after=told)
        return numbers

    def follow_readings(self) -> int:
        """What the last reading says, for documents that are not ingested, and of which nobody has
        said anything. How many were changed."""
        after = count = 0
        rows = models.Paper.objects.using(self._alias).order_by("document_id")
        rows = rows.filter(document__state=int(IngestState.NOT_INGESTED))
        numbers = rows.values_list("document_id", flat=True)
        while some := list(numbers.filter(document_id__gt=after)[:MANY]):
            after = some[-1]
            with transaction.atomic(using=self._alias):
                said = said_by_readings(self._alias, some)
                count += set_states(self._alias, said, said)
        if count:
            self._note("document.follow_readings", "documents", after={"changed": count})
        return count

    def _documents(self, numbers: Collection[int]) -> QuerySet[models.Document]:
        return models.Document.objects.using(self._alias).filter(id__in=numbers)
