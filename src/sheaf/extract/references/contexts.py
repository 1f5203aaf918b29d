"""Links the places where a text cites to the entries of its list, with the words around.

How a text cites follows from its entries: by number, by label, or by author and year. What is
tried is what the entries can answer, and of the ways to print a number (in brackets, in
parentheses, raised) the one that finds the most entries.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.references.citation import Citation
from sheaf.extract.references.citing_names import name_citations
from sheaf.extract.references.citing_numbers import (
    bracketed,
    in_parentheses,
    label_citations,
    raised,
)
from sheaf.extract.references.citing_titles import title_citations
from sheaf.extract.references.windows import around
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines
from sheaf.records import Context, Reference

MOST_CONTEXTS = 200  # of one entry
NOT_CITING = frozenset({Zone.REFERENCE, Zone.FURNITURE})


def contexts_of(
    document: TextLines, zones: Sequence[Zone], entries: Sequence[Reference]
) -> list[tuple[Context, ...]]:
    """For each entry where it is cited, in the order of the text."""
    if not entries:
        return []
    content = document.content
    is_citing = _Citing(document, zones)
    found: list[dict[int, Context]] = [{} for _ in entries]
    for entry, start, end in _citations(content, entries, is_citing):
        contexts = found[entry]
        if start not in contexts and len(contexts) < MOST_CONTEXTS:
            marker = " ".join(content[start:end].split())
            contexts[start] = Context(around(content, start, end), start, marker)
    return [tuple(contexts[start] for start in sorted(contexts)) for contexts in found]


def _citations(
    content: str, entries: Sequence[Reference], is_citing: _Citing
) -> Iterator[Citation]:
    """By the surest way that finds most entries. What is less sure is not even tried then: each
    way reads the whole text."""
    best: list[Citation] = []
    for way in (bracketed, label_citations, name_citations):
        found = [one for one in way(content, entries) if is_citing(one.start)]
        best = max(best, found, key=_cited)
        if 2 * _cited(best) > len(entries):
            break
    else:
        # Numbers alone are weak: affiliations have raised ones, formulas those in parentheses.
        for way in (raised, in_parentheses):
            found = [one for one in way(content, entries) if is_citing.by_number(one.start)]
            best = max(best, found, key=_cited)
    yield from best
    # A text that cites by numbers names authors and years now and then; notes name titles.
    missing = len(entries) - _cited(best)
    if 5 * missing > len(entries):
        for further in (name_citations, title_citations):
            yield from (one for one in further(content, entries) if is_citing(one.start))


def _cited(citations: Iterable[Citation]) -> int:
    return len({citation.entry for citation in citations})


class _Citing:
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
