"""What a worker says to its parent: one of four words, a length, and JSON.

A worker holds the document of a stranger in native code, so what comes from it is believed no more
than the document. The parent takes no more than it asked for, and nothing out of turn; JSON makes
nothing but values, and answers.py makes ours of them.

What the parent says is a length (TASK_HEADER) and a pickle: a worker trusts who started it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum

from sheaf.records import Dropped

HEADER = struct.Struct("!BQ")
TASK_HEADER = struct.Struct("!Q")
MOST_BYTES = 128 * 1024**2
TOO_LARGE = f"its answer takes more than {MOST_BYTES // 1024**2} MiB"
UNREADABLE = "its worker answered what cannot be read"


class Said(IntEnum):
    READY = 1  # it has started, and waits for work
    BEGUN = 2  # it has a task in hand: the time it took to start is not the task's
    ANSWER = 3
    ACCIDENT = 4


class NotUnderstood(Exception):  # noqa: N818 - what was said, not an error of ours
    """No message, or not one that is expected now."""


@dataclass(frozen=True, slots=True)
class Message:
    said: Said
    body: bytes = b""

    def pack(self) -> bytes:
        return HEADER.pack(self.said, len(self.body)) + self.body


@dataclass(frozen=True, slots=True)
class Accident:
    """A task that ended badly, as an outcome with its reason. `ends_run` means that it was not
    the document's fault and that the next would fare no better (a full disk)."""

    dropped: Dropped
    ends_run: bool = False


@dataclass(slots=True)
class Inbox:
    """Makes messages of what comes in pieces. What is announced takes no memory before it comes."""

    begun: bytearray = field(default_factory=bytearray)

    def take(self, piece: bytes) -> list[Message]:
        self.begun += piece
        messages = []
        while len(self.begun) >= HEADER.size:
            word, length = HEADER.unpack_from(self.begun)
            if length > MOST_BYTES or word not in {*Said}:
                raise NotUnderstood
            end = HEADER.size + length
            if len(self.begun) < end:
                break
            messages.append(Message(Said(word), bytes(memoryview(self.begun)[HEADER.size : end])))
            del self.begun[:end]
        return messages
