"""The commands that bring in: import and crawl."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from sheaf.errors import UsageError
from sheaf.records import ACCIDENTS, KEPT, KNOWN, OUTCOME_MEANINGS, Outcome
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    ProgressLine,
    WaitOption,
    answers,
    counted,
    find_library,
    messages,
    printable,
    progress_line,
    table,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.app import ImportSummary, Library
    from sheaf.pipeline import Progress

app = typer.Typer()
LISTED = 20


@app.command("import")
def import_(
    sources: Annotated[
        list[Path], typer.Argument(help="WARC files, folders of files or archives, single files.")
    ],
    library: LibraryOption = None,
    format_name: Annotated[
        str, typer.Option("--format", help="auto, or the name of an importer: warc, folder, ...")
    ] = "auto",
    mime: Annotated[
        list[str] | None, typer.Option(help="A wanted type; repeat for several.")
    ] = None,
    no_filter: Annotated[
        bool, typer.Option("--no-filter", help="Keep every document of a wanted type.")
    ] = False,
    log: Annotated[
        Path | None, typer.Option(help="The crawler's log that belongs to the sources.")
    ] = None,
    keep_rejects: Annotated[
        bool, typer.Option("--keep-rejects", help="Keep dropped files and why, in rejects/.")
    ] = False,
    no_database: Annotated[
        bool,
        typer.Option("--no-database", help="Put what passes into --output, not into the library."),
    ] = False,
    output: Annotated[
        Path | None, typer.Option(help="The folder that --no-database fills.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Worker processes; 0 means one for each core.")
    ] = None,
    index: Annotated[bool, typer.Option(help="Bring the index up to date afterwards.")] = True,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="One line for each capture.")
    ] = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Import what crawlers left: judge it, keep it, read it, index it.

    After an interruption the same command goes on where it stopped. Ends with 0, or with 1 when
    some captures failed; they are listed.
    """
    from sheaf.app import Library

    for one in mime or ():
        if "/" not in one:
            raise UsageError(f"--mime {one} is no type.", "Write it whole: application/pdf, say.")
    if no_database != (output is not None):
        raise UsageError("--no-database and --output DIR go together.")
    with Library.open(find_library(library)) as opened:
        with progress_line() as line:
            summary = opened.import_(
                sources,
                format=format_name,
                mime_types=mime,
                filter=False if no_filter else None,
                keep_rejects=keep_rejects or None,
                log=log,
                apart=output,
                jobs=jobs,
                wait=wait,
                report=reporter(line, verbose=verbose),
            )
        show_summary(opened, summary, as_json=as_json)
        if index and not no_database:
            opened.index()
    raise typer.Exit(1 if summary.accidents else 0)


def reporter(line: ProgressLine, *, verbose: bool = False) -> Any:
    def report(progress: Progress) -> None:
        kept = sum(progress.outcomes[one.value] for one in KEPT)
        before = f" {progress.skipped:,} done before." if progress.skipped else ""
        line.say(progress.captures, "captures", f"{kept:,} kept.{before}", progress.share)
        if verbose:
            for decision in progress.latest:
                messages.print(line_of(decision.outcome, decision.examined.capture.url,
                                       decision.reason))  # fmt: skip

    return report


def line_of(outcome: Outcome, url: str, why: str) -> Text:
    return Text.assemble(
        (f"{outcome:18}", colour(outcome)), " ", printable(url), "  ", (printable(why), "dim")
    )


def colour(outcome: Outcome) -> str:
    if outcome in KEPT:
        return "green"
    if outcome in ACCIDENTS:
        return "red"
    return "blue" if outcome in KNOWN else "yellow"


def show_summary(library: Library, summary: ImportSummary, *, as_json: bool) -> None:
    if as_json:
        write_json(summary.as_json())
    else:
        resumed = " (resumed)" if summary.resumed else ""
        title = f"Run {summary.run}{resumed}" if summary.run else "Without the catalogue"
        meanings = {one.value: words for one, words in OUTCOME_MEANINGS.items()}
        answers.print(table(title, summary.outcomes, meanings=meanings))
        answers.print(
            f"{counted(summary.captures, 'capture')} and "
            f"{counted(summary.records, 'other record')} in {summary.seconds:.1f} s",
        )
    if summary.accidents and summary.run:
        list_accidents(library, summary)


def list_accidents(library: Library, summary: ImportSummary) -> None:
    failed = counted(summary.accidents, "capture")
    messages.print(f"{failed} failed:", style="red")
    for one in library.run_log.captures(summary.run, ACCIDENTS, limit=LISTED):
        place = f"{one.reason} ({one.source} at {one.position})"
        messages.print("  ", line_of(one.outcome, one.url, place), sep="")
    if summary.accidents > LISTED:
        messages.print(f"  ... and {summary.accidents - LISTED:,} more: sheaf runs {summary.run}")


@app.command()
def crawl(
    seeds: Annotated[list[str], typer.Argument(help="Where to start: http or https URLs.")],
    library: LibraryOption = None,
    pages: Annotated[int | None, typer.Option(help="Fetch this many URLs at the most.")] = None,
    depth: Annotated[int | None, typer.Option(help="Follow links this far from a seed.")] = None,
    min_delay: Annotated[
        float | None, typer.Option(help="Seconds between two requests to one host.")
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(help="A host to keep to (*.example.org too); default: those of the seeds."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="A name for the crawl; the same name goes on with it.")
    ] = None,
    contact: Annotated[str | None, typer.Option(help="Web page or e-mail of who crawls.")] = None,
    resolve: Annotated[
        list[str] | None,
        typer.Option(help="HOST=ADDRESS:PORT: where a host (or *) really is; repeatable."),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private and loopback addresses.")
    ] = False,
    ignore_nofollow: Annotated[
        bool, typer.Option("--ignore-nofollow", help="Follow links marked nofollow.")
    ] = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Crawl politely from seeds, keep what came as WARC, import it.

    Obeys robots.txt, Crawl-delay and Retry-After. The same seeds again go on with that crawl.
    """
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        with progress_line() as line:
            visits = 0

            def on_page(visit: Any) -> None:
                nonlocal visits
                visits += 1
                line.say(visits, "URLs", "Crawling ...")

            fetched, summary = opened.crawl(
                seeds,
                name=name,
                hosts=host or (),
                resolve=dict(parse_resolve(one) for one in resolve or ()),
                allow_private=allow_private,
                ignore_nofollow=ignore_nofollow,
                on_page=on_page,
                wait=wait,
                report=reporter(line),
                pages=pages,
                depth=depth,
                min_delay=min_delay,
                contact=contact,
            )
        opened.index()
        if as_json:
            write_json({"crawl": {**fetched.outcomes}, "fetched": fetched.fetched,
                        **summary.as_json()})  # fmt: skip
        else:
            answers.print(table("Crawl", fetched.outcomes))
            show_summary(opened, summary, as_json=False)
    if not fetched.fetched:
        messages.print(
            "Nothing was fetched this time: see the outcomes above. A crawl that is finished stays "
            "finished; to crawl anew, or more widely, give it another --name.",
            style="yellow",
        )
    nothing_ever = not any(fetched.outcomes.get(name) for name in ("fetched", "too_large"))
    raise typer.Exit(1 if summary.accidents or nothing_ever else 0)


def parse_resolve(text: str) -> tuple[str, tuple[str, int]]:
    """HOST=ADDRESS:PORT, where the address may be [an IPv6 one]."""
    host, _, target = text.partition("=")
    address, _, port = target.rpartition(":")
    if not host or not address or not port.isdigit():
        raise UsageError(f"--resolve {text}: write it as HOST=ADDRESS:PORT.")
    return host.lower(), (address.strip("[]"), int(port))
