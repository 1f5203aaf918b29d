"""The commands that ask who cites whom: references, cited-by and wanted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    one_line,
    one_of,
    plural,
    say_index_is_behind,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.app import Library

app = typer.Typer()
SHOWN_AUTHORS = 3

NumberArgument = Annotated[int, typer.Argument(min=1, help="The number of a document.")]
OffsetOption = Annotated[int, typer.Option(min=0, help="Begin after this many.")]


@app.command()
def references(
    number: NumberArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List what a paper cites, and which papers of the library that is."""
    from sheaf.app import Library
    from sheaf.graph.telling import tell_references

    with Library.open(find_library(library)) as opened:
        paper = opened.paper(number)
        if paper is None:
            raise UsageError(
                f"No paper was read out of a document {number}.",
                "`sheaf search` shows the numbers of those that were.",
            )
        listed = list(enumerate(paper.get("references") or []))
        matched = opened.graph.references(number)
        entries = tell_references(listed, matched, lambda some: _tell(opened, some))
        behind = opened.graph.is_behind()
    for entry in entries:
        if as_json:
            write_json(entry)
        else:
            _show_reference(entry)
    if not as_json:
        held = sum(bool(entry["work"] and entry["work"]["documents"]) for entry in entries)
        answers.print(f"{plural(len(entries), 'reference')}, {held:,} to papers of the library.")
    say_index_is_behind(behind)


def _show_reference(entry: dict[str, Any]) -> None:
    work = entry["work"] or {}
    numbers = [document["id"] for document in work.get("documents", ())]
    answers.print(f"{numbers[0] if numbers else '':>6}  {_line(entry)}")


@app.command("cited-by")
def cited_by(
    number: NumberArgument,
    library: LibraryOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Show this many.")] = 50,
    offset: OffsetOption = 0,
    as_json: JsonOption = False,
) -> None:
    """List who cites a paper, in whatever version, the latest first, and in which words."""
    from sheaf.app import Library
    from sheaf.graph.telling import tell_citing

    with Library.open(find_library(library)) as opened:
        if opened.document(number) is None:
            raise UsageError(
                f"There is no document {number}.", "`sheaf search` shows their numbers."
            )
        found = opened.graph.cited_by(number, limit=limit, offset=offset)
        papers = tell_citing(found, lambda some: _tell(opened, some))
        total, behind = opened.graph.count_cited_by(number), opened.graph.is_behind()
    for paper in papers:
        if as_json:
            write_json(paper)
            continue
        answers.print(f"{paper['id']:>6}  {_line(paper)}")
        for sentence in paper["sentences"]:
            answers.print(f"        {one_line(sentence)}", style="dim")
    if not as_json:
        answers.print(f"Cited by {plural(total, 'paper')}.")
    say_index_is_behind(behind)


@app.command()
def wanted(
    library: LibraryOption = None,
    least: Annotated[int, typer.Option(min=1, help="Cited by so many at least.")] = 1,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", "-n", min=1, help="So many at the most.", show_default="20, or all"
        ),
    ] = None,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write them as a table, CSV.")] = False,
    as_bibtex: Annotated[bool, typer.Option("--bibtex", help="Write them as BibTeX.")] = False,
) -> None:
    """List works that papers of the library cite and it does not have, the most cited first.

    The first 20 are shown; written for programs are all of them, unless --limit says otherwise.
    """
    from sheaf.app import Library
    from sheaf.extract.screen import write_texts

    chosen = one_of(json=as_json, csv=as_csv, bibtex=as_bibtex)
    with Library.open(find_library(library)) as opened:
        behind = opened.graph.is_behind()
        if chosen:
            write_texts(opened.write_wanted(chosen, least=least, limit=limit))
        else:
            _show_wanted(opened, least, limit or 20)
    say_index_is_behind(behind)


def _show_wanted(opened: Library, least: int, limit: int) -> None:
    for work in opened.graph.wanted(least=least, limit=limit):
        shown = {"title": work.title, "authors": work.authors, "year": work.year}
        answers.print(f"{work.citations:>6}  {_line(shown)}")
    total = opened.graph.count_wanted(least=least)
    answers.print(f"{plural(total, 'work')} wanted.")
    if total > limit:
        messages.print(f"The first {limit:,} are shown: --limit shows more, --csv writes all.")


def _line(one: dict[str, Any]) -> str:
    """A paper, a work or an entry on one line."""
    names: Sequence[Any] = one.get("authors") or ()
    people = [name if isinstance(name, str) else str(name.get("name")) for name in names]
    others = " and others" if len(people) > SHOWN_AUTHORS else ""
    shown = ", ".join(people[:SHOWN_AUTHORS]) + others
    year = f" ({one['year']})" if one.get("year") else ""
    title = one.get("title") or one.get("raw") or "(untitled)"
    return one_line(f"{title}{year}{f'  {shown}' if shown else ''}")


def _tell(opened: Library, numbers: Collection[int]) -> dict[int, dict[str, Any]]:
    return {number: asdict(one) for number, one in opened.summaries(numbers).items()}
