"""What all archives of records have in common: a head that says what follows, and a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sheaf.acquire.importers.archives.blocks import Block


class Fields(Protocol):
    def get(self, name: str, /) -> str | None: ...


@dataclass(slots=True)
class Head:
    """What a record says about itself before its block."""

    kind: str
    fields: Fields
    length: int | None
    size: int


class Grammar(Protocol):
    """How records of a format begin."""

    def head(self, window: bytearray, at: int) -> Head | None:
        """The head that stands here in full, if one does."""
        ...

    def find(self, window: bytes | bytearray, at: int) -> int:
        """Where the next thing that looks like a head begins, -1 if nowhere."""
        ...


@dataclass(slots=True)
class Record:
    place: str
    kind: str
    fields: Fields
    block: Block
    damage: str | None = None  # with what there is of the block
    unpacked: bool = True  # false: not even these bytes can be believed


@dataclass(frozen=True, slots=True)
class Loss:
    """Bytes of the file in which no record could be made out."""

    place: str
    reason: str
