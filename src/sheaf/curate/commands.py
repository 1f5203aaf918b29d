"""The command that explains: what every stage says about a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.terminal import (
    DryRunOption,
    JsonOption,
    LibraryOption,
    ListGroup,
    answers,
    find_library,
    plural,
    show_waiting,
    write_json,
)

app = typer.Typer()
blacklist = typer.Typer(
    name="blacklist",
    cls=ListGroup,
    help="Show and change what is not wanted: hosts, domains and URLs. `sheaf blacklist` is short "
    "for `sheaf blacklist list`.",
)
app.add_typer(blacklist)

EntryArgument = Annotated[
    str,
    typer.Argument(
        help="A domain with all below it (example.org), one host (=www.example.org), "
        "or a URL with stars."
    ),
]


@app.command()
def judge(
    files: Annotated[list[Path], typer.Argument(help="Files to judge.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a file is, whether it would be kept, and why.

    Lines with + spoke for it being academic, lines with - against, the loudest first. Works
    without a library, with the settings of one where there is one. --json writes one object a
    line, with the probability of every kind.
    """
    from sheaf.app import judge as judge_files
    from sheaf.app import library_near

    for verdict in show_waiting(judge_files(files, library_near(library)), "files judged"):
        if as_json:
            write_json(verdict)
        else:
            show(verdict)


LIKELY = 0.05  # a kind less likely than this is not worth a word


def show(verdict: dict[str, Any]) -> None:
    academic = verdict["academic"]
    score = "" if academic is None else f" (academic: {academic:.2f})"
    kind = verdict["kind"] or verdict["mime_type"] or "unknown"
    answers.print(f"{verdict['file']}: {verdict['outcome']}, {kind}{score}", style="bold")
    likely = [f"{name} {share:.2f}" for name, share in (verdict["kinds"] or {}).items()
              if share >= LIKELY]  # fmt: skip
    if len(likely) > 1:
        answers.print(f"  likely kinds: {', '.join(likely)}", style="dim")
    for reason in verdict["reasons"]:
        style = {"+": "green", "-": "yellow"}.get(reason[:1], "dim")
        answers.print(f"  {reason}", style=style)


@blacklist.command("list")
def list_entries(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List what is on the blacklists of the library: its own, and those of its settings."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        own, others = opened.blacklist.entries(), opened.blacklist.other_entries()
    for entry in (*own, *others):
        if as_json:
            write_json({"entry": entry.words, "file": entry.file, "line": entry.line,
                        "is_own": entry in own})  # fmt: skip
        else:
            answers.print(f"{entry.words}  ({entry.file}, line {entry.line})")
    if not (own or others or as_json):
        answers.print("Nothing is on a blacklist: sheaf blacklist add ENTRY.")


@blacklist.command("add")
def add_entry(
    entry: EntryArgument,
    library: LibraryOption = None,
    note: Annotated[str, typer.Option(help="Why; it stands behind the entry.")] = "",
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Put an entry on the library's own blacklist, and say which documents it is about.

    What it names is neither crawled nor kept from now on. Documents that are there stay, until
    sheaf clean documents takes those of them that failed.
    """
    from sheaf.app import Library
    from sheaf.curate.own_blacklist import added_note

    with Library.open(find_library(library)) as opened:
        hits = opened.cleaning.count_hits(entry)
        is_new = opened.blacklist.find_own(entry) is None
        if is_new and not dry_run:
            opened.blacklist.add(entry, added_note(note))
    if as_json:
        write_json({"entry": entry, "is_new": is_new, "documents": hits.documents,
                    "failed": hits.failed})  # fmt: skip
        return
    done = "Would add" if dry_run else "Added"
    words = f"{done} {entry}" if is_new else f"{entry} is on it already"
    answers.print(f"{words}: {plural(hits.documents, 'document')}, {hits.failed:,} of them failed.")


@blacklist.command("remove")
def remove_entry(
    entry: EntryArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Take an entry from the library's own blacklist."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        removed = opened.blacklist.remove(entry)
    if as_json:
        write_json({"entry": removed.words, "removed": True})
    else:
        answers.print(f"Removed {removed.words}.")
