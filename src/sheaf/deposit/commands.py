"""The commands that look after a library: init, status, verify, runs, undo, settings."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.acquire.import_screen import outcome_table, show_summary
from sheaf.errors import UsageError
from sheaf.records import (
    FAILED,
    INGEST_STATE_WORDS,
    IngestState,
    Outcome,
    OutcomeGroup,
    count_groups,
    outcomes_named,
)
from sheaf.terminal import (
    CountersOption,
    CsvOption,
    DryRunOption,
    JsonOption,
    LibraryOption,
    WaitOption,
    answers,
    find_library,
    format_number,
    messages,
    plural,
    progress_line,
    say_index_is_behind,
    table,
    write_json,
)

HOLDINGS = {
    "documents": "documents",
    "papers": "with a title read",
    "parents": "pages linking to them",
    "pages": "pages in HTML",
    "captures": "captures",
    "runs": "runs",
}
STATES = 8  # columns, where none is longer
# That all were read, or none, other lines say.
WORTH_SAYING = {"handed_out", "failed"}

app = typer.Typer()


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="A folder that is empty or does not exist.")],
    database: Annotated[
        str | None,
        typer.Option(help="Keep the catalogue on a server: postgresql://... or mysql://..."),
    ] = None,
) -> None:
    """Make a library."""
    from sheaf.app import Library

    with Library.init(folder, database) as made:
        answers.print(f"Made a library in {made.folder}.")
        answers.print(f"Next: sheaf import SOURCE --library {folder}")


@app.command()
def status(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Say what the library holds."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        facts = opened.status()
    if as_json:
        write_json(facts)
        return
    numbers = {words: facts[name] for name, words in HOLDINGS.items()}
    index = "up to date" if facts["index_is_current"] else "behind"
    answers.print(table("Library", {"folder": facts["library"], **numbers, "search index": index}))
    for name, title in (("types", "Types of file"), ("kinds", "Kinds of document")):
        if facts[name]:
            answers.print(table(title, facts[name]))
    if len(facts["states"]) > 1 or facts["states"].keys() & WORTH_SAYING:
        by_words = {
            INGEST_STATE_WORDS[IngestState[name.upper()]]: count
            for name, count in facts["states"].items()
        }
        answers.print(table("Ingestion", by_words))
    if facts["outcomes"]:
        answers.print(outcome_table("How all captures ended", facts["outcomes"]))
    else:
        answers.print(_nothing_on_record(facts["runs"]))
    if behind := facts["index_is_behind"]:
        words = f"The index is behind by {plural(behind, 'document')}"
        answers.print(f"{words}: sheaf index catches up.")
    waiting, running = facts["jobs"]["waiting"], facts["jobs"]["running"]
    if waiting or running:
        answers.print(
            f"Jobs: {waiting:,} waiting, {running:,} running. sheaf jobs list shows them."
        )
    if facts["unread"]:
        words = plural(facts["unread"], "document")
        answers.print(f"{words} not read yet: sheaf reread reads them.")


def _nothing_on_record(runs: int) -> str:
    if runs:
        return "Nothing on record: every run was undone, or brought nothing. sheaf runs lists them."
    return "Nothing imported yet: sheaf import SOURCE, or sheaf crawl SEED."


@app.command()
def verify(
    library: LibraryOption = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Mend what can be mended, and say what was done.")
    ] = False,
    dry_run: DryRunOption = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check every file against its row, and every row against its files.

    Ends with 0 when nothing is wrong, or all was mended; with 1 when faults remain.
    """
    from sheaf.app import Library

    if dry_run and not repair:
        raise UsageError("--dry-run goes with --repair.", "Without --repair nothing is changed.")
    with Library.open(find_library(library)) as opened, progress_line() as line:
        report = opened.verify(
            lambda count: line.say(count, "documents checked"),
            repair=repair,
            dry_run=dry_run,
            wait=wait,
        )
        behind = opened.index_is_behind() if repair and not dry_run else 0
    if as_json:
        shown = {"documents": report.documents, "pages": report.pages,
                 "faults": [asdict(one) for one in report.faults]}  # fmt: skip
        if repair:
            shown["repairs"] = [one.as_json() for one in report.repairs]
        write_json(shown)
    else:
        _list_faults(report, dry_run=dry_run)
        say_index_is_behind(behind)
    raise typer.Exit(1 if report.remaining or (dry_run and report.faults) else 0)


def _list_faults(report: Any, *, dry_run: bool) -> None:
    for one in report.repairs:
        answers.print(f"{one.fault.kind}: {one.fault.path}: {one.action}: {one.words}")
    for fault in report.faults if not report.repairs else ():
        answers.print(f"{fault.kind}: {fault.path}: {fault.words}")
    checked = plural(report.documents, "document")
    checked += f" and {plural(report.pages, 'page')}" if report.pages else ""
    words = f"{checked} checked, {plural(len(report.faults), 'fault')}"
    if report.repairs:
        mended = f"{len(report.faults) - report.remaining:,} of them"
        words += f", {mended} would be mended" if dry_run else f", {mended} mended"
    answers.print(f"{words}.")


@app.command()
def runs(
    run: Annotated[int | None, typer.Argument(help="Show the captures of this run.")] = None,
    library: LibraryOption = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(help="Only captures that ended so: an outcome, or a group; repeatable."),
    ] = None,
    failed: Annotated[
        bool, typer.Option("--failed", help="Only captures with which something went wrong.")
    ] = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="Show the sums of the run, not its captures.")
    ] = False,
    counters: CountersOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """List the runs, or the captures of one with their outcomes and reasons, or its summary."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        if summary or as_csv or counters:
            with_counters = counters is not None
            _show_summary(opened, run, as_json=as_json, as_csv=as_csv, counters=with_counters)
        elif run is None:
            if failed or outcome:
                raise UsageError("Of which run?", "Say sheaf runs RUN --failed.")
            _list_runs(opened, as_json=as_json)
        else:
            wanted = [*_outcomes(outcome or []), *(FAILED if failed else ())]
            _list_captures(opened, run, wanted, as_json=as_json)


@app.command()
def hubs(
    library: LibraryOption = None,
    host: Annotated[
        str | None, typer.Option(help="Only hubs of this host, and of those below it.")
    ] = None,
    sort: Annotated[str, typer.Option(help="By documents, links, time or url.")] = "documents",
    limit: Annotated[int, typer.Option(min=0, help="Show this many; 0 for all.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List the hubs: pages that lead to documents, those that led to most first."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        # Named nowhere here: it is then closed before the library, also where the reader has gone.
        if as_json:
            for hub in opened.hubs(host=host, sort=sort, limit=limit or None):
                write_json(asdict(hub))
            return
        answers.print("Documents   Links  Last seen   URL")
        for hub in opened.hubs(host=host, sort=sort, limit=limit or None):
            links = "-" if hub.links is None else format_number(hub.links)
            numbers = f"{format_number(hub.documents):>9} {links:>7}"
            answers.print(f"{numbers}  {hub.last_seen:%Y-%m-%d}  {hub.url}")
        total = opened.count_hubs(host=host)
    if limit and total > limit:
        messages.print(f"{format_number(limit)} of {plural(total, 'hub')}; --limit 0 shows all.")
    if not total:
        messages.print("There is no hub yet: a crawl or an import with parent URLs brings them.")


@app.command()
def pages(
    library: LibraryOption = None,
    kind: Annotated[
        str | None, typer.Option(help="Only one kind: article, homepage, hub or other.")
    ] = None,
    host: Annotated[
        str | None, typer.Option(help="Only pages of this host, and of those below it.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Show this many; 0 for all.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List the pages that can be found beside documents: kind, title and URL."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        total = opened.count_pages(kind=kind, host=host)
        for page in opened.pages(kind=kind, host=host, limit=limit or None):
            if as_json:
                write_json(asdict(page))
            else:
                answers.print(f"{page.id:>7}  {page.kind:<8}  {page.title or '(no title)'}")
                answers.print(f"{'':19}{page.url}", style="dim")
                if page.problem:
                    messages.print(f"{'':19}{page.problem}", style="yellow")
    if as_json:
        return
    if limit and total > limit:
        messages.print(f"{format_number(limit)} of {plural(total, 'page')}; --limit 0 shows all.")
    if not total:
        messages.print("There is no page yet: crawls and imports of archives bring them.")


def _show_summary(
    opened: Any, run: int | None, *, as_json: bool, as_csv: bool, counters: bool
) -> None:
    from sheaf.app import ImportSummary

    if run is None or (as_json and as_csv):
        raise UsageError("A summary is of one run, in one form.", "Say sheaf runs RUN --summary.")
    info = opened.run(run)
    if info is None:
        raise UsageError(f"There is no run {run}.", "`sheaf runs` lists them.")
    made = ImportSummary.of(info)
    if as_json:
        write_json(made.as_json())
    elif as_csv:
        answers.file.write(made.as_csv(counters=counters))
    else:
        show_summary(f"Run {run}", made, counters=counters)
        for note in made.notes:
            answers.print(note)


def _outcomes(names: list[str]) -> list[Outcome]:
    try:
        return [one for name in names for one in outcomes_named(name)]
    except ValueError as problem:
        groups = ", ".join(OutcomeGroup)
        known = ", ".join(Outcome)
        raise UsageError(
            f"{problem}.", f"Known outcomes: {known}. Groups of them: {groups}."
        ) from None


def _list_runs(opened: Any, *, as_json: bool) -> None:
    found = list(opened.runs())
    if as_json:
        for one in found:
            write_json({**asdict(one), "captures": one.captures})
        return
    if not found:
        answers.print("No runs yet.")
    states = max([STATES, *(len(one.state) for one in found)])
    for one in found:
        groups = count_groups(one.outcomes)
        failed = f", {groups['failed']:,} failed" if groups["failed"] else ""
        took = "" if one.took is None else f", {one.took:.1f} s"
        answers.print(
            f"{one.id:>5}  {one.state:{states}} {one.kind:7} {one.started:%Y-%m-%d %H:%M}  "
            f"{plural(one.captures, 'capture')}, {groups['kept']:,} kept{failed}{took}  "
            f"{', '.join(one.sources)}",
        )
        if one.reason:
            answers.print(f"       {one.reason}.")


def _list_captures(opened: Any, run: int, outcomes: list[Outcome], *, as_json: bool) -> None:
    if opened.run(run) is None:
        raise UsageError(f"There is no run {run}.", "`sheaf runs` lists them.")
    for one in opened.captures(run, outcomes):
        if as_json:
            write_json(asdict(one))
        else:
            answers.print(f"{one.outcome:18} {one.url}  {one.reason}")


@app.command()
def undo(
    run: Annotated[int, typer.Argument(help="The number of the run (`sheaf runs` lists them).")],
    library: LibraryOption = None,
    dry_run: DryRunOption = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take a run back: what it brought goes, what it replaced comes back."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        report = opened.undo(run, dry_run=dry_run, wait=wait)
    if as_json:
        write_json(asdict(report))
        return
    would = "Would remove" if dry_run else "Removed"
    answers.print(
        f"{would} {plural(report.removed, 'document')} and restore{'' if dry_run else 'd'} "
        f"{report.restored:,}.",
    )


@app.command()
def backup(
    folder: Annotated[
        Path, typer.Argument(help="One that is empty, new, or holds an older backup.")
    ],
    library: LibraryOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Copy the library to a folder, where the copy opens as a library.

    The same command again copies what has changed, or goes on where it was cut off. Others may use
    the library meanwhile.
    """
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened, progress_line() as line:
        done = opened.backup(
            folder, wait=wait, report=lambda done: line.say(done.files, "files", "Copying ...")
        )
    if as_json:
        write_json(done.as_json())
        return
    answers.print(done.words)
    for note in done.notes:
        messages.print(note, style="yellow")


@app.command()
def keep(
    captures: Annotated[
        list[str],
        typer.Argument(metavar="CAPTURE...", help="Numbers of captures, or their URLs."),
    ],
    library: LibraryOption = None,
    index: Annotated[bool, typer.Option(help="Bring the index up to date afterwards.")] = True,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take in captures that were turned down, because you say so.

    Their bytes are looked for among the rejects and where they came from. `sheaf undo` takes the
    run back. Ends with 1 where one of them could not be kept.
    """
    from sheaf.app import Library

    wanted = [int(one) if one.isascii() and one.isdecimal() else one for one in captures]
    with Library.open(find_library(library)) as opened:
        done = opened.keep_rejected(wanted, index=index, wait=wait)
    for one in done:
        if as_json:
            write_json(asdict(one))
        else:
            answers.print(one.words, style=None if one.is_kept else "red")
    run = next((one.run for one in done if one.run), 0)
    if run and not as_json:
        messages.print(f"`sheaf undo {run}` takes it back.")
    raise typer.Exit(0 if all(one.is_kept for one in done) else 1)


@app.command()
def settings(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Show every setting with its value here, or its default outside a library."""
    from sheaf import settings as all_settings
    from sheaf.app import show_settings
    from sheaf.errors import NotALibraryError

    folder = None
    try:
        folder = find_library(library)
    except NotALibraryError:
        messages.print("No library here: these are the defaults.", style="dim")
    shown, wrong = show_settings(folder)
    if as_json and not wrong:
        values = shown.model_dump(mode="json")
        values["deposit"]["database"] = without_password(values["deposit"]["database"])
        values["crawl"]["fetch"]["proxy"] = without_password(values["crawl"]["fetch"]["proxy"])
        write_json(values)
        return
    for section, model in all_settings.iterate_sections(shown):
        answers.print(f"[{section}]  {' '.join((model.__doc__ or '').split())}", style="bold")
        for name, field in type(model).model_fields.items():
            answers.print(f"  {name} = {without_password(getattr(model, name))!r}")
            answers.print(f"    {field.description}", style="dim")
            for mistake in wrong:
                if (mistake.section, mistake.name) == (section, name):
                    words = f"    Wrong: {mistake.words}. The default is shown."
                    answers.print(words, style="red")
    for one in wrong:
        messages.print(f"sheaf: {one.place}{one}.", style="bold red")
    if wrong:
        raise typer.Exit(2)


def without_password(value: Any) -> Any:
    """The URL of a database without the secret in it; anything else as it is."""
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", value) if isinstance(value, str) else value
