"""The text of a document, by the reader for its type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sheaf import plugins
from sheaf.curate.mime_type import PDF, POSTSCRIPT
from sheaf.curate.text.contract import ALL_PAGES, MIN_CONFIDENCE, TextOptions, TextReader
from sheaf.curate.text.quality import rate_text
from sheaf.errors import MissingPartError
from sheaf.records import Candidate, Dropped, Outcome, Text
from sheaf.settings import Curate

# Their readers set the confidence themselves: they know what they left out.
WITH_PAGES = frozenset({PDF, POSTSCRIPT})


def read_text(data: bytes, mime_type: str | None, options: TextOptions) -> Text | Dropped:
    """The text of bytes of a known type, or why there is none. It is what the reader found;
    whether it is enough is for the stage to say."""
    reader = find_reader(mime_type)
    if reader is None:
        return Dropped(Outcome.UNREADABLE_TEXT, f"no reader for {mime_type}")
    text = reader(data, options)
    if isinstance(text, Dropped) or mime_type in WITH_PAGES:
        return text
    quality = rate_text(text.content)
    if quality.confidence < MIN_CONFIDENCE:
        return Dropped(Outcome.UNREADABLE_TEXT, f"it is no text: {quality.reason}")
    return replace(text, confidence=round(quality.confidence, 3))


def find_reader(mime_type: str | None) -> TextReader | None:
    """A reader is loaded when it is needed: a run of PDF files loads no parser of web pages."""
    known = plugins.names("text_readers")
    if not known:
        raise MissingPartError(
            "No text reader is registered, not even ours: install Sheaf anew (`scripts/setup`)."
        )
    if mime_type not in known:
        return None
    reader: TextReader = plugins.load("text_readers", mime_type)
    return reader


def check_text_readers(mime_types: Sequence[str]) -> None:
    """Refuse, before a run begins, a reader of another package that cannot be loaded: within
    workers it would fail one document after the other. Ours are loaded when they are needed."""
    for name in plugins.names("text_readers"):
        if name in mime_types and not plugins.is_ours("text_readers", name):
            plugins.load("text_readers", name)


class TextStage:
    """Adds the text. Where it is not required, because no filter will ask what it says, a
    document passes with or without; but a bomb never does."""

    def __init__(
        self,
        settings: Curate,
        *,
        required: bool,
        whole_layout: bool = False,
        check_front: Callable[[Text], Dropped | None] | None = None,
    ) -> None:
        self.settings = settings
        # Nobody will ask for the text of a scan that was not required, and OCR takes seconds.
        self.options = replace(
            TextOptions.from_settings(settings),
            ocr=settings.ocr and required,
            layout_pages=ALL_PAGES if whole_layout else settings.layout_pages,
            check_front=check_front,
        )
        self.required = required

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        answer = self._read(candidate)
        if isinstance(answer, Text):
            return replace(candidate, text=answer)
        is_bomb = answer.outcome is Outcome.BOMB
        return answer if self.required or is_bomb else candidate

    def _read(self, candidate: Candidate) -> Text | Dropped:
        text = read_text(candidate.data, candidate.mime_type, self.options)
        if isinstance(text, Text):
            letters = sum(map(str.isalnum, text.content))
            if letters < self.settings.min_characters:
                reason = self._too_little(letters, text)
                is_final = not text.ocr_was_late
                return Dropped(Outcome.UNREADABLE_TEXT, reason, is_final=is_final)
        return text

    def _too_little(self, letters: int, text: Text) -> str:
        reason = f"only {letters} letters in {text.pages} pages: a scan or a drawing"
        if text.ocr_pages:
            return f"{reason}, of which OCR read {len(text.ocr_pages)}"
        from sheaf.curate.text import ocr  # loads PDFium, which a worker has by now

        missing = ocr.why_unavailable(self.settings.ocr_languages) if self.options.ocr else None
        return f"{reason}. {missing}" if missing else reason
