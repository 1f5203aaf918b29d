"""Places in a text, found again in another text that says nearly the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any

MOST_LINES = 20_000


def move_contexts(paper: Mapping[str, Any], known: str, content: str) -> list[Any] | None:
    """The references of a paper with the places where they are cited as they are in another text;
    None where a place is not the same in both."""
    references = paper.get("references") or []
    if known == content:
        return list(references)
    find = place_finder(known, content)
    moved: list[Any] = []
    for entry in references:
        contexts = []
        for context in entry.get("contexts") or ():
            at = find(context.get("offset"))
            if at is None:
                return None
            contexts.append({**context, "offset": at})
        moved.append({**entry, "contexts": contexts})
    return moved


def place_finder(known: str, content: str) -> Callable[[Any], int | None]:
    """Which place in a text a place in the other is: by lines that both have in one order."""
    old, new = known.splitlines(keepends=True), content.splitlines(keepends=True)
    if max(len(old), len(new)) > MOST_LINES:
        return lambda place: None
    begins, new_begins = _begins(old), _begins(new)
    # Nothing stands in blank lines, and to compare each with each takes half a minute in a book.
    ours, theirs = _with_words(old), _with_words(new)
    lines = [old[at] for at in ours], [new[at] for at in theirs]
    line_of: dict[int, int] = {}
    for block in SequenceMatcher(None, *lines, autojunk=False).get_matching_blocks():
        end, new_end = block.a + block.size, block.b + block.size
        line_of.update(zip(ours[block.a : end], theirs[block.b : new_end], strict=True))

    def find(place: Any) -> int | None:
        if not isinstance(place, int) or not 0 <= place < len(known):
            return None
        at = bisect_right(begins, place) - 1
        other = line_of.get(at)
        return None if other is None else new_begins[other] + place - begins[at]

    return find


def _with_words(lines: Sequence[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.strip()]


def _begins(lines: Sequence[str]) -> list[int]:
    return [0, *accumulate(map(len, lines))]
