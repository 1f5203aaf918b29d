"""Jobs as workers see them: claimed, kept alive, ended, and taken from workers that died.

A claim is a lease. Its holder moves `beats` on; whoever watches sees by a clock of its own for how
long they have not moved, so that clocks that differ or jump matter nothing. Whatever the holder
writes names its token, and nothing is written once another has the job.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.jobs.contract import WORKER_KEY, Claim, JobEnding, JobProgress, JobState, Wish
from sheaf.deposit.jobs.moves import MOVES, Move, move_job, note_event
from sheaf.deposit.jobs.store import add_lines, drop_oldest_lines

DEADLOCK = 1213  # MariaDB and MySQL: one of two has to step back
QUICK_MILLISECONDS = 1500
LOOK_AT_LOG = "Look at its log; then try it again, or change what it is to do."


@dataclass(frozen=True, slots=True)
class RunningJob:
    """A job that somebody holds, as a watcher sees it."""

    number: int
    token: int
    beats: int
    worker: str
    attempts: int
    wants: Wish


class Claims:
    """One worker's door to the queue; `worker` is its name."""

    def __init__(self, alias: str, worker: str) -> None:
        self.alias, self.worker = alias, worker

    def claim(
        self, kinds: Collection[str], admitting: Collection[str], passing: Collection[int] = ()
    ) -> Claim | None:
        """The first job that waits and can be done now, if any; of the `admitting` kinds one runs
        at a time. Those whose turn is to be passed are left where they are."""
        waiting = self._rows().filter(state=JobState.WAITING, kind__in=kinds)
        waiting = waiting.exclude(id__in=passing) if passing else waiting
        with catalogue_errors("the claiming of a job"):
            # Questions that lock nothing: mostly there is no work.
            if self._rows().filter(admitting=1).exists():
                waiting = waiting.exclude(kind__in=admitting)
            if not waiting.exists():
                return None
            try:
                with transaction.atomic(using=self.alias):
                    return self._claim_first(waiting, admitting)
            except IntegrityError:  # another began to admit in the same moment
                return None
            except OperationalError as problem:
                if problem.args[:1] == (DEADLOCK,):
                    return None
                raise

    def _claim_first(self, waiting: Any, admitting: Collection[str]) -> Claim | None:
        skips = connections[self.alias].features.has_select_for_update_skip_locked
        row = waiting.order_by("id").select_for_update(skip_locked=skips).first()
        if row is None:
            return None
        is_ours = move_job(
            self.alias,
            row.id,
            Move.CLAIM,
            shown(self.worker),
            where={"token": row.token},
            changes={
                "worker": self.worker,
                "token": F("token") + 1,
                "beats": F("beats") + 1,
                "attempts": F("attempts") + 1,
                "admitting": 1 if row.kind in admitting else None,
                "started": Coalesce("started", datetime.now(UTC)),
                "problem": "",
                "what_to_do": "",
                "note": "",
            },
        )
        if not is_ours:
            return None
        return Claim(row.id, row.token + 1, row.kind, row.parameters, row.owner, row.attempts + 1)

    def beat(
        self,
        claim: Claim,
        progress: JobProgress | None,
        lines: Iterable[str],
        most_lines: int,
        *,
        run: int | None = None,
    ) -> bool:
        """Whether the job is still ours; what it says of itself is written if so."""
        values: dict[str, Any] = {} if progress is None else asdict(progress)
        if values:
            values["note"] = make_storable(values["note"])
        if run is not None:
            values["run"] = run
        with catalogue_errors("a report of a job"), transaction.atomic(using=self.alias):
            if not self._held(claim).update(beats=F("beats") + 1, **values):
                return False
            if add_lines(self.alias, claim.number, lines):
                drop_oldest_lines(self.alias, claim.number, most_lines)
        return True

    def wishes(self, claims: Collection[Claim]) -> dict[int, Wish]:
        """What is asked of these jobs; one that is missing is ours no longer."""
        tokens = {claim.number: claim.token for claim in claims}
        rows = self._rows().filter(id__in=tokens, state=JobState.RUNNING)
        with catalogue_errors("a look at jobs"):
            found = list(rows.values_list("id", "token", "wants"))
        return {number: Wish(wants) for number, token, wants in found if tokens[number] == token}

    def end(self, claim: Claim, move: Move, ending: JobEnding, *, words: str = "") -> bool:
        """Whether it is written that the job ended so. Asked again after a lost connection, it
        says what was written then."""
        values = {name: value for name, value in asdict(ending).items() if value is not None}
        for name in ("words", "problem", "what_to_do"):
            values[name] = make_storable(values[name])
        values["files"] = list(ending.files)
        return self._end(claim, move, words, values)

    def fail(self, claim: Claim, problem: str) -> bool:
        """After too many attempts."""
        ending = JobEnding(problem=problem, what_to_do=LOOK_AT_LOG)
        return self.end(claim, Move.FAIL, ending, words=problem)

    def has_work(self, kinds: Collection[str]) -> bool:
        """Whether anything waits, for whomever."""
        with catalogue_errors("a look at jobs"):
            waiting = self._rows().filter(state=JobState.WAITING, kind__in=kinds)
            return bool(waiting.exists())

    def give_back(self, claim: Claim, reason: str, *, is_attempt: bool) -> bool:
        """It waits again, for us or another."""
        change: dict[str, Any] = {"note": make_storable(reason)}
        if not is_attempt:
            change["attempts"] = F("attempts") - 1
        return self._end(claim, Move.GIVE_BACK, reason, change)

    def _end(self, claim: Claim, move: Move, words: str, changes: dict[str, Any]) -> bool:
        where = {"token": claim.token}
        with catalogue_errors("the end of a job"):
            if move_job(
                self.alias, claim.number, move, shown(self.worker),
                where=where, words=words, changes=changes,
            ):  # fmt: skip
                return True
            written = self._rows().filter(id=claim.number, state=MOVES[move][1], **where)
            return bool(written.exists())

    def note(self, number: int, words: str) -> None:
        """Into the log of a job that may have ended; nothing where it was removed."""
        with catalogue_errors("a note to a job"):
            if self._rows().filter(id=number).exists():
                note_event(self.alias, number, shown(self.worker), words)

    def running(self) -> list[RunningJob]:
        """All that is held by anybody."""
        names = ("id", "token", "beats", "worker", "attempts", "wants")
        with catalogue_errors("a look at jobs"):
            rows = list(self._rows().filter(state=JobState.RUNNING).values_list(*names))
        return [
            RunningJob(number, token, beats, worker, attempts, Wish(wants))
            for number, token, beats, worker, attempts, wants in rows
        ]

    def take_away(self, job: RunningJob, *, most_attempts: int, reason: str) -> bool:
        """From a worker that is dead, as far as can be seen. If it has moved since, it keeps it."""
        move, problem = Move.GIVE_BACK, ""
        if job.wants is Wish.CANCEL:
            move = Move.STOP
        elif job.wants is Wish.PAUSE:
            move = Move.HOLD
        elif job.attempts >= most_attempts:
            move = Move.FAIL
            problem = f"{reason} It was begun {job.attempts} times, and not once ended."
        changes = {"problem": problem}
        if problem:
            changes["what_to_do"] = LOOK_AT_LOG
        with catalogue_errors("the taking away of a job"):
            return move_job(
                self.alias, job.number, move, shown(self.worker),
                where={"token": job.token, "beats": job.beats}, words=reason, changes=changes,
            )  # fmt: skip

    def never_wait_long(self) -> None:
        """Rather an error than half a minute behind another writer of an SQLite file: there are
        jobs to look after."""
        if connections[self.alias].vendor == "sqlite":
            with catalogue_errors("a look at jobs"), connections[self.alias].cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {QUICK_MILLISECONDS}")

    def reconnect(self) -> None:
        """After an error: the next question makes a new connection."""
        connections[self.alias].close()

    def _held(self, claim: Claim) -> Any:
        return self._rows().filter(id=claim.number, token=claim.token, state=JobState.RUNNING)

    def _rows(self) -> Any:
        return models.Job.objects.using(self.alias)


def shown(worker: str) -> str:
    """As people see its name."""
    return worker.partition(WORKER_KEY)[0]
