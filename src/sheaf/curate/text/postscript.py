"""Text of PostScript files: Ghostscript, locked in, makes a PDF of it, and that is read."""

from __future__ import annotations

from dataclasses import replace

from sheaf import programs
from sheaf.curate.text import dvips_fonts
from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped, Outcome, Text

# The worker's own wall-clock limit comes first; this only keeps a stray call from hanging.
SECONDS = 300
TO_PDF = (
    "gs", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=pdfwrite",
    "-sstdout=%stderr", "-sOutputFile=%stdout", "-",
)  # fmt: skip


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    pdf = convert_to_pdf(data)
    if isinstance(pdf, Dropped):
        return pdf
    text = text_pdf.read(pdf, options)
    if isinstance(text, Text):
        return replace(text, reader=f"ghostscript+{text.reader}")
    return text


def convert_to_pdf(data: bytes) -> bytes | Dropped:
    if programs.find("gs") is None:
        how = programs.HOW_TO_GET["gs"]
        return Dropped(Outcome.UNREADABLE_TEXT, f"Ghostscript is not installed. {how}")
    try:
        return programs.run(TO_PDF, seconds=SECONDS, stdin=_add_glyph_names(data))
    except programs.ProgramTooSlow as problem:
        return Dropped(Outcome.TIMED_OUT, f"Ghostscript {problem}")
    except programs.ProgramWroteTooMuch as problem:
        return Dropped(Outcome.BOMB, f"Ghostscript {problem}")
    except programs.ProgramFailed as problem:
        return Dropped(Outcome.DAMAGED, f"Ghostscript cannot read it: {problem}")


def _add_glyph_names(data: bytes) -> bytes:
    """A document of dvips with names for the letters of its fonts; any other as it is."""
    return dvips_fonts.PROLOGUE.encode() + data if dvips_fonts.DICTIONARY in data else data
