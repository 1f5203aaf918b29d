"""The pages of the documentation, and the blocks in them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(
    r"^(?P<mark><!-- not replayed: [^\n]*-->\n)?(?P<indent> *)```(?P<kind>[\w-]*)\n"
    r"(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind (`console`, `python`, ...), its text, and where the text stands."""

    kind: str
    text: str
    start: int
    end: int
    is_replayed: bool


@dataclass(frozen=True)
class Command:
    """A line of a console block that begins with $, and what stands below it."""

    words: str
    output: str


def all_pages(root: Path = ROOT) -> dict[str, str]:
    """Every page that is written for people, by its path."""
    paths = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "examples").rglob("*.md")]
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(paths)
    }


def blocks(page: str) -> Iterator[Block]:
    for match in FENCE.finditer(page):
        yield Block(
            match["kind"],
            textwrap.dedent(match["text"]),
            match.start("text"),
            match.end("text"),
            is_replayed=match["mark"] is None,
        )


def commands(block: Block) -> list[Command]:
    """A line that ends with a backslash goes on in the next."""
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        words, _, output = re.sub(r"\\\n\s*", "", part).partition("\n")
        found.append(Command(words, output))
    return found


def all_commands(page: str) -> list[str]:
    """Every call of a program that a page shows: in console blocks, in indented blocks, and
    between backticks within a sentence."""
    found = [one.words for block in blocks(page) if block.kind == "console"
             for one in commands(block)]  # fmt: skip
    without = FENCE.sub("", page)
    found += re.findall(r"^ {4}\$? ?(sheaf .*)$", without, re.MULTILINE)
    found += [" ".join(span.split()) for span in re.findall(r"`(sheaf [^`]*)`", without)]
    return found
