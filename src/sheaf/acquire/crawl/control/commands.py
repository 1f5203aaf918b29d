"""The commands for a crawl that exists: see it, give it orders, remove it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheaf.errors import NotALibraryError, StorageError, UsageError
from sheaf.terminal import (
    CrawlName,
    JsonOption,
    LibraryOption,
    answers,
    check_text,
    find_library,
    messages,
    plural,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.acquire.crawl.control.crawls import Crawls

app = typer.Typer()


def find_crawls(library: Path | None) -> Crawls:
    from sheaf.app import crawls_in

    return crawls_in(require_library(find_library(library)))


def require_library(folder: Path) -> Path:
    """A crawl is sought in a library only: without one, that is what is wrong."""
    from sheaf.settings import FILE_NAME

    if not (folder / FILE_NAME).is_file():
        raise NotALibraryError(f"There is no library in {folder}.")
    return folder


def without_ending(name: str) -> str:
    """The name of a crawl, of which somebody may have given the file."""
    return name.removesuffix(".db")


@app.command()
def status(
    name: Annotated[str | None, typer.Argument(help="The crawl's name; without it: all.")] = None,
    library: LibraryOption = None,
    hosts: Annotated[int, typer.Option(help="Show this many hosts.")] = 20,
    prometheus: Annotated[
        bool, typer.Option("--prometheus", help="Write metrics for Prometheus on stdout.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """How a crawl stands, by outcome and by host, while it runs or after."""
    from sheaf.acquire.crawl.control.crawl_screen import show_status
    from sheaf.acquire.crawl.control.metrics import as_metrics

    crawls = find_crawls(library)
    names = [without_ending(name)] if name else crawls.names()
    if not names:
        messages.print("There is no crawl in this library yet.")
    is_all_well, metered = True, []
    for each in names:
        try:
            found = crawls.status(each, hosts=hosts)
        except StorageError as problem:
            if name:
                raise
            # One file must not keep the others from being shown.
            is_all_well = False
            advice = problem.what_to_do
            is_about_it = advice != StorageError.what_to_do
            messages.print(f"{problem} {advice if is_about_it else ''}".strip(), style="yellow")
            continue
        if as_json:
            write_json(found.as_json())
        elif prometheus:
            metered.append(found)
        else:
            show_status(found)
    answers.file.writelines(f"{line}\n" for line in as_metrics(metered))
    raise typer.Exit(0 if is_all_well else 1)


@app.command()
def add(
    name: CrawlName,
    seeds: Annotated[list[str], typer.Argument(help="http or https URLs.")],
    library: LibraryOption = None,
) -> None:
    """Give a crawl more seeds, while it runs or for its next run."""
    given = find_crawls(library).add_seeds(without_ending(name), check_text(seeds))
    messages.print(f"{plural(given, 'seed')} given to {name}.")


@app.command()
def pause(name: CrawlName, library: LibraryOption = None) -> None:
    """Let a crawl finish what is under way, and fetch nothing more until it is resumed."""
    is_fetching = find_crawls(library).pause(without_ending(name))
    take_back = f": it is not fetching. `sheaf crawl resume {name}` takes that back"
    say_order(name, "pause", is_fetching=is_fetching, otherwise=take_back)


@app.command()
def resume(name: CrawlName, library: LibraryOption = None) -> None:
    """Let a paused crawl go on."""
    say_order(name, "resume", is_fetching=find_crawls(library).resume(without_ending(name)))


@app.command()
def stop(name: CrawlName, library: LibraryOption = None) -> None:
    """End the run of a crawl in good order; the next run goes on with it."""
    say_order(name, "stop", is_fetching=find_crawls(library).stop(without_ending(name)))


@app.command()
def remove(
    name: CrawlName,
    library: LibraryOption = None,
    archives: Annotated[
        bool, typer.Option("--archives", help="Remove its WARC files and its log, too.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a crawl: its frontier and, with --archives, its WARC files.

    What was imported stays in the library.
    """
    from sheaf.acquire.crawl.control.crawl_screen import format_size

    crawls, name = find_crawls(library), without_ending(name)
    found = crawls.remove(name, archives=archives, dry_run=True)
    if not yes:
        what = f"{plural(len(found.files), 'file')}, {format_size(found.bytes)}"
        typer.confirm(f"Remove the crawl {name} ({what})? Papers stay.", abort=True, err=True)
    removed = crawls.remove(name, archives=archives)
    what = "its frontier and its WARC files" if archives else "its frontier"
    files = plural(len(removed.files), "file")
    messages.print(f"{name}: {what} removed ({files}, {format_size(removed.bytes)}).")
    if removed.kept_archives:
        messages.print(f"Its WARC files are still in {removed.kept_archives}.")


def say_order(name: str, word: str, *, is_fetching: bool, otherwise: str = "") -> None:
    when = "within a second or two" if is_fetching else f"when it is run again{otherwise}"
    messages.print(f"{name}: {word}, {when}.")


@app.command()
def explain(
    url: Annotated[str, typer.Argument(help="The URL that the rules are asked about.")],
    library: LibraryOption = None,
    name: Annotated[
        str | None,
        typer.Option(help="A crawl that exists: what it makes of the URL, and its fate."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="Whose rules; without --name: scholarly.")
    ] = None,
    seed: Annotated[list[str] | None, typer.Option(help="A seed of the crawl.")] = None,
    host: Annotated[list[str] | None, typer.Option(help="A host of the crawl.")] = None,
    depth: Annotated[int, typer.Option(help="How far from a seed it was found.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Which rule of a profile, or of a crawl, lets a URL in or keeps it out.

    The settings and blacklists of the library have their say, as in a crawl of it. With --name:
    what the crawl was told, what robots.txt says, and what became of the URL.
    """
    from sheaf.acquire.crawl.control import explanation
    from sheaf.app import crawls_in, library_near

    if name is not None:
        if profile or seed or host:
            raise UsageError("A crawl has a profile, seeds and hosts of its own.",
                             "Leave --profile, --seed and --host out, or --name.")  # fmt: skip
        found = find_crawls(library).explain_in(
            without_ending(name), check_text([url])[0], depth=depth
        )
        if as_json:
            write_json(explanation.crawled_url_as_json(found))
        else:
            for line in explanation.crawled_url_as_lines(found):
                answers.print(line)
        raise typer.Exit(0 if found.accepted else 1)
    decision = crawls_in(library_near(library)).explain(
        check_text([url])[0],
        profile or "scholarly",
        seeds=check_text(seed),
        hosts=check_text(host),
        depth=depth,
    )
    if as_json:
        write_json(explanation.as_json(decision))
    else:
        for line in explanation.as_lines(decision):
            answers.print(line)
    raise typer.Exit(0 if decision.accepted else 1)
