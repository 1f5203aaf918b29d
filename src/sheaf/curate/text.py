"""The text of a document, by the reader for its type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sheaf.curate import text_pdf, text_postscript
from sheaf.curate.mime_type import PDF, POSTSCRIPT
from sheaf.records import Candidate, Dropped, Outcome, Text
from sheaf.settings import Curate

READERS: dict[str, Callable[[bytes, int], Text | Dropped]] = {
    PDF: text_pdf.read,
    POSTSCRIPT: text_postscript.read,
}


class TextReader:
    """Adds the text. Where it is not required, because no filter will ask what it says, a
    document passes with or without."""

    def __init__(self, settings: Curate, *, required: bool) -> None:
        self.settings = settings
        self.required = required

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        answer = self._read(candidate)
        if isinstance(answer, Text):
            return replace(candidate, text=answer)
        return answer if self.required else candidate

    def _read(self, candidate: Candidate) -> Text | Dropped:
        reader = READERS.get(candidate.mime_type or "")
        if reader is None:
            return Dropped(Outcome.UNREADABLE_TEXT, f"no reader for {candidate.mime_type}")
        text = reader(candidate.data, self.settings.max_pages)
        if isinstance(text, Text):
            letters = sum(char.isalnum() for char in text.content)
            if letters < self.settings.min_characters:
                reason = f"only {letters} letters in {text.pages} pages: a scan or a drawing"
                return Dropped(Outcome.UNREADABLE_TEXT, reason)
        return text
