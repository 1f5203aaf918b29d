"""The shared PDF files as texts with the lines of all their pages, each read once in a process:
several scorers ask for the same papers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sheaf.curate.mime_type import sniff
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.records import Text


@cache
def text_with_lines(path: Path) -> Text:
    """Empty where it cannot be read."""
    data = path.read_bytes()
    text = read_text(data, sniff(data), TextOptions(layout_pages=ALL_PAGES))
    return text if isinstance(text, Text) else Text("", 0, "none")
