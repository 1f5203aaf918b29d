"""How jobs, their logs and schedules look on a terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import typer

from sheaf.deposit.jobs.contract import JobInfo, JobState, LogLine, ScheduleInfo
from sheaf.errors import UsageError
from sheaf.setting_checks import did_you_mean
from sheaf.terminal import (
    answers,
    format_number,
    messages,
    one_line,
    printable,
    progress_line,
    table,
    write_json,
)
from sheaf.workers.jobs.jobs import Jobs
from sheaf.workers.jobs.kind import JobKind
from sheaf.workers.jobs.parameters import Finding, InputForm, ParameterField, describe

ROUND = 0.4  # seconds between two looks at a job that is followed
PATIENCE = 5.0  # before it is said what a job waits for


def check_state(state: str) -> str:
    known = [one.value for one in JobState]
    if state and state not in known:
        guess = did_you_mean(state, known)
        raise UsageError(f"There is no state {state!r}{guess}.", f"States: {', '.join(known)}.")
    return state


def job_line(job: JobInfo) -> str:
    words = one_line(job.problem or job.words or job.note)
    how_far = f" {job.share:.0%}" if job.state is JobState.RUNNING and job.share else ""
    line = f"{job.number:>6}  {job.state + how_far:<13} {job.kind:<12} {one_line(job.title)}"
    return f"{line}  ({one_line(job.owner)})  {words}".rstrip()


def show_job(job: JobInfo, folder: Path) -> None:
    rows: dict[str, Any] = {
        "kind": job.kind,
        "state": job.state,
        "owner": job.owner,
        **{name: _value(value) for name, value in job.parameters.items()},
    }
    for name in ("created", "submitted", "started", "finished"):
        if getattr(job, name):
            rows[name] = f"{getattr(job, name):%Y-%m-%d %H:%M:%S} UTC"
    if job.state is JobState.RUNNING:
        rows |= {
            "worker": job.worker,
            "done": f"{job.done:,}" + (f" of {job.total:,}" if job.total else ""),
        }
    rows |= {name.replace("_", " "): count for name, count in job.counters.items()}
    if job.run is not None:
        rows["run"] = job.run
    answers.print(table(f"Job {job.number}: {one_line(job.title)}", rows))
    for words in (job.note if not job.state.is_end else "", job.words, job.problem, job.what_to_do):
        if words:
            answers.print(words)
    for name in job.files:
        answers.print(str(folder / name))


def _value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def show_kind(kind: JobKind) -> None:
    answers.print(f"{kind.name}: {kind.title}")
    answers.print(kind.help)
    for field in describe(kind.parameters):
        answers.print(f"  {_usage(kind, field)}")
        answers.print(f"      {field.help}{_default(field)}")


def _usage(kind: JobKind, field: ParameterField) -> str:
    value = (
        "" if field.form is InputForm.FLAG else f" {'|'.join(field.choices) or field.form.upper()}"
    )
    words = f"{field.option}{value}"
    if field.name == kind.positional:
        words += ", or without the name"
    return words + ("; repeatable" if field.is_list else "")


def _default(field: ParameterField) -> str:
    if field.is_required:
        return " Must be given."
    if field.setting:
        return f" Default: the setting {field.setting}."
    if field.default in (None, "", [], False):
        return ""
    return f" Default: {format_number(field.default)}."


def kind_as_json(kind: JobKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": kind.title,
        "help": kind.help,
        "admits": kind.admits,
        "positional": kind.positional,
        "parameters": [asdict(field) for field in describe(kind.parameters)],
    }


def show_findings(findings: Sequence[Finding], *, as_json: bool) -> None:
    """Ends with 1 where something stands in the way."""
    for finding in findings:
        if as_json:
            write_json(asdict(finding))
        else:
            answers.print(finding.words, style="red" if finding.is_problem else None)
    if not findings and not as_json:
        answers.print("Nothing stands in the way of this job.")
    if any(finding.is_problem for finding in findings):
        raise typer.Exit(1)


def show_submitted(jobs: Jobs, job: JobInfo, *, wait: bool, as_json: bool) -> None:
    if not as_json:
        is_draft = job.state is JobState.DRAFT
        words = "is a draft" if is_draft else "waits for a worker"
        messages.print(f"Job {job.number} {words}: {one_line(job.title)}.")
    if wait:
        job = _follow(jobs, job.number)
    if as_json:
        write_json(asdict(job))
    elif wait:
        messages.print(job.problem or job.words or f"Job {job.number} is {job.state}.")
        if job.what_to_do:
            messages.print(job.what_to_do)
    else:
        answers.print(str(job.number))
    if wait and job.state is not JobState.DONE:
        raise typer.Exit(1)


def _follow(jobs: Jobs, number: int) -> JobInfo:
    """To its end."""
    began, is_told = time.monotonic(), False
    with progress_line() as line:
        while True:
            job = jobs.require(number)
            if job.state.is_end:
                return job
            if job.state is JobState.RUNNING:
                line.say(job.done, "done", one_line(job.note), job.share)
            elif not is_told and time.monotonic() - began > PATIENCE:
                messages.print(f"Job {number} is {job.state}. `sheaf work` does what waits.")
                is_told = True
            time.sleep(ROUND)


def follow_log(jobs: Jobs, number: int, *, follow: bool, last: int | None, as_json: bool) -> None:
    jobs.require(number)
    after = 0
    while True:
        is_end = jobs.require(number).state.is_end
        while lines := jobs.log(number, after=after, last=last):
            for line in lines:
                if as_json:
                    write_json(asdict(line))
                else:
                    answers.print(_log_line(line))
            after, last = lines[-1].number, None
        if not follow or is_end:
            return
        time.sleep(ROUND)


def _log_line(line: LogLine) -> str:
    who = f"[{one_line(line.who)}] " if line.is_event else ""
    return printable(f"{line.time:%Y-%m-%d %H:%M:%S} {who}{one_line(line.text)}")


def schedule_line(schedule: ScheduleInfo, zone: tzinfo) -> str:
    when = "paused" if schedule.is_paused else f"next {_local(schedule.next_time, zone)}"
    words = f"{schedule.number:>4}  {schedule.kind:<12} {schedule.words}, {when}"
    words += f"  {one_line(schedule.title)} ({one_line(schedule.owner)})"
    if schedule.last_job is not None:
        words += f", last job {schedule.last_job}"
    return f"{words}  {one_line(schedule.note)}".rstrip()


def _local(moment: datetime | None, zone: tzinfo) -> str:
    return "never" if moment is None else f"{moment.astimezone(zone):%Y-%m-%d %H:%M %Z}"
