"""What stands between the front and the references, in reading order, by sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sheaf.extract.body.paragraphs import join_paragraphs, text_of_lines
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.layout import are_of_one_size, begins_block
from sheaf.extract.zones.text_lines import TextLines
from sheaf.extract.zones.vocabulary import CAPTION_START, NUMBER, heading_kind, heading_words
from sheaf.records import Caption, Line, Section

TEXT = frozenset({Zone.BODY, Zone.APPENDIX})
# Headings of what has a field of its own: a section without a line is left out.
LEFT_OUT = frozenset({"references", "acknowledgements", "contents", "notes"})
MOST_LINES = 3
DEEPEST = 6
LEAST_ROMAN = 2  # headings that begin with a Roman number of several letters
ROMAN = re.compile(r"[IVX]{2,5}\.?\s")
LETTER = re.compile(r"[A-HJ-UW]\.\s")
HeadingType = tuple[int, bool, bool, bool]  # size, bold, in capitals, not italic


@dataclass(slots=True)
class _Part:
    heading: list[int]
    lines: list[int] = field(default_factory=list)
    is_appendix: bool = False


def read_sections(document: TextLines, zones: Sequence[Zone]) -> tuple[Section, ...]:
    parts = [part for part in _split_at_headings(document, zones) if _is_kept(document, part)]
    _mark_empty_appendices(parts)
    heads = [part.heading[0] for part in parts if part.heading]
    level_of = dict(zip(heads, _heading_levels(document.lines, heads), strict=True))
    return tuple(
        Section(
            heading=text_of_lines(document, part.heading) if part.heading else None,
            text=join_paragraphs(document, part.lines),
            level=level_of[part.heading[0]] if part.heading else 1,
            kind="appendix" if part.is_appendix else "body",
        )
        for part in parts
    )


def _split_at_headings(document: TextLines, zones: Sequence[Zone]) -> Iterator[_Part]:
    part = _Part([])
    for at, zone in enumerate(zones):
        if zone is Zone.HEADING:
            if _continues_heading(document, part, at):
                part.heading.append(at)
                continue
            yield part
            kind = heading_kind(heading_words(document.lines[at].text))
            part = _Part([at], is_appendix=kind == "appendices")
        elif zone is Zone.REFERENCE and _heads_list(document, part):
            yield part
            part = _Part([])  # what stands behind the list has no heading
        elif zone in TEXT:
            part.lines.append(at)
            part.is_appendix = part.is_appendix or zone is Zone.APPENDIX
    yield part


def _heads_list(document: TextLines, part: _Part) -> bool:
    if not part.heading:
        return False
    words = heading_words(document.lines[part.heading[0]].text)
    return heading_kind(words) == "references"


def _mark_empty_appendices(parts: Sequence[_Part]) -> None:
    """A heading without words of its own is of the appendix if what stands below it is, or
    nothing does."""
    below = any(part.is_appendix for part in parts)
    for part in reversed(parts):
        if part.lines:
            below = part.is_appendix
        elif below:
            part.is_appendix = True


def _continues_heading(document: TextLines, part: _Part, at: int) -> bool:
    """A heading of two lines is one heading."""
    if not part.heading or part.lines or len(part.heading) >= MOST_LINES:
        return False
    before, line = document.lines[part.heading[-1]], document.lines[at]
    if part.heading[-1] != at - 1 or begins_block(before, line):
        return False
    alike = are_of_one_size(before, line) and before.is_bold == line.is_bold
    return alike and not line.text[:1].isdigit() and not heading_kind(heading_words(before.text))


def _is_kept(document: TextLines, part: _Part) -> bool:
    if not part.heading:
        return bool(part.lines)
    kind = heading_kind(heading_words(document.lines[part.heading[0]].text))
    return kind not in LEFT_OUT or bool(part.lines)


# -- the level of a heading: by its number, else by its type --------------------------------------


def _heading_levels(lines: Sequence[Line], headings: Sequence[int]) -> list[int]:
    """A heading without a number has the level of numbered ones of its type; where none has its
    type, larger types come first."""
    numbered = _levels_by_number([lines[at].text for at in headings])
    types = [_heading_type(lines[at]) for at in headings]
    known: dict[HeadingType, int] = {}
    for kind, level in zip(types, numbered, strict=True):
        if level and kind not in known:
            known[kind] = level
    ranked = sorted({kind for kind in types if kind not in known}, reverse=True)
    found = []
    for at, kind, level in zip(headings, types, numbered, strict=True):
        if level:
            found.append(level)
        elif kind in known:
            found.append(known[kind])
        elif heading_kind(heading_words(lines[at].text)):
            found.append(1)
        else:
            found.append(min(1 + ranked.index(kind), DEEPEST))
    return found


def _heading_type(line: Line) -> HeadingType:
    return round(2 * line.size), line.is_bold, line.text.isupper(), not line.is_italic


def _levels_by_number(texts: Sequence[str]) -> list[int]:
    """Below "II" and "III", letters head what is part of them."""
    found = [_level_by_number(text) for text in texts]
    if sum(ROMAN.match(text) is not None for text in texts) < LEAST_ROMAN:
        return found
    return [
        level + 1 if level and LETTER.match(text) else level
        for text, level in zip(texts, found, strict=True)
    ]


def _level_by_number(text: str) -> int:
    found = NUMBER.match(text)
    if found is None:
        return 0
    if found["arabic"]:
        return min(1 + found["arabic"].count("."), DEEPEST)
    if found["letter"] and not found["roman"]:
        return min(1 + (found["deeper"] or "").count("."), DEEPEST)
    return 1


# -- captions and acknowledgement ------------------------------------------------------------------


def read_captions(document: TextLines, zones: Sequence[Zone]) -> tuple[Caption, ...]:
    return tuple(_read_caption(document, group) for group in _caption_groups(document, zones))


def _caption_groups(document: TextLines, zones: Sequence[Zone]) -> Iterator[list[int]]:
    """The lines of each caption."""
    group: list[int] = []
    for at, zone in enumerate(zones):
        if zone is not Zone.CAPTION:
            continue
        follows = bool(group) and group[-1] == at - 1
        if group and (not follows or CAPTION_START.match(document.lines[at].text)):
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def _read_caption(document: TextLines, group: Sequence[int]) -> Caption:
    text = text_of_lines(document, group)
    start = CAPTION_START.match(text)
    if start is None:
        return Caption("figure", "", text)
    label = text[: start.end("number")]
    return Caption("table" if start["table"] else "figure", label, text[start.end() :].strip())


def read_acknowledgement(document: TextLines, zones: Sequence[Zone]) -> str | None:
    numbers = [at for at, zone in enumerate(zones) if zone is Zone.ACKNOWLEDGEMENT]
    return join_paragraphs(document, numbers) or None
