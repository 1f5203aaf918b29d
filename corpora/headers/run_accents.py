"""Accents that stand in runs of their own, or beside their letter, put back on the letters.

The PDF reader asks PDFium where every character stands (`sheaf/curate/pdf_accents.py`). A run
tells only its own box, so that the letter under an accent is looked for where letters of common
width would stand, among those that can bear it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from sheaf.curate.text.pdf_accents import ACCENTS, BELOW

Run = Sequence[Any]  # text, x0, y0, x1, y1, size, font, is_bold, is_italic
SIGNS = "".join(ACCENTS)
LETTER = "A-Za-zı"
# Of an accent between two letters that could both bear it the next has it, unless only the one
# before is a letter that often does.
USUAL = {
    "´": "aeiouycnsz", "`": "aeiou", "¨": "aeiouy", "ˆ": "aeiou", "˜": "aon", "ˇ": "cdenrstz",
    "˘": "agu", "¯": "aeiou", "˙": "ezi", "˚": "au", "˝": "ou", "¸": "cst",
}  # fmt: skip
ACCENT = re.compile(rf"([{LETTER}]?)( ?)([{SIGNS}])( ?)(?=([{LETTER}]?)([a-z]*))")
# Behind its letter PDFium sees a space where there is none ("Pe´ rez"); these are words.
WORDS = frozenset(
    {"and", "und", "et", "de", "del", "da", "dos", "di", "du", "van", "von", "la", "le"}
)
OUT_OF_PLACE = re.compile(rf"^([{SIGNS}])(?: +(?=\S)|$)")
NEAR = 0.35  # of the size: how far above its letter an accent stands, or how deep in its box
NARROW_GAP = 0.18  # of the size: less than the space between words
REACH = 0.45  # of the size: how far from where it was reckoned to be a letter may stand
NARROW, WIDE = frozenset("iljtfrIJ.,;:'’()[]-|! "), frozenset("mwMWQGOCDHNUAVKXYRB&@")


def with_accents(text: str) -> str:
    """The accents that stand beside their letters in the text of one line."""
    if not any(sign in text for sign in SIGNS):
        return text
    made = ""
    at = 0
    while found := ACCENT.search(text, at):
        before, space, accent, after, letter, rest = found.groups()
        on_next = composed(letter, accent) if letter and not after else None
        on_last = composed(before, accent) if before else None
        usual = USUAL[accent]
        if on_next and on_last and letter.lower() not in usual + "ı" and before.lower() in usual:
            on_next = None
        made += text[at : found.start()]
        if on_next:
            made += f"{before}{space}{on_next}"
            at = found.end() + 1
        elif on_last and not space:
            whole = rest and letter.islower() and letter + rest not in WORDS
            made += on_last + ("" if whole else after)
            at = found.end()
        else:
            made += found[0]
            at = found.end()
    return made + text[at:]


def composed(letter: str, accent: str) -> str | None:
    """One letter of both, where there is such a letter."""
    if not letter:
        return None
    joined = unicodedata.normalize("NFC", ("i" if letter == "ı" else letter) + ACCENTS[accent])
    return joined if len(joined) == 1 else None


def on_their_letters(runs: Sequence[Run]) -> list[Run]:
    """The runs without those that are accents and nothing else; an accent that stands over no
    letter is a footnote mark or part of a formula, and stays."""
    kept: list[Run] = []
    accents: list[tuple[int, Run]] = []  # with their places among those kept
    for run in runs:
        alone = OUT_OF_PLACE.match(str(run[0]).strip())
        if alone is None:
            kept.append(run)
            continue
        accents.append((len(kept), run))
        if rest := str(run[0]).strip()[alone.end() :]:
            # The accent widened the box to the left, over the run before.
            left = max(float(run[1]), float(kept[-1][3]) + 0.3 * run[5]) if kept else run[1]
            kept.append([rest, left, *run[2:]])
    for place, run in reversed([one for one in accents if not _put_on(kept, *one)]):
        if len(str(run[0]).strip()) == 1:
            kept.insert(place, run)
        else:
            kept[place] = run
    return kept


def _put_on(kept: list[Run], place: int, run: Run) -> bool:
    accent = str(run[0]).strip()[0]
    size = max(float(run[5]), 1.0)
    alone = len(str(run[0]).strip()) == 1
    middle = (run[1] + run[3]) / 2 if alone else run[1] + 0.17 * size
    near = sorted(
        range(max(place - 4, 0), min(place + 4, len(kept))), key=lambda at: abs(at - place)
    )
    for at in near:
        other = kept[at]
        if not other[1] - 0.1 * size < middle < other[3] + 0.1 * size:
            continue
        if alone:
            edge = other[4] - run[2] if accent == BELOW else run[4] - other[2]
            if abs(edge) > NEAR * size:
                continue
        letter = _letter_under(other, middle, accent, size)
        if letter is not None:
            text = str(other[0])
            made = composed(text[letter], accent) or text[letter]
            top = min(float(other[2]), float(run[2])) if accent != BELOW else other[2]
            changed = text[:letter] + made + text[letter + 1 :]
            left = _closed(kept, at, size) if letter == 0 else other[1]
            kept[at] = [changed, left, top if alone else other[2], *other[3:]]
            return True
    return False


def _closed(kept: Sequence[Run], at: int, size: float) -> float:
    """Where a run begins: at the end of the one before, if there is no space between them."""
    left, before = float(kept[at][1]), float(kept[at - 1][3]) if at else 0.0
    return before if 0 < left - before < NARROW_GAP * size else left


def _letter_under(run: Run, middle: float, accent: str, size: float) -> int | None:
    """The nearest to where letters of common width would stand."""
    text = str(run[0])
    widths = [_width(char) for char in text]
    scale = (run[3] - run[1]) / max(sum(widths), 1.0)
    best: tuple[float, int] | None = None
    left = float(run[1])
    for at, width in enumerate(widths):
        centre, left = left + width * scale / 2, left + width * scale
        if composed(text[at], accent) and text[at].isalpha():
            far = abs(centre - middle)
            if best is None or far < best[0]:
                best = far, at
    # The further into a run, the less is known of where its letters stand.
    slack = REACH * size + 0.03 * (middle - run[1])
    return best[1] if best and best[0] <= slack else None


def _width(char: str) -> float:
    return 0.55 if char in NARROW else 1.45 if char in WIDE else 1.0 if char.islower() else 1.25
