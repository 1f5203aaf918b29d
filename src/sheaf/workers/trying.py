"""Tries an import on the first captures of its sources: how each would end. Nothing is kept."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from sheaf import pipeline
from sheaf.acquire.importers.sources import Sources
from sheaf.curate.basis import find_basis
from sheaf.curate.seen_before import Decision, KnownDocument, SeenBefore
from sheaf.deposit.admission import Admission
from sheaf.deposit.catalogue import Catalogue
from sheaf.records import KEPT, Aside, Capture, Outcome
from sheaf.settings import Settings
from sheaf.workers.importing import (
    FindKnown,
    ImportOptions,
    Report,
    add_memory,
    check_run,
    make_machinery,
    open_pool,
)

FIRST = 50
# A source may hold many records that are no captures, or be slow: what was tried by then is told.
SECONDS = 60.0
WOULD_BE = {
    Outcome.NEW: "it would be kept",
    Outcome.UPDATED: "it would replace the version that the library has",
}


@dataclass(frozen=True, slots=True)
class TriedCapture:
    """How a capture would end. The size is that of what was looked at; 0 where nothing was."""

    url: str
    outcome: Outcome
    reason: str
    mime_type: str
    size: int
    source: str
    position: str
    member: str


@dataclass(frozen=True, slots=True)
class TryReport:
    """What came of a try; `is_all` where the sources have no more than was tried."""

    captures: tuple[TriedCapture, ...]
    outcomes: dict[str, int]
    is_all: bool
    seconds: float
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def words(self) -> str:
        kept = sum(self.outcomes.get(one.value, 0) for one in KEPT)
        whole = "" if self.is_all else "The sources have more. "
        tried = (
            "1 capture was" if len(self.captures) == 1 else f"{len(self.captures):,} captures were"
        )
        return f"{tried} tried, {kept:,} of them would be kept. {whole}Nothing was kept."


def try_import(
    paths: Sequence[str | Path],
    options: ImportOptions,
    catalogue: Catalogue,
    library: Path,
    settings: Settings,
    first: int,
    report: Report,
    find_known: FindKnown,
) -> TryReport:
    """The library is asked what it has, and told nothing: an import may run beside it."""
    started = time.monotonic()
    chosen = options.apply_to(settings)
    check_run(chosen)
    with tempfile.TemporaryDirectory(prefix="sheaf-try-") as scratch:
        staging = Path(scratch) / "staging"
        staging.mkdir()
        context = options.make_context(staging, chosen, find_known)
        incoming = Path(scratch) / "incoming"
        with Sources(paths, context, options.format, chosen.acquire, incoming) as given:
            some = FirstCaptures(given, first)
            tried = _run(some, catalogue, library, chosen, staging, report)
            notes = given.notes
    outcomes = Counter(one.outcome for one in tried)
    return TryReport(
        tuple(tried),
        {one.value: outcomes[one] for one in Outcome if outcomes[one]},
        some.is_all,
        round(time.monotonic() - started, 3),
        notes,
    )


class FirstCaptures:
    """The first captures of a stream, with what stands between them."""

    def __init__(self, incoming: Iterable[Capture | Aside], most: int) -> None:
        self._incoming = incoming
        self._most = most
        self.is_all = False

    def __iter__(self) -> Iterator[Capture | Aside]:
        seen, end = 0, time.monotonic() + SECONDS
        for item in self._incoming:
            if seen == self._most or time.monotonic() > end:
                return
            seen += isinstance(item, Capture)
            yield item
        self.is_all = True


def _run(
    some: Iterable[Capture | Aside],
    catalogue: Catalogue,
    library: Path,
    settings: Settings,
    staging: Path,
    report: Report,
) -> list[TriedCapture]:
    """As an import, but that what is kept is not read as a paper, and not kept."""
    tried: list[TriedCapture] = []

    def note(progress: pipeline.Progress) -> None:
        tried.extend(map(_tell, progress.latest))
        report(progress)

    seen_before = AllRemembered(Onlooker(catalogue))
    with open_pool(settings, staging) as pool:
        machine = make_machinery(
            settings.with_values("curate", keep_rejects=False),
            pool,
            library,
            staging,
            seen_before=seen_before,
            depositor=Discarder(),
            report=note,
        )
        machine = replace(machine, extract=None, batch=10, batch_seconds=0.5)
        machine = add_memory(machine, catalogue, seen_before, find_basis(settings.curate))
        pipeline.run(some, machine)
    return tried


def _tell(decision: Decision) -> TriedCapture:
    examined = decision.examined
    capture = examined.capture
    reason = WOULD_BE.get(decision.outcome, decision.reason)
    if decision.document_id is not None and decision.document_id < 0 and not decision.is_kept:
        reason = "it repeats one that was tried before it"
    return TriedCapture(
        url=capture.url,
        outcome=decision.outcome,
        reason=reason,
        mime_type=examined.mime_type or capture.mime_type or "",
        size=examined.size,
        source=capture.location.source,
        position=capture.location.position,
        member=capture.location.member,
    )


class AllRemembered(SeenBefore):
    """No row will ever tell of what was decided."""

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        pass


class Onlooker:
    """What a catalogue knows, for who leaves nothing in it: numbers of documents that would be are
    none of its own."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._numbers = count(-1, -1)

    def by_url(self, url_md5s: Iterable[str]) -> dict[str, KnownDocument]:
        return self._catalogue.by_url(url_md5s)

    def by_sha1(self, sha1s: Iterable[str]) -> dict[str, list[int]]:
        return self._catalogue.by_sha1(sha1s)

    def was_kept(self, url_md5: str, sha1: str) -> bool:
        return self._catalogue.was_kept(url_md5, sha1)

    def kept_by_hand(self, sha1s: Iterable[str]) -> set[str]:
        return self._catalogue.kept_by_hand(sha1s)

    def new_id(self) -> int:
        return next(self._numbers)


class Discarder:
    """A writer that writes nothing."""

    def admit(self, run: int, admissions: list[Admission]) -> None:
        for one in admissions:
            examined = one.decision.examined
            for staged in (examined.staged_file, examined.staged_text, examined.staged_layout):
                if staged is not None:
                    staged.unlink(missing_ok=True)
