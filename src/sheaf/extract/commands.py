"""The commands that read papers, and hand out what was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    FilterOption,
    JsonOption,
    LibraryOption,
    WaitOption,
    command_without,
    find_library,
    index_after_interrupt,
    messages,
    plural,
    progress_line,
    read_filters,
    say_what_was_searched,
    show_waiting,
    write_json,
)

app = typer.Typer()
TIMED_OUT = "timed_out"  # how the reason of what took too long begins
GOES_ON = "The same command goes on where this one was."

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        # Not taken from the registry, which would make `--help` slow; a test compares them.
        help="json, xml, header-xml, citations-xml, body-xml, keyphrases-xml, tei, jats, bibtex, "
        "ris, csl, reference, csv, markdown, text.",
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
NoReuseOption = Annotated[
    bool,
    typer.Option("--no-reuse", help="Read near-copies by themselves, whatever the settings say."),
]
ReferencesOption = Annotated[
    bool,
    typer.Option("--references", help="bibtex, ris, csl, reference: what the paper cites too."),
]

MOVED_TO_REREAD = {
    "--outdated": "Say sheaf reread --outdated: it reads the documents of a library again.",
    "--all": "Say sheaf reread --all: it reads the documents of a library again.",
}


@app.command(cls=command_without(MOVED_TO_REREAD))
def extract(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files or folders to read, or - for standard input."),
    ] = None,
    library: LibraryOption = None,
    format_name: FormatOption = None,
    output: OutputOption = None,
    overwrite: OverwriteOption = False,
    references: ReferencesOption = False,
    no_reuse: NoReuseOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read files: title, authors, abstract, sections, references and where they are cited.

    One Paper a line as JSON, or another --format. With --output the same command goes on where it
    was stopped. What the library has read of a near-copy is taken over, and the provenance says so.
    `sheaf reread` reads the documents of a library.
    """
    if not files:
        raise UsageError(
            "There is no file to read.",
            "Name at least one. `sheaf reread` reads the documents of the library, "
            "and `sheaf export` writes out what was read.",
        )
    name = format_name or "json"
    if as_json and name != "json":
        raise UsageError(f"--json and --format {name} exclude each other.", "Choose one.")
    from sheaf.app import library_near

    near = library_near(library)
    read = partial(_read_papers, library=near, reuse=False if no_reuse else None)
    _read_files(files, near, name, output, read, overwrite=overwrite, references=references)


@app.command()
def reread(
    library: LibraryOption = None,
    outdated: Annotated[
        bool,
        typer.Option("--outdated", help="Also what another version of the readers has read."),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Read the whole library again.")
    ] = False,
    no_reuse: NoReuseOption = False,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read the library's documents that have not been read, or whose reading failed.

    What was read of a near-copy before them is taken over, unless --no-reuse says no. Brings the
    index up to date afterwards. The same command goes on where it was stopped.
    """
    from sheaf.app import Library
    from sheaf.extract.screen import explain_interrupt

    if outdated and everything:
        raise UsageError("--outdated and --all exclude each other.", "Choose one.")
    which = "all" if everything else "outdated" if outdated else "unread"

    def say(done: Any) -> None:
        words = f"{plural(len(done.failed), 'failure')}." if done.failed else ""
        line.say(done.read + len(done.failed), "documents read", words)

    with explain_interrupt(GOES_ON), Library.open(find_library(library)) as opened:
        with index_after_interrupt(opened), progress_line() as line:
            reuse = False if no_reuse else None
            report = opened.reread(which, reuse=reuse, wait=wait, report=say)
        opened.index()
    if report.resumed_after:
        messages.print(f"Went on behind document {report.resumed_after}.")
    for number, reason in report.failed.items():
        messages.print(f"{number}: {reason}", style="red")
    for name, failures in report.annotators_failed.items():
        documents = plural(failures["documents"], "document")
        messages.print(f"The annotator {name} failed on {documents}; first: {failures['first']}."
                       " `sheaf reread --outdated` tries again.", style="yellow")  # fmt: skip
    _say_timeouts(sum(reason.startswith(TIMED_OUT) for reason in report.failed.values()))
    if as_json:
        write_json(report.as_json())
    else:
        messages.print(f"{plural(report.read, 'document')} read.{_reused(report.reused)}")
    raise typer.Exit(1 if report.failed else 0)


def _reused(count: int) -> str:
    words = "what was read of a near-copy before"
    return f" For {count:,} of them {words} was taken over." if count else ""


def _read_files(
    files: list[Path],
    library: Path | None,
    name: str,
    output: Path | None,
    read: Callable[..., Iterator[tuple[str, dict[str, Any]]]],
    *,
    overwrite: bool,
    references: bool,
) -> None:
    from sheaf.extract.exporting import OutputFolder, refuse_several
    from sheaf.extract.naming import FileNaming
    from sheaf.extract.screen import explain_interrupt

    chosen = _find_format(name, references=references)
    failed: list[str] = []
    timeouts: Counter[bool] = Counter()

    def report_lost(source: str, reason: str) -> None:
        failed.append(source)
        messages.print(f"{source}: {reason}", style="red")
        timeouts.update([reason.startswith(TIMED_OUT)])

    with _find_files(files, library) as paths:
        if output is None:
            if len(files) > 1 or files[0].is_dir():
                refuse_several(chosen)
            papers = show_waiting(read(paths, report_lost, keep_lost=name == "json"), "papers read")
            with explain_interrupt("Nothing of it is kept: the same command reads all again."):
                _write_stream(((None, paper) for _, paper in papers), chosen, references=references)
        else:
            naming = FileNaming(OutputFolder(output, chosen, overwrite), report_lost)
            papers = naming.name_papers(read(naming.files_to_read(paths), report_lost))
            texts = ((stem, chosen.write(paper, references)) for stem, paper in papers)
            with explain_interrupt(GOES_ON):
                written, left = _write_files(texts, naming.folder)
            _say_written(written, naming.already_there + left, len(failed), output)
    _say_timeouts(timeouts[True])
    raise typer.Exit(1 if failed else 0)


@contextmanager
def _find_files(files: list[Path], library: Path | None) -> Iterator[list[Path]]:
    """What is named on the command line; `-` is the document on standard input."""
    if Path("-") not in files:
        yield files
        return
    if len(files) > 1:
        raise UsageError("- is read alone.", "Read the other files with another command.")
    from sheaf.extract.screen import save_stdin
    from sheaf.settings import load, load_defaults

    chosen = load_defaults() if library is None else load(library)
    with save_stdin(chosen.curate.unpack_bytes) as path:
        yield [path]


def _read_papers(
    files: Iterable[Path],
    report_lost: Callable[[str, str], None],
    *,
    library: Path | None,
    reuse: bool | None,
    keep_lost: bool = False,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Papers with the paths they were read from. One that could not be read says so as JSON; no
    other format has a word for it."""
    from sheaf.app import extract_files
    from sheaf.curate.filter.judgement import file_in_name
    from sheaf.extract.annotators.annotate import list_failures
    from sheaf.extract.screen import printable_source

    for paper in extract_files(files, library, reuse=reuse):
        reading = paper["provenance"]
        name = reading["source"]
        path = file_in_name(name)
        reading["source"] = printable_source(path) + name.removeprefix(path)
        if "error" in reading:
            report_lost(reading["source"], reading["error"])
        for name, reason in list_failures(paper).items():
            messages.print(f"{reading['source']}: annotator {name}: {reason}", style="yellow")
        if "error" not in reading or keep_lost:
            yield path, paper


def _find_format(name: str, *, references: bool) -> Any:
    from sheaf.extract.exporting import refuse_references
    from sheaf.extract.formats import find_format

    chosen = find_format(name)
    if references:
        refuse_references(chosen)
    return chosen


def _write_stream(
    papers: Iterator[tuple[int | None, Any]], chosen: Any, *, references: bool
) -> None:
    from sheaf.extract.exporting import stream_papers
    from sheaf.extract.screen import write_texts

    write_texts(stream_papers(papers, chosen, references=references))


def _write_files(texts: Iterator[tuple[str, str]], folder: Any) -> tuple[int, int]:
    """How many were written, and how many were not because something of that name is there."""
    folder.make()
    written = left = 0
    with progress_line() as line:
        for stem, text in texts:
            if folder.write(stem, text) is None:
                left += 1
            else:
                written += 1
            line.say(written, "files written")
    return written, left


def _say_timeouts(count: int) -> None:
    if count:
        messages.print("[workers] seconds, in sheaf.toml, says how long a document may take.")


def _say_written(written: int, there: int, failed: int, output: Path) -> None:
    words = f"{plural(written, 'file')} written to {output}"
    if failed:
        words += f"; {plural(failed, 'document')} could not be read, as said above"
    messages.print(f"{words}.")
    if there:
        verb = "was" if there == 1 else "were"
        messages.print(f"{plural(there, 'file')} {verb} there already: --overwrite writes anew.")


@app.command("parse-reference")
def parse_reference(
    strings: Annotated[
        list[str] | None, typer.Argument(help="Reference strings; none means one a line on stdin.")
    ] = None,
    format_name: Annotated[
        str,
        typer.Option(
            "--format", "-f", help="json (one object a line), bibtex, ris, csl or reference."
        ),
    ] = "json",
    as_json: JsonOption = False,
) -> None:
    """Take reference strings apart: authors, title, venue, year, pages, DOI."""
    from sheaf.app import parse_references
    from sheaf.extract.exporting import stream_references
    from sheaf.extract.screen import read_reference_lines, standard_input, write_texts

    if as_json and format_name != "json":
        raise UsageError(f"--json and --format {format_name} exclude each other.", "Choose one.")
    skipped: Counter[str] = Counter()
    misread: dict[str, int] = {}

    def note_bad_line(number: int) -> None:
        misread.setdefault("first", number)
        misread["lines"] = misread.get("lines", 0) + 1

    def read_strings() -> Iterator[str]:
        lines = iter(strings) if strings else read_reference_lines(standard_input(), note_bad_line)
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
    write_texts(stream_references(parse_references(read_strings(), at_once=at_once), format_name))
    if skipped["empty"]:
        messages.print(f"{plural(skipped['empty'], 'empty line')} skipped.")
    if misread:
        where = f"{plural(misread['lines'], 'line')}, the first is line {misread['first']}"
        messages.print(f"Not UTF-8: {where}. \ufffd stands for what could not be read.")
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
    from sheaf.extract.screen import show_trace, write_texts

    name = format_name or ("json" if as_json else "text")
    chosen = _find_format(name, references=references)
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
        messages.print("`sheaf reread` tries to read it.")
        raise typer.Exit(1)
    write_texts([chosen.write(paper, references, number)])


@app.command("export")
def export_papers(
    library: LibraryOption = None,
    format_name: FormatOption = None,
    output: OutputOption = None,
    overwrite: OverwriteOption = False,
    readable_names: Annotated[
        bool,
        typer.Option(
            "--readable-names",
            help="Name files after author, year, title and number, not after the number alone.",
        ),
    ] = False,
    references: ReferencesOption = False,
    query: Annotated[
        str | None,
        typer.Option(help="Only what this search finds, in its order.", show_default=False),
    ] = None,
    chosen_values: FilterOption = None,
) -> None:
    """Write out all papers of the library, or all that a search finds: as one stream, or to a
    folder."""
    from sheaf.app import Library
    from sheaf.extract.exporting import OutputFolder, refuse_several
    from sheaf.extract.file_names import readable_stem
    from sheaf.extract.screen import explain_interrupt

    chosen = _find_format(format_name or "json", references=references)
    if output is None:
        refuse_several(chosen)
        if readable_names:
            raise UsageError("--readable-names is for files.", "Add --output FOLDER.")
    filters = read_filters(chosen_values or ())
    with Library.open(find_library(library)) as opened:
        papers = opened.find_papers(query, filters=filters)
        if query is not None or filters:
            say_what_was_searched(opened, query or "*", filters)
        if output is None:
            with explain_interrupt("Nothing of it is kept: the same command writes all again."):
                _write_stream(papers, chosen, references=references)
            return
        folder = OutputFolder(output, chosen, overwrite)

        def stem(number: int, paper: dict[str, Any]) -> str:
            words = readable_stem(paper) if readable_names else ""
            return f"{words}-{number}" if words else opened.file_stem(number)

        texts = (
            (stem(number, paper), chosen.write(paper, references, number))
            for number, paper in papers
        )
        with explain_interrupt(GOES_ON):
            written, left = _write_files(texts, folder)
    _say_written(written, left, 0, output)
