"""The commands about links: sheaf links, sheaf links check."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.deposit.links.contract import LINK_STATE_MEANINGS, LinkState, LinkTable
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    plural,
    progress_line,
    table,
    write_json,
)

SHOW = "show"
TITLES = {LinkTable.PARENTS: "Pages that led to documents", LinkTable.DOCUMENTS: "Documents"}


class LinksGroup(TyperGroup):
    """`sheaf links` is short for `sheaf links show`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = (*self.commands, *ctx.help_option_names)
        return super().parse_args(ctx, args if args and args[0] in names else [SHOW, *args])


links = typer.Typer(
    name="links",
    cls=LinksGroup,
    help="Whether pages and documents are still where they were found: `sheaf links` is short for "
    "`sheaf links show`.",
)
app = typer.Typer()
app.add_typer(links)


@links.command()
def show(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Say how many links are live, dead, or were not looked at."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        counts = {each: opened.links.counts(each) for each in LinkTable}
    if as_json:
        write_json({f"{each.value}s": counted for each, counted in counts.items()})
        return
    for each, counted in counts.items():
        answers.print(table(TITLES[each], counted))
    seen = {state for counted in counts.values() for state in counted}
    for state in LinkState:
        if state in seen:
            answers.print(f"{state}: {LINK_STATE_MEANINGS[state]}", style="dim")


@links.command()
def check(
    library: LibraryOption = None,
    parents: Annotated[bool, typer.Option("--parents", help="Only pages.")] = False,
    documents: Annotated[bool, typer.Option("--documents", help="Only documents.")] = False,
    host: Annotated[str, typer.Option(help="Only of this host.")] = "",
    older_than: Annotated[
        int,
        typer.Option(min=0, metavar="DAYS", help="Last looked at so many days ago, or longer."),
    ] = 30,
    limit: Annotated[int, typer.Option(min=1, help="So many of each kind.")] = 10_000,
    resolve: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST=ADDRESS:PORT", help="Where a host is; *.example.org too."),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Ask private and loopback addresses, too.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Look whether links still lead somewhere, as politely as a crawl.

    HEAD first, then GET; within robots.txt and its pauses. A link is dead after three looks in vain
    over three days; what trouble a server has is no death. Ends with 0 whatever was found; the same
    command goes on where it was stopped.
    """
    from sheaf.app import Library
    from sheaf.deposit.links.links import DueLinks

    chosen = [
        each
        for each, is_named in ((LinkTable.PARENTS, parents), (LinkTable.DOCUMENTS, documents))
        if is_named
    ]
    options = DueLinks(
        tables=chosen or tuple(LinkTable),
        host=host,
        older_than=older_than,
        limit=limit,
        resolve=tuple(resolve or ()),
        allow_private=allow_private,
    )
    with Library.open(find_library(library)) as opened, progress_line() as line:
        done = opened.links.check(
            options, report=lambda seen: line.say(seen.checked, "links checked")
        )
    if as_json:
        write_json(asdict(done))
        return
    answers.print(table("Links", done.states) if done.states else "No link is due.")
    answers.print(f"{plural(done.checked, 'link')} checked, {done.died:,} found dead, "
                  f"{done.revived:,} live again.")  # fmt: skip
    if done.is_offline:
        messages.print(
            "Nobody answered, so names without an address are taken for trouble of this network: "
            "nothing was noted of them."
        )
