"""What was taken for what: as counts, as F1 of every kind, and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from evaluation.contract import Table, percent, share

Pairs = Mapping[tuple[str, str], int]  # (truth, answer): how many
CELL, LEFT, TOP = 44, 110, 96


def count(truth: Sequence[str], answers: Sequence[str]) -> Pairs:
    return Counter(zip(truth, answers, strict=True))


def kinds_of(pairs: Pairs, order: Sequence[str]) -> list[str]:
    """The kinds that occur on either side, in the given order."""
    met = {kind for pair in pairs for kind in pair}
    return [kind for kind in order if kind in met] + sorted(met - set(order))


def f1_of(kind: str, pairs: Pairs) -> float:
    right = pairs.get((kind, kind), 0)
    true = sum(number for (truth, _), number in pairs.items() if truth == kind)
    said = sum(number for (_, answer), number in pairs.items() if answer == kind)
    return share(2 * right, true + said)


def macro_f1(pairs: Pairs) -> float:
    """Every kind that occurs in truth counts the same, however rare."""
    kinds = {truth for truth, _ in pairs}
    return sum(f1_of(kind, pairs) for kind in kinds) / len(kinds) if kinds else 0.0


def table(pairs: Pairs, order: Sequence[str]) -> Table:
    kinds = kinds_of(pairs, order)
    rows = tuple(
        (truth, *(pairs.get((truth, answer), 0) or "" for answer in kinds),
         percent(f1_of(truth, pairs)))
        for truth in kinds
    )  # fmt: skip
    return Table("What was taken for what", ("truth", *kinds, "F1"), rows)


def picture(pairs: Pairs, order: Sequence[str]) -> str:
    """Rows are the truth, columns the answer; the darker, the larger the share of its row."""
    kinds = kinds_of(pairs, order)
    width = LEFT + CELL * len(kinds) + 12
    height = TOP + CELL * len(kinds) + 12
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="13">'
    )
    parts = [
        head,
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="18" fill="#444444">answer</text>',
        f'<text x="{LEFT - 10}" y="{TOP - 8}" text-anchor="end" fill="#444444">truth</text>',
    ]
    for at, kind in enumerate(kinds):
        middle = LEFT + CELL * at + CELL / 2
        parts.append(
            f'<text transform="translate({middle + 4},{TOP - 8}) rotate(-60)">{escape(kind)}</text>'
        )
        y = TOP + CELL * at + CELL / 2 + 5
        parts.append(f'<text x="{LEFT - 10}" y="{y}" text-anchor="end">{escape(kind)}</text>')
    for down, truth in enumerate(kinds):
        total = sum(pairs.get((truth, answer), 0) for answer in kinds)
        for along, answer in enumerate(kinds):
            parts += _cell(down, along, pairs.get((truth, answer), 0), total)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _cell(down: int, along: int, number: int, total: int) -> list[str]:
    part = number / total if total else 0.0
    x, y = LEFT + CELL * along, TOP + CELL * down
    # White to a dark blue for what is right, to a dark red for what is wrong.
    dark = (26, 82, 118) if down == along else (146, 43, 33)
    red, green, blue = (round(255 - (255 - one) * part) for one in dark)
    box = (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" stroke="#dddddd"'
        f' fill="rgb({red},{green},{blue})"/>'
    )
    if not number:
        return [box]
    ink = "#ffffff" if part > 0.5 else "#000000"
    label = (
        f'<text x="{x + CELL / 2}" y="{y + CELL / 2 + 5}" text-anchor="middle"'
        f' fill="{ink}">{number}</text>'
    )
    return [box, label]
