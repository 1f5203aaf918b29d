"""The commands for what people say of documents: correct, tag, collections, state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from sheaf.errors import UsageError, disk_errors
from sheaf.terminal import (
    DryRunOption,
    JsonOption,
    LibraryOption,
    ListGroup,
    answers,
    find_library,
    format_number,
    messages,
    one_line,
    plural,
    write_json,
)

ALL = "all"
LIST = "list"
STANDARD = Path("-")
DocumentArgument = Annotated[int, typer.Argument(help="The number of the document.")]


app = typer.Typer()
corrections = typer.Typer(
    cls=ListGroup,
    help="List what was corrected by hand; write it, or take it in. `sheaf corrections` is short "
    "for `sheaf corrections list`.",
)
app.add_typer(corrections, name="corrections")
collections = typer.Typer(
    cls=ListGroup,
    help="Put papers together under a name. `sheaf collections` is short for `sheaf collections "
    "list`.",
)
app.add_typer(collections, name="collections")


@app.command()
def correct(
    document: DocumentArgument,
    library: LibraryOption = None,
    title: Annotated[str | None, typer.Option(help='The title; "" for none.')] = None,
    author: Annotated[
        list[str] | None,
        typer.Option(help='An author, as printed; repeatable, and all of them. "" for none.'),
    ] = None,
    year: Annotated[str | None, typer.Option(help='The year; "" for none.')] = None,
    venue: Annotated[str | None, typer.Option(help='Journal or meeting; "" for none.')] = None,
    kind: Annotated[str | None, typer.Option(help="The kind of document, such as thesis.")] = None,
    not_a_paper: Annotated[
        bool, typer.Option("--not-a-paper", help="It stays, and is not found any more.")
    ] = False,
    undo: Annotated[
        list[str] | None,
        typer.Option(help="Take back the correction of this field, or of all; repeatable."),
    ] = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Put right what was read wrongly of a document; without options, show what was corrected.

    A correction holds when the document is read again. `sheaf correct 12 --undo title` takes it
    back.
    """
    from sheaf.app import Library

    given = {"title": title, "authors": author, "year": year, "venue": venue, "kind": kind}
    values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    values |= {"is_paper": False} if not_a_paper else {}
    if values and undo:
        raise UsageError("Correct, or undo: not both at once.", "Give two commands.")
    with Library.open(find_library(library)) as opened:
        if undo:
            done = _undo(opened, document, undo, dry_run=dry_run)
        elif values:
            done = opened.corrections.correct(document, values, dry_run=dry_run)
        else:
            done = opened.corrections.of_document(document)
        if (undo or values) and done and not dry_run and opened.is_indexed:
            opened.index()
    _show(done, as_json=as_json)
    if not done and not as_json:
        messages.print("It says so already." if values else "Nothing was corrected in it.")
    elif dry_run:
        messages.print("Nothing was changed.")


def _undo(opened: Any, document: int, fields: list[str], *, dry_run: bool) -> list[Any]:
    held = {one.field: one for one in reversed(opened.corrections.of_document(document))
            if one.undone is None}  # fmt: skip
    wanted = list(held) if ALL in fields else fields
    if dry_run:
        return [held[name] for name in wanted if name in held]
    found: list[Any] = opened.corrections.undo(document, wanted)
    return found


def _show(found: list[Any], *, as_json: bool) -> None:
    for one in found:
        if as_json:
            write_json(asdict(one))
            continue
        number = format_number(one.number) if one.number else "-"
        undone = f", undone by {one.undone_by}" if one.undone else ""
        answers.print(
            f"{number:>5}  document {one.document_id}  {one.field}: {_words(one.as_read)} → "
            f"{_words(one.right)}  ({one.who}, {one.time:%Y-%m-%d}{undone})"
        )


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return one_line("; ".join(map(str, value))) or "(none)"
    return "(none)" if value in (None, "") else one_line(str(value))


@corrections.command(LIST)
def list_corrections(
    library: LibraryOption = None,
    undone: Annotated[bool, typer.Option("--undone", help="Those that were undone too.")] = False,
    limit: Annotated[int, typer.Option(min=0, help="Show this many; 0 for all.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List what was corrected by hand, the latest first."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        found = opened.corrections.list(limit=limit or None, undone=undone)
        total = opened.corrections.count()
    _show(found, as_json=as_json)
    if as_json:
        return
    if not found:
        messages.print("Nothing was corrected yet: sheaf correct DOCUMENT --title ...")
    elif limit and total > limit:
        messages.print(f"{format_number(limit)} of {plural(total, 'correction')}; --limit 0: all.")


@corrections.command("export")
def export_corrections(
    file: Annotated[Path, typer.Argument(help="A file to write; - for standard output.")],
    library: LibraryOption = None,
) -> None:
    """Write what was corrected as JSON lines: bytes, field, what was read, what is right."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened, ExitStack() as stack:
        stream: IO[str] = answers.file
        if file != STANDARD:
            with disk_errors(file):
                stream = stack.enter_context(file.open("w", encoding="utf-8"))
        count = 0
        for line in opened.corrections.export():
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += 1
    messages.print(f"{plural(count, 'correction')} written.")


@corrections.command("import")
def import_corrections(
    file: Annotated[Path, typer.Argument(help="What `sheaf corrections export` has written.")],
    library: LibraryOption = None,
) -> None:
    """Take in what was corrected in another library, or in this one before it was made anew."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        done = opened.corrections.take_in(_lines(file))
        if done.taken and opened.is_indexed:
            opened.index()
    messages.print(f"{plural(done.taken, 'correction')} taken in, {done.known} known already.")


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with disk_errors(file), file.open(encoding="utf-8", errors="replace") as stream:
        for number, text in enumerate(stream, start=1):
            if not text.strip():
                continue
            try:
                line = json.loads(text)
            except (ValueError, RecursionError):
                line = None
            if not isinstance(line, dict):
                raise UsageError(f"Line {number} of {file} is no correction.")
            yield line


# -- tags ------------------------------------------------------------------------------------------


@app.command()
def tag(
    documents: Annotated[
        list[int] | None, typer.Argument(help="Documents, by number; none lists all tags.")
    ] = None,
    library: LibraryOption = None,
    add: Annotated[
        list[str] | None, typer.Option(help="Put this word on them; repeatable.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option(help="Take this word off them; repeatable.")
    ] = None,
    query: Annotated[str | None, typer.Option(help="All that a search finds.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Put words on documents, take them off, or list them.

    What has a tag is found by `sheaf search tag:WORD`.
    """
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        chosen = _chosen(opened, documents, query)
        if add or remove:
            if not chosen:
                raise UsageError("Which documents?", "Give their numbers, or --query.")
            added = opened.tags.add(chosen, add or [])
            removed = opened.tags.remove(chosen, remove or [])
            messages.print(f"{plural(added, 'tag')} added, {removed} taken off.")
        elif chosen:
            for number, words in sorted(opened.tags.of_documents(chosen).items()):
                _show_line({"document_id": number, "tags": words}, as_json=as_json)
        else:
            for word, count in opened.tags.list():
                _show_line({"documents": count, "tag": word}, as_json=as_json)


def _show_line(values: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        write_json(values)
        return
    number, what = values.values()
    words = ", ".join(what) if isinstance(what, list) else what
    answers.print(f"{format_number(number):>9}  {one_line(words)}")


def _chosen(opened: Any, documents: list[int] | None, query: str | None) -> list[int]:
    if query is None:
        return list(documents or [])
    if not opened.is_indexed:
        raise UsageError("There is no index to search in.", "`sheaf index` makes it.")
    return [*(documents or []), *opened.find_all(query)]


# -- collections -----------------------------------------------------------------------------------

NameArgument = Annotated[str, typer.Argument(help="The collection: its name, or its number.")]
DescriptionOption = Annotated[str | None, typer.Option(help="What is in it, and why.")]


@collections.command(LIST)
def list_collections(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List the collections, by name."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        found = opened.collections.list()
    for one in found:
        if as_json:
            write_json(asdict(one))
        else:
            public = "public" if one.is_public else "not public"
            documents = plural(one.documents, "document")
            answers.print(f"{one.number:>5}  {one.short}  {documents}, {public}, of {one.owner}")
    if not found and not as_json:
        messages.print("No collection yet: sheaf collections make NAME.")


@collections.command("make")
def make_collection(
    name: Annotated[str, typer.Argument(help="Its name.")],
    library: LibraryOption = None,
    description: DescriptionOption = None,
    public: Annotated[
        bool, typer.Option("--public", help="Visitors see it in the browser, and in searches.")
    ] = False,
) -> None:
    """Make a collection."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        made = opened.collections.make(name, description=description or "", is_public=public)
    messages.print(f"Made collection {made.number}, {made.short}: sheaf collections add.")


@collections.command("change")
def change_collection(
    collection: NameArgument,
    library: LibraryOption = None,
    name: Annotated[str | None, typer.Option(help="Another name.")] = None,
    description: DescriptionOption = None,
    public: Annotated[
        bool | None, typer.Option("--public/--not-public", help="Whether visitors see it.")
    ] = None,
) -> None:
    """Change the name or description of a collection, or who sees it."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        number = opened.collections.find(collection).number
        opened.collections.change(number, name=name, description=description, is_public=public)
    messages.print("Changed.")


@collections.command("add")
def add_to_collection(
    collection: NameArgument,
    documents: Annotated[list[int] | None, typer.Argument(help="Documents, by number.")] = None,
    library: LibraryOption = None,
    query: Annotated[str | None, typer.Option(help="All that a search finds.")] = None,
    take_out: Annotated[
        bool, typer.Option("--take-out", help="Take them out of the collection instead.")
    ] = False,
) -> None:
    """Put documents into a collection, or take them out: by number, or all that a search finds."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        number = opened.collections.find(collection).number
        chosen = _chosen(opened, documents, query)
        if not chosen:
            raise UsageError("Which documents?", "Give their numbers, or a --query that finds any.")
        change = opened.collections.take_out if take_out else opened.collections.add
        count = change(number, chosen)
    messages.print(f"{plural(count, 'document')} {'taken out' if take_out else 'put in'}.")


@collections.command("show")
def show_collection(
    collection: NameArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List the papers of a collection."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        numbers = opened.collections.documents(opened.collections.find(collection).number)
        for some in (numbers[at : at + 200] for at in range(0, len(numbers), 200)):
            for number, paper in opened.summaries(some).items():
                if as_json:
                    write_json(asdict(paper))
                else:
                    answers.print(f"{number:>9}  {one_line(paper.title or '(no title)')}")


@collections.command("remove")
def remove_collection(collection: NameArgument, library: LibraryOption = None) -> None:
    """Remove a collection; its documents stay in the library."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        gone = opened.collections.remove(opened.collections.find(collection).number)
    messages.print(f"Removed {gone.short}; its {plural(gone.documents, 'document')} stay.")


# -- states ----------------------------------------------------------------------------------------


@app.command()
def state(
    documents: Annotated[
        list[str] | None, typer.Argument(help="Documents, by number, and the state to set, if any.")
    ] = None,
    library: LibraryOption = None,
    as_read: Annotated[
        bool,
        typer.Option("--as-read", help="What the last reading says, where nobody has set a state."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say which documents were ingested, or set it: ingested, failed, not_ingested, handed_out.

    `sheaf state 12 13 failed` sets it for two documents; without a state, it is said.
    """
    from sheaf.app import Library

    names = [one for one in documents or [] if not one.isdecimal()]
    numbers = [int(one) for one in documents or [] if one.isdecimal()]
    if len(names) > 1 or bool(numbers) == as_read or (as_read and names):
        raise UsageError("Which documents?", "Say sheaf state NUMBER... STATE, or --as-read.")
    with Library.open(find_library(library)) as opened:
        if as_read:
            count = opened.states.follow_readings()
            messages.print(f"{plural(count, 'document')} changed.")
        elif names:
            changed = opened.states.set(numbers, names[0])
            messages.print(f"{plural(len(changed), 'document')} changed.")
        else:
            _show_states(opened, numbers, as_json=as_json)


def _show_states(opened: Any, numbers: list[int], *, as_json: bool) -> None:
    for number in numbers:
        found = opened.states.get(number)
        if found is None:
            raise UsageError(f"There is no document {number}.", "`sheaf search` shows numbers.")
        name = found.state.name.lower()
        if as_json:
            write_json({**asdict(found), "state": name})
        else:
            by = f", set by {found.who} on {found.time:%Y-%m-%d}" if found.time else ""
            answers.print(f"{number:>9}  {name}{by}")
