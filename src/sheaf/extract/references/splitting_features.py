"""What the splitting model looks at in a piece of a list of references.

The layout of a list is described once for the whole of it (numbered, with hanging indent, in
blocks) and put together with the layout of each piece, since an indent says nothing in a list
without any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.references.markers import DASHES, find_counting, longest_rising, read_marker
from sheaf.extract.references.pieces import ListPiece
from sheaf.extract.sequence.facets import Columns, Facet

YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?!\d)")
UPPER = "A-ZÀ-ÖØ-ÞА-ЯĆČĎĐĘĚĞİŁŃŇŐŘŚŠŤŰŻŹŽΑ-Ω"
WORD = r"[\w'’`´‐-]"
PREFIX = (
    r"(?:(?:van|von|de|di|da|del|la|le|du|der|den|ter|dos|Van|Von|De|Di|Da|Del|Le|La|Mc|Mac|O['’]"
    r"|d['’]|El|Al|St\.)\s?-?){0,3}"
)
FAMILY = rf"{PREFIX}[{UPPER}]{WORD}+(?:\s[{UPPER}]{WORD}+)?"
# The small words that names begin with.
PARTICLE = re.compile(r"(?:van|von|de|di|da|del|la|le|du|der|den|ter|dos)\s|d['’]")
# What an entry begins with, the surest first.
OPENINGS = (
    ("surname,I", re.compile(rf"{FAMILY}(?:,\s?|\s)(?:Jr\.?,?\s)?(?:[{UPPER}]\.\s?-?)+")),
    ("I surname", re.compile(rf"(?:[{UPPER}][a-zà-ÿ]?\.\s?-?){{1,4}}\s?{FAMILY}")),
    (
        "surname I",
        re.compile(
            rf"{FAMILY},?\s[{UPPER}](?:[\s-]?[{UPPER}]){{0,2}}(?:[,.;:]|\s(?:and|&|et|\d|\(|[{UPPER}]))"
        ),
    ),
    ("surname,given", re.compile(rf"{FAMILY},\s[{UPPER}][a-zà-ÿ]+")),
    (
        "given surname",
        re.compile(rf"[{UPPER}][a-zà-ÿ-]+\s(?:[{UPPER}]\.?\s)*{FAMILY}(?:,|\sand\s|\s&\s|\.)"),
    ),
)
INSTITUTION = re.compile(r"[A-Z]{2,}\b|The\s|(?:[A-Z]\w+\s){2,}")
INITIAL = re.compile(rf"\b[{UPPER}]\.|(?<=\s)[{UPPER}]{{1,2}}(?=[,;.])")
NAMES = frozenset(name for name, _ in OPENINGS)
BIN = 8


def piece_columns(pieces: Sequence[ListPiece]) -> Columns:
    markers = [read_marker(piece.text) for piece in pieces]
    counted = find_counting(markers)
    rests = [
        piece.text[len(markers[at][2]) :].lstrip()
        if at in counted or markers[at][0] in ("label", "letter")
        else piece.text
        for at, piece in enumerate(pieces)
    ]
    opening = [_opening(text) for text in rests]
    numbered, hanging, blocks = _style(pieces, markers, len(counted), opening)
    typical = _typical_length(pieces)
    marks = [
        f"{numbered}{'counted' if at in counted else markers[at][0]}" for at in range(len(pieces))
    ]
    ordered = _alphabetical(pieces, rests, opening) if numbered == "-" else frozenset()
    indent = [f"{hanging}{piece.is_indented:d}{piece.start > 0:d}" for piece in pieces]
    ending = [_ending(piece.text) for piece in pieces]
    before = ["", *ending[:-1]]
    short = [str(min(int(BIN * len(piece.text) / typical), BIN)) for piece in pieces]
    return {
        "marks": marks,
        "opening": opening,
        "indent": indent,
        "block": [f"{blocks}{piece.begins_block:d}" for piece in pieces],
        "ending": ending,
        "short": short,
        "first": [piece.text.partition(" ")[0][:14].lower() for piece in pieces],
        "years": [_describe_year(piece.text) for piece in pieces],
        "initials": [str(min(len(INITIAL.findall(text[:70])), 4)) for text in rests],
        "order": [_describe_order(at, ordered, numbered) for at in range(len(pieces))],
        "before": [f"{e}{s}" for e, s in zip(before, ["", *short[:-1]], strict=True)],
        "open_set": _pair_values(opening, indent),
        "open_mark": _pair_values(opening, marks),
        "open_order": [
            f"{o}|{hanging}{_describe_order(at, ordered, numbered)}" for at, o in enumerate(opening)
        ],
        "turn": [f"{e}|{o}|{numbered}{hanging}" for e, o in zip(before, opening, strict=True)],
        "turn_set": _pair_values(before, indent),
        "turn_block": [
            f"{e}|{blocks}{p.begins_block:d}" for e, p in zip(before, pieces, strict=True)
        ],
    }


def _pair_values(first: Sequence[str], second: Sequence[str]) -> list[str]:
    return [f"{a}|{b}" for a, b in zip(first, second, strict=True)]


def _describe_order(at: int, ordered: frozenset[int], numbered: str) -> str:
    return "in" if at in ordered else "out" if ordered else numbered


def _alphabetical(
    pieces: Sequence[ListPiece], rests: Sequence[str], opening: Sequence[str]
) -> frozenset[int]:
    """The lines whose first words stand in alphabetical order, as entries do in most lists that
    are not numbered; nothing where too few do."""
    places = [at for at, piece in enumerate(pieces) if piece.start == 0 and opening[at] in NAMES]
    keys = [_sort_key(rests[at], opening[at]) for at in places]
    run = longest_rising(keys)
    return (
        frozenset(places[at] for at in run) if len(run) >= max(4, len(places) // 2) else frozenset()
    )


def _sort_key(text: str, opening: str) -> str:
    words = text[:60].replace(",", " ").split()
    if opening == "I surname":
        words = [word for word in words if "." not in word]
    elif opening == "given surname":
        words = words[1:]
    return words[0].lower()[:4] if words else ""


def _style(
    pieces: Sequence[ListPiece],
    markers: Sequence[tuple[str, int, str]],
    counted: int,
    opening: Sequence[str],
) -> tuple[str, str, str]:
    """Numbered, labelled or neither; with hanging indents, with indented first lines, or none;
    in blocks or not."""
    lines = [(piece, opening[at]) for at, piece in enumerate(pieces) if piece.start == 0]
    count = max(len(lines), 1)
    labelled = sum(kind == "label" for kind, _, _ in markers)
    inner = [name in NAMES for piece, name in lines if piece.is_indented]
    outer = [name in NAMES for piece, name in lines if not piece.is_indented]
    blocks = sum(piece.begins_block for piece, _ in lines) / count
    numbered = "n" if counted * 12 >= count else "l" if labelled * 8 >= count else "-"
    hanging = "-"
    if min(len(inner), len(outer)) >= 0.08 * count:
        tilt = sum(outer) / max(len(outer), 1) - sum(inner) / max(len(inner), 1)
        hanging = "p" if tilt < -0.15 else "H" if tilt > 0.4 else "h"
    return numbered, hanging, "b" if 0.12 <= blocks <= 0.8 else "-" if blocks < 0.12 else "B"


def _typical_length(pieces: Sequence[ListPiece]) -> int:
    lengths = sorted(len(piece.text) for piece in pieces)
    return max(lengths[4 * len(lengths) // 5], 20) if lengths else 20


def _opening(text: str) -> str:
    """What an entry, or the rest of one, begins with."""
    text = text[:60]
    if not text:
        return "nothing"
    if DASHES.match(text):
        return "dash"
    head = text[0]
    if head.isupper() or PARTICLE.match(text):
        for name, pattern in OPENINGS:
            if pattern.match(text):
                return name
    if head.isdigit():
        return "year" if YEAR.match(text) else "digit"
    if head.islower():
        return "lower"
    if head.isupper():
        return "institution" if INSTITUTION.match(text) else "upper"
    return head


def _ending(text: str) -> str:
    end = text[-1:]
    if end == ".":
        before = text[-3:-1]
        return "digit." if before[-1:].isdigit() else "I." if before[-1:].isupper() else "."
    if end == ";":
        return f"{_class_of_char(text[-2:-1])};"
    return _class_of_char(end)


def _class_of_char(end: str) -> str:
    if end.isdigit():
        return "digit"
    return "a" if end.islower() else "A" if end.isupper() else end


def _describe_year(text: str) -> str:
    found = YEAR.search(text)
    if found is None:
        return "none"
    place = found.start() / max(len(text), 1)
    is_last = len(text) - found.end() < 4
    in_brackets = text[max(found.start() - 1, 0) : found.start()] == "("
    return f"{int(3 * place)}{is_last:d}{in_brackets:d}"


def facets() -> tuple[Facet, ...]:
    near, wide = (-1, 0, 1), (-2, -1, 0, 1, 2)
    return (
        Facet("m", "marks", wide),
        Facet("o", "opening", wide),
        Facet("i", "indent", wide),
        Facet("k", "block", wide),
        Facet("e", "ending", (-2, -1, 0, 1)),
        Facet("n", "short", (-2, -1, 0, 1)),
        Facet("w", "first", near),
        Facet("y", "years", (-2, -1, 0, 1)),
        Facet("a", "initials", near),
        Facet("r", "order", near),
        Facet("b", "before", (0, 1)),
        Facet("os", "open_set", near),
        Facet("om", "open_mark", near),
        Facet("or", "open_order", near),
        Facet("t", "turn", (0, 1)),
        Facet("ts", "turn_set", (0, 1)),
        Facet("tk", "turn_block", (0, 1)),
    )
