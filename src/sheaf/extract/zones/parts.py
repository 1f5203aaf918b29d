"""The larger parts: the front before the first section, acknowledgements, appendices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.zones.document import Seen
from sheaf.extract.zones.labels import Zone

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


def mark_front(document: Seen, zones: list[Zone]) -> None:
    """What stands before the first section is the front; footnotes and running heads stay."""
    for at in range(_front_end(document, zones)):
        if zones[at] in (Zone.BODY, Zone.HEADING, Zone.FIGURE):
            zones[at] = Zone.FRONT


def _front_end(document: Seen, zones: Sequence[Zone]) -> int:
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


def _has_first_number(document: Seen, at: int) -> bool:
    return FIRST_NUMBER.match(document.lines[at].text) is not None and at > 2


def _front_by_model(document: Seen, last: int) -> int:
    """Up to the last line that the model takes for the front, with more front than body before."""
    end = balance = best = 0
    for at in range(last):
        is_front = document.labels[at] == "front"
        balance += 1 if is_front else -1
        if is_front and balance >= best:
            best, end = balance, at + 1
    return end


def mark_parts(document: Seen, zones: list[Zone]) -> None:
    """Acknowledgements and notes up to the next heading, appendices up to the references or the
    end."""
    part, since, behind_references = Zone.BODY, 0, False
    for at, zone in enumerate(zones):
        if zone is Zone.REFERENCE:
            behind_references, part = True, Zone.BODY
        elif zone is Zone.HEADING:
            part, since = _part_of(document, at, part, behind_references), at
        elif zone is Zone.BODY:
            if part is not Zone.ACKNOWLEDGEMENT and THANKS.match(document.lines[at].text[:60]):
                part, since = Zone.ACKNOWLEDGEMENT, at
            elif part is Zone.ACKNOWLEDGEMENT and at - since > LONGEST_THANKS:
                part = Zone.BODY
            zones[at] = part


def _part_of(document: Seen, at: int, part: Zone, behind_references: bool) -> Zone:
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
