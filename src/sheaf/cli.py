"""The command line: collects the commands of the steps, and turns errors into exit codes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from inspect import getdoc, signature
from typing import Annotated

import typer
from typer.models import CommandInfo

from sheaf import __version__, demo
from sheaf.acquire import commands as acquire
from sheaf.acquire.crawl import commands as crawl
from sheaf.acquire.crawl.control import commands as crawl_control
from sheaf.acquire.crawl.control.interrupts import stop_as_at_ctrl_c
from sheaf.curate import commands as curate
from sheaf.deposit import commands as deposit
from sheaf.deposit.by_hand import commands as by_hand
from sheaf.deposit.by_hand.reports import commands as reports
from sheaf.deposit.cleaning import commands as cleaning
from sheaf.deposit.links import commands as links
from sheaf.deposit.places import commands as places
from sheaf.deposit.retrieval import commands as retrieval
from sheaf.duplicates import commands as duplicates
from sheaf.errors import SheafError
from sheaf.extract import commands as extract
from sheaf.graph import commands as graph
from sheaf.graph.versions import commands as versions
from sheaf.search import commands as search
from sheaf.terminal import messages, with_set_option
from sheaf.web import commands as web
from sheaf.web.people import commands as people
from sheaf.workers.jobs import commands as jobs
from sheaf.workers.worker_main import OBJECTS_UNTIL_GARBAGE

INTERRUPTED = 130
# After Ctrl-C these take up their work when they are given again. Extract and export do so or not,
# and note it on the exception (`explain_interrupt`).
GO_ON = frozenset({"import", "crawl", "undo", "clean"})
app = typer.Typer(
    name="sheaf",
    help="Crawl the scholarly web, tell papers from the rest, keep them, read them, find them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
crawl.crawl.registered_commands += crawl_control.app.registered_commands
# As the help lists them.
STEPS = {
    "The library": (deposit, demo),
    "Bring papers in": (acquire, crawl, curate),
    "Read them": (extract, duplicates),
    "Find them, and who cites them": (search, graph, versions),
    "Put in order": (by_hand, reports, retrieval, places, links, cleaning),
    "Serve them, and leave work to workers": (web, people, jobs),
}
for title, steps in STEPS.items():
    for step in steps:
        for each in (*step.app.registered_commands, *step.app.registered_groups):
            each.rich_help_panel = title
        app.registered_commands += step.app.registered_commands
        app.registered_groups += step.app.registered_groups


def _all_commands(group: typer.Typer) -> Iterator[CommandInfo]:
    yield from group.registered_commands
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            yield from _all_commands(inner.typer_instance)


def _unwrap(text: str) -> str:
    """Each paragraph on one line: the terminal says where a line ends, not our source."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(one if "\n " in one else one.replace("\n", " ") for one in paragraphs)


# Commands that open a library read settings, and so does the demo.
for command in _all_commands(app):
    run = command.callback
    command.help = _unwrap(command.help or getdoc(run) or "")
    if run is not None and ("library" in signature(run).parameters or run is demo.demo):
        command.callback = with_set_option(run)


def _show_version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"sheaf {__version__}\n")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    # Our matrices are small: threads would wait for each other longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(OBJECTS_UNTIL_GARBAGE)
    stop_as_at_ctrl_c()
    try:
        app()
    except SheafError as problem:
        messages.print(f"sheaf: {problem}", style="bold red")
        if problem.what_to_do:
            messages.print(problem.what_to_do)
        sys.exit(problem.exit_code)
    except SystemExit as end:
        if end.code == INTERRUPTED:  # typer has caught Ctrl-C already
            _say_stopped(end)
        raise
    except KeyboardInterrupt as end:  # before typer has begun
        _say_stopped(end)
        sys.exit(INTERRUPTED)


def _say_stopped(end: BaseException) -> None:
    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    words = "The same command goes on where this one was." if command in GO_ON else _notes(end)
    messages.print(f"Stopped. {words}".rstrip(), style="yellow")


def _notes(end: BaseException | None) -> str:
    """What was noted on the Ctrl-C that led to this end."""
    while end is not None and not isinstance(end, KeyboardInterrupt):
        end = end.__cause__ or end.__context__
    return " ".join(getattr(end, "__notes__", ()))


if __name__ == "__main__":
    main()
