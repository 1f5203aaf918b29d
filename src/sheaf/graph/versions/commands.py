"""The commands for versions of a work: which there are, and what people say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.errors import UsageError
from sheaf.graph.versions.copies import FieldVote, value_in_words
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    one_line,
    say_index_is_behind,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.app import Library
    from sheaf.graph.versions.telling import VersionInfo

SHOW = "show"


class ShowGroup(TyperGroup):
    """`sheaf versions 12` is short for `sheaf versions show 12`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [SHOW, *args]
        return super().parse_args(ctx, args)


app = typer.Typer()
group = typer.Typer(
    name="versions",
    cls=ShowGroup,
    no_args_is_help=True,
    help="Show the versions of a paper, and say what is one work and what is not. "
    "`sheaf versions 12` is short for `sheaf versions show 12`.",
)
app.add_typer(group)
NumberArgument = Annotated[int, typer.Argument(min=1, help="The number of a document.")]
OtherArgument = Annotated[int, typer.Argument(min=1, help="The number of another one.")]


@group.command(SHOW)
def show(
    number: NumberArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List the documents of the library that are one work with a document, the best first.

    Of each it says what tells it from the document that was asked about; of each field on which
    they differ, which of them say what. --json writes one object: work, versions, votes, said.
    """
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        if opened.document(number) is None:
            words = f"There is no document {number}."
            raise UsageError(words, "`sheaf search` shows their numbers.")
        found, votes = opened.graph.versions(number), opened.graph.votes(number)
        work = opened.graph.work_ids([number]).get(number)
        said = opened.versions.of_documents([one.document_id for one in found] or [number])
        behind = opened.graph.is_behind()
    if as_json:
        from sheaf.graph.versions.telling import tell_as_json

        write_json(tell_as_json(work, found, votes, said))
    else:
        _show_versions(number, found, votes)
        for statement in said:
            _tell(statement, as_json=False)
    say_index_is_behind(behind)


def _show_versions(
    number: int, found: Sequence[VersionInfo], votes: Mapping[str, Sequence[FieldVote]]
) -> None:
    for one in found:
        year = f" ({one.year})" if one.year else ""
        answers.print(f"{one.document_id:>6}  {one_line(one.title or '(untitled)')}{year}")
        notes = [f"the best: it {one.why}"] if one.is_best and one.why else []
        notes += [one.relation] if one.relation else []
        notes += one.differs
        if one.document_id != number or one.is_best:
            answers.print(f"{'':8}{'; '.join(notes)}" if notes else "", style="dim")
    for name, values in votes.items():
        if len(values) > 1:
            answers.print(f"{name}:")
            for vote in values:
                numbers = ", ".join(map(str, vote.documents))
                sign, hand = "*" if vote.holds else " ", ", by hand" if vote.by_hand else ""
                shown = one_line(value_in_words(vote.value))
                answers.print(f"     {sign} {shown}  ({numbers}: {vote.weight:g}{hand})")
    if not found:
        messages.print("Nothing was read of it, so no work is known.")


@group.command()
def join(
    one: NumberArgument,
    other: OtherArgument,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say that two documents are versions of one work. It holds whatever is read later."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        _tell(opened.versions.join(one, other), as_json=as_json)
        _follow(opened)


@group.command()
def part(
    one: NumberArgument,
    other: OtherArgument,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say that two documents are different works. It holds whatever is read later."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        _tell(opened.versions.part(one, other), as_json=as_json)
        _follow(opened)


@group.command()
def undo(
    statement: Annotated[int, typer.Argument(min=1, help="Its number, as `said` lists it.")],
    library: LibraryOption = None,
) -> None:
    """Take back what was said of two documents."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        done = opened.versions.undo(statement)
        messages.print(f"It is no longer said that {done.words}.")
        _follow(opened)


@group.command()
def said(
    library: LibraryOption = None,
    undone: Annotated[bool, typer.Option("--undone", help="Those that were undone too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List what people have said of versions, the latest first."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        found = opened.versions.list(undone=undone)
    for statement in found:
        _tell(statement, as_json=as_json)
    if not found and not as_json:
        messages.print("Nothing was said yet: sheaf versions join DOCUMENT OTHER")


def _tell(statement: Any, *, as_json: bool) -> None:
    if as_json:
        write_json(asdict(statement))
        return
    undone = f", undone by {statement.undone_by}" if statement.undone else ""
    answers.print(
        f"{statement.number:>6}  {statement.words}  "
        f"({statement.who}, {statement.time:%Y-%m-%d}{undone})"
    )


def _follow(opened: Library) -> None:
    if opened.is_indexed:
        opened.index()
    else:
        opened.graph.update()
