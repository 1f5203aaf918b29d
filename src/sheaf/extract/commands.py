"""The command that reads papers: files given, or the library's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    LibraryOption,
    WaitOption,
    answers,
    counted,
    find_library,
    messages,
    write_json,
)

app = typer.Typer()
FORMATS = ("json", "text")


@app.command()
def extract(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files to read; none means the documents of the library."),
    ] = None,
    library: LibraryOption = None,
    format_name: Annotated[str, typer.Option("--format", help="json or text.")] = "json",
    everything: Annotated[
        bool, typer.Option("--all", help="Read the whole library again, not only what is outdated.")
    ] = False,
    wait: WaitOption = False,
) -> None:
    """Read title, authors, abstract and references.

    With files: one Paper a line as JSON (--format text for people). Without: reads the library's
    documents that an older extractor read, and brings its index up to date.
    """
    if format_name not in FORMATS:
        raise UsageError(f"--format {format_name}: known are {', '.join(FORMATS)}.")
    if files:
        read_files(files, library, format_name)
        return
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        report = opened.read_again(everything=everything, wait=wait)
        opened.index()
    messages.print(f"{counted(report.read, 'document')} read.")
    for number, reason in report.failed.items():
        messages.print(f"{number}: {reason}", style="red")
    raise typer.Exit(1 if report.failed else 0)


def read_files(files: list[Path], library: Path | None, format_name: str) -> None:
    from sheaf.app import extract as extract_files

    failed = False
    for paper in extract_files(files, library):
        failed = failed or "error" in paper["provenance"]
        if format_name == "json":
            write_json(paper)
        else:
            show(paper)
    raise typer.Exit(1 if failed else 0)


def show(paper: dict[str, Any]) -> None:
    answers.print(paper["provenance"]["source"], style="dim")
    if "error" in paper["provenance"]:
        answers.print(paper["provenance"]["error"], style="red")
        return
    answers.print(paper["title"] or "(no title found)", style="bold")
    answers.print(", ".join(one["name"] for one in paper["authors"]))
    if paper["abstract"]:
        answers.print(paper["abstract"])
    answers.print(f"{len(paper['references'])} references", style="dim")
