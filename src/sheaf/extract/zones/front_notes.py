"""Notes of the first page: who paid, who is thanked, what else an author has to say.

They are set like the addresses and imprints around them, and a header takes those for its own.
What became a field, or is nobody's words but the publisher's, may leave the text; a note may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.layout import (
    ONE_SIZE,
    are_of_one_size,
    begins_block,
    body_type,
    trusted_sizes,
)
from sheaf.records import Line

TAKEN = frozenset({Zone.BODY, Zone.FRONT, Zone.FOOTNOTE, Zone.FIGURE, Zone.CAPTION})
LOOKED_AT = 600  # characters of a line
MOST_LINES = 60  # of one note
# A note of a star: in some fonts it arrives as a question mark.
SIGN = re.compile(r"(?:[*∗†‡§¶‖⋆★]{1,3}\)?|\?{1,4}(?=\s))\s?(?=[^\W_])")
MARK = re.compile(rf"{SIGN.pattern}|(?:\d{{1,2}}[.)]?|[a-f])\s?(?=[A-ZÀ-ÞА-Я])")
WORD = re.compile(r"[^\W\d_]{3}")
REMARK = re.compile(
    r"\b(?:support(?:ed)?\b.{0,60}\b(?:by|from|of)|funded|funding|grants?\b|fellowships?\b|thanks?\b"
    r"|grateful|gratitude|acknowledges?\b|indebted|views expressed|opinions expressed"
    r"|gefördert|unterstützt|danken|dankt|dankbar|soutenue?|financée?|remercie(?:nt)?"
    r"|financiado|agradece[nm]?|finanziat[oa]|ringrazia(?:no)?|поддержан|благодар)",
    re.IGNORECASE,
)
BEGINS_REMARK = re.compile(
    r"(?:this (?:work|research|paper|article|material|project|study)\b|the (?:\w+ ){0,2}authors?\b"
    r"|(?:partially |partly )?supported\b|research (?:of|supported|partially)|work (?:of|supported)"
    r"|(?:i am|we are|we|i) (?:thank|would|grateful|very))",
    re.IGNORECASE,
)
IMPRINT = re.compile(
    r"©|\(c\)|\bcopyright|\bc (?:19|20)\d\d|^c [A-Z]|\ball rights reserved|\breprints and"
    r"|\bpermissions?\b.{0,9}(?:to|from|@)|^(?:received|revised|accepted|published|submitted|date:|corresponding|e-?mail"
    r"|address for|doi\b|key ?words|\d{4} mathematics|mathematics subject|msc\b|ams subject)"
    r"|\bpublished (?:by|online)|\bcorresponding authors?\b|\bcreative commons|\bopen access"
    r"|\blicen[sc]ed under|\bpreprint submitted|\badvance access|# (?:19|20)\d\d|\bissn\b|\bisbn\b",
    re.IGNORECASE,
)


def find_front_notes(
    lines: Sequence[Line], zones: Sequence[Zone], header: Set[int], notes: Set[int]
) -> set[int]:
    """The lines that are footnotes, out of what the header takes for its own and, on the first
    page, of what nobody knew for notes. `notes` are those of the header that are no field."""
    found: set[int] = set()
    last = max(header, default=-1)
    end = next((at for at, line in enumerate(lines) if at > last and line.page > 0), len(lines))
    size, _ = body_type(lines, trusted_sizes(lines))
    for block in _blocks(lines, zones, end):
        if len(block) <= MOST_LINES and _is_note(lines, zones, block, header, notes, size):
            found.update(block)
    return found


def find_imprint_lines(lines: Sequence[Line], zones: Sequence[Zone]) -> set[int]:
    """What the publisher says in small type on the first page: of no use in the running text."""
    size, _ = body_type(lines, trusted_sizes(lines))
    end = next((at for at, line in enumerate(lines) if line.page > lines[0].page), len(lines))
    return {
        at
        for block in _blocks(lines, zones, end)
        if 0 < lines[block[0]].size < size - ONE_SIZE and is_imprint(lines[block[0]].text)
        for at in block
        if zones[at] is Zone.BODY
    }


def is_imprint(text: str) -> bool:
    return IMPRINT.search(SIGN.sub("", text[:LOOKED_AT], count=1)) is not None


def _blocks(lines: Sequence[Line], zones: Sequence[Zone], end: int) -> Iterator[list[int]]:
    """Lines that stand together in one type; a sign, an imprint and a first word of thanks begin
    another block."""
    block: list[int] = []
    for at in range(end):
        if block and (zones[at] not in TAKEN or _begins_new_block(lines, block[-1], at)):
            yield block
            block = []
        if zones[at] in TAKEN and not lines[at].is_running:
            block.append(at)
    if block:
        yield block


def _begins_new_block(lines: Sequence[Line], before: int, at: int) -> bool:
    above, line = lines[before], lines[at]
    if before != at - 1 or begins_block(above, line) or not are_of_one_size(above, line):
        return True
    text = line.text[:LOOKED_AT]
    if SIGN.match(text) or (is_imprint(text) and not is_imprint(above.text)):
        return True
    if MARK.match(text) and is_imprint(above.text):
        return True
    return BEGINS_REMARK.match(text) is not None and above.text.endswith(".")


def _is_note(
    lines: Sequence[Line],
    zones: Sequence[Zone],
    block: Sequence[int],
    header: Set[int],
    notes: Set[int],
    size: float,
) -> bool:
    first = lines[block[0]]
    text = " ".join(lines[at].text[:LOOKED_AT] for at in block)
    if is_imprint(first.text) or len(WORD.findall(text)) < 2:
        return False
    is_labelled_note = any(at in notes for at in block)
    says = REMARK.search(text) is not None
    if zones[block[0]] is Zone.FOOTNOTE:
        return is_labelled_note or says or any(at not in header for at in block)
    is_small = 0 < first.size < size - ONE_SIZE
    is_marked = MARK.match(first.text) is not None
    if first.page != lines[0].page or not (is_small or (is_marked and is_labelled_note)):
        return False
    return says or (is_labelled_note and is_marked and is_small)
