"""What the commands of this step write: papers and references on stdout, in UTF-8."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from sheaf.terminal import answers, printable

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


def reference_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long to be a reference."""
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line.decode("utf-8", "replace").strip()
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


def show_trace(facts: dict[str, Any]) -> None:
    """The way back from a paper to its record, for people."""
    for part in ("document", "capture", "record", "reading"):
        answers.print(part, style="bold")
        for name, value in (facts[part] or {"": "nothing is known"}).items():
            if value not in (None, {}, []):
                answers.print(f"  {name:18} {in_words(value)}")
    answers.print("fields", style="bold")
    for name, sure in facts["fields"].items():
        answers.print(f"  {name:18} {'' if sure is None else f'{sure:.2f}'}".rstrip())


def in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_words(one)}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
