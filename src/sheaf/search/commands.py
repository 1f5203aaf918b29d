"""The commands that find: index and search."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.search import wiki_commands
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    plural,
    progress_line,
    say_index_is_behind,
    write_json,
)

UPDATE = "update"


class IndexGroup(TyperGroup):
    """`sheaf index` is short for `sheaf index update`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        is_named = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if is_named else [UPDATE, *args])


index_group = typer.Typer(
    name="index",
    cls=IndexGroup,
    help="Bring the full-text index up to date: `sheaf index` is short for `sheaf index update`.",
)
app = typer.Typer()
app.add_typer(index_group)
index_group.registered_commands += wiki_commands.app.registered_commands


@index_group.command(UPDATE)
def index(
    library: LibraryOption = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Start from nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring the full-text index up to date."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened, progress_line() as line:
        report = opened.index(rebuild=rebuild, report=lambda count: line.say(count, "documents"))
    if as_json:
        write_json(asdict(report))
    else:
        answers.print(f"{plural(report.indexed, 'document')} indexed, {report.removed:,} removed.")


@app.command()
def search(
    words: Annotated[
        list[str],
        typer.Argument(
            help='Words, graph*, "a phrase", title:word, authors:name, year:2004, OR; '
            "-word after --."
        ),
    ],
    library: LibraryOption = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=1000, help="Show this many.")
    ] = 10,
    offset: Annotated[int, typer.Option(min=0, max=10_000, help="Begin after this many.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Search titles, authors, abstracts and full text. All words must be there."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        result = opened.search(" ".join(words), limit=limit, offset=offset)
        behind = opened.index_is_behind()
    if as_json:
        write_json(result.as_json() | {"index_is_behind": behind})
        return
    for complaint in result.complaints:
        messages.print(f"Not understood: {complaint}", style="yellow")
    for hit in result.hits:
        year = f" ({hit.year})" if hit.year else ""
        answers.print(f"{hit.id:>6}  {hit.title or '(untitled)'}{year}", style="bold")
        answers.print(f"        {', '.join(hit.authors)}")
        if hit.snippet:
            answers.print(f"        {hit.snippet}", style="dim")
    answers.print(f"{result.total:,} found.")
    if result.total and not result.hits:
        messages.print(f"All of them come before --offset {offset}.", style="yellow")
    say_index_is_behind(behind)
