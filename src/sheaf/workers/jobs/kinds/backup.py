"""The job that copies the library to another folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from sheaf.app import Library
from sheaf.deposit.backup.backup import BackupReport
from sheaf.errors import BadParametersError
from sheaf.workers.jobs.contract import Finding, JobContext, JobKind, JobResult, Parameters
from sheaf.workers.jobs.parameters import ParameterMark


class BackupParameters(Parameters):
    # Who may name any folder may fill any disk.
    folder: Annotated[str, ParameterMark.MACHINE_ONLY] = Field(
        "", description="Where the copy goes, if not to backup_folder of the settings."
    )


def find_folder(library: Library, parameters: BackupParameters) -> Path:
    folder = parameters.folder or library.settings.deposit.backup_folder
    if not folder:
        raise BadParametersError(
            {"folder": "set backup_folder in [deposit] of sheaf.toml, so that it is known where to"}
        )
    return Path(folder).expanduser()


def run(context: JobContext, parameters: BackupParameters) -> JobResult:
    """Again, it copies what is not there yet."""

    def report(done: BackupReport) -> None:
        note = f"{done.copied_bytes:,} bytes copied."
        context.report(done.files, counters={"copied": done.copied}, note=note)

    done = context.library.backup(
        find_folder(context.library, parameters), wait=True, report=report
    )
    for note in done.notes:
        context.log(note)
    counters = {
        "files": done.files,
        "bytes": done.bytes,
        "copied": done.copied,
        "copied_bytes": done.copied_bytes,
        "removed": done.removed,
    }
    return JobResult(counters, words=" ".join([done.words, *done.notes]))


def check(library: Library, parameters: BackupParameters) -> list[Finding]:
    words = f"The copy goes to {find_folder(library, parameters)}."
    return [Finding(is_problem=False, words=words)]


KIND = JobKind(
    name="backup",
    title="Back up",
    help="Copies the library to another folder: at first all of it, then what has changed.",
    parameters=BackupParameters,
    run=run,
    admits=True,
    check=check,
)
