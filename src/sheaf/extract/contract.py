"""What an extractor is: it reads a Paper out of a document's bytes and text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sheaf.records import Paper


@dataclass(frozen=True, slots=True)
class Readable:
    """What an extractor is given: bytes as PDF where there are any, and the text."""

    pdf: bytes | None
    text: str


class Extractor(Protocol):
    """Registered under the entry point `sheaf.extractors`, constructed without arguments. The
    version changes whenever the same document could be read differently."""

    name: str
    version: str

    def read(self, document: Readable) -> Paper: ...
