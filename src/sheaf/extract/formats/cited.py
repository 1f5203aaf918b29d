"""Where a paper cites: the marker within the words around it, and within the text of sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheaf.records import Context, Reference

# So much on each side of a marker tells one place of the text from all others.
NEIGHBOURS = 24


@dataclass(frozen=True, slots=True)
class Around:
    """A context taken apart. Where the marker is not known, all of it stands `before`."""

    before: str
    marker: str
    after: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A stretch of a text that cites entries, by their places in the list."""

    start: int
    end: int
    entries: tuple[int, ...]


def around(context: Context) -> Around:
    """The marker is taken where it stands nearest to the middle: contexts are cut around it."""
    places = list(_places(context.text, context.marker)) if context.marker else []
    if not places:
        return Around(context.text, "", "")
    middle = (len(context.text) - len(context.marker)) / 2
    start = min(places, key=lambda place: abs(place - middle))
    end = start + len(context.marker)
    return Around(context.text[:start], context.text[start:end], context.text[end:])


class Markers:
    """Finds the markers of a paper within its sections."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self._known = [
            (entry, parts)
            for entry, reference in enumerate(references)
            for context in reference.contexts
            if (parts := around(context)).marker
        ]

    def within(self, text: str) -> list[Marker]:
        """In order, none within another. A context belongs here only if the words beside its
        marker do too."""
        found: dict[tuple[int, int], list[int]] = {}
        for entry, parts in self._known:
            place = _place_of(parts, text)
            if place is not None:
                found.setdefault(place, []).append(entry)
        chosen: list[Marker] = []
        for start, end in sorted(found, key=lambda place: (place[0], -place[1])):
            if not chosen or start >= chosen[-1].end:
                chosen.append(Marker(start, end, tuple(dict.fromkeys(found[start, end]))))
        return chosen


def _place_of(parts: Around, text: str) -> tuple[int, int] | None:
    if parts.marker not in text:
        return None
    before, after = parts.before[-NEIGHBOURS:], parts.after[:NEIGHBOURS]
    for left, right in ((before, after), (before, ""), ("", after)):
        if not left and not right:
            continue
        place = text.find(left + parts.marker + right)
        if place >= 0:
            return place + len(left), place + len(left) + len(parts.marker)
    return None


def _places(text: str, marker: str) -> Iterator[int]:
    place = text.find(marker)
    while place >= 0:
        yield place
        place = text.find(marker, place + 1)
