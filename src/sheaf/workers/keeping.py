"""Takes in what was turned down, because a person says so: no filter is asked, and any type is
wanted. Otherwise it goes the way of everything that is imported."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from sheaf import pipeline
from sheaf.acquire.importers.unpack import CONTAINER_TYPES
from sheaf.curate.examination import unpack_limits
from sheaf.curate.mime_type import sniff
from sheaf.curate.seen_before import Decision, SeenBefore
from sheaf.deposit.admission import Depositor, storage_errors
from sheaf.deposit.runs import KEEP, RunLog
from sheaf.deposit.turned_down.keeping import (
    KeptRows,
    TurnedDown,
    find_bytes,
    find_turned_down,
    why_no_bytes,
)
from sheaf.files import write_new
from sheaf.records import KEPT, Capture, Location, Payload
from sheaf.settings import Settings
from sheaf.workers.importing import check_run, make_machinery, open_pool

CONTAINER = "it is a container; keep the captures that were found in it"


@dataclass(frozen=True, slots=True)
class KeptCapture:
    """What became of a capture that was to be kept: its document, or in words why there is none.
    `run` takes it back when it is undone; 0 where nothing was changed."""

    capture: int
    url: str
    document_id: int | None
    words: str
    run: int = 0

    @property
    def is_kept(self) -> bool:
        return self.document_id is not None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Keeper:
    """What is needed of a library. `make_depositor` takes what makes its rows."""

    run_log: RunLog
    settings: Settings
    make_depositor: Callable[[Callable[[str, int], KeptRows]], Depositor]

    def keep(self, wanted: Sequence[int | str]) -> list[KeptCapture]:
        """Called with the library held for writing."""
        found = find_turned_down(self.run_log.alias, wanted)
        numbers = {one.capture.location: one.id for one in found}
        depositor = self.make_depositor(lambda alias, run: KeptRows(alias, run, numbers))
        told = {one.id: one.refusal or why_no_bytes(one) for one in found}
        captures, types = self._stage([one for one in found if not one.refusal], depositor, told)
        decisions: dict[Location, Decision] = {}
        run = 0
        if captures:
            chosen = self.settings.with_values(
                "curate", filter=False, keep_rejects=False, mime_types=tuple(sorted(types))
            )
            run, decisions = self._admit(found, captures, chosen, depositor)
        return [self._tell(one, told[one.id], run, decisions) for one in found]

    def _stage(
        self, wanted: Sequence[TurnedDown], depositor: Depositor, told: dict[int, str]
    ) -> tuple[list[Capture], set[str]]:
        """The captures with their bytes in the staging folder, and which types they are of."""
        captures: list[Capture] = []
        types: set[str] = set(self.settings.curate.mime_types)
        folders, limits = depositor.folders, unpack_limits(self.settings.curate)
        for one, data in find_bytes(wanted, folders.library, folders.rejects, limits):
            mime_type = sniff(data)
            if mime_type in CONTAINER_TYPES:
                told[one.id] = CONTAINER
                continue
            types.add(mime_type)
            path = folders.staging / f"kept-{one.id}"
            with storage_errors(path.parent):
                write_new(path, data)
            payload = Payload(path=str(path), length=len(data))
            captures.append(replace(one.capture, payload=payload))
        return captures, types

    def _admit(
        self,
        wanted: Sequence[TurnedDown],
        captures: Sequence[Capture],
        chosen: Settings,
        depositor: Depositor,
    ) -> tuple[int, dict[Location, Decision]]:
        """The run is known again by all that was wanted, whatever a killed one has kept already."""
        started = time.monotonic()
        decisions: dict[Location, Decision] = {}

        def note(progress: pipeline.Progress) -> None:
            decisions.update((one.examined.capture.location, one) for one in progress.latest)

        check_run(chosen)
        staging, library = depositor.folders.staging, depositor.folders.library
        with open_pool(chosen, staging) as pool:
            machine = make_machinery(
                chosen,
                pool,
                library,
                staging,
                seen_before=SeenBefore(depositor.catalogue),
                depositor=depositor,
                report=note,
            )
            sources = sorted({one.capture.location.source for one in wanted})
            numbers = sorted(one.id for one in wanted)
            run, _ = self.run_log.begin(KEEP, sources, {"captures": numbers})
            try:
                pipeline.run(captures, replace(machine, capture_stages=(), run=run))
            except BaseException:
                self.run_log.pause(run, time.monotonic() - started)
                raise
        depositor.catalogue.give_back_ids()
        self.run_log.finish(run, time.monotonic() - started, {})
        return run, decisions

    def _tell(
        self, one: TurnedDown, words: str, run: int, decisions: dict[Location, Decision]
    ) -> KeptCapture:
        done = decisions.get(one.capture.location)
        told = partial(KeptCapture, one.id, one.capture.url)
        if done is None:
            return told(None, f"Capture {one.id} cannot be kept: {words}.")
        if done.examined.dropped is not None:
            dropped = done.examined.dropped.words
            return told(None, f"Capture {one.id} cannot be kept: {dropped}.", run)
        if done.outcome in KEPT:
            return told(done.document_id, f"Capture {one.id} is document {done.document_id}.", run)
        words = f"Capture {one.id} is in the library already: {done.reason}."
        return told(done.document_id, words, run)
