"""Jobs in states that a worker would bring them to, without one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sheaf.app import Library
from sheaf.deposit.jobs.moves import Move, move_job
from sheaf.deposit.models import Job

WORKER = "a worker"


@dataclass(frozen=True)
class Held:
    """A job that a worker has."""

    alias: str
    number: int

    def report(self, **values: Any) -> None:
        Job.objects.using(self.alias).filter(id=self.number).update(**values)

    def end(self, move: Move, **values: Any) -> None:
        assert move_job(self.alias, self.number, move, WORKER, changes=values)


def held(
    library: Library, kind: str = "index", parameters: Mapping[str, Any] | None = None
) -> Held:
    """It was begun ten seconds ago."""
    job = library.jobs.add(kind, parameters or {}, owner="ada")
    began = {"started": datetime.now(UTC) - timedelta(seconds=10), "attempts": 1}
    alias = library.database_alias
    assert move_job(alias, job.number, Move.CLAIM, WORKER, changes=began)
    return Held(alias, job.number)


@contextmanager
def running(library: Library) -> Iterator[Held]:
    """It is done in the end."""
    job = held(library)
    yield job
    job.end(Move.FINISH, words="All is indexed.")


def finished(library: Library, files: Mapping[str, str], told: Sequence[str]) -> int:
    job = held(library)
    folder = library.jobs.folder(job.number)
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_text(content)
    job.end(Move.FINISH, files=list(told))
    return job.number
