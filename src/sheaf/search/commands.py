"""The commands that find: index and search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.errors import UsageError
from sheaf.search import wiki_commands
from sheaf.search.contract import Hit, SearchResult, SearchScope, Sort, tell_similar
from sheaf.search.fields import field_names
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    one_of,
    plural,
    progress_line,
    read_filters,
    say_index_is_behind,
    say_what_was_searched,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.app import Library

Filters = Mapping[str, tuple[str, ...]]
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
SHOWN, MOST_SHOWN = 10, 1000
SHOWN_VALUES = 8  # of a facet
PASTED = {
    "doi": "a DOI",
    "arxiv": "an arXiv number",
    "url": "the address of a document",
    "sha1": "the SHA-1 of a document",
    "title": "a title",
    "reference": "a reference",
}
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


@app.command(epilog=f"Fields and their other names: {field_names()}.")
def search(
    words: Annotated[
        list[str],
        typer.Argument(
            help='Words, "a phrase", graph*, author:"J. Smith", year:2014-2016, OR, -word after '
            "--; or a title, a DOI or a reference, pasted."
        ),
    ],
    library: LibraryOption = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", "-n", min=1, help="Show this many.", show_default=f"{SHOWN}; written, all"
        ),
    ] = None,
    offset: Annotated[int, typer.Option(min=0, max=10_000, help="Begin after this many.")] = 0,
    sort: Annotated[
        Sort, typer.Option(help="By relevance, or the newest, the oldest, the most cited first.")
    ] = Sort.RELEVANCE,
    year: Annotated[
        str | None, typer.Option(help="Only of this year, or from one to another: 2014-2016.")
    ] = None,
    chosen: Annotated[
        list[str] | None,
        typer.Option(
            "--filter",
            "-f",
            metavar="NAME=VALUE",
            help="Only what has this value of a facet (language=en); repeat for several.",
        ),
    ] = None,
    scope: Annotated[
        SearchScope, typer.Option(help="Papers, pages, or both.")
    ] = SearchScope.PAPERS,
    facets: Annotated[
        bool, typer.Option("--facets", help="Count years, authors, venues, ... of all results.")
    ] = False,
    as_json: JsonOption = False,
    as_jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Write all of it: whole papers, one a line.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write all of it: a table.")] = False,
    as_bibtex: Annotated[bool, typer.Option("--bibtex", help="Write all of it: BibTeX.")] = False,
    as_ris: Annotated[bool, typer.Option("--ris", help="Write all of it: RIS.")] = False,
    as_csl: Annotated[bool, typer.Option("--csl", help="Write all of it: CSL-JSON.")] = False,
) -> None:
    """Search papers by their words, fields, titles, identifiers or references.

    For other programs the whole result can be written: --jsonl, --csv, --bibtex, --ris or --csl.
    """
    from sheaf.app import Library

    filters = read_filters([*(chosen or ()), *([f"year={year}"] if year else ())])
    written = one_of(
        json=as_json, jsonl=as_jsonl, csv=as_csv, bibtex=as_bibtex, ris=as_ris, csl=as_csl
    )
    if written and not as_json:
        if scope is not SearchScope.PAPERS:
            raise UsageError("Only papers can be written so.", "Leave --scope out, or say --json.")
        part = slice(offset, None if limit is None else offset + limit)
        with Library.open(find_library(library)) as opened:
            form = "json" if as_jsonl else written
            _write_all(opened, " ".join(words), filters, sort, form, part)
        return
    limit = min(limit or SHOWN, MOST_SHOWN)
    with Library.open(find_library(library)) as opened:
        result = opened.search(
            " ".join(words), limit=limit, offset=offset, filters=filters, sort=sort, scope=scope,
            with_facets=facets,
        )  # fmt: skip
        behind = opened.index_is_behind()
        is_empty = not result.total and next(opened.documents(), None) is None
    if as_json:
        write_json(result.as_json() | {"index_is_behind": behind})
        return
    _print_result(result, offset)
    if is_empty:
        messages.print("The library is empty: sheaf import and sheaf crawl bring papers in.")
    say_index_is_behind(behind)


def _write_all(
    opened: Library, question: str, filters: Filters, sort: Sort, chosen: str, part: slice
) -> None:
    """The whole result, or a part of it, in a format."""
    from sheaf.extract.screen import write_texts

    say_what_was_searched(opened, question, filters)
    numbers = opened.find_all(question, filters=filters, sort=sort, most=part.stop)
    write_texts(opened.write_papers(chosen, islice(numbers, part.start, part.stop)))


def _print_result(result: SearchResult, offset: int) -> None:
    for complaint in result.complaints:
        messages.print(f"Not understood: {complaint}", style="yellow")
    for note in (*_about_question(result), *result.notes):
        messages.print(note, style="yellow")
    for hit in result.hits:
        answers.print(_title_line(hit), style="bold")
        answers.print(f"        {', '.join(hit.authors) or hit.url}")
        if hit.snippet:
            answers.print(f"        {hit.snippet}", style="dim")
    for name, values in result.facets.items():
        if len(values) == 1 and not values[0].is_chosen:
            continue  # all have it
        shown = ", ".join(f"{one.label} ({one.count:,})" for one in values[:SHOWN_VALUES])
        answers.print(f"{name:>10}: {shown}")
    answers.print(f"{result.total:,} found.")
    if result.pages_found:
        what = plural(result.pages_found, "page")
        messages.print(f"No paper, but {what}: --scope pages shows them.", style="yellow")
    if result.total and not result.hits:
        messages.print(f"All of them come before --offset {offset}.", style="yellow")


def _title_line(hit: Hit) -> str:
    year = f" ({hit.year})" if hit.year else ""
    cited = f", cited {hit.citations:,}x" if hit.citations else ""
    versions = f", also as {', '.join(map(str, hit.versions))}" if hit.versions else ""
    return f"{hit.id:>6}  {hit.title or '(untitled)'}{year}{cited}{versions}"


def _about_question(result: SearchResult) -> Iterator[str]:
    if result.pasted is not None and result.pasted.kind in PASTED:
        yield f"Taken for {PASTED[result.pasted.kind]}."
    if (meant := result.suggestion) is not None:
        begins = "Nothing has that; searched for" if meant.is_used else "Did you mean"
        yield f"{begins}: {meant.words}"


@app.command()
def similar(
    number: Annotated[int, typer.Argument(min=1, help="The number of a document.")],
    library: LibraryOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="So many.")] = 10,
    as_json: JsonOption = False,
) -> None:
    """List papers like one paper, and why they are like it."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        found = opened.similar(number, limit=limit)
        summaries = opened.summaries([one.document_id for one in found])
        behind = opened.index_is_behind()
    for one in tell_similar(found, {key: asdict(one) for key, one in summaries.items()}):
        if as_json:
            write_json(one)
            continue
        year = f" ({one['year']})" if one["year"] else ""
        answers.print(f"{one['id']:>6}  {one['title'] or '(untitled)'}{year}", style="bold")
        answers.print(f"        {'; '.join(one['reasons'])}", style="dim")
    if not found:
        messages.print("No paper here is like it.")
    say_index_is_behind(behind)
