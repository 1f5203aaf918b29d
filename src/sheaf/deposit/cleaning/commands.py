"""The commands that keep the catalogue clean: sheaf clean."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    DryRunOption,
    JsonOption,
    LibraryOption,
    WaitOption,
    answers,
    find_library,
    format_number,
    one_line,
    plural,
    progress_line,
    table,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.deposit.cleaning.contract import CleanReport

SHOWN_GROUPS = 20

app = typer.Typer()
clean = typer.Typer(
    name="clean",
    no_args_is_help=True,
    help="Take out of the catalogue what is of no use any more; sheaf undo brings it back.",
)
app.add_typer(clean)

ListOption = Annotated[
    Path | None,
    typer.Option("--list", metavar="FILE", help="Write what goes to a table (CSV), too."),
]


@clean.command()
def documents(
    library: LibraryOption = None,
    dry_run: DryRunOption = False,
    list_file: ListOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take out documents that failed to be ingested and are of a blacklisted host or URL.

    Their rows and files are kept aside for a time (keep_cleaned_days in [deposit]), and
    sheaf undo RUN brings them back.
    """
    from sheaf.app import Library
    from sheaf.deposit.cleaning.cleaning import documents_as_csv
    from sheaf.files import write_lines

    with Library.open(find_library(library)) as opened, progress_line() as line:
        if list_file is not None:
            write_lines(list_file, documents_as_csv(opened.cleaning.useless_documents()))
        done = opened.cleaning.documents(
            dry_run=dry_run, wait=wait, report=lambda count: line.say(count, "documents")
        )
    if as_json:
        write_json(_as_json(done, dry_run))
        return
    size = f" ({format_number(done.bytes)} bytes)" if done.bytes else ""
    _say(f"{plural(done.removed, 'document')}{size}", done, dry_run)
    _show_groups("By host", done)


@clean.command()
def parents(
    library: LibraryOption = None,
    reason: Annotated[
        list[str] | None,
        typer.Option(help="Only for this reason: blacklisted, no-documents or dead; repeatable."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE",
            help="Where the table of those that stay goes. Default: whitelists/ in the library.",
        ),
    ] = None,
    dry_run: DryRunOption = False,
    list_file: ListOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Take out pages that led to documents and are blacklisted, dead, or led to none that is left.

    Those that stay are written to parenturl.revised.csv. sheaf undo RUN brings the others back.
    """
    from sheaf.app import Library
    from sheaf.deposit.cleaning.cleaning import parents_as_csv
    from sheaf.deposit.cleaning.contract import ParentReason
    from sheaf.files import write_lines

    reasons = reason or list(ParentReason)
    with Library.open(find_library(library)) as opened, progress_line() as line:
        if list_file is not None:
            write_lines(list_file, parents_as_csv(opened.cleaning.useless_parents(reasons)))
        done = opened.cleaning.parents(
            reasons,
            output=output,
            dry_run=dry_run,
            wait=wait,
            report=lambda count: line.say(count, "parents"),
        )
        written = output or opened.cleaning.revised_file
    if as_json:
        write_json({**_as_json(done, dry_run), "file": None if dry_run else str(written)})
        return
    _say(plural(done.removed, "parent"), done, dry_run)
    _show_groups("By reason", done)
    kept = plural(done.kept or 0, "parent")
    answers.print(f"{kept} stay." if dry_run else f"{kept} stay: {written}")


@clean.command()
def expired(
    library: LibraryOption = None,
    days: Annotated[
        int | None,
        typer.Option(min=0, help="Older than this. Default: keep_cleaned_days in [deposit]."),
    ] = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let what was taken out long ago go for good. Every cleaning does that too."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        runs = opened.cleaning.forget(days=days, wait=wait)
    if as_json:
        write_json({"runs": runs})
    elif runs:
        words = ", ".join(map(str, runs))
        answers.print(f"What these runs took out is gone for good: {words}.")
    else:
        answers.print("Nothing was taken out so long ago.")


@app.command()
def whitelist(
    library: LibraryOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it to this file, too."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many of the best.")] = None,
    by: Annotated[str, typer.Option(help="What is ranked: parent or host.")] = "parent",
    count: Annotated[
        str, typer.Option(help="Which documents count: ingested, or all that are kept.")
    ] = "ingested",
    legacy: Annotated[
        bool, typer.Option("--legacy", help="Write --output as the CDI did: no header, no quotes.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Rank the pages that led to documents, for the next crawl: sheaf crawl --whitelist.

    By ingested documents, and by how often these are cited; what is blacklisted or dead is left
    out. The library keeps the list under the date of today.
    """
    from sheaf.app import Library
    from sheaf.deposit.cleaning.whitelists import as_legacy, as_table
    from sheaf.files import write_lines

    if legacy and output is None:
        raise UsageError("--legacy is about a file.", "Say --output FILE, too.")
    with Library.open(find_library(library)) as opened, progress_line() as line:
        made = opened.whitelists.make(
            by, counted=count, limit=limit, report=lambda seen: line.say(seen, f"{by}s")
        )
        if output is not None:
            ranked = opened.whitelists.rank(by, counted=count, limit=limit, by_documents=legacy)
            write_lines(output, as_legacy(ranked) if legacy else as_table(ranked))
    if as_json:
        write_json({**asdict(made), "file": str(made.file)})
        return
    answers.print(f"{plural(made.entries, 'URL')}, the best first: {output or made.file}")
    if not made.entries and count == "ingested":
        answers.print("No document is marked as ingested: --count kept ranks by all that are kept.")


def _as_json(done: CleanReport, dry_run: bool) -> dict[str, Any]:
    return {**asdict(done), "groups": done.largest_groups, "dry_run": dry_run}


def _say(what: str, done: CleanReport, dry_run: bool) -> None:
    if dry_run:
        answers.print(f"Would take out {what}.")
    elif done.run is None:
        answers.print("Nothing is to be taken out.")
    else:
        answers.print(f"Took out {what} by run {done.run}: sheaf undo {done.run} brings them back.")


def _show_groups(title: str, done: CleanReport) -> None:
    groups = done.largest_groups
    if groups:
        shown = dict(islice(groups.items(), SHOWN_GROUPS))
        answers.print(table(title, {one_line(name): count for name, count in shown.items()}))
    if len(groups) > SHOWN_GROUPS:
        answers.print(f"and {len(groups) - SHOWN_GROUPS:,} more")
