"""The commands that read papers, and hand out what was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    WaitOption,
    counted,
    find_library,
    messages,
    progress_line,
    write_json,
)

app = typer.Typer()
LONGEST_STEM = 120  # characters of a file name; each may be four bytes, and 255 is the limit

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="json, xml, header-xml, citations-xml, tei, jats, bibtex, ris, csl, markdown, text.",
        show_default=False,
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write to this folder, one file a document."),
]
OverwriteOption = Annotated[
    bool, typer.Option("--overwrite", help="Write over files that are there.")
]
ReferencesOption = Annotated[
    bool,
    typer.Option("--references", help="bibtex, ris, csl: what the paper cites too."),
]


@app.command()
def extract(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files to read; none means the documents of the library."),
    ] = None,
    library: LibraryOption = None,
    format_name: FormatOption = None,
    output: OutputOption = None,
    overwrite: OverwriteOption = False,
    references: ReferencesOption = False,
    outdated: Annotated[
        bool,
        typer.Option("--outdated", help="Read again what an older version of the readers read."),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Read the whole library again.")
    ] = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read papers: title, authors, abstract, sections, references and where they are cited.

    With files: one Paper a line as JSON, or another --format. Without: reads the library's
    documents that have not been read, or whose reading failed, and brings the index up to date.
    Stopped half-way, the same command goes on.
    """
    if files:
        if outdated or everything:
            raise UsageError("--outdated and --all are about the library.", "Name no files.")
        name = format_name or "json"
        if as_json and name != "json":
            raise UsageError(f"--json and --format {name} exclude each other.", "Choose one.")
        _read_files(files, library, name, output, overwrite=overwrite, references=references)
        return
    if format_name or output or references:
        raise UsageError(
            "--format, --output and --references go with files.",
            "`sheaf export` writes out what the library has read.",
        )
    if outdated and everything:
        raise UsageError("--outdated and --all exclude each other.", "Choose one.")
    which = "all" if everything else "outdated" if outdated else "unread"
    _read_library(library, which, wait=wait, as_json=as_json)


def _read_library(library: Path | None, which: str, *, wait: bool, as_json: bool) -> None:
    from sheaf.app import Library

    def say(done: Any) -> None:
        words = f"{counted(len(done.failed), 'failure')}." if done.failed else ""
        line.say(done.read + len(done.failed), "documents read", words)

    with Library.open(find_library(library)) as opened:
        with progress_line() as line:
            report = opened.extract(which, wait=wait, report=say)
        opened.index()
    if report.resumed_after:
        messages.print(f"Went on behind document {report.resumed_after}.")
    for number, reason in report.failed.items():
        messages.print(f"{number}: {reason}", style="red")
    if as_json:
        write_json(report.as_json())
    else:
        messages.print(f"{counted(report.read, 'document')} read.")
    raise typer.Exit(1 if report.failed else 0)


def _read_files(
    files: list[Path],
    library: Path | None,
    name: str,
    output: Path | None,
    *,
    overwrite: bool,
    references: bool,
) -> None:
    from sheaf.app import extract as extract_files
    from sheaf.extract.exporting import find_format

    chosen = find_format(name)
    failed: list[str] = []

    def good() -> Iterator[tuple[str, dict[str, Any]]]:
        """A paper that could not be read says so as JSON; no other format has a word for it."""
        for paper in extract_files(files, library):
            told = paper["provenance"]
            if "error" in told:
                failed.append(told["source"])
                messages.print(f"{told['source']}: {told['error']}", style="red")
                if name != "json" or output is not None:
                    continue
            yield told["source"], paper

    if output is None:
        _refuse_several(chosen, len(files) > 1 or files[0].is_dir())
        _write_stream(((None, paper) for _, paper in good()), chosen, references=references)
    else:
        texts = ((stem, chosen.write(paper, references)) for stem, paper in _stems(good()))
        failed += _write_files(texts, output, chosen, overwrite=overwrite)
    raise typer.Exit(1 if failed else 0)


def _stems(papers: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names for files: those of the documents, numbered where two have the same."""
    given: Counter[str] = Counter()
    for source, paper in papers:
        stem = Path(source).stem[:LONGEST_STEM].strip() or "paper"
        given[stem] += 1
        yield (stem if given[stem] == 1 else f"{stem}-{given[stem]}"), paper


def _refuse_several(chosen: Any, are_several: bool) -> None:
    from sheaf.extract.exporting import may_follow_another

    if are_several and not may_follow_another(chosen):
        raise UsageError(
            f"Several papers cannot be one file of {chosen.name}.",
            "Give a folder with --output: each gets a file of its own.",
        )


def _write_stream(
    papers: Iterator[tuple[int | None, Any]], chosen: Any, *, references: bool
) -> None:
    from sheaf.extract.exporting import joined
    from sheaf.extract.screen import write_texts

    write_texts(joined(papers, chosen, references=references))


def _write_files(
    texts: Iterator[tuple[str, str]], output: Path, chosen: Any, *, overwrite: bool
) -> list[str]:
    """What could not be written, because something of that name is there."""
    from sheaf.extract.exporting import Folder

    folder = Folder(output, chosen, overwrite)
    folder.make()
    written, left = 0, []
    with progress_line() as line:
        for stem, text in texts:
            if folder.write(stem, text) is None:
                left.append(stem)
                words = f"{output / stem}.{chosen.extension} is there already: left as it is."
                messages.print(words, style="yellow")
            else:
                written += 1
            line.say(written, "files written")
    messages.print(f"{counted(written, 'file')} written to {output}.")
    if left:
        messages.print("--overwrite writes over what is there.")
    return left


@app.command("parse-reference")
def parse_reference(
    strings: Annotated[
        list[str] | None, typer.Argument(help="Reference strings; none means one a line on stdin.")
    ] = None,
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="json (one object a line), bibtex, ris or csl.")
    ] = "json",
) -> None:
    """Take reference strings apart: authors, title, venue, year, pages, DOI."""
    from sheaf.app import parse_references
    from sheaf.extract.exporting import references_in
    from sheaf.extract.screen import reference_lines, standard_input, write_texts

    skipped: Counter[str] = Counter()

    def wanted() -> Iterator[str]:
        lines = iter(strings) if strings else reference_lines(standard_input())
        for number, line in enumerate(lines, 1):
            if line is None:
                skipped["too long"] += 1
                messages.print(f"Line {number} is too long for a reference: skipped.", style="red")
            elif not line.strip():
                skipped["empty"] += 1
            else:
                yield line.strip()

    # Somebody who types wants an answer after each line.
    at_once = 1 if not strings and standard_input().isatty() else None
    write_texts(references_in(parse_references(wanted(), at_once=at_once), format_name))
    if skipped["empty"]:
        messages.print(f"{counted(skipped['empty'], 'empty line')} skipped.")
    raise typer.Exit(1 if skipped["too long"] else 0)


@app.command()
def show(
    number: Annotated[int, typer.Argument(help="The number of a document.")],
    library: LibraryOption = None,
    format_name: FormatOption = None,
    references: ReferencesOption = False,
    provenance: Annotated[
        bool,
        typer.Option("--provenance", help="Where it came from, and who read it, field by field."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show what was read out of a document, in any format, or where it came from."""
    from sheaf.app import Library
    from sheaf.extract.exporting import find_format
    from sheaf.extract.screen import show_trace, write_texts

    chosen = find_format(format_name or ("json" if as_json else "text"))
    with Library.open(find_library(library)) as opened:
        facts = opened.provenance(number)
        paper = opened.paper(number)
    if facts is None:
        raise UsageError(f"There is no document {number}.", "`sheaf search` shows their numbers.")
    if provenance:
        if as_json or format_name == "json":
            write_json(facts)
        else:
            show_trace(facts)
        return
    problem = "it has not been read" if paper is None else paper["provenance"].get("error")
    if paper is None or problem:
        messages.print(f"Document {number}: {problem}.", style="red")
        messages.print("`sheaf extract` tries to read it.")
        raise typer.Exit(1)
    write_texts([chosen.write(paper, references)])


@app.command("export")
def export_papers(
    library: LibraryOption = None,
    format_name: FormatOption = None,
    output: OutputOption = None,
    overwrite: OverwriteOption = False,
    references: ReferencesOption = False,
) -> None:
    """Write out all papers of the library: as one stream, or to a folder."""
    from sheaf.app import Library
    from sheaf.extract.exporting import find_format, papers_of

    chosen = find_format(format_name or "json")
    if output is None:
        _refuse_several(chosen, are_several=True)
    with Library.open(find_library(library)) as opened:
        papers = papers_of(opened.catalogue)
        if output is None:
            _write_stream(papers, chosen, references=references)
            return
        name = opened.catalogue.repository.stem
        texts = ((name(number), chosen.write(paper, references)) for number, paper in papers)
        left = _write_files(texts, output, chosen, overwrite=overwrite)
    raise typer.Exit(1 if left else 0)
