"""Which lines of a document are looked at: those of the first pages that may hold its header.

A cover sheet that an archive put in front is passed over. Behind the heading of the introduction
only what is set apart from the body is kept: footnotes, page feet, the first page's margins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheaf.extract.header.layout import body_size, is_upright
from sheaf.extract.header.words import ABSTRACT, INTRODUCTION, SECTION
from sheaf.records import Line, PageShape

MOST_PAGES = 4  # that are looked at, cover sheets not counted
ENOUGH = 1500  # characters on the pages so far: behind them no header goes on
MOST_LINES = 130
AFTER_HEADING = 6  # lines of the body that are shown to the model, so that it sees where it begins
LONGEST = 800  # characters of a line that are looked at
LEAST_LETTERS = 5
SMALL = 0.95  # of the body's size: footnotes are smaller
TINY = 2.0  # points: less is no size of type
FOOT = 0.82  # of the page's height
# Capitals larger than the small capitals behind them, torn apart: "T HE W ORD".
SMALL_CAPS = re.compile(r"(?<![^\W\d_.])([A-Z]) ([A-Z]{2,})(?![^\W\d_])")
TORN = re.compile(r"(?<!\S)[A-Z] [a-z]{2}")
LONE_CAPITAL = re.compile(r"^[^\W\d_]$")
# Words without spaces between them: "MisjaIlcisin,BS;ThomasR.Sibley,BA".
LONG, FEW_SPACES = 40, 25
ADDRESS = re.compile(r"[@/]")
GLUED = re.compile(
    r"(?<=[^\W\d_A-Z])(?<!Mc)(?<!Mac)(?<!Ph)(?=[A-Z])|(?<=[,;])(?=[^\W\d_])|(?<=[A-Z]\.)(?=[A-Z])"
)
COVER = re.compile(
    r"jstor\.org/terms|your use of the jstor archive|jstor is a not-for-profit"
    r"|hal is a multi-?disciplinary|hal archives-ouvertes|l.archive ouverte pluridisciplinaire hal"
    r"|see discussions, stats, and author profiles|researchgate\.net/publication"
    r"|electronic copy available at: ?https?://ssrn\.com/abstract=\d+\s*$"
    r"|this (?:article|content|paper) was downloaded (?:by|from|on)|please scroll down for article"
    r"|full terms (?:&|and) conditions of (?:access|use)|to cite this (?:article|version)\s*:"
    r"|terms (?:and|&) conditions of use,? available at|citeseerx? .{0,40}cover page"
    r"|white rose research online|this is an author produced version of"
    r"|repository copy of|provided by the author\(s\) and university",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Region:
    """The lines that are looked at, and their places among all lines of the document."""

    lines: tuple[Line, ...]
    places: tuple[int, ...]


def choose_region(lines: Sequence[Line], shapes: Sequence[PageShape]) -> Region:
    pages = _pages(lines)
    first = 1 if len(pages) > 1 and _is_cover(lines, pages[0]) else 0
    chosen: list[int] = []
    letters = 0
    for page in pages[first : first + MOST_PAGES]:
        upright = [at for at in page if is_upright(lines[at])]
        upright = _above_abstract_first(lines, upright)
        kept, met_body = _lines_before_body(lines, upright, shapes)
        chosen += kept
        letters += sum(len(lines[at].text) for at in upright)
        if letters >= ENOUGH or met_body:
            break
    chosen = chosen[:MOST_LINES]
    return Region(tuple(_correct_sizes([_clean_line(lines[at]) for at in chosen])), tuple(chosen))


def _above_abstract_first(lines: Sequence[Line], chosen: Sequence[int]) -> list[int]:
    """Authors in a second column may come behind the abstract in the order of reading; what
    stands above its heading is read before it."""
    for number, at in enumerate(chosen):
        head = lines[at]
        if head.size > 0 and ABSTRACT.match(head.text):
            later = [
                other for other in chosen[number + 1 :]
                if lines[other].page == head.page and lines[other].y1 < head.y0
                and not lines[other].is_running
            ]  # fmt: skip
            moved = set(later)
            rest = [other for other in chosen[number:] if other not in moved]
            return [*chosen[:number], *later, *rest]
    return list(chosen)


def _pages(lines: Sequence[Line]) -> list[list[int]]:
    """The places of the lines of each of the first pages; a format without pages has one."""
    pages: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        if line.page not in pages and len(pages) > MOST_PAGES:
            break
        pages.setdefault(line.page, []).append(at)
    return list(pages.values())


def _is_cover(lines: Sequence[Line], page: Sequence[int]) -> bool:
    return COVER.search(" ".join(lines[at].text for at in page[:80])) is not None


def _lines_before_body(
    lines: Sequence[Line], page: Sequence[int], shapes: Sequence[PageShape]
) -> tuple[list[int], bool]:
    """The lines of a page up to the first heading of the body, and what is set apart behind it;
    and whether there was such a heading."""
    start = _body_start(lines, page)
    if start is None:
        return list(page), False
    size = body_size([lines[at] for at in page[start:] if lines[at].size > TINY])
    kept = list(page[: start + AFTER_HEADING])
    for at in page[start + AFTER_HEADING :]:
        line = lines[at]
        height = shapes[line.page].height if line.page < len(shapes) else 0.0
        low = height > 0 and line.y0 > FOOT * height and TINY < line.size != size
        apart = TINY < line.size < SMALL * size or low or line.is_running
        # Scraps of formulas are small as well.
        if size > 0 and apart and sum(map(str.isalpha, line.text)) >= LEAST_LETTERS:
            kept.append(at)
    return kept, True


def _body_start(lines: Sequence[Line], page: Sequence[int]) -> int | None:
    seen_abstract = False
    for number, at in enumerate(page):
        text = lines[at].text
        if INTRODUCTION.match(text) and number:
            return number
        if seen_abstract and SECTION.match(text):
            return number
        seen_abstract = seen_abstract or ABSTRACT.match(text) is not None
    return None


def _correct_sizes(lines: Sequence[Line]) -> Iterator[Line]:
    """Where a file tells no true size, that of a neighbour as high stands in for it."""
    for at, line in enumerate(lines):
        if line.size > TINY or line.size <= 0:
            yield line
            continue
        high = line.y1 - line.y0
        near = sorted(range(len(lines)), key=lambda other: abs(other - at))[:12]
        like = [lines[other] for other in near if _is_as_high(lines[other], high)]
        if like:
            neighbour = like[0]
            yield replace(
                line,
                size=neighbour.size,
                is_bold=neighbour.is_bold,
                is_italic=neighbour.is_italic,
                font=neighbour.font,
            )
        else:
            yield replace(line, size=round(0.8 * high, 1))


def _is_as_high(line: Line, high: float) -> bool:
    return line.size > TINY and abs(line.y1 - line.y0 - high) < 0.1 * high


def _clean_line(line: Line) -> Line:
    text = line.text[:LONGEST]
    if len(SMALL_CAPS.findall(text)) >= 2 and 10 * sum(map(str.isupper, text)) >= 7 * sum(
        map(str.isalpha, text)
    ):
        text = SMALL_CAPS.sub(r"\1\2", text)
    text = _join_small_capitals(text) if TORN.search(text) else text
    if len(text) > LONG and text.count(" ") * FEW_SPACES < len(text) and not ADDRESS.search(text):
        text = GLUED.sub(" ", text)
    return line if text is line.text else replace(line, text=text)


def _join_small_capitals(text: str) -> str:
    """Small capitals that the file calls small letters: "E van K. R ose"."""
    words = text.split()
    small = [at for at, word in enumerate(words) if word.islower() and len(word) > 1]
    if len(small) < 2 or not all(at and LONE_CAPITAL.match(words[at - 1]) for at in small):
        return text
    return " ".join(
        word if at + 1 not in small else word + words[at + 1]
        for at, word in enumerate(words)
        if at not in small
    )
