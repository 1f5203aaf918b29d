"""What was turned down and a person wants all the same: its row, and where its bytes are.

The capture stays where it is, in its own run, and ends from then on as one that was kept; what it
was before is written down as a change of a run of its own, so that it can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import F

from sheaf import urls
from sheaf.acquire.importers.contract import AUTO
from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.acquire.remote.address import is_remote
from sheaf.curate.seen_before import Decision
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.original_bytes import Origin, find_originals
from sheaf.deposit.rows import Pair, RowWriter
from sheaf.deposit.runs import UNDONE
from sheaf.errors import UsageError
from sheaf.files import compute_sha1
from sheaf.records import KEPT, KNOWN, Capture, Location, Outcome

ENDING = ("outcome", "reason", "document_id", "mime_type", "sha1")
NOTHING_IN_IT = frozenset({
    Outcome.UNPACKED, Outcome.NOTHING_INSIDE, Outcome.EMPTY, Outcome.MISSING_BYTES, Outcome.BOMB,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """A capture as it is on record. `refusal` says why it cannot be kept, where that is plain."""

    id: int
    capture: Capture
    sha1: str
    origin: Origin
    refusal: str = ""


def find_turned_down(alias: str, wanted: Sequence[int | str]) -> list[TurnedDown]:
    """By number, or by URL: then the latest that was turned down."""
    return [_describe(_find_row(alias, one)) for one in dict.fromkeys(wanted)]


def _find_row(alias: str, wanted: int | str) -> models.CaptureRow:
    rows = models.CaptureRow.objects.using(alias).select_related("source__run")
    if isinstance(wanted, int):
        row = rows.filter(id=wanted).first()
        if row is None:
            raise UsageError(
                f"There is no capture {wanted}.",
                "`sheaf runs RUN --outcome turned_down --json` lists them with their numbers.",
            )
        return row
    with suppress(urls.BadUrl):
        found = rows.filter(url_md5=urls.md5(urls.canonical(wanted))).exclude(
            source__run__state=UNDONE
        )
        ended_well = [one.value for one in KEPT | KNOWN]
        row = found.exclude(outcome__in=ended_well).order_by("-id").first()
        row = row or found.order_by("-id").first()
        if row is not None:
            return row
    raise UsageError(f"Nothing of {wanted} is on record.", "Import it: sheaf import SOURCE")


def _describe(row: models.CaptureRow) -> TurnedDown:
    place = Location(row.source.path, row.position, row.member)
    options = row.source.run.options
    return TurnedDown(
        id=row.id,
        capture=Capture(
            row.url,
            row.time,
            place,
            parent_url=row.parent_url or None,
            depth=row.depth,
            is_seed=row.is_seed,
        ),
        sha1=row.sha1,
        origin=Origin(row.id, place, row.sha1, options.get("format", AUTO), options.get("log")),
        refusal=_refuse(row),
    )


def _refuse(row: models.CaptureRow) -> str:
    outcome = Outcome(row.outcome)
    if row.source.run.state == UNDONE:
        return f"its run {row.source.run_id} was taken back"
    if outcome in KEPT | KNOWN:
        return f"it is kept already: {row.reason}"
    if outcome in NOTHING_IN_IT:
        return f"it ended as {outcome}: there is nothing in it to be kept"
    try:
        urls.canonical(row.url)
    except urls.BadUrl:
        return "its URL is none"
    return ""


def find_bytes(
    wanted: Sequence[TurnedDown], library: Path, rejects: Path, limits: UnpackLimits
) -> Iterator[tuple[TurnedDown, bytes]]:
    """From the rejects that were kept, or from where they came; each source is read once."""
    by_source: dict[str, dict[Origin, TurnedDown]] = {}
    for one in wanted:
        reject = _find_reject(one.sha1, rejects)
        if reject is not None:
            yield one, reject.read_bytes()
        else:
            by_source.setdefault(one.origin.place.source, {})[one.origin] = one
    for source, origins in by_source.items():
        for origin, data in find_originals(source, set(origins), library, limits):
            yield origins[origin], data


def _find_reject(sha1: str, rejects: Path) -> Path | None:
    for path in rejects.glob(f"*/{sha1}.*") if sha1 else ():
        with suppress(OSError):
            if path.suffix != ".why" and compute_sha1(path) == sha1:
                return path
    return None


def why_no_bytes(one: TurnedDown) -> str:
    source = one.origin.place.source
    if is_remote(source):
        return f"its bytes are at {source}: import it from there with --no-filter"
    return f"its bytes are not in {source} any more, nor among the rejects"


class KeptRows(RowWriter):
    """Writes documents as an import does, and changes the captures that they come from."""

    def __init__(self, alias: str, run: int, numbers: Mapping[Location, int]) -> None:
        super().__init__(alias, run)
        self._numbers = numbers
        self._endings: list[tuple[int, int, dict[str, Any]]] = []

    def write(self, pairs: Sequence[Pair]) -> None:
        """The captures last: some databases check at once whether their documents are there."""
        super().write(pairs)
        for number, run, ending in self._endings:
            models.CaptureRow.objects.using(self.alias).filter(id=number).update(**ending)
            count_again(self.alias, [run])

    def _numbered_captures(self, pairs: Sequence[Pair]) -> list[list[Any]]:
        for decision, _ in pairs:
            if decision.examined.dropped is None:
                self._end_otherwise(decision)
        return []

    def _end_otherwise(self, decision: Decision) -> None:
        number = self._numbers[decision.examined.capture.location]
        rows = models.CaptureRow.objects.using(self.alias).select_related("source")
        row = rows.get(id=number)
        before = {name: getattr(row, name) for name in ENDING}
        self._note("capture", number, before)
        reason = f"{decision.reason}; kept by hand, though {row.outcome}: {row.reason}"
        ending = {
            "outcome": decision.outcome.value,
            "reason": make_storable(reason),
            "document_id": decision.document_id,
            "mime_type": make_storable(decision.examined.mime_type or "")[:127],
            "sha1": decision.examined.sha1 or "",
        }
        self._endings.append((number, row.source.run_id, ending))
        if decision.is_kept:
            self._document(decision.document_id).capture_id = number


def undo_captures(alias: str, run: int) -> None:
    """Within a transaction: captures end again as they did before somebody kept them."""
    changes = models.Change.objects.using(alias).filter(run_id=run, table="capture")
    rows = models.CaptureRow.objects.using(alias)
    for change in changes:
        rows.filter(id=change.object_id).update(**(change.before or {}))
        count_again(alias, rows.filter(id=change.object_id).values_list("source__run", flat=True))
    changes.delete()


def count_again(alias: str, runs: Any) -> None:
    """Whoever has counted the outcomes of these runs counts once more."""
    models.Run.objects.using(alias).filter(id__in=list(runs)).update(batches=F("batches") + 1)
