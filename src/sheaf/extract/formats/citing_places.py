"""Where a paper cites: the marker within the words around it, and within the text of sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from sheaf.extract.formats.markup import Markup, element, escape
from sheaf.records import Context, Reference

# So much on each side of a marker tells one place of the text from all others.
NEIGHBOURS = 24
MOST_PLACES = 50  # that are looked at for one marker
Place = tuple[int, int]  # where a marker begins and ends


@dataclass(frozen=True, slots=True)
class SplitContext:
    """A context taken apart. Where the marker is not known, all of it stands `before`."""

    before: str
    marker: str
    after: str


@dataclass(frozen=True, slots=True)
class CitingPlace:
    """A stretch of a text that cites entries, by their places in the list."""

    start: int
    end: int
    entries: tuple[int, ...]


def split_context(context: Context) -> SplitContext:
    """The marker is taken where it stands nearest to the middle: contexts are cut around it."""
    places = list(_occurrences(context.text, context.marker)) if context.marker else []
    if not places:
        return SplitContext(context.text, "", "")
    middle = (len(context.text) - len(context.marker)) / 2
    start = min(places, key=lambda place: abs(place - middle))
    end = start + len(context.marker)
    return SplitContext(context.text[:start], context.text[start:end], context.text[end:])


class MarkerFinder:
    """Finds the markers of a paper within its sections."""

    def __init__(self, references: Sequence[Reference]) -> None:
        # By marker: a paper has hundreds of paragraphs and may have thousands of contexts, so
        # a marker that is not in a paragraph is looked for only once.
        self._known: dict[str, list[tuple[int, SplitContext]]] = {}
        for entry, reference in enumerate(references):
            for context in reference.contexts:
                parts = split_context(context)
                if parts.marker:
                    self._known.setdefault(parts.marker, []).append((entry, parts))

    def within(self, text: str) -> list[CitingPlace]:
        """In order, none within another: markers that share words ("Volz et al., 2009" and "Volz
        et al., 2009, 2012") are one, which cites what all of them do. A context belongs here
        only if the words beside its marker do too."""
        found: dict[Place, list[int]] = {}
        here = (contexts for marker, contexts in self._known.items() if marker in text)
        for entry, parts in chain.from_iterable(here):
            place = _find_place(parts, text)
            if place is not None:
                found.setdefault(place, []).append(entry)
        return [_join_places(places, found) for places in _group_overlapping(sorted(found))]


def write_paragraph(
    text: str, markers: MarkerFinder, link: Callable[[str, tuple[int, ...]], Markup]
) -> Markup:
    """A paragraph in which `link` writes every marker, with the entries that it cites."""
    pieces: list[Markup] = []
    place = 0
    for marker in markers.within(text):
        pieces.append(escape(text[place : marker.start]))
        pieces.append(link(text[marker.start : marker.end], marker.entries))
        place = marker.end
    return element("p", *pieces, text[place:])


def _group_overlapping(places: Sequence[Place]) -> Iterator[list[Place]]:
    """Places in the order of their beginnings, those that overlap in one list."""
    group: list[Place] = []
    end = 0
    for place in places:
        if group and place[0] >= end:
            yield group
            group = []
        group.append(place)
        end = max(end, place[1])
    if group:
        yield group


def _join_places(places: Sequence[Place], found: Mapping[Place, Sequence[int]]) -> CitingPlace:
    """What ends first is named first, as it is in the text."""
    in_order = sorted(places, key=lambda place: (place[1], place[0]))
    entries = chain.from_iterable(found[place] for place in in_order)
    return CitingPlace(places[0][0], in_order[-1][1], tuple(dict.fromkeys(entries)))


def _find_place(parts: SplitContext, text: str) -> Place | None:
    before, after = parts.before[-NEIGHBOURS:], parts.after[:NEIGHBOURS]
    if before or after:
        place = text.find(before + parts.marker + after)
        if place >= 0:
            return place + len(before), place + len(before) + len(parts.marker)
    # Where a paragraph ends within the context, the words on one side have to do.
    for left, right in ((before, ""), ("", after)):
        if not left and not right:
            continue
        for place in islice(_occurrences(text, left + parts.marker + right), MOST_PLACES):
            start, end = place + len(left), place + len(left) + len(parts.marker)
            if not _cuts_word(text, start, end):
                return start, end
    return None


def _cuts_word(text: str, start: int, end: int) -> bool:
    """Whether a word or a number is cut: "2007" does not stand in "2007a". A number that follows
    a word is a raised one."""
    first, last = text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1]
    is_raised = first[:1].isalpha() and first[1:].isdigit()
    return (len(first) == 2 and first.isalnum() and not is_raised) or (
        len(last) == 2 and last.isalnum()
    )


def _occurrences(text: str, marker: str) -> Iterator[int]:
    place = text.find(marker)
    while place >= 0:
        yield place
        place = text.find(marker, place + 1)
