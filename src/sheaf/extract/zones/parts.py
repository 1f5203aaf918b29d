"""The larger parts: the front before the first section, acknowledgements, appendices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.zones.document import LabelledDocument, Zone
from sheaf.extract.zones.vocabulary import NUMBER

FRONT_PAGES = 3
LONGEST_FRONT = 250  # lines
LONGEST_THANKS = 40  # lines
THANKS = re.compile(
    r"(?:acknowledge?ments?|danksagung|remerciements|agradecimientos|agradecimentos"
    r"|ringraziamenti|благодарности)\s?[.:—–-]\s?\S",
    re.IGNORECASE,
)
FIRST_NUMBER = re.compile(r"(?:1|I|A)[.\s]\s*[A-ZÀ-ÞА-Я]")
FIRST_LETTER = re.compile(r"A(?:\.1)?[.:]?\s+[A-ZÀ-ÞА-Я]")
CHAPTER = re.compile(r"(?:chapter\s)?(\d{1,2})[.:]?\s+(?=\D)", re.IGNORECASE)
LEAST_CHAPTERS = 3  # before "A" is the first appendix, and no article


def mark_front(document: LabelledDocument, zones: list[Zone]) -> None:
    """What stands before the first section is the front; footnotes and running heads stay."""
    for at in range(_front_end(document, zones)):
        if zones[at] in (Zone.BODY, Zone.HEADING, Zone.FIGURE):
            zones[at] = Zone.FRONT


def _front_end(document: LabelledDocument, zones: Sequence[Zone]) -> int:
    last = min(len(zones), LONGEST_FRONT)
    last = next(
        (at for at in range(last) if document.lines[at].page >= FRONT_PAGES), last
    )  # fmt: skip
    abstract = -1
    for at in range(last):
        kind = document.kinds[at]
        if kind == "abstract":
            abstract = at
        if zones[at] is Zone.HEADING and (kind == "first" or _has_first_number(document, at)):
            return at
    # A first section without a known name: the first heading behind the abstract.
    for at in range(abstract + 1 if abstract >= 0 else last, last):
        if zones[at] is Zone.HEADING and not document.kinds[at]:
            return at
    return _front_by_model(document, last)


def _has_first_number(document: LabelledDocument, at: int) -> bool:
    return FIRST_NUMBER.match(document.lines[at].text) is not None and at > 2


def _front_by_model(document: LabelledDocument, last: int) -> int:
    """Up to the last line that the model takes for the front, with more front than body before."""
    end = balance = best = 0
    for at in range(last):
        is_front = document.labels[at] == "front"
        balance += 1 if is_front else -1
        if is_front and balance >= best:
            best, end = balance, at + 1
    return end


def mark_parts(document: LabelledDocument, zones: list[Zone]) -> None:
    """Acknowledgements and notes up to the next heading, appendices up to the references or the
    end, or to a chapter that counts on."""
    part, since, behind_references = Zone.BODY, 0, False
    chapters = _chapters(document, zones)
    for at, zone in enumerate(zones):
        if zone is Zone.REFERENCE:
            behind_references, part = True, Zone.BODY
        elif zone is Zone.HEADING:
            part, since = _part_of(document, at, part, behind_references), at
            if part is Zone.APPENDIX and at in chapters and not document.kinds[at]:
                part = Zone.APPENDIX if behind_references else Zone.BODY
            elif part is Zone.BODY and _is_first_appendix(document, at, chapters):
                part = Zone.APPENDIX
        elif zone is Zone.BODY:
            if part is not Zone.ACKNOWLEDGEMENT and THANKS.match(document.lines[at].text[:60]):
                part, since = Zone.ACKNOWLEDGEMENT, at
            elif part is Zone.ACKNOWLEDGEMENT and at - since > LONGEST_THANKS:
                part = Zone.BODY
            zones[at] = part


def _chapters(document: LabelledDocument, zones: Sequence[Zone]) -> dict[int, int]:
    """The headings that are numbered 1, 2, 3 ..., each counting on from the one before, up to an
    appendix that is numbered itself."""
    found: dict[int, int] = {}
    last = 0
    for at, zone in enumerate(zones):
        number = CHAPTER.match(document.lines[at].text[:20]) if zone is Zone.HEADING else None
        if number and int(number[1]) == last + 1:
            if document.kinds[at] == "appendices":
                break
            last += 1
            found[at] = last
    return found


def _is_first_appendix(document: LabelledDocument, at: int, chapters: dict[int, int]) -> bool:
    """ "A Proofs" behind the last of several numbered chapters."""
    if len(chapters) < LEAST_CHAPTERS or at < max(chapters):
        return False
    number = NUMBER.match(document.lines[at].text[:20])
    return number is not None and number["letter"] == "A" and not document.kinds[at]


def _part_of(document: LabelledDocument, at: int, part: Zone, behind_references: bool) -> Zone:
    kind = document.kinds[at]
    if kind == "acknowledgements":
        return Zone.ACKNOWLEDGEMENT
    if kind == "notes":
        return Zone.FOOTNOTE
    if kind == "appendices":
        return Zone.APPENDIX
    if kind in ("references", "biographies"):
        return Zone.BODY
    is_first = FIRST_LETTER.match(document.lines[at].text) is not None
    if behind_references and (is_first or part is Zone.BODY):
        return Zone.APPENDIX
    return Zone.APPENDIX if part is Zone.APPENDIX else Zone.BODY
