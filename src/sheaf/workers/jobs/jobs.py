"""The jobs of a library, as `library.jobs`: written down, changed, submitted, watched, stopped."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from sheaf.deposit.jobs.contract import JobInfo, LogLine, NewJob, Wish
from sheaf.deposit.jobs.moves import Move
from sheaf.deposit.jobs.store import JobStore, no_such_job
from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import History, present_actor
from sheaf.workers.jobs.kind import JobKind
from sheaf.workers.jobs.parameters import Finding, Parameters, as_json, read_given
from sheaf.workers.jobs.registry import all_kinds, find_kind

FOLDER = "jobs"  # of the library: a folder for each job, by its number


class JobsLibrary(Protocol):
    """As much of a library as its jobs need here."""

    @property
    def folder(self) -> Path: ...
    @property
    def database_alias(self) -> str: ...
    @property
    def history(self) -> History: ...


class Jobs:
    """`who` is whoever gives an order; without a name it is whoever acts (`acting_as`)."""

    def __init__(self, library: JobsLibrary) -> None:
        self._library = library
        self._store = JobStore(library.database_alias)

    def kinds(self) -> list[JobKind]:
        """What can be done, by name."""
        return all_kinds()

    def kind(self, name: str) -> JobKind:
        """A kind by its name."""
        return find_kind(name)

    def add(
        self,
        kind: str,
        parameters: Mapping[str, Any] | Parameters,
        *,
        owner: str = "",
        title: str = "",
        as_draft: bool = False,
    ) -> JobInfo:
        """A new job that waits for a worker; or a draft, which waits to be submitted."""
        found = self.kind(kind)
        owner = who_is(owner)
        kept = as_json(read_here(found.parameters, parameters))
        new = NewJob(kind, title or found.title, kept, owner)
        number = self._store.add(new, who=owner, as_draft=as_draft)
        self._note("draft" if as_draft else "submit", number, {"kind": kind, "parameters": kept})
        return self.require(number)

    def change(
        self,
        number: int,
        parameters: Mapping[str, Any] | Parameters,
        *,
        version: int,
        title: str = "",
        who: str = "",
    ) -> JobInfo:
        """Other parameters for a draft, or for a job that waits. `version` is that of the job as
        it was looked at: whoever comes second with a change is told."""
        model = self.kind(self.require(number).kind).parameters
        kept, before = as_json(read_here(model, parameters)), self.require(number).parameters
        self._store.change(number, kept, version=version, title=title, who=who_is(who))
        self._library.history.note("job.change", f"job {number}", before=before, after=kept)
        return self.require(number)

    def check(self, kind: str, parameters: Mapping[str, Any] | Parameters) -> list[Finding]:
        """What such a job would meet, before it is submitted."""
        found = self.kind(kind)
        read = read_here(found.parameters, parameters)
        return [] if found.check is None else found.check(self._library, read)

    def submit(self, number: int, *, who: str = "") -> None:
        """A draft waits for a worker from now on."""
        info = self.require(number)
        read_given(self.kind(info.kind).parameters, info.parameters, from_machine=True)
        self._store.move(number, Move.SUBMIT, who_is(who))
        self._note("submit", number)

    def copy(self, number: int, *, owner: str = "") -> JobInfo:
        """A new draft with the same parameters."""
        return self._again(number, owner, as_draft=True)

    def run_again(self, number: int, *, owner: str = "") -> JobInfo:
        """A new job with the same parameters, that waits."""
        return self._again(number, owner, as_draft=False)

    def get(self, number: int) -> JobInfo | None:
        """A job by its number."""
        return self._store.get(number)

    def require(self, number: int) -> JobInfo:
        """The same; UsageError where there is none."""
        info = self.get(number)
        if info is None:
            raise no_such_job(number)
        return info

    def count_by_state(self) -> dict[str, int]:
        """How many jobs are in each state."""
        return self._store.count_by_state()

    def cancel(self, number: int, *, who: str = "") -> None:
        """It ends; one that runs within two seconds."""
        self._store.ask(number, Wish.CANCEL, who_is(who))
        self._note("cancel", number)

    def pause(self, number: int, *, who: str = "") -> None:
        """It stops, within two seconds, until it is resumed."""
        self._store.ask(number, Wish.PAUSE, who_is(who))
        self._note("pause", number)

    def resume(self, number: int, *, who: str = "") -> None:
        """One that was paused waits for a worker, and goes on."""
        self._store.move(number, Move.RESUME, who_is(who))
        self._note("resume", number)

    def retry(self, number: int, *, who: str = "") -> None:
        """One that failed or was cancelled waits for a worker once more."""
        self._store.move(number, Move.RETRY, who_is(who))
        self._note("retry", number)

    def remove(self, number: int) -> None:
        """A draft, or one that ended, with its log and its files."""
        old = self.require(number)
        self._store.remove(number)
        shutil.rmtree(self.folder(number), ignore_errors=True)
        before = {"kind": old.kind, "state": old.state.value, "parameters": old.parameters}
        self._library.history.note("job.remove", f"job {number}", before=before)

    def log(
        self, number: int, *, after: int = 0, limit: int = 1000, last: int | None = None
    ) -> list[LogLine]:
        """What it wrote, and what was done with it: lines behind the one with the number `after`,
        or the last ones."""
        return self._store.log(number, after=after, limit=limit, last=last)

    def folder(self, number: int) -> Path:
        """Where its files lie, if it has any."""
        return self._library.folder / FOLDER / str(number)

    def file(self, number: int, name: str) -> Path | None:
        """A file that a job has made, by its name; nothing else, and no link that leads away."""
        info = self.get(number)
        if info is None or name not in info.files:
            return None
        folder = self.folder(number).resolve()
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder) and path.is_file() else None

    def _again(self, number: int, owner: str, *, as_draft: bool) -> JobInfo:
        old = self.require(number)
        model = self.kind(old.kind).parameters
        same = read_given(model, old.parameters, from_machine=True)
        return self.add(old.kind, same, owner=owner, title=old.title, as_draft=as_draft)

    def list(
        self,
        *,
        state: str = "",
        kind: str = "",
        owner: str = "",
        before: int | None = None,
        limit: int = 50,
    ) -> list[JobInfo]:
        """The latest first; `before` goes on behind the last of a list."""
        return self._store.list(state=state, kind=kind, owner=owner, before=before, limit=limit)

    def _note(self, action: str, number: int, after: Any = None) -> None:
        self._library.history.note(f"job.{action}", f"job {number}", after=after)


def read_here(model: type[Parameters], given: Mapping[str, Any] | Parameters) -> Parameters:
    """Who comes with a browser or an API key may not say all that a command may."""
    is_outside = present_actor().way in {Way.WEB, Way.KEY}
    return read_given(model, given, from_machine=not is_outside)


def who_is(name: str) -> str:
    if name:
        return name
    actor = present_actor().name
    return actor if isinstance(actor, str) else actor()
