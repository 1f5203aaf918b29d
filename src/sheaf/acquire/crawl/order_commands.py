"""What one may want of a crawl that is there: to see it, to give it orders, to be rid of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.acquire.crawl import places
from sheaf.errors import StorageError, UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    counted,
    find_library,
    messages,
    write_json,
)
from sheaf.urls import SURROGATE

NAME = Annotated[str, typer.Argument(help="The crawl's name: that of its file in frontier/.")]


def frontier_of(library: Path | None, name: str) -> Path:
    path = places.frontier_of(find_library(library), name.removesuffix(".db"))
    return places.checked_frontier(path)


def texts(given: list[str] | None) -> list[str]:
    """What was given, if all of it is text: bytes that are none could be written nowhere."""
    for text in given or ():
        if SURROGATE.search(text):
            raise UsageError(
                f"{text!r} is no text in UTF-8.", "Write such bytes with percent signs: %FF."
            )
    return given or []


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
    from sheaf.acquire.crawl.control.metrics import as_metrics
    from sheaf.acquire.crawl.control.screen import show_status
    from sheaf.acquire.crawl.frontier.status import read_status

    folder = find_library(library) / "frontier"
    paths = [frontier_of(library, name)] if name else sorted(folder.glob("*.db"))
    if not paths:
        messages.print("There is no crawl in this library yet.")
    is_all_well, metered = True, []
    for path in paths:
        try:
            told = read_status(places.checked_frontier(path), hosts=hosts)
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
            write_json(told.as_json())
        elif prometheus:
            metered.append(told)
        else:
            show_status(told)
    answers.file.writelines(f"{line}\n" for line in as_metrics(metered))
    raise typer.Exit(0 if is_all_well else 1)


def add(
    name: NAME,
    seeds: Annotated[list[str], typer.Argument(help="http or https URLs.")],
    library: LibraryOption = None,
) -> None:
    """Give a crawl more seeds, while it runs or for its next run."""
    from sheaf.acquire.crawl.frontier.orders import add_seeds

    given = add_seeds(frontier_of(library, name), texts(seeds))
    messages.print(f"{counted(given, 'seed')} given to {name}.")


def pause(name: NAME, library: LibraryOption = None) -> None:
    """Let a crawl finish what is under way, and fetch nothing more until it is resumed."""
    _order(library, name, "pause")


def resume(name: NAME, library: LibraryOption = None) -> None:
    """Let a paused crawl go on."""
    _order(library, name, "resume")


def stop(name: NAME, library: LibraryOption = None) -> None:
    """End the run of a crawl in good order; the next run goes on with it."""
    from sheaf.acquire.crawl.frontier.status import is_being_imported, is_held

    path = frontier_of(library, name)
    if is_being_imported(path) and not is_held(path):
        raise UsageError(
            f"The crawl {name} fetches nothing any more: what came is being imported.",
            "Ctrl-C where it runs, or SIGTERM, ends that too; the next run goes on with it.",
        )
    if not is_held(path):
        raise UsageError(
            f"The crawl {name} is not running, so there is nothing to stop.",
            f"`sheaf crawl pause {name}` keeps its next run from fetching, "
            f"`sheaf crawl remove {name}` removes it.",
        )
    _order(library, name, "stop")


def remove(
    name: NAME,
    library: LibraryOption = None,
    archives: Annotated[
        bool, typer.Option("--archives", help="Remove its WARC files and its log, too.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a crawl: its frontier and, with --archives, its WARC files.

    What was imported stays in the library.
    """
    from sheaf.acquire.crawl.control.removing import find_parts, remove_crawl
    from sheaf.acquire.crawl.control.screen import size

    folder, name = find_library(library), name.removesuffix(".db")
    found = find_parts(folder, name, archives=archives)
    if not yes:
        what = f"{counted(len(found.files), 'file')}, {size(found.bytes)}"
        typer.confirm(f"Remove the crawl {name} ({what})? Papers stay.", abort=True, err=True)
    removed = remove_crawl(folder, name, archives=archives)
    what = "its frontier and its WARC files" if archives else "its frontier"
    files = counted(len(removed.files), "file")
    messages.print(f"{name}: {what} removed ({files}, {size(removed.bytes)}).")
    if removed.kept_archives:
        messages.print(f"Its WARC files are still in {removed.kept_archives}.")


def _order(library: Path | None, name: str, word: Any) -> None:
    from sheaf.acquire.crawl.frontier.orders import give_order
    from sheaf.acquire.crawl.frontier.status import is_held

    path = frontier_of(library, name)
    give_order(path, word)
    if is_held(path):
        messages.print(f"{name}: {word}, within a second or two.")
    elif word == "pause":
        messages.print(
            f"{name}: pause, when it is run again: it is not fetching. "
            f"`sheaf crawl resume {name}` takes that back."
        )
    else:
        messages.print(f"{name}: {word}, when it is run again.")
