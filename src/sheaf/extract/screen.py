"""What the commands of this step read and write: documents and reference strings on stdin, papers
and references on stdout, in UTF-8."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from sheaf.errors import SourceError, UsageError, disk_errors
from sheaf.records import is_uncertain
from sheaf.terminal import answers, printable

PIECE = 1024**2  # bytes of a document that are read at once
STDIN_FOLDER = "sheaf-stdin-"
LONGEST_LINE = 20_000  # bytes of a reference; a longer one is a whole list, or no text at all


def write_texts(texts: Iterable[str]) -> None:
    """As they are where they go to a file or a program; a terminal gets nothing that it would
    obey."""
    for text in texts:
        if sys.stdout.isatty():
            sys.stdout.write(printable(text.replace("\r\n", "\n")))
        else:
            # Whatever the locale says: the formats are defined in UTF-8.
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.flush()


def standard_input() -> BinaryIO:
    """As bytes; empty where there is none."""
    return sys.stdin.buffer if sys.stdin is not None else io.BytesIO()


def read_reference_lines(
    stream: BinaryIO, note_bad_line: Callable[[int], None] = lambda number: None
) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long to be a reference. `note_bad_line`
    gets the number of one that is not UTF-8, in which a sign stands for each byte that is none."""
    for number in count(1):
        line = stream.readline(LONGEST_LINE)
        if not line:
            return
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError:
                note_bad_line(number)
                text = line.decode("utf-8", "replace")
            yield text.strip()
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


@contextmanager
def save_stdin(limit: int) -> Iterator[Path]:
    """A document that is piped in, as a file for as long as it is read."""
    stream = standard_input()
    if stream.isatty():
        raise UsageError(
            "- reads a document from standard input, which is a terminal here.",
            "Send a file: `sheaf extract - < paper.pdf`.",
        )
    with tempfile.TemporaryDirectory(prefix=STDIN_FOLDER) as folder:
        path = Path(folder) / "stdin"
        with disk_errors(path), path.open("xb") as file:
            size = 0
            while piece := stream.read(PIECE):
                size += len(piece)
                if size > limit:
                    raise SourceError(
                        f"The document on standard input is longer than {limit:,} bytes.",
                        "Save it to a file and name that, or raise [curate] unpack_bytes.",
                    )
                file.write(piece)
        yield path


def printable_source(path: str) -> str:
    """Where a document came from; the file that held standard input for a while says nothing."""
    parts = Path(path).parts
    is_ours = parts[-1:] == ("stdin",) and any(part.startswith(STDIN_FOLDER) for part in parts)
    return "-" if is_ours else path


@contextmanager
def explain_interrupt(words: str) -> Iterator[None]:
    """What is said after Ctrl-C: whether the same command goes on, or begins again."""
    try:
        yield
    except KeyboardInterrupt as stop:
        stop.add_note(words)
        raise


def show_trace(facts: dict[str, Any]) -> None:
    """The way back from a paper to its record, for people."""
    for part in ("document", "capture", "record", "reading"):
        answers.print(part, style="bold")
        for name, value in (facts[part] or {"": "nothing is known"}).items():
            if value not in (None, {}, []):
                answers.print(f"  {name:18} {format_value(value)}")
    answers.print("fields", style="bold")
    known = {name: sure for name, sure in facts["fields"].items() if sure is not None}
    for name, sure in facts["fields"].items():
        doubt = "  uncertain" if is_uncertain(known, name) else ""
        answers.print(f"  {name:18} {'' if sure is None else f'{sure:.2f}'}{doubt}".rstrip())


def format_value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {format_value(inner)}" for name, inner in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
