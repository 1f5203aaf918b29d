"""Links the places where a text cites to the entries of its list, with the words around.

How a text cites follows from its entries: by number, by label, or by author and year. What is
tried is what the entries can answer, and of the ways to print a number (in brackets, in
parentheses, raised) the one that finds the most entries.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.references.citations import (
    Citation,
    find_bracketed_numbers,
    find_labels,
    find_names_and_years,
    find_numbers_in_parentheses,
    find_raised_numbers,
    find_titles,
)
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines
from sheaf.records import Context, Reference

MOST_CONTEXTS = 200  # of one entry
NOT_CITING = frozenset({Zone.REFERENCE, Zone.FURNITURE})


def find_contexts(
    document: TextLines, zones: Sequence[Zone], entries: Sequence[Reference]
) -> list[tuple[Context, ...]]:
    """For each entry where it is cited, in the order of the text."""
    if not entries:
        return []
    content = document.content
    is_citing = _CitingPlaces(document, zones)
    found: list[dict[int, Context]] = [{} for _ in entries]
    for entry, start, end in _find_citations(content, entries, is_citing):
        contexts = found[entry]
        if start not in contexts and len(contexts) < MOST_CONTEXTS:
            marker = " ".join(content[start:end].split())
            contexts[start] = Context(surrounding_words(content, start, end), start, marker)
    return [tuple(contexts[start] for start in sorted(contexts)) for contexts in found]


def _find_citations(
    content: str, entries: Sequence[Reference], is_citing: _CitingPlaces
) -> Iterator[Citation]:
    """By the surest way that finds most entries. What is less sure is not even tried then: each
    way reads the whole text."""
    best: list[Citation] = []
    for way in (find_bracketed_numbers, find_labels, find_names_and_years):
        found = [cited for cited in way(content, entries) if is_citing(cited.start)]
        best = max(best, found, key=_count_cited)
        if 2 * _count_cited(best) > len(entries):
            break
    else:
        # Numbers alone are weak: affiliations have raised ones, formulas those in parentheses.
        for way in (find_raised_numbers, find_numbers_in_parentheses):
            found = [cited for cited in way(content, entries) if is_citing.by_number(cited.start)]
            best = max(best, found, key=_count_cited)
    yield from best
    # A text that cites by numbers names authors and years now and then; notes name titles.
    missing = len(entries) - _count_cited(best)
    if 5 * missing > len(entries):
        for further in (find_names_and_years, find_titles):
            yield from (cited for cited in further(content, entries) if is_citing(cited.start))


def _count_cited(citations: Iterable[Citation]) -> int:
    return len({citation.entry for citation in citations})


class _CitingPlaces:
    """Whether a place of the text can cite: not within the references, nor in a running head."""

    def __init__(self, document: TextLines, zones: Sequence[Zone]) -> None:
        self._starts = [start for start, _ in document.spans]
        self._zones = zones
        # Without a list the entries stand in footnotes, which would cite themselves.
        self._not = NOT_CITING if Zone.REFERENCE in zones else NOT_CITING | {Zone.FOOTNOTE}

    def __call__(self, place: int) -> bool:
        return self._zone(place) not in self._not

    def by_number(self, place: int) -> bool:
        """Without brackets, in the front it would be the mark of an affiliation."""
        return self(place) and self._zone(place) not in (Zone.FRONT, Zone.FIGURE)

    def _zone(self, place: int) -> Zone:
        at = bisect_right(self._starts, place) - 1
        return self._zones[at] if at >= 0 else Zone.FRONT


AROUND = 200  # characters on either side
SPACES = re.compile(r"\s+")


def surrounding_words(content: str, start: int, end: int) -> str:
    """About 200 characters on either side, in whole words, as one line."""
    left, right = max(start - AROUND, 0), min(end + AROUND, len(content))
    if left > 0 and not content[left - 1].isspace():
        space = _first_space(content, left, start)
        left = space + 1 if space >= 0 else left
    if right < len(content) and not content[right].isspace():
        back = max(content.rfind(char, end, right) for char in " \n\f")
        right = back if back >= 0 else right
    return SPACES.sub(" ", content[left:right]).strip()


def _first_space(content: str, start: int, end: int) -> int:
    places = [place for char in " \n\f" if (place := content.find(char, start, end)) >= 0]
    return min(places, default=-1)
