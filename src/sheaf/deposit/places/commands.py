"""The commands that list where documents come from: sheaf parents, sheaf hosts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    one_line,
    write_json,
)

app = typer.Typer()
SHOWN = 50
ONLY = ("dead", "without-documents")


@app.command()
def parents(
    library: LibraryOption = None,
    host: Annotated[str, typer.Option(help="Only of this host.")] = "",
    only: Annotated[str, typer.Option(help="dead, or without-documents.")] = "",
    limit: Annotated[int, typer.Option(min=0, help="So many, the latest first; 0: all.")] = SHOWN,
    as_json: JsonOption = False,
) -> None:
    """List pages that led to documents: how many, last crawled when, and whether they are live."""
    from sheaf.app import Library

    if only and only not in ONLY:
        raise UsageError(f"--only {only}: it must be dead or without-documents.")
    shown = 0
    with Library.open(find_library(library)) as opened:
        for one in opened.places.all_parents(host=host.lower(), only=only):
            if limit and shown == limit:
                messages.print(f"The latest {limit:,} are shown; --limit 0 shows all.")
                break
            shown += 1
            if as_json:
                write_json({**asdict(one), "state": one.state})
            else:
                answers.print(f"{one.id:>7}  {one.documents:>6,}  {one.last_crawl:%Y-%m-%d}  "
                              f"{one.state:9}  {one_line(one.url)}")  # fmt: skip
    if not shown:
        messages.print("There is none.")


@app.command()
def hosts(
    library: LibraryOption = None,
    limit: Annotated[int, typer.Option(min=0, help="So many; 0 for all.")] = SHOWN,
    by_name: Annotated[
        bool, typer.Option("--by-name", help="By name, not by documents; --limit 0 does so too.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List hosts, those with most documents first."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        if by_name or not limit:
            found, after = [], ""
            while some := opened.places.hosts_by_name(after=after, limit=500):
                found += some
                after = some[-1].name
                if limit and len(found) >= limit:
                    break
            found = found[: limit or None]
        else:
            found = opened.places.hosts(limit=limit) or []
    for one in found:
        if as_json:
            write_json(asdict(one))
        else:
            answers.print(f"{one.documents:>9,}  {one_line(one.name)}")
    if not found:
        messages.print("There is none.")
