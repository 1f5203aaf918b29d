"""A worker: claims jobs, has them done in processes, keeps them alive, and stops them when asked.

It is one loop in one thread. Whatever fails in the database is tried again in the next round: what
is held stays held as long as nobody else can have taken it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from threading import Event

from sheaf.app import Library
from sheaf.deposit.jobs.claims import Claims, RunningJob
from sheaf.deposit.jobs.contract import Claim
from sheaf.deposit.jobs.moves import Move
from sheaf.errors import MissingPartError, SheafError, UsageError
from sheaf.workers.jobs.held import HeldJob, HowItEnded
from sheaf.workers.jobs.identity import own_name
from sheaf.workers.jobs.kind import JobKind
from sheaf.workers.jobs.leases import LeaseWatch
from sheaf.workers.jobs.registry import find_kind, kind_names
from sheaf.workers.jobs.webhook import Webhook
from sheaf.workers.process import JobProcess, wait_for

RUNNER = "sheaf.workers.jobs.runner"
ROUND = 0.25  # seconds
LOOK = 0.4  # between two looks at what waits, and at what people want of what runs
WRITE = 1.0  # between two reports of a job
TIDY = 3.0  # between two looks at schedules and at the jobs of others
MOST_BEAT = 5.0
JOBS_PER_PROCESS = 100
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # before a job that found the library busy is tried again
PATIENCE = 5.0  # with a database, before it is said that it cannot be used
SAFE_SHARE = 0.7  # of a lease: who was not heard so long stops before another begins


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """How many jobs at once, of which kinds (of all without a name), and whether to end when there
    is nothing left to do."""

    at_once: int = 2
    kinds: tuple[str, ...] = ()
    once: bool = False


_numbers = count()  # several workers may be in one process


class Timer:
    """Is due every so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self._next = seconds, float("-inf")

    def is_due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self.seconds
        return True

    def hurry(self) -> None:
        self._next = float("-inf")


class Worker:
    def __init__(
        self,
        library: Library,
        options: WorkOptions,
        *,
        say: Callable[[str], None] = lambda words: None,
        webhook: Webhook | None = None,
    ) -> None:
        """`say` is told what happens."""
        self._library, self._options, self._say = library, options, say
        self._webhook = webhook
        self.name = own_name(next(_numbers))
        self._claims = Claims(library.database_alias, self.name)
        self._settings = library.settings.jobs
        kinds = list(find_kinds(options.kinds, say))
        self._kinds = [kind.name for kind in kinds]
        self._admitting = [kind.name for kind in kinds if kind.admits]
        self._held: list[HeldJob] = []
        self._idle: list[JobProcess] = []
        self._watch = LeaseWatch(self._settings.lease_seconds)
        self._beat = min(MOST_BEAT, self._settings.lease_seconds / 6)
        # Jobs that found the library busy: when their turn comes again, and after which pause.
        self._passing: dict[int, tuple[float, float]] = {}
        self._look, self._tidy = Timer(LOOK), Timer(TIDY)
        self._trouble_since: float | None = None
        self._is_told = False
        self._has_looked = False

    def run(self, stop: Event) -> None:
        """Until it is told to stop, or, `once`, until nothing is left. What it has in hand then is
        stopped in good order, and goes on when a worker is there again."""
        try:
            while not stop.is_set():
                self._round()
                if self._options.once and self._is_all_done():
                    break
        finally:
            self._put_down()

    # -- one round -----------------------------------------------------------------------------

    def _round(self) -> None:
        self._hear(ROUND)
        try:
            self._claims.never_wait_long()
            self._write_endings()
            if self._look.is_due():
                self._see_to_wishes()
                self._keep_alive()
                self._claim()
            if self._tidy.is_due():
                self._look_around()
        except SheafError as problem:
            self._note_trouble(problem)
        else:
            self._note_trouble(None)

    def _hear(self, seconds: float) -> None:
        working = [held for held in self._held if held.ended is None]
        if not working:
            time.sleep(seconds if not self._held else 0)
        spoke = wait_for([held.process for held in working], seconds) if working else []
        for held in working:
            if held.process in spoke:
                held.take_in()
            held.force()
            if time.monotonic() - held.heard > self._settings.lease_seconds * SAFE_SHARE:
                held.drop("The database could not be reached.")

    def _write_endings(self) -> None:
        for held in list(self._held):
            if (ended := held.ended) is None:
                continue
            number = held.claim.number
            if self._write(held, ended):
                self._say(f"Job {number} ({held.claim.kind}): {ended.move}.")
            self._let_go(held)
            self._look.hurry()
            if ended.move not in (Move.GIVE_BACK, Move.HOLD) or ended.is_attempt:
                self._ended(number)

    def _write(self, held: HeldJob, ended: HowItEnded) -> bool:
        claim = held.claim
        if not self._report(held):
            return False
        if ended.move is not Move.GIVE_BACK:
            return self._claims.end(claim, ended.move, ended.ending, words=ended.words)
        if ended.is_busy:
            self._pass_over(claim.number)
        if ended.is_attempt and claim.attempt >= self._settings.attempts:
            words = f"{ended.words} It was begun {claim.attempt} times, and not once ended."
            return self._claims.fail(claim, words)
        return self._claims.give_back(claim, ended.words, is_attempt=ended.is_attempt)

    def _report(self, held: HeldJob) -> bool:
        """What it said of itself, and that it lives. Whether it is still ours."""
        lines = list(held.lines)
        most = self._settings.log_lines
        is_ours = self._claims.beat(held.claim, held.progress, lines, most, run=held.run)
        held.progress = None
        for _ in lines:
            held.lines.popleft()
        held.heard = time.monotonic()
        return is_ours

    def _see_to_wishes(self) -> None:
        working = [held for held in self._held if held.ended is None]
        wishes = self._claims.wishes([held.claim for held in working]) if working else {}
        for held in working:
            wish = wishes.get(held.claim.number)
            if wish is None:
                self._lose(held)
            elif wish:
                held.stop(wish)

    def _keep_alive(self) -> None:
        for held in [one for one in self._held if one.ended is None]:
            since = time.monotonic() - held.heard
            has_news = held.progress is not None or held.lines
            is_due = since >= self._beat or (has_news and since >= WRITE)
            if is_due and not self._report(held):
                self._lose(held)

    def _lose(self, held: HeldJob) -> None:
        self._say(f"Job {held.claim.number} was taken over by another worker.")
        held.process.kill()
        self._held.remove(held)

    def _claim(self) -> None:
        while len(self._held) < self._options.at_once:
            passing = [number for number, (until, _) in self._passing.items() if not is_past(until)]
            claim = self._claims.claim(self._kinds, self._admitting, passing)
            if claim is None:
                return
            self._begin(claim)

    def _begin(self, claim: Claim) -> None:
        try:
            process = self._idle.pop() if self._idle else self._start()
        except (OSError, SheafError) as problem:
            self._pass_over(claim.number)
            self._claims.give_back(
                claim, f"No process could be started: {problem}", is_attempt=False
            )
            return
        process.jobs += 1
        process.send(
            {
                "library": str(self._library.folder),
                "number": claim.number,
                "kind": claim.kind,
                "parameters": claim.parameters,
                "owner": claim.owner,
            }
        )
        self._held.append(HeldJob(claim, process, self._settings.log_lines))
        self._say(f"Job {claim.number} ({claim.kind}): begun.")

    def _start(self) -> JobProcess:
        process = JobProcess.start(RUNNER)
        process.send(sys.path)
        return process

    def _let_go(self, held: HeldJob) -> None:
        self._held.remove(held)
        if held.can_go_on and held.process.jobs < JOBS_PER_PROCESS:
            self._idle.append(held.process)
        else:
            held.process.kill()
        if not (held.ended and held.ended.is_busy):
            self._passing.pop(held.claim.number, None)

    def _ended(self, number: int) -> None:
        job = self._library.jobs.get(number)
        if self._webhook is not None and job is not None and job.state.is_end:
            self._webhook.post(job)

    def _pass_over(self, number: int) -> None:
        pause = self._passing.get(number, (0.0, FIRST_PAUSE / 2))[1]
        pause = min(pause * 2, LONGEST_PAUSE)
        self._passing[number] = (time.monotonic() + pause, pause)

    # -- beside the jobs in hand -----------------------------------------------------------------

    def _look_around(self) -> None:
        if not self._held:
            self._dismiss()
        if not self._options.kinds:
            for number in self._library.schedules.submit_due():
                self._say(f"Job {number} was submitted by its schedule.")
        self._note_webhook()
        ours = {held.claim.number for held in self._held}
        running = [job for job in self._claims.running() if job.number not in ours]
        dead = self._watch.look(running)
        # What was claimed by us and is not in hand: the answer was lost with the connection.
        dead += [(job, "The answer was lost.") for job in running if job.worker == self.name]
        for job, reason in dead:
            self._take_away(job, reason)
        self._has_looked = True

    def _note_webhook(self) -> None:
        for number, words in self._webhook.results() if self._webhook else ():
            self._claims.note(number, words)

    def _take_away(self, job: RunningJob, reason: str) -> None:
        most = self._settings.attempts
        if self._claims.take_away(job, most_attempts=most, reason=reason):
            self._say(f"Job {job.number}: {reason}")
            self._look.hurry()
            if job.attempts >= most or job.wants:
                self._ended(job.number)

    def _is_all_done(self) -> bool:
        if self._held or self._trouble_since or not self._has_looked or self._watch.has_doubts:
            return False
        try:
            return not self._claims.has_work(self._kinds)
        except SheafError:
            return False

    def _note_trouble(self, problem: SheafError | None) -> None:
        if problem is None:
            if self._is_told:
                self._say("The database can be used again.")
            self._trouble_since, self._is_told = None, False
            return
        now = time.monotonic()
        self._trouble_since = self._trouble_since or now
        if now - self._trouble_since > PATIENCE and not self._is_told:
            self._say(f"{problem} It is tried again until it succeeds.")
            self._is_told = True
        for held in self._held:
            held.excuse()
        self._watch.forget()
        self._claims.reconnect()
        time.sleep(ROUND)

    # -- the end ---------------------------------------------------------------------------------

    def _put_down(self) -> None:
        for held in self._held:
            if held.ended is None:
                held.hand_back("Its worker was stopped.")
        while any(held.ended is None for held in self._held):
            self._hear(0.05)
        with suppress(SheafError):  # whoever comes next takes it away from us
            self._write_endings()
        for held in self._held:
            held.process.kill()
        self._dismiss()
        if self._webhook is not None:
            self._webhook.close()
            with suppress(SheafError):
                self._note_webhook()

    def _dismiss(self) -> None:
        while self._idle:
            self._idle.pop().kill()


def is_past(moment: float) -> bool:
    return time.monotonic() >= moment


def find_kinds(names: Sequence[str], say: Callable[[str], None]) -> list[JobKind]:
    """Those of these names, or all that can be loaded."""
    for name in names:
        if name not in kind_names():
            find_kind(name)  # says which there are
    found = []
    for name in names or kind_names():
        try:
            found.append(find_kind(name))
        except MissingPartError as problem:
            say(f"{problem} Its jobs are left to other workers.")
    if not found:
        raise UsageError("There is no kind of job that this worker could do.")
    return found
