"""The story of a run in one function: what comes in is examined, decided on, read and admitted.

Each step is a generator over the one before it, so a run holds a window of captures and never
the whole input. Workers answer in any order; from here on everything happens in capture order,
so that two runs over the same input are the same run.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sheaf.curate.credible import is_possible_examination
from sheaf.curate.examination import ExaminationContext, examine, examine_without_worker
from sheaf.curate.remembered import Item
from sheaf.curate.seen_before import Decision
from sheaf.curate.stages import Stage, ask
from sheaf.curate.text.contract import TextOptions
from sheaf.deposit.admission import Admission, may_join
from sheaf.extract.reading import Files, read_paper_from_files, unread_paper
from sheaf.extract.reusing import Sibling, read_near_copy
from sheaf.records import Aside, Candidate, Capture, Dropped, Examined, Location, Payload
from sheaf.settings import Extract
from sheaf.workers.messages import Accident
from sheaf.workers.near_copies import (
    LookedUp,
    NearCandidate,
    fingerprint_of_file,
    is_fingerprint,
    tell_of,
)
from sheaf.workers.pool import Done, Pool

# The catalogue is asked about so many captures at a time: the bytes wait for it.
LOOKUP = 50
LOOKUP_BYTES = 4 * 1024**2
SomeItem = TypeVar("SomeItem", bound=Item)
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Progress:
    """How far a run has come. `asides` are records that are no captures."""

    run: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    asides: Counter[str] = field(default_factory=Counter)
    skipped: int = 0
    share: float | None = None  # of the sources that is dealt with, where that is known
    latest: list[Decision] = field(default_factory=list)

    @property
    def captures(self) -> int:
        return sum(self.outcomes.values())


class Decider(Protocol):
    """Decides how captures end, in their order, ahead of what is written."""

    def decide(self, examined: Sequence[Examined]) -> list[Decision]: ...

    def mark_written(self, decisions: Iterable[Decision]) -> None: ...


class Recall(Protocol):
    """Knows what was found out about the same bytes before."""

    def recall(self, items: Sequence[Item]) -> list[Item]: ...

    def settle(self, count: int) -> None: ...


class Writer(Protocol):
    """Keeps a batch, wholly or not at all."""

    def admit(self, run: int, admissions: list[Admission]) -> None: ...


class NearCopiesOfRun(Protocol):
    """Knows near-copies of what is kept, in the library and in this run."""

    def look_up(self, decision: Decision, digits: str) -> LookedUp: ...

    def note_paper(self, looked: LookedUp, paper: dict[str, Any] | None) -> None: ...

    def prepare(self, candidates: Sequence[NearCandidate]) -> Sibling | None: ...

    def put_away(self, sibling: Sibling) -> None: ...

    def mark_written(self, decisions: Iterable[Decision]) -> None: ...


@dataclass(frozen=True, slots=True)
class Machinery:
    """The parts of a run, put together in workers/importing.py."""

    run: int
    pool: Pool
    capture_stages: Sequence[Stage]
    examination: ExaminationContext
    extract: Extract | None  # None: what is kept is not read
    seen_before: Decider
    depositor: Writer
    batch: int
    batch_seconds: float
    memory: Recall | None = None  # None: all is judged again
    near_copies: NearCopiesOfRun | None = None  # None: every document is read by itself
    # Asked only by a resumed run: which of these captures are dealt with already.
    recorded: Callable[[Sequence[Capture]], set[Location]] | None = None
    share: Callable[[], float | None] = lambda: None
    report: Callable[[Progress], None] = lambda progress: None


def run(incoming: Iterable[Capture | Aside], machine: Machinery) -> Progress:
    """One run, from left to right."""
    progress = Progress(machine.run)
    captures = set_asides_apart(incoming, progress)
    captures = skip_recorded(captures, machine, progress)
    shares: deque[float | None] = deque()
    captures = note_shares(captures, machine, shares)
    examined = examine_in_workers(captures, machine)
    decisions = decide_in_order(examined, machine)
    admissions = read_in_workers(decisions, machine)
    admit_in_batches(admissions, machine, progress, shares)
    return progress


def set_asides_apart(incoming: Iterable[Capture | Aside], progress: Progress) -> Iterator[Capture]:
    for record in incoming:
        if isinstance(record, Aside):
            progress.asides[record.kind] += 1
        elif is_in_range(record.time):
            yield record
        else:
            yield replace(record, time=clamp_time(record.time))


def is_in_range(time: datetime) -> bool:
    return time.tzinfo is UTC and EARLIEST <= time <= LATEST


def clamp_time(time: datetime) -> datetime:
    """A time that every database and every calendar can hold. Archives hold others."""
    try:
        time = time.astimezone(UTC)
    except (OverflowError, ValueError):
        time = time.replace(tzinfo=UTC)
    return min(max(time, EARLIEST), LATEST)


def skip_recorded(
    captures: Iterable[Capture], machine: Machinery, progress: Progress
) -> Iterator[Capture]:
    """A resumed run goes on where it was. Captures are committed with everything found in them,
    so one that is on record is done with."""
    if machine.recorded is None:
        yield from captures
        return
    for batch in _small_batches(captures):
        recorded = machine.recorded(batch)
        progress.skipped += len(recorded)
        for capture in batch:
            if capture.location in recorded:
                _drop_bytes(capture, machine)
            else:
                yield capture


def note_shares(
    captures: Iterable[Capture], machine: Machinery, shares: deque[float | None]
) -> Iterator[Capture]:
    """How far the sources had been read when each capture left them. It counts when the capture
    has ended: the queue before the workers takes in a small folder at once."""
    for capture in captures:
        shares.append(machine.share())
        yield capture


def examine_in_workers(
    captures: Iterable[Capture], machine: Machinery
) -> Iterator[list[list[Examined]]]:
    """Each capture with what was found in it. What the first stages drop needs no worker, and
    neither does what its first bytes decide."""

    def arguments(item: Item) -> tuple[Any, ...] | None:
        return (item, machine.examination) if isinstance(item, Capture) else None

    def weight(item: Item) -> int:
        if isinstance(item, list) or item.payload.data is None:
            return 0
        return len(item.payload.data)

    def accepts(item: Item, answer: list[Examined]) -> bool:
        staging = machine.examination.staging
        return isinstance(item, Capture) and is_possible_examination(answer, item, staging)

    items: Iterable[Item] = (_ask_capture_stages(capture, machine) for capture in captures)
    if machine.memory is not None:
        items = recall_in_batches(items, machine.memory, machine)
    work = machine.pool.in_order(examine, items, arguments, weight=weight, accepts=accepts)
    for ready in work:
        yield [_answer_of(done, machine) for done in ready]


def recall_in_batches(items: Iterable[Item], memory: Recall, machine: Machinery) -> Iterator[Item]:
    for batch in _small_batches(items):
        for item, answer in zip(batch, memory.recall(batch), strict=True):
            if answer is not item and isinstance(item, Capture):
                _drop_bytes(item, machine)
            yield answer


def _small_batches(items: Iterable[SomeItem]) -> Iterator[list[SomeItem]]:
    batch: list[SomeItem] = []
    size = 0
    for item in items:
        batch.append(item)
        if isinstance(item, Capture):
            size += item.payload.length or len(item.payload.data or b"")
        if len(batch) >= LOOKUP or size >= LOOKUP_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _ask_capture_stages(capture: Capture, machine: Machinery) -> Item:
    answer = ask(machine.capture_stages, Candidate(capture))
    if isinstance(answer, Dropped):
        return [Examined(_drop_bytes(capture, machine), dropped=answer)]
    return examine_without_worker(capture, machine.examination) or capture


def _answer_of(done: Done[Item], machine: Machinery) -> list[Examined]:
    if isinstance(done.item, list):
        return done.item
    bare = _drop_bytes(done.item, machine)
    if isinstance(done.answer, Accident):
        return [Examined(bare, dropped=done.answer.dropped)]
    answer: list[Examined] = done.answer
    return answer


def _drop_bytes(capture: Capture, machine: Machinery) -> Capture:
    """The capture as it is written down; what an importer spooled of it goes."""
    path = capture.payload.path
    if path is not None and Path(path).parent == machine.examination.staging:
        with contextlib.suppress(OSError):
            Path(path).unlink()
    return replace(capture, payload=Payload())


def decide_in_order(
    examined: Iterable[list[list[Examined]]], machine: Machinery
) -> Iterator[list[Decision]]:
    """The decisions on one capture and its members stay together: they are committed as one."""
    for ready in examined:
        decisions = iter(machine.seen_before.decide(list(chain.from_iterable(ready))))
        if machine.memory is not None:
            machine.memory.settle(len(ready))
        for group in ready:
            yield [add_truncation_note(next(decisions)) for _ in group]


def add_truncation_note(decision: Decision) -> Decision:
    """What the crawler cut short may be kept all the same, but not without a word."""
    cut = decision.examined.capture.truncated
    if not cut:
        return decision
    reason = f"{decision.reason.rstrip('.')}; cut short by the crawler ({cut})"
    return replace(decision, reason=reason)


def read_in_workers(
    decisions: Iterable[list[Decision]], machine: Machinery
) -> Iterator[list[Admission]]:
    """Only what is kept is read; one group of decisions comes out as one group of admissions.
    Near-copies are read after what came before them, so that it is known what was read of that."""
    if machine.extract is None:
        yield from ([Admission(decision) for decision in group] for group in decisions)
        return
    # None marks the end of a group, so that groups survive the flat stream.
    flat = (step for group in decisions for step in (*group, None))
    looked = look_for_near_copies(flat, machine)
    done = read_near_copies(read_first(looked, machine, machine.extract), machine, machine.extract)
    group: list[Admission] = []
    for one in done:
        if one is None:
            yield group
            group = []
        else:
            group.append(one)
            if (layout := one.decision.examined.staged_layout) is not None:
                layout.unlink(missing_ok=True)


def look_for_near_copies(
    steps: Iterable[Decision | None], machine: Machinery
) -> Iterator[LookedUp | None]:
    near = machine.near_copies
    if near is None:
        yield from (None if step is None else LookedUp(step) for step in steps)
        return

    def arguments(step: Decision | None) -> tuple[Any, ...] | None:
        text = step.examined.staged_text if step is not None and step.is_kept else None
        return None if text is None else (text,)

    work = machine.pool.in_order(
        fingerprint_of_file,
        steps,
        arguments,
        urgent=True,
        accepts=lambda _, one: is_fingerprint(one),
    )
    for ready in work:
        for done in ready:
            if done.item is None:
                yield None
            else:
                yield near.look_up(done.item, done.answer if isinstance(done.answer, str) else "")


@dataclass(frozen=True, slots=True)
class _Read:
    """A document that was read, or that waits for what was read of its near-copy."""

    looked: LookedUp
    paper: dict[str, Any] | None


def read_first(
    steps: Iterable[LookedUp | None], machine: Machinery, chosen: Extract
) -> Iterator[_Read | None]:
    options = TextOptions.from_settings(machine.examination.settings)

    def arguments(step: LookedUp | None) -> tuple[Any, ...] | None:
        if step is None or not step.decision.is_kept or step.candidates:
            return None
        return _files(step.decision.examined), chosen, options

    for ready in machine.pool.in_order(read_paper_from_files, steps, arguments, urgent=True):
        for done in ready:
            if done.item is None:
                yield None
                continue
            paper = _paper(done.answer, done.item.decision, chosen)
            if machine.near_copies is not None:
                machine.near_copies.note_paper(done.item, paper)
            yield _Read(done.item, paper)


def read_near_copies(
    steps: Iterable[_Read | None], machine: Machinery, chosen: Extract
) -> Iterator[Admission | None]:
    near = machine.near_copies
    if near is None:
        for step in steps:
            yield None if step is None else Admission(step.looked.decision, step.paper)
        return
    options = TextOptions.from_settings(machine.examination.settings)
    prepared: deque[Sibling | None] = deque()

    def arguments(step: _Read | None) -> tuple[Any, ...] | None:
        if step is None or not step.looked.candidates:
            return None
        prepared.append(near.prepare(step.looked.candidates))
        return _files(step.looked.decision.examined), chosen, options, prepared[-1]

    for ready in machine.pool.in_order(read_near_copy, steps, arguments, urgent=True):
        for done in ready:
            if done.item is None:
                yield None
                continue
            decision, paper = done.item.looked.decision, done.item.paper
            if done.item.looked.candidates:
                sibling = prepared.popleft()
                if sibling is not None:
                    near.put_away(sibling)
                paper = _paper(done.answer, decision, chosen)
                decision, paper = tell_of(done.item.looked, paper, sibling)
            yield Admission(decision, paper)


def _files(examined: Examined) -> Files:
    assert examined.staged_file is not None, "what is kept has been staged"
    return Files(
        main=examined.staged_file,
        text=examined.staged_text,
        mime_type=examined.mime_type or "",
        source=examined.capture.url,
        layout=examined.staged_layout,
        text_provenance=examined.text_provenance,
    )


def _paper(answer: Any, decision: Decision, chosen: Extract) -> dict[str, Any] | None:
    """A document whose reading went wrong is kept all the same, and its paper says so."""
    if isinstance(answer, Accident):
        return unread_paper(decision.examined.capture.url, chosen, answer.dropped.words)
    paper: dict[str, Any] | None = answer
    return paper


def admit_in_batches(
    groups: Iterable[list[Admission]],
    machine: Machinery,
    progress: Progress,
    shares: deque[float | None],
) -> None:
    """One group is one capture, so that `shares` go as they came."""
    batch: list[Admission] = []
    ended = 0
    since = time.monotonic()

    def write() -> None:
        machine.depositor.admit(machine.run, batch)
        decisions = [admission.decision for admission in batch]
        machine.seen_before.mark_written(decisions)
        if machine.near_copies is not None:
            machine.near_copies.mark_written(decisions)
        progress.outcomes.update(decision.outcome.value for decision in decisions)
        progress.latest = decisions
        for _ in range(ended):
            progress.share = shares.popleft()
        machine.report(progress)
        batch.clear()

    for group in groups:
        if not may_join(batch, group):
            write()
            since, ended = time.monotonic(), 0
        batch += group
        ended += 1
        if len(batch) >= machine.batch or time.monotonic() - since >= machine.batch_seconds:
            write()
            since, ended = time.monotonic(), 0
    if batch:
        write()
