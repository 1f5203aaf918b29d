"""What marks an entry: [12], 12., (12), [Smi98], a letter; and which numbers are markers.

A number at the start of a line may as well be a volume or a year. The markers of a list count up,
so the longest run of numbers in which each is one more than the last tells them from the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

MARKER = re.compile(
    r"(?P<square>\[\s?(?P<n1>\d{1,4})\s?[.)]?\s?\])"
    r"|(?P<label>\[\s?(?P<l>[A-Z][\w+’'&.,: \-–]{0,40}?\d{2,4}[a-z]?|[A-Z][A-Za-z+*]{1,9})\s?\])"
    r"|(?P<tag>[A-Z][A-Za-z+]{0,6}\d\d[a-z]?)[.:](?=\s+[A-Z“\"])"
    r"|(?P<round>\(\s?(?P<n2>\d{1,3})\s?\))"
    r"|(?P<dot>(?P<n3>\d{1,3})\s?[.)](?![\d–-]))"
    r"|(?P<bare>(?P<n4>\d{1,3})(?=\s+\S))"
    r"|(?P<glued>(?P<n5>\d{1,3})(?=[A-Z]\w))"
    r"|(?P<letter>\(?[a-z]\s?\))"
    r"|(?P<bullet>[•●▪◦∙·*–](?=\s))"
)
SUB_LETTER = re.compile(r"\s*\(?[a-z]\s?\)\s*")
DASHES = re.compile(
    r"\s*(?:[-–—―_‐‑‒]\s?){1,12}\s*(?:[.,;:]\s*|(?=\(?\d{4})|(?=\s?(?:and|&|et|und)\s))"
)
NUMBERED = ("square", "round", "dot", "bare", "glued")


def read_marker(text: str) -> tuple[str, int, str]:
    """The kind of the marker a piece begins with, its number (-1 for none), the marker itself."""
    found = MARKER.match(text)
    if found is None:
        return "", -1, ""
    kind = next(name for name in KINDS if found[name] is not None)
    digits = next((found[name] for name in DIGITS if found[name] is not None), None)
    # A label without brackets is one with a full stop: "FW09. "
    return "label" if kind == "tag" else kind, int(digits) if digits else -1, found[0]


KINDS = ("square", "label", "tag", "round", "dot", "bare", "glued", "letter", "bullet")
DIGITS = ("n1", "n2", "n3", "n4", "n5")


def find_counting(markers: Sequence[tuple[str, int, str]]) -> frozenset[int]:
    """Which pieces carry a number that counts on from the one before, within one kind; the kind
    is the one with the longest run. A number may be missing here and there."""
    best: list[int] = []
    for kind in NUMBERED:
        places = [at for at, (name, _, _) in enumerate(markers) if name == kind]
        run = _longest_run(places, [markers[at][1] for at in places])
        if _weight(run, kind) > _weight(best, ""):
            best = run
    return frozenset(best) if len(best) > 1 else frozenset()


def _weight(run: Sequence[int], kind: str) -> float:
    """Numbers alone are weak: the lines of a list begin with volumes and pages often enough."""
    return len(run) * (0.7 if kind in ("bare", "glued") else 1.0)


def _longest_run(places: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """The longest rising run in which most steps are of one: numbers that jump far are left out
    first, since a volume would else be taken for a marker."""
    chain = longest_rising(numbers, strictly=True)
    return [places[at] for at in _without_jumps(chain, numbers)]


def longest_rising(keys: Sequence[Any], *, strictly: bool = False) -> list[int]:
    """The places of the longest run of keys that rises from the first to the last."""
    slot_of = bisect_left if strictly else bisect_right
    tails: list[Any] = []
    ends: list[int] = []
    before = [-1] * len(keys)
    for at, key in enumerate(keys):
        slot = slot_of(tails, key)
        before[at] = ends[slot - 1] if slot else -1
        if slot == len(tails):
            tails.append(key)
            ends.append(at)
        else:
            tails[slot], ends[slot] = key, at
    chain: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(at)
        at = before[at]
    return chain[::-1]


def _without_jumps(chain: Sequence[int], numbers: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for place, at in enumerate(chain):
        far_before = bool(kept) and numbers[at] - numbers[kept[-1]] > 3
        following = numbers[chain[place + 1]] if place + 1 < len(chain) else None
        far_after = following is None or following - numbers[at] > 3
        if not (far_before and far_after):
            kept.append(at)
    return kept
