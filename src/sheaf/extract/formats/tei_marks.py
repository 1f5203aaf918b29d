"""What TEI has beside its words where somebody wants it: places on the pages, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sheaf.extract.formats.citing_places import CitingPlace, MarkerFinder, write_paragraph
from sheaf.extract.formats.markup import Markup, block, element, empty, escape
from sheaf.extract.places import Box, PageLines, letters_of
from sheaf.records import Line, PageShape
from sheaf.words import read_words

# Elements that can have `coords`, as GROBID calls them.
PLACED = frozenset(
    {"title", "persName", "affiliation", "figure", "ref", "biblStruct", "head", "p", "s", "note"}
)
NEAR = 20_000  # letters behind the last sentence in which the next one is looked for first
SURE = 20  # letters: less may stand anywhere
MOST_LOST = 500  # sentences that are looked for in all of the document
STOPS = frozenset(".!?")
WIDE_STOPS = frozenset("。！？")
CLOSING = frozenset(")]}\"'”’»")
OPENING = frozenset("([{\"'“‘«")

Link = Callable[[str, tuple[int, ...], dict[str, str | None]], Markup]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TeiWishes:
    """`coordinates` are names of elements; places are those of these lines. References may be
    wanted without the string that they were read from."""

    coordinates: frozenset[str] = frozenset()
    sentences: bool = False
    raw_references: bool = True
    lines: Sequence[Line] = ()
    shapes: Sequence[PageShape] = ()


class Marks:
    """For one paper, asked in the order of its text."""

    def __init__(self, wanted: TeiWishes, markers: MarkerFinder, link: Link) -> None:
        self._names = wanted.coordinates & PLACED if wanted.lines else frozenset()
        self._pages = PageLines(wanted.lines) if self._names else None
        self._shapes = wanted.shapes if self._names else ()
        self._with_sentences, self.with_raw = wanted.sentences, wanted.raw_references
        self._markers, self._link = markers, link
        self._at = self._lost = 0

    def facsimile(self) -> Markup | None:
        """The pages, where anything has a place on them."""
        if not self._shapes:
            return None
        return block("facsimile", *map(_surface, range(1, len(self._shapes) + 1), self._shapes))

    def coords(
        self, name: str, text: str | None, *, in_front: bool = False
    ) -> dict[str, str | None]:
        if self._pages is None or name not in self._names:
            return {}
        return _as_attribute(self._pages.find(text, in_front=in_front))

    def heading(self, text: str | None) -> dict[str, str | None]:
        """Behind what was written last, at the beginning of a line."""
        if self._pages is None or "head" not in self._names:
            return {}
        found = self._pages.locate(text, self._at, at_line=True)
        return _as_attribute(self._boxes(found))

    def paragraph(self, text: str) -> Markup:
        if self._pages is None and not self._with_sentences:
            return write_paragraph(text, self._markers, self._link_without_place)
        cited = self._markers.within(text)
        pieces: list[Markup] = []
        boxes: list[Box] = []
        written = 0
        for start, end in split_sentences(text, cited):
            pieces.append(escape(text[written:start]))
            found = self._locate(text[start:end])
            inside = self._with_links(text, (start, end), cited, found)
            own = self._boxes(found)
            boxes += own
            if self._with_sentences:
                inside = [element("s", *inside, attributes=self._if_wanted("s", own))]
            pieces += inside
            written = end
        return element("p", *pieces, text[written:], attributes=self._if_wanted("p", boxes))

    def _link_without_place(self, words: str, cited: tuple[int, ...]) -> Markup:
        return self._link(words, cited, {})

    def _with_links(
        self, text: str, sentence: Span, cited: Sequence[CitingPlace], found: Span | None
    ) -> list[Markup]:
        start, end = sentence
        pieces, written = [], start
        for place in cited:
            if not start <= place.start < end:
                continue
            words = text[place.start : place.end]
            pieces.append(escape(text[written : place.start]))
            where = None
            if found is not None and "ref" in self._names:
                first = found[0] + len(letters_of(text[start : place.start]))
                where = (first, first + len(letters_of(words)))
            attributes = self._if_wanted("ref", self._boxes(where))
            pieces.append(self._link(words, place.entries, attributes))
            written = place.end
        return [*pieces, escape(text[written:end])]

    def _locate(self, sentence: str) -> Span | None:
        if self._pages is None:
            return None
        found = self._pages.locate(sentence, self._at, self._at + NEAR)
        if found is None and self._lost < MOST_LOST and len(sentence) >= SURE:
            self._lost += 1
            found = self._pages.locate(sentence)
        if found is not None:
            self._at = found[1]
        return found

    def _boxes(self, found: Span | None) -> list[Box]:
        if self._pages is None or found is None or found[0] >= found[1]:
            return []
        return list(self._pages.boxes(*found))

    def _if_wanted(self, name: str, boxes: Sequence[Box]) -> dict[str, str | None]:
        return _as_attribute(boxes) if name in self._names else {}


def split_sentences(text: str, cited: Sequence[CitingPlace] = ()) -> Iterator[Span]:
    """Where each begins and ends; no marker is cut. White space between them belongs to none."""
    start = _skip_space(text, 0)
    inside = iter(cited)
    marker = next(inside, None)
    for end in _ends(text):
        while marker is not None and marker.end <= end:
            marker = next(inside, None)
        if end > start and (marker is None or not marker.start < end):
            yield start, end
            start = _skip_space(text, end)
    if start < len(text):
        yield start, len(text.rstrip())


def _ends(text: str) -> Iterator[int]:
    for at, letter in enumerate(text):
        if letter in WIDE_STOPS:
            yield at + 1
        elif letter in STOPS:
            end = at + 1
            while end < len(text) and text[end] in CLOSING and end < at + 4:
                end += 1
            begin = _skip_space(text, end, most=4)
            if begin > end and _begins_sentence(text, begin) and not _is_short(text, at):
                yield end


def _begins_sentence(text: str, at: int) -> bool:
    while at < len(text) and text[at] in OPENING:
        at += 1
    return at < len(text) and not text[at].islower() and (text[at].isalnum() or text[at] == "\\")


def _is_short(text: str, stop: int) -> bool:
    """Whether the full stop belongs to an abbreviation, or to an initial."""
    if text[stop] != ".":
        return False
    begin = stop
    while begin > 0 and stop - begin < 8 and (text[begin - 1].isalpha() or text[begin - 1] == "."):
        begin -= 1
    word = text[begin:stop].replace(".", "")
    return word.lower() in read_words("abbreviations") or (len(word) == 1 and word.isupper())


def _skip_space(text: str, at: int, most: int = 1_000) -> int:
    end = min(len(text), at + most)
    while at < end and text[at].isspace():
        at += 1
    return at


def _surface(number: int, shape: PageShape) -> Markup:
    size = {"lrx": f"{shape.width:.1f}", "lry": f"{shape.height:.1f}"}
    return empty("surface", {"n": str(number), "ulx": "0.0", "uly": "0.0", **size})


def _as_attribute(boxes: Sequence[Box]) -> dict[str, str | None]:
    """Page, upper left corner, width and height, in points."""
    written = (
        f"{box.page},{box.x0:.2f},{box.y0:.2f},{box.x1 - box.x0:.2f},{box.y1 - box.y0:.2f}"
        for box in boxes
    )
    return {"coords": ";".join(written)} if boxes else {}
