"""The command that imports. The one that crawls is in crawl/commands.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from sheaf.acquire.import_screen import (
    ImportScreen,
    ImportState,
    capture_line,
    import_screen,
    list_failed,
    print_failed,
    show_summary,
    summary_title,
)
from sheaf.errors import StorageError, UsageError
from sheaf.terminal import (
    Counters,
    CountersOption,
    CsvOption,
    JsonOption,
    LibraryOption,
    WaitOption,
    answers,
    find_library,
    index_after_interrupt,
    messages,
    one_of,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.app import Finding, ImportSummary, TryReport
    from sheaf.pipeline import Progress

app = typer.Typer()
SUMMARY_FILES = (".json", ".csv", ".txt")


# The groups of the options of an import.
SOURCES, KEPT_IS, GOES_TO = "The sources", "What is kept", "Where it goes"
BEFORE = "Before it is begun"


@app.command("import")
def import_(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Archives, logs, lists, folders, files, or patterns such as '*.warc.gz'; "
            "or URLs of them (https, sftp, s3)."
        ),
    ],
    library: LibraryOption = None,
    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            rich_help_panel=SOURCES,
            help="auto, or the name of an importer: warc, folder, ...",
        ),
    ] = "auto",
    mime: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TYPE",
            rich_help_panel=KEPT_IS,
            help="A wanted type: application/pdf, or pdf; repeat for several.",
        ),
    ] = None,
    no_filter: Annotated[
        bool,
        typer.Option(
            "--no-filter", rich_help_panel=KEPT_IS, help="Keep every document of a wanted type."
        ),
    ] = False,
    no_text: Annotated[
        bool,
        typer.Option(
            "--no-text",
            rich_help_panel=KEPT_IS,
            help="Only keep the documents, unread. Needs --no-filter.",
        ),
    ] = False,
    blacklist: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=KEPT_IS,
            help="A file of hosts or URLs that are not wanted; repeat for several.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=SOURCES,
            help="The crawler's log that belongs to the sources.",
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            rich_help_panel=SOURCES,
            help="The URL that a folder of files was copied from.",
        ),
    ] = None,
    attribute: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            rich_help_panel=SOURCES,
            help="What is true of all files of lists, trees and folders: time, parent, depth, "
            "mime; repeat for several.",
        ),
    ] = None,
    attribute_pattern: Annotated[
        str | None,
        typer.Option(
            metavar="REGEX",
            rich_help_panel=SOURCES,
            help="Takes attributes from the path of each file, by named groups.",
        ),
    ] = None,
    keep_rejects: Annotated[
        bool,
        typer.Option(
            "--keep-rejects",
            rich_help_panel=KEPT_IS,
            help="Keep dropped files and why, in rejects/.",
        ),
    ] = False,
    judge_again: Annotated[
        bool,
        typer.Option(
            "--judge-again",
            rich_help_panel=KEPT_IS,
            help="Judge again what was judged before.",
        ),
    ] = False,
    only_new: Annotated[
        bool,
        typer.Option(
            "--only-new",
            rich_help_panel=SOURCES,
            help="Leave out files of folders that an earlier import has dealt with.",
        ),
    ] = False,
    no_database: Annotated[
        bool,
        typer.Option(
            "--no-database",
            rich_help_panel=GOES_TO,
            help="Put what passes into --output, not into the library.",
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            rich_help_panel=GOES_TO,
            help="The folder that --no-database fills.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Worker processes; 0 means one for each core."),
    ] = None,
    index: Annotated[
        bool, typer.Option(rich_help_panel=GOES_TO, help="Bring the index up to date afterwards.")
    ] = True,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            rich_help_panel=BEFORE,
            help="Look at the sources, and say what would stand in the way; import nothing.",
        ),
    ] = False,
    is_try: Annotated[
        bool,
        typer.Option(
            "--try",
            rich_help_panel=BEFORE,
            help="Show how the first captures would end; keep nothing.",
        ),
    ] = False,
    first: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, rich_help_panel=BEFORE, help="How many captures --try looks at."
        ),
    ] = 50,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="One line for each capture.")
    ] = False,
    summary_file: Annotated[
        Path | None,
        typer.Option(
            "--summary",
            metavar="FILE",
            rich_help_panel=GOES_TO,
            help="Write the summary to a file: .json, .csv or .txt.",
        ),
    ] = None,
    counters: CountersOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Import what crawlers left: judge it, keep it, read it, index it.

    After an interruption the same command goes on where it stopped. Ends with 0, or with 1 when
    some captures failed; they are listed.
    """
    from sheaf.acquire.importers.attributes import split_attributes
    from sheaf.app import ImportOptions, Library

    if no_database != (output is not None):
        raise UsageError("--no-database and --output DIR go together.")
    check_summary(summary_file, as_json=as_json, as_csv=as_csv)
    options = ImportOptions(
        format=format_name,
        mime_types=mime,
        filter=False if no_filter else None,
        keep_rejects=keep_rejects or None,
        text=False if no_text else None,
        blacklist=blacklist or (),
        log=log,
        base_url=base_url,
        attributes=split_attributes(attribute or ()),
        attribute_pattern=attribute_pattern,
        jobs=jobs,
        judge_again=judge_again or None,
        only_new=only_new,
    )
    does_index, before = index and not no_database, one_of(**{"check": check, "try": is_try})
    with Library.open(find_library(library)) as opened:
        if before == "check":
            show_findings(opened.check_import(sources, options, output), as_json=as_json)
        if before:
            show_try(opened.try_import(sources, options, first=first), as_json=as_json)
        with index_after_interrupt(opened, is_wanted=does_index), import_screen(sources) as screen:
            report = reporter(screen, verbose=verbose)
            summary = opened.import_with(
                sources, options, output, index=does_index, wait=wait, report=report
            )
        show_import(summary, as_json=as_json, as_csv=as_csv, counters=counters is not None)
        say_notes(summary, sources)
        if output is None:
            list_failed(opened, summary)
        elif summary.failed:
            print_failed(summary.failed, screen.failed, f"see {output / 'captures.jsonl'}")
    if summary_file is not None:
        write_summary(summary, summary_file, counters)
    raise typer.Exit(1 if summary.failed else 0)


def show_import(summary: ImportSummary, *, as_json: bool, as_csv: bool, counters: bool) -> None:
    if as_json:
        write_json(summary.as_json())
    elif as_csv:
        answers.file.write(summary.as_csv(counters=counters))
    else:
        show_summary(summary_title(summary), summary, counters=counters)


def show_findings(findings: Sequence[Finding], *, as_json: bool) -> NoReturn:
    """Ends with 0, or as the command would for the first of what stands in its way."""
    for one in findings:
        if as_json:
            write_json(asdict(one))
        else:
            answers.print(one.words, style="red" if one.is_problem else None)
    problems = [one for one in findings if one.is_problem]
    if not as_json and not problems:
        messages.print("Nothing stands in the way.", style="green")
    raise typer.Exit(problems[0].exit_code if problems else 0)


def show_try(tried: TryReport, *, as_json: bool) -> NoReturn:
    if as_json:
        write_json(tried.as_json())
    else:
        for one in tried.captures:
            size = f", {one.size:,} bytes" if one.size else ""
            more = f" ({one.mime_type}{size})" if one.mime_type else ""
            answers.print(capture_line(one.outcome, one.url, f"{one.reason}{more}"))
        messages.print(tried.words)
        say_notes_alone(tried.notes)
    raise typer.Exit(0)


def say_notes(summary: ImportSummary, sources: Sequence[str]) -> None:
    is_empty = not summary.captures and not summary.records
    nothing = [f"There is nothing in {', '.join(sources)}."] if is_empty else []
    say_notes_alone((*summary.notes, *nothing))


def say_notes_alone(notes: Sequence[str]) -> None:
    for note in notes:
        messages.print(note, style="yellow")


def reporter(screen: ImportScreen, *, verbose: bool) -> Callable[[Progress], None]:
    def report(progress: Progress) -> None:
        source = progress.latest[-1].examined.capture.location.source if progress.latest else ""
        records = sum(progress.asides.values())
        outcomes = dict(progress.outcomes)
        screen.show(ImportState(outcomes, records, progress.skipped, progress.share, source))
        ended = [(one.outcome, one.examined.capture.url, one.reason) for one in progress.latest]
        screen.note_failed(ended)
        if verbose:
            screen.list_captures(ended)

    return report


def check_summary(path: Path | None, *, as_json: bool, as_csv: bool) -> None:
    """Before the run, so that hours of work do not end in a typing error."""
    if as_json and as_csv:
        raise UsageError("--json and --csv want the same place.", "Give one of them.")
    if path is None:
        return
    if path.suffix.lower() not in SUMMARY_FILES:
        kinds = ", ".join(SUMMARY_FILES)
        raise UsageError(f"--summary {path}: the name ends in none of {kinds}.")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UsageError(f"--summary {path} cannot be a file there.", "Name one in a folder.")


def write_summary(summary: ImportSummary, path: Path, counters: Counters | None = None) -> None:
    with_counters = counters is not None
    forms = {
        ".json": lambda: json.dumps(summary.as_json(), indent=2) + "\n",
        ".csv": lambda: summary.as_csv(counters=with_counters),
        ".txt": lambda: summary.as_columns(counters=with_counters),
    }
    try:
        path.write_text(forms[path.suffix.lower()](), encoding="utf-8")
    except OSError as problem:
        words = f"The summary cannot be written to {path}: {problem.strerror}."
        later = f" `sheaf runs {summary.run} --summary` shows it again." if summary.run else ""
        raise StorageError(words, f"The import itself is done.{later}") from None
