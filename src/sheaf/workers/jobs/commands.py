"""The commands for jobs: work, jobs and schedules."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    ListGroup,
    answers,
    find_library,
    messages,
    write_json,
)

app = typer.Typer()
jobs = typer.Typer(
    name="jobs",
    cls=ListGroup,
    help="Jobs: work that waits for a worker. `sheaf jobs` is short for `sheaf jobs list`.",
)
schedules = typer.Typer(
    name="schedules",
    cls=ListGroup,
    help="Schedules: jobs that come again and again. `sheaf schedules` is short for "
    "`sheaf schedules list`.",
)
app.add_typer(jobs)
app.add_typer(schedules)

# Options of a kind are read by ourselves, from its description.
ANY_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
Numbers = Annotated[list[int], typer.Argument(metavar="NUMBER...", help="The numbers of jobs.")]
Number = Annotated[int, typer.Argument(help="The number of a job.")]
Given = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ARGUMENTS]...", help="As `sheaf jobs kinds KIND` shows them."),
]
KindName = Annotated[str, typer.Argument(help="A kind of job: `sheaf jobs kinds` lists them.")]
Title = Annotated[str, typer.Option(help="What it is called in lists.", show_default=False)]


@app.command()
def work(
    library: LibraryOption = None,
    once: Annotated[bool, typer.Option("--once", help="End when nothing waits any more.")] = False,
    at_once: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=64, help="Jobs at once.", show_default="jobs.at_once"),
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kinds", help="Only jobs of this kind; repeat for several."),
    ] = None,
) -> None:
    """Do the jobs that wait, until Ctrl-C: what runs then goes on when a worker is there again.

    Any number of workers may do so, on any machine that reaches the same database and the folder of
    the library. `sheaf serve` does jobs too.
    """
    import threading

    from sheaf.settings import load
    from sheaf.workers.jobs.worker import WorkOptions
    from sheaf.workers.jobs.working import work as work_in

    folder = find_library(library).absolute()
    options = WorkOptions(at_once or load(folder).jobs.at_once, tuple(kinds or ()), once)
    if not once:
        messages.print("Waiting for jobs. Ctrl-C ends this.")
    work_in(folder, options, threading.Event(), messages.print)


@jobs.command("list")
def list_(
    library: LibraryOption = None,
    state: Annotated[str, typer.Option(help="Only those that are in this state.")] = "",
    kind: Annotated[str, typer.Option(help="Only those of this kind.")] = "",
    owner: Annotated[str, typer.Option(help="Only those of this owner.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="So many, the latest first.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List jobs, the latest first."""
    from sheaf.app import Library
    from sheaf.workers.jobs.screen import check_state, job_line

    with Library.open(find_library(library)) as opened:
        found = opened.jobs.list(state=check_state(state), kind=kind, owner=owner, limit=limit)
    for job in found:
        if as_json:
            write_json(asdict(job))
        else:
            answers.print(job_line(job))
    if not found and not as_json:
        messages.print("No such job. sheaf jobs submit KIND writes one down.")


@jobs.command("kinds")
def kinds_(
    kind: Annotated[str | None, typer.Argument(help="A kind; without it: all.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the kinds of jobs, or the parameters of one."""
    from sheaf.workers.jobs.registry import all_kinds, find_kind
    from sheaf.workers.jobs.screen import kind_as_json, show_kind

    found = [find_kind(kind)] if kind else all_kinds()
    for one in found:
        if as_json:
            write_json(kind_as_json(one))
        elif kind:
            show_kind(one)
        else:
            answers.print(f"{one.name:<16} {one.title}")


@jobs.command(context_settings=ANY_OPTIONS)
def submit(
    kind: Annotated[str, typer.Argument(help="A kind of job, or the number of a draft.")],
    arguments: Given = None,
    library: LibraryOption = None,
    title: Title = "",
    draft: Annotated[bool, typer.Option("--draft", help="Keep it as a draft.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would meet, and submit nothing.")
    ] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="Follow it to its end; ends with 1 if it fails.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a job down, to be done by the next free worker.

    `sheaf jobs kinds KIND` shows what can be given for a kind.
    """
    from sheaf.app import Library
    from sheaf.workers.jobs.arguments import read_arguments
    from sheaf.workers.jobs.registry import find_kind
    from sheaf.workers.jobs.screen import show_findings, show_submitted

    with Library.open(find_library(library)) as opened:
        if kind.isdecimal():
            opened.jobs.submit(int(kind))
            job = opened.jobs.require(int(kind))
        else:
            given = read_arguments(find_kind(kind), arguments or [])
            if dry_run:
                show_findings(opened.jobs.check(kind, given), as_json=as_json)
                return
            job = opened.jobs.add(kind, given, title=title, as_draft=draft)
        show_submitted(opened.jobs, job, wait=wait and not draft, as_json=as_json)


@jobs.command(context_settings=ANY_OPTIONS)
def change(number: Number, arguments: Given = None, library: LibraryOption = None) -> None:
    """Change a draft, or a job that waits: what is given takes the place of what it had."""
    from sheaf.app import Library
    from sheaf.workers.jobs.arguments import read_arguments

    with Library.open(find_library(library)) as opened:
        job = opened.jobs.require(number)
        given = read_arguments(opened.jobs.kind(job.kind), arguments or [])
        opened.jobs.change(number, {**job.parameters, **given}, version=job.version)
    messages.print(f"Job {number} is changed.")


@jobs.command()
def show(number: Number, library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Show a job: its parameters, how far it is, what came of it."""
    from sheaf.app import Library
    from sheaf.workers.jobs.screen import show_job

    with Library.open(find_library(library)) as opened:
        job = opened.jobs.require(number)
        folder = opened.jobs.folder(number)
    if as_json:
        write_json(asdict(job) | {"folder": str(folder)})
    else:
        show_job(job, folder)


@jobs.command()
def log(
    number: Number,
    library: LibraryOption = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on until it ends.")] = False,
    last: Annotated[
        int | None, typer.Option("--last", "-n", min=1, help="Only so many lines of its end.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """What a job wrote, and what was done with it."""
    from sheaf.app import Library
    from sheaf.workers.jobs.screen import follow_log

    with Library.open(find_library(library)) as opened:
        follow_log(opened.jobs, number, follow=follow, last=last, as_json=as_json)


def _order(library: Any, numbers: list[int], order: str, words: str) -> None:
    """To all of these jobs; what is refused is said, and the others get it all the same."""
    from sheaf.app import Library

    refused: UsageError | None = None
    with Library.open(find_library(library)) as opened:
        for number in numbers:
            try:
                getattr(opened.jobs, order)(number)
                messages.print(f"Job {number} {words}.")
            except UsageError as problem:
                if len(numbers) > 1:
                    messages.print(f"{problem}", style="yellow")
                refused = problem
    if refused is not None:
        raise refused


@jobs.command()
def cancel(numbers: Numbers, library: LibraryOption = None) -> None:
    """End jobs that wait or run, within two seconds."""
    _order(library, numbers, "cancel", "is cancelled")


@jobs.command()
def pause(numbers: Numbers, library: LibraryOption = None) -> None:
    """Stop jobs within two seconds, until they are resumed."""
    _order(library, numbers, "pause", "is paused")


@jobs.command()
def resume(numbers: Numbers, library: LibraryOption = None) -> None:
    """Let jobs go on that were paused."""
    _order(library, numbers, "resume", "waits for a worker")


@jobs.command()
def retry(numbers: Numbers, library: LibraryOption = None) -> None:
    """Try jobs again that failed or were cancelled."""
    _order(library, numbers, "retry", "waits for a worker")


@jobs.command()
def remove(numbers: Numbers, library: LibraryOption = None) -> None:
    """Remove drafts, and jobs that have ended, with their logs and files."""
    _order(library, numbers, "remove", "is removed")


# -- schedules -----------------------------------------------------------------------------------


@schedules.command("list")
def list_schedules(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List schedules, with the next time of each."""
    from sheaf.app import Library
    from sheaf.workers.jobs.screen import schedule_line

    with Library.open(find_library(library)) as opened:
        found = opened.schedules.list()
        for one in found:
            if as_json:
                write_json(asdict(one))
            else:
                answers.print(schedule_line(one, opened.schedules.zone))
    if not found and not as_json:
        messages.print('No schedule yet: sheaf schedules add "every night" KIND makes one.')


@schedules.command("add", context_settings=ANY_OPTIONS)
def add_schedule(
    when: Annotated[str, typer.Argument(help='"every Monday at 6", or as cron has it.')],
    kind: KindName,
    arguments: Given = None,
    library: LibraryOption = None,
    title: Title = "",
    as_json: JsonOption = False,
) -> None:
    """Have a job submitted again and again.

    "every night", "every day at 03:30", "weekdays at 7", "every Monday and Friday at 6:30", "every
    month on the 1st", "every 6 hours", "30 3 * * 1-5".
    """
    from sheaf.app import Library
    from sheaf.workers.jobs.arguments import read_arguments
    from sheaf.workers.jobs.registry import find_kind
    from sheaf.workers.jobs.screen import schedule_line

    with Library.open(find_library(library)) as opened:
        given = read_arguments(find_kind(kind), arguments or [])
        made = opened.schedules.add(kind, given, when, title=title)
        if as_json:
            write_json(asdict(made))
        else:
            answers.print(schedule_line(made, opened.schedules.zone))


def _order_schedules(library: Any, numbers: list[int], order: str, words: str) -> None:
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        for number in numbers:
            getattr(opened.schedules, order)(number)
            messages.print(f"Schedule {number} {words}.")


ScheduleNumbers = Annotated[
    list[int], typer.Argument(metavar="NUMBER...", help="The numbers of schedules.")
]


@schedules.command("pause")
def pause_schedules(numbers: ScheduleNumbers, library: LibraryOption = None) -> None:
    """Submit nothing until they are resumed."""
    _order_schedules(library, numbers, "pause", "is paused")


@schedules.command("resume")
def resume_schedules(numbers: ScheduleNumbers, library: LibraryOption = None) -> None:
    """Go on with the next time; what was missed is not made up."""
    _order_schedules(library, numbers, "resume", "goes on")


@schedules.command("remove")
def remove_schedules(numbers: ScheduleNumbers, library: LibraryOption = None) -> None:
    """Remove schedules; the jobs that they submitted stay."""
    _order_schedules(library, numbers, "remove", "is removed")
