"""What keeps results is: by key and kind, for a time, within so many bytes.

A key is what the result is of: a document, a token, a fingerprint. A kind is what it is: "header",
"citations", "body", "keyphrases", ... Whoever asks goes on without an answer: to keep something is
worth no error, so none of these methods raises, and none waits for long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

HOUR = 3600.0
DAY = 24 * HOUR
MIB = 1024**2


@dataclass(frozen=True, slots=True)
class KeptLimits:
    """How long results of a kind are kept after they were made, and how much in all. What was not
    asked for longest goes first."""

    most_bytes: int = 1024 * MIB
    # One result that is larger, as it is stored, is not kept at all.
    most_bytes_each: int = 16 * MIB
    seconds: float = 30 * DAY
    # Lists of references are ten times as large as headers, and read in a third of the time.
    seconds_of: Mapping[str, float] = field(default_factory=lambda: {"citations": 6 * HOUR})

    def seconds_for(self, kind: str) -> float:
        return self.seconds_of.get(kind, self.seconds)


class KeptResults(Protocol):
    def keep(self, key: str, kind: str, content: bytes) -> None:
        """In the place of what was kept under this key and kind."""
        ...

    def get(self, key: str, kind: str) -> bytes | None:
        """None where there is nothing (any more)."""
        ...

    def forget(self, key: str) -> None:
        """Everything of this key, of all kinds."""
        ...

    def close(self) -> None: ...
