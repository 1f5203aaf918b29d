"""What a text reader is: bytes and options in, a Text or the reason for none out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sheaf.records import Dropped, Text
from sheaf.settings import Curate

ALL_PAGES = 10**9
MIN_CONFIDENCE = 0.5  # below it a text is no text


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How much of a document is read: pages of text, and pages whose lines come with place and
    font. The rest of the layout costs time and memory, so who wants all of it says so."""

    max_pages: int = 2000
    layout_pages: int = 0
    ocr: bool = False
    ocr_pages: int = 6
    ocr_seconds: float = 40.0
    ocr_languages: tuple[str, ...] = ("eng",)
    # Asked about the first pages of a long document: its no spares reading the rest.
    check_front: Callable[[Text], Dropped | None] | None = None

    @classmethod
    def from_settings(cls, settings: Curate) -> TextOptions:
        return cls(
            settings.max_pages,
            settings.layout_pages,
            settings.ocr,
            settings.ocr_pages,
            settings.ocr_seconds,
            settings.ocr_languages,
        )


class TextReader(Protocol):
    """Reads one type of file. It is registered under the entry point `sheaf.text_readers`, by the
    MIME type that it reads, and loaded in a worker when the first file of that type comes."""

    def __call__(self, data: bytes, options: TextOptions) -> Text | Dropped: ...
