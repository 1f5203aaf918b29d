"""The command that indexes the articles of a wiki by themselves, with the options of 2018."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from sheaf.errors import disk_errors
from sheaf.terminal import JsonOption, answers, plural, progress_line, write_json

AS_IN_2018 = "As in 2018"
app = typer.Typer()


@app.command()
def wiki(
    store: Annotated[
        str,
        typer.Option(
            "--jdbcUrl",
            metavar="FILE",
            rich_help_panel=AS_IN_2018,
            help="The articles: jdbc:sqlite:FILE, or a file.",
            show_default=False,
        ),
    ],
    folder: Annotated[
        Path,
        typer.Option(
            "--indexOutputPath",
            metavar="DIR",
            rich_help_panel=AS_IN_2018,
            help="The folder of the index.",
            show_default=False,
        ),
    ],
    threads: Annotated[
        int,
        typer.Option(
            "-t",
            "--numOfThreads",
            min=1,
            max=100,
            metavar="N",
            rich_help_panel=AS_IN_2018,
            help="Threads that read and index.",
        ),
    ] = 10,
    log: Annotated[
        Path | None,
        typer.Option(
            "-l",
            "--logFile",
            metavar="FILE",
            rich_help_panel=AS_IN_2018,
            help="A file for the log.",
        ),
    ] = None,
    batch: Annotated[
        int, typer.Option(min=1, max=10_000, metavar="N", help="Articles read at one time.")
    ] = 50,
    content: Annotated[
        bool,
        typer.Option(
            "--content/--no-content",
            help="Keep content in the index, too, or leave it in the database alone.",
        ),
    ] = True,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Start from nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Index the articles in the store of a wiki's crawl, in a folder of their own.

    The options are those of the indexer of 2018. The index of a library has the articles of its
    crawls anyway; this needs no library. The same again adds what has come since.
    """
    from sheaf.search.indexer import IndexOptions
    from sheaf.search.wiki_index import index_wiki

    options = IndexOptions(threads=threads, with_text=content)
    with _progress(log) as say:
        report = index_wiki(store, folder, options, batch=batch, rebuild=rebuild, report=say)
    if as_json:
        write_json(asdict(report))
    else:
        answers.print(f"{plural(report.indexed, 'article')} indexed in {folder}.")


@contextmanager
def _progress(log: Path | None) -> Iterator[Callable[[int], None]]:
    """On the terminal, or as lines of a log."""
    if log is None:
        with progress_line() as line:
            yield lambda count: line.say(count, "articles")
        return
    with disk_errors(log):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", buffering=1) as file:

            def write(text: str) -> None:
                file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {text}\n")

            write("indexing begins")
            yield lambda count: write(f"{count} articles")
            write("indexing ends")
