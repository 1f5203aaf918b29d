"""What readings say of the state of ingestion, where nobody else has said anything.

A document is ingested when it was read, and will be found; failed when it could not be read. Who
sets a state by hand is believed as long as the bytes are the same. Other programs write the column
themselves: what our reading did not put there, it leaves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sheaf.deposit import models
from sheaf.deposit.sequences import MANY, batches
from sheaf.records import IngestState

Json = dict[str, Any]


def said_by_readings(alias: str, numbers: Collection[int]) -> dict[int, IngestState]:
    """What the last reading of these documents says, by their rows; nothing of those that were
    never read. To be asked before the rows are written anew."""
    found: dict[int, IngestState] = {}
    for some in batches(numbers, MANY):
        rows = models.Paper.objects.using(alias).filter(document_id__in=some)
        for number, version in rows.values_list("document_id", "extractor_version"):
            found[number] = IngestState.INGESTED if version else IngestState.FAILED
    return found


def note_readings(
    alias: str, papers: Mapping[int, Json | None], before: Mapping[int, IngestState]
) -> None:
    """The states of documents that have just been read, where the state is ours to set: nobody
    has set one of these bytes, and it is none or the one that the reading before had given."""
    said = {number: _said_by(paper) for number, paper in papers.items() if paper is not None}
    for some in batches(list(said), MANY):
        set_states(alias, {number: said[number] for number in some}, before)


def _said_by(paper: Json) -> IngestState:
    has_failed = "error" in (paper.get("provenance") or {})
    return IngestState.FAILED if has_failed else IngestState.INGESTED


def set_states(
    alias: str, said: Mapping[int, IngestState], before: Mapping[int, IngestState]
) -> int:
    """Of some hundreds of documents; how many have another one now."""
    rows = models.Document.objects.using(alias).filter(id__in=list(said))
    marks = find_marks(alias, list(said))
    wanted: dict[int, list[int]] = {}
    for number, sha1, state in rows.values_list("id", "content_sha1", "state"):
        mark = marks.get(number)
        is_ours = state in (IngestState.NOT_INGESTED, before.get(number))
        if (mark is None or mark.sha1 != sha1) and is_ours and state != said[number]:
            wanted.setdefault(int(said[number]), []).append(number)
    for state, numbers in wanted.items():
        models.Document.objects.using(alias).filter(id__in=numbers).update(state=state)
    return sum(map(len, wanted.values()))


def find_marks(alias: str, numbers: Collection[int]) -> dict[int, models.StateMark]:
    rows = models.StateMark.objects.using(alias).filter(document_id__in=numbers)
    return {row.document_id: row for row in rows}
