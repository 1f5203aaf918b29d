"""Pages that are pictures, read by Tesseract: one at a time, within a budget of pages and time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

import pypdfium2

from sheaf import programs
from sheaf.curate.text.clean import clean, tidy
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped, Line, Outcome, Text

DPI = 250
POINTS = 72
MOST_PIXELS = 12_000_000  # a poster is drawn smaller; a page of A4 has six million at 250 dpi
MIN_CONFIDENCE = 60.0  # of 100; below it Tesseract took a drawing for words
WORD = "5"  # the level of a row that holds a word
PAGE_SECONDS = 30.0
# One thread: the other cores belong to other workers.
ALONE = ("env", "OMP_THREAD_LIMIT=1")


@dataclass(frozen=True, slots=True)
class Word:
    """A row of Tesseract's answer, in points."""

    line: tuple[int, int, int]  # block, paragraph, line
    text: str
    confidence: float
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class OcrPage:
    text: str
    lines: tuple[Line, ...]
    confidence: float


def why_unavailable(languages: Sequence[str] = ("eng",)) -> str | None:
    """Why there can be no OCR here, in words; None where there can."""
    if programs.find("tesseract") is None:
        return f"Tesseract is not installed. {programs.HOW_TO_GET['tesseract']}"
    if not _installed_languages(tuple(languages)):
        how = f"{programs.HOW_TO_GET['tesseract']}-LANGUAGE"
        return f"Tesseract has none of the languages {', '.join(languages)}. {how}"
    return None


@cache
def _installed_languages(languages: tuple[str, ...]) -> tuple[str, ...]:
    try:
        answer = programs.run(("tesseract", "--list-langs"), seconds=PAGE_SECONDS)
    except programs.ProgramFailed:
        return ()
    installed = set(answer.decode("utf-8", "replace").split())
    return tuple(language for language in languages if language in installed)


def read_pages(
    pdf: pypdfium2.PdfDocument,
    text: Text,
    wanted: Sequence[int],
    options: TextOptions,
    *,
    forget_others: bool,
) -> Text | Dropped:
    """The text with the wanted pages read by OCR, as many as the budget allows. Where the text
    layer is a cipher, the pages that OCR did not come to are forgotten."""
    pages = text.content.split("\f")
    if forget_others:
        pages = [""] * len(pages)
    lines = [] if forget_others else list(text.lines)
    done: list[int] = []
    confidences: list[float] = []
    late = False
    ends = time.monotonic() + options.ocr_seconds
    for number in wanted[: options.ocr_pages]:
        found = read_page(pdf, number, options.ocr_languages, ends - time.monotonic())
        if found is None:
            late = True
            break
        done.append(number)
        if found.text:
            pages[number] = found.text
            confidences.append(found.confidence)
            if number < options.layout_pages:
                lines = [line for line in lines if line.page != number] + list(found.lines)
    if late and not confidences:
        reason = "a scan, and OCR did not end in its time"
        return Dropped(Outcome.UNREADABLE_TEXT, reason, is_final=False)
    confidence = text.confidence
    if confidences:
        confidence = round(sum(confidences) / len(confidences) / 100, 3)
    return replace(
        text,
        content="\f".join(pages),
        reader=f"{text.reader}+tesseract" if confidences else text.reader,
        first_page=pages[0],
        lines=tuple(sorted(lines, key=lambda line: line.page)),
        confidence=confidence,
        ocr_pages=tuple(done),
        ocr_was_late=late,
    )


def read_page(
    pdf: pypdfium2.PdfDocument, number: int, languages: Sequence[str], seconds: float
) -> OcrPage | None:
    """None where the time is over; an empty page where there is nothing to read."""
    if seconds <= 0:
        return None
    drawn = render_page(pdf, number)
    if drawn is None:
        return OcrPage("", (), 0.0)
    image, scale = drawn
    command = (
        *ALONE, "tesseract", "stdin", "stdout", "--dpi", str(round(scale * POINTS)),
        "-l", "+".join(_installed_languages(tuple(languages))), "tsv",
    )  # fmt: skip
    try:
        answer = programs.run(command, seconds=min(seconds, PAGE_SECONDS), stdin=image)
    except programs.ProgramTooSlow:
        return None
    except programs.ProgramFailed:
        return OcrPage("", (), 0.0)
    return _build_page(list(_read_words(answer.decode("utf-8", "replace"), scale)), number)


def render_page(pdf: pypdfium2.PdfDocument, number: int) -> tuple[bytes, float] | None:
    """The page as a grey PGM, and its pixels a point. None for a page that is all of one grey."""
    try:
        page = pdf[number]
        scale = DPI / POINTS
        width, height = page.get_size()
        pixels = width * height * scale**2
        if pixels > MOST_PIXELS:
            scale *= (MOST_PIXELS / pixels) ** 0.5
        bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False)
    except (pypdfium2.PdfiumError, ValueError):
        return None
    try:
        rows = bytes(bitmap.buffer)
        if bitmap.stride != bitmap.width:
            rows = b"".join(
                rows[start : start + bitmap.width]
                for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
            )
        if not rows or rows.count(rows[:1]) == len(rows):
            return None
        return b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + rows, scale
    finally:
        bitmap.close()
        page.close()


def _read_words(table: str, scale: float) -> Iterator[Word]:
    for row in table.splitlines():
        cells = row.split("\t", 11)
        if len(cells) == 12 and cells[0] == WORD and cells[11].strip():
            left, top, width, height = (float(cell) / scale for cell in cells[6:10])
            yield Word(
                line=(int(cells[2]), int(cells[3]), int(cells[4])),
                text=tidy(cells[11].strip()),
                confidence=float(cells[10]),
                x0=left,
                y0=top,
                x1=left + width,
                y1=top + height,
            )


def _build_page(words: list[Word], number: int) -> OcrPage:
    letters = sum(len(word.text) for word in words)
    confidence = (
        sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0
    )
    if confidence < MIN_CONFIDENCE:
        return OcrPage("", (), confidence)
    lines = [
        _build_line(list(group), number) for _, group in groupby(words, lambda word: word.line)
    ]
    text = clean("\n".join(line.text for line in lines))
    return OcrPage(text, tuple(lines), confidence)


def _build_line(words: list[Word], number: int) -> Line:
    heights = sorted(word.y1 - word.y0 for word in words)
    return Line(
        text=" ".join(word.text for word in words),
        page=number,
        x0=round(min(word.x0 for word in words), 1),
        y0=round(min(word.y0 for word in words), 1),
        x1=round(max(word.x1 for word in words), 1),
        y1=round(max(word.y1 for word in words), 1),
        # A word is about as high as its size, from the top of an h to the foot of a p.
        size=round(heights[-1], 1) if heights else 0.0,
    )
