"""The commands about samples: retrieve and samples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheaf.deposit.retrieval.options import with_conditions
from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    format_number,
    messages,
    plural,
    progress_line,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.deposit.retrieval.copying import CopyReport
    from sheaf.deposit.retrieval.drawing import Drawing
    from sheaf.deposit.retrieval.retrieval import Retrieval

MEGABYTE = 1_000_000
app = typer.Typer()


@app.command()
@with_conditions
def retrieve(
    given: dict[str, Any],
    library: LibraryOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="A new folder, or a file that ends in .zip, .tar or .tar.gz."
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PARTS", help="Beside each document: met, txt, json."),
    ] = None,
    readable_names: Annotated[
        bool, typer.Option("--readable-names", help="Author, year and title in names of files.")
    ] = False,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Keep the sample, to draw it again.")
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="NAME", help="Draw a sample again that was kept.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Copy out documents that meet conditions: a sample drawn at random, or all.

    Of several values of one condition any will do; of different conditions all must hold. Ends
    with 1 when some of what was drawn could not be copied; the manifest says which.
    """
    from sheaf.app import Library

    if sample is not None and (given or save is not None or count):
        raise UsageError(
            "--sample goes without conditions, --save and --count.",
            "The sample has its conditions: say --sample NAME --output DIR.",
        )
    parts = [part for each in with_ or () for part in each.split(",") if part]
    with Library.open(find_library(library)) as opened:
        retrieval = opened.retrieval
        if count:
            _show_count(retrieval.count(retrieval.conditions(**given)), as_json=as_json)
            return
        if output is None and save is None:
            raise UsageError("Where to?", "Say --output DIR or FILE.zip; or --save NAME, --count.")
        if output is not None:
            retrieval.check_output(output, parts)
        drawing = _draw(retrieval, given, sample, save)
        done = None
        if output is not None:
            with progress_line() as line:
                done = retrieval.copy(
                    drawing,
                    output,
                    parts=parts,
                    readable_names=readable_names,
                    report=lambda report: line.say(report.documents, "documents copied"),
                )
    if as_json:
        write_json(_tell(drawing, done, output))
    else:
        _show(drawing, done, output)
    raise typer.Exit(1 if done and done.problems else 0)


def _draw(
    retrieval: Retrieval, given: dict[str, Any], sample: str | None, save: str | None
) -> Drawing:
    if sample is not None:
        return retrieval.draw_again(sample)
    conditions = retrieval.conditions(**given)
    if save is not None:
        retrieval.check_name(save)
    with progress_line() as line:
        drawing = retrieval.draw(conditions, lambda seen: line.say(seen, "documents seen"))
    return drawing if save is None else retrieval.save(save, drawing)


def _show_count(counted: Any, *, as_json: bool) -> None:
    if as_json:
        write_json({"documents": counted.documents})
    else:
        answers.print(f"{counted.words}.")


def _tell(drawing: Drawing, done: CopyReport | None, output: Path | None) -> dict[str, Any]:
    told = {
        "sample": drawing.name or None,
        "drawn": drawing.count if done is None else done.documents + done.problems,
        "matching": drawing.matching,
        "conditions": drawing.conditions.given(),
    }
    if done is not None:
        told |= {
            "output": str(output),
            "documents": done.documents,
            "problems": done.problems,
            "files": done.files,
            "bytes": done.bytes,
        }
    return told


def _show(drawing: Drawing, done: CopyReport | None, output: Path | None) -> None:
    if done is not None:
        size = f"{format_number(round(done.bytes / MEGABYTE))} MB"
        answers.print(f"{plural(done.documents, 'document')} copied to {output}, {size}.")
    if drawing.name:
        documents = plural(drawing.count or 0, "document")
        answers.print(f"Sample {drawing.name}: {documents}, kept to be drawn again.")
    if drawing.matching is not None:
        seed = drawing.conditions.seed
        answers.print(f"Drawn from {plural(drawing.matching, 'document')} with --seed {seed}.")
    if done is None:
        return
    for words in done.first_problems:
        messages.print(words, style="yellow")
    if done.problems > len(done.first_problems):
        words = plural(done.problems, "document")
        messages.print(f"{words} could not be copied: manifest.csv has all.", style="yellow")


@app.command()
def samples(
    library: LibraryOption = None,
    remove: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Forget this one; its documents stay."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the samples that were kept, the latest first."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        if remove is not None:
            gone = opened.retrieval.remove_sample(remove)
            answers.print(f"The sample {gone.name} is no longer kept.")
            return
        found = opened.retrieval.samples()
    if not found and not as_json:
        answers.print("No sample is kept yet: sheaf retrieve --random 100 --save NAME.")
    for one in found:
        if as_json:
            write_json(one.as_json())
        else:
            answers.print(f"{one.name}: {plural(one.count, 'document')}, {one.time:%Y-%m-%d}")
            answers.print(f"    {'; '.join(one.conditions.in_words()) or 'all'}", style="dim")
