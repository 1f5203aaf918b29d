"""A terminal of glass: runs a command on a pseudo-terminal and keeps what its screen shows.

It obeys what a screen that redraws itself needs (line feeds, cursor up, lines erased, wrapping)
and takes note of every other control sequence.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

from support.commands import clean_environment

SEQUENCE = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])")


@dataclass
class Glass:
    """Lines as they stand, the ones that scrolled away included."""

    columns: int
    lines: list[str] = field(default_factory=lambda: [""])
    row: int = 0
    column: int = 0
    styles: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)

    def feed(self, text: str) -> None:
        at = 0
        while at < len(text):
            found = SEQUENCE.match(text, at)
            if found:
                self._obey(found[1], found[2])
                at = found.end()
            else:
                self._write(text[at])
                at += 1

    def _obey(self, numbers: str, letter: str) -> None:
        if letter == "m":
            self.styles.add(numbers)
        elif letter == "A":
            self.row = max(self.row - int(numbers or 1), 0)
        elif letter == "K":
            self.lines[self.row] = ""
        elif not (letter in "hl" and numbers == "?25"):  # the cursor hidden and shown
            self.unknown.add(f"{numbers}{letter}")

    def _write(self, one: str) -> None:
        if one == "\n":
            self._next_line()
        elif one == "\r":
            self.column = 0
        elif one < " " or "\x7f" <= one <= "\x9f":
            self.unknown.add(one)
        else:
            if self.column == self.columns:
                self.column = 0
                self._next_line()
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + one + line[self.column + 1 :]
            self.column += 1

    def _next_line(self) -> None:
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append("")

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip()


@dataclass
class Seen:
    """What a command showed: the last screen, and each screen before it with its time."""

    code: int
    glass: Glass
    frames: list[tuple[float, str]]


def watch(
    *arguments: str | Path, folder: Path, columns: int = 80, rows: int = 40, **environment: str
) -> Seen:
    """Runs `sheaf ...` with both outputs on a terminal of this size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    plain = {name: value for name, value in clean_environment().items()
             if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}}  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", *map(str, arguments)],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder,
        env={**plain, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(theirs)
    glass, frames, decoder = Glass(columns), [], codecs.getincrementaldecoder("utf-8")()
    started = time.monotonic()
    while piece := _read(ours):
        glass.feed(decoder.decode(piece))
        frames.append((time.monotonic() - started, glass.text))
    os.close(ours)
    return Seen(process.wait(60), glass, frames)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side has gone
        return b""
