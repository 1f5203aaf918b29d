"""Writes a work as a reference in one of many styles, with every field marked.

A style is a handful of habits, drawn at random: how names are turned, where the year stands, what
encloses a title, what is said before a book. Between them they cover most of what journals ask for
and much that authors do instead.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpora.references.annotated import Annotated
from training.citation.wording import EDITIONS, REPORTS, SEEN, THESES, WEB, WORDS
from training.citation.works import Name, Work

Piece = tuple[str, str | None]

QUOTES = (("“", "”"), ('"', '"'), ("„", "“"), ("»", "«"), ("«", "»"), ("‘", "’"), ("``", "''"))


@dataclass(frozen=True, slots=True)
class Style:
    name: str  # how a name is turned
    later: str  # how the names after the first are turned
    between: str
    last: str
    year: str  # "front", "end" or "middle"
    brackets: bool
    after_authors: str
    after_title: str
    quotes: tuple[str, str]
    comma: str
    place_first: bool
    editors_first: bool
    page_end: bool


def drawn(work: Work, chance: random.Random) -> Style:
    words = WORDS[work.tongue]
    name = chance.choices(
        ("F, g", "F g", "g F", "F, G", "G F", "FF, g", "F, gg"), (24, 12, 18, 22, 12, 6, 6)
    )[0]
    if work.tongue != "en" and chance.random() < 0.4:
        name = "F, G"
    year = chance.choices(
        ("front", "end", "middle"), (45, 35, 20) if work.tongue == "en" else (70, 25, 5)
    )[0]
    return Style(
        name=name,
        later=chance.choice(("G F", "g F"))
        if name in ("F, G", "F, g") and chance.random() < 0.2
        else name,
        between=chance.choice(("; ", "/", " / "))
        if name in ("F, G", "F, g")
        and (work.tongue != "en" or chance.random() < 0.15)
        and chance.random() < 0.7
        else ", ",
        last=chance.choice(words["and"]),
        year=year,
        brackets=chance.random() < 0.6,
        after_authors=chance.choice((". ", ", ", ": ", ". ", ".: ", " "))
        if year != "front"
        else chance.choice((" ", ", ", ". ", " ")),
        after_title=chance.choice((". ", ". ", ", ", ", ", ". - ", " "))
        if chance.random() < 0.97
        else ".",
        quotes=chance.choice(QUOTES) if chance.random() < 0.3 else ("", ""),
        comma=chance.choice((", ", ", ", ". ", "; ")),
        place_first=chance.random() < 0.65,
        editors_first=chance.random() < 0.6,
        page_end=chance.random() < 0.5,
    )


def written(work: Work, chance: random.Random) -> Annotated:
    style = drawn(work, chance)
    pieces = [*_marker(chance), *_front(work, style, chance)]
    body = {
        "article": _article,
        "news": _article,
        "book": _book,
        "collection": _book,
        "web": _web,
        "report": _report,
        "thesis": _report,
    }.get(work.kind, _chapter)
    pieces += body(work, style, chance)
    if style.year == "end":
        pieces += [*_gap(pieces, style.comma), *_year(work, style, chance)]
    if chance.random() < 0.08 and work.kind in ("article", "paper", "chapter"):
        pieces += [
            (chance.choice((". doi:", ". https://doi.org/", ", DOI ", ". doi: ")), None),
            (work.doi, "pubnum"),
        ]
    if chance.random() < 0.06:
        pieces += [
            (chance.choice((". URL ", ", ", ". Available at ", " <", ". ")), None),
            (work.url, "web"),
        ]
    pieces.append((chance.choice((".", ".", ".", "", ",", ";")), None))
    return Annotated("made", f"made-{work.tongue}", tuple(_tidied(pieces)))


def _tidied(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Without empty pieces, and without two full stops in a row."""
    before = ""
    for text, label in pieces:
        if label is None and text.startswith(".") and before.endswith("."):
            text = text[1:]
        if text:
            before = text
            yield text, label


def _marker(chance: random.Random) -> list[Piece]:
    number = chance.randint(1, 120)
    marks = (f"[{number}] ", f"{number}. ", f"({number}) ", f"{number}) ", f"{number} ", "• ", "- ")
    return [(chance.choice(marks), None)] if chance.random() < 0.12 else []


def _front(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    """Who, the year where it stands there, and the title."""
    pieces: list[Piece] = []
    if work.organisation:
        pieces.append((work.organisation, "author"))
    elif chance.random() < 0.97:
        pieces.append((_names(work.authors, style, chance, work.tongue), "author"))
    if work.kind == "collection" and pieces:
        pieces[-1] = (pieces[-1][0], "editor")
        pieces.append((" " + chance.choice(WORDS[work.tongue]["eds"]), None))
    if pieces and style.year == "front":
        pieces += [(style.after_authors, None), *_year(work, style, chance)]
        pieces.append((chance.choice((". ", ": ", ", ", ": ", " ", ".: ")), None))
    elif pieces:
        pieces.append((style.after_authors, None))
    if work.kind != "article" or chance.random() < 0.93:
        pieces += _title(work.title, "title", style)
        pieces.append((style.after_title, None))
    return pieces


def _title(text: str, label: str, style: Style) -> list[Piece]:
    return [(style.quotes[0], None), (text.rstrip("."), label), (style.quotes[1], None)]


def _year(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    letter = chance.choice("abc") if chance.random() < 0.07 else ""
    year = work.year + letter
    if work.kind in ("news", "web") and chance.random() < 0.6:
        dates = (
            f"{work.day}. {work.month} {work.year}",
            f"{work.day} {work.month} {work.year}",
            f"{work.month} {work.day}, {work.year}",
            f"{work.day}.{chance.randint(1, 12)}.{work.year}",
        )
        year = chance.choice(dates)
    elif chance.random() < 0.05:
        year = f"{work.month} {work.year}"
    return [("(", None), (year, "date"), (")", None)] if style.brackets else [(year, "date")]


def _article(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    words = WORDS[work.tongue]
    intro = (
        chance.choice(words["in"])
        if chance.random() < (0.1 if work.tongue == "en" else 0.6)
        else ""
    )
    pieces: list[Piece] = [(intro, None), (work.container, "journal")]
    pieces.append((chance.choice((" ", ", ", ", ", "; ", ". ")), None))
    volume = chance.choice(words["vol"]) if chance.random() < 0.5 else ""
    if work.kind == "article" and chance.random() < 0.93:
        pieces += [(volume, None), (work.volume, "volume")]
    if chance.random() < 0.5:
        if chance.random() < 0.5 and pieces[-1][1]:
            pieces += [(chance.choice(("(", " (")), None), (work.issue, "issue"), (")", None)]
        else:
            pieces += [
                *_gap(pieces, ", "),
                (chance.choice(words["no"]), None),
                (work.issue, "issue"),
            ]
    if style.year == "middle":
        pieces += [*_gap(pieces, chance.choice((" ", ", "))), *_year(work, style, chance)]
    if chance.random() < 0.93:
        pages = chance.choice(words["pp"])
        mark = ":" if pages == ":" else chance.choice((", ", ": ", ":", ", ", " "))
        first = (
            work.pages if chance.random() < 0.85 else work.pages.split("-")[0].split("–")[0].strip()
        )
        pieces += [*_gap(pieces, mark), ("" if pages == ":" else pages, None), (first, "pages")]
    return pieces


def _chapter(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    words = WORDS[work.tongue]
    pieces: list[Piece] = []
    if chance.random() < 0.85:
        pieces.append((chance.choice(words["in"]), None))
    editors = work.kind == "chapter" or chance.random() < 0.25
    names = _names(work.editors, style, chance, work.tongue)
    if editors and style.editors_first:
        ending = chance.choice(words["eds"]) if chance.random() < 0.85 else ""
        space = "" if ending.startswith(",") or not ending else " "
        pieces += [
            (names, "editor"),
            (f"{space}{ending}{chance.choice((', ', ': ', ' ', '. '))}", None),
        ]
    pieces.append((work.container.rstrip("."), "booktitle"))
    if editors and not style.editors_first:
        pieces += [(style.comma, None), (chance.choice(words["by"]), None), (names, "editor")]
    if chance.random() < 0.12:
        pieces += [
            (style.comma, None),
            (chance.choice(words["vol"]), None),
            (work.volume, "volume"),
        ]
    if chance.random() < 0.12:
        pieces += [(chance.choice((", ", " (")), None), (work.series, "series")]
    pages: list[Piece] = []
    if chance.random() < 0.75:
        bracket = chance.random() < 0.3
        pages = [
            (" (" if bracket else style.comma, None),
            (chance.choice(words["pp"]).strip(":"), None),
            (work.pages, "pages"),
            (")" if bracket else "", None),
        ]
    if style.year == "middle":
        pages += [(style.comma, None), *_year(work, style, chance)]
    house = (
        [*_gap(pieces, style.comma), *_house(work, style, chance)] if chance.random() < 0.7 else []
    )
    return [*pieces, *house, *pages] if style.page_end else [*pieces, *pages, *house]


def _book(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    pieces: list[Piece] = []
    if chance.random() < 0.12:
        pieces += [(EDITIONS[work.tongue], "note"), (style.comma, None)]
    if chance.random() < 0.12:
        pieces += [
            (chance.choice(WORDS[work.tongue]["vol"]), None),
            (work.volume, "volume"),
            (style.comma, None),
        ]
    if chance.random() < 0.15:
        pieces += [(work.series, "series"), (style.comma, None)]
    pieces += _house(work, style, chance)
    if style.year == "middle":
        pieces += [(style.comma, None), *_year(work, style, chance)]
    return pieces


def _house(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    """Publisher and place, either or both."""
    publisher: list[Piece] = [(work.publisher, "publisher")]
    place: list[Piece] = [(work.place, "location")]
    only = chance.random()
    if only < 0.22:
        return place if work.tongue != "en" or only < 0.06 else publisher
    if style.place_first:
        return [*place, (chance.choice((": ", ": ", ": ", ", ", " : ")), None), *publisher]
    return [*publisher, (chance.choice((", ", ", ", ": ", " (")), None), *place]


def _report(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    kinds: Sequence[str] = THESES[work.tongue] if work.kind == "thesis" else REPORTS
    kind = chance.choice(kinds)
    if work.kind == "report" and chance.random() < 0.7:
        kind += chance.choice((" ", " No. ", " Nr. ", "-")) + work.number
    pieces: list[Piece] = [(kind, "tech"), (style.comma, None), (work.institution, "institution")]
    if chance.random() < 0.35:
        pieces.reverse()
    if chance.random() < 0.5:
        pieces += [(chance.choice((", ", ": ", ". ")), None), (work.place, "location")]
    if style.year == "middle":
        pieces += [(style.comma, None), *_year(work, style, chance)]
    return pieces


def _web(work: Work, style: Style, chance: random.Random) -> list[Piece]:
    pieces: list[Piece] = [(chance.choice(WEB[work.tongue]), None), (work.url, "web")]
    if chance.random() < 0.5:
        seen = (
            f"{SEEN[work.tongue]} {work.day}.{chance.randint(1, 12)}.{chance.randint(2000, 2022)}"
        )
        pieces += [(" (", None), (seen, "note"), (")", None)]
    return pieces


def _gap(pieces: Sequence[Piece], mark: str) -> list[Piece]:
    """What parts two pieces, unless there is a gap already."""
    return (
        [] if pieces and pieces[-1][1] is None and pieces[-1][0].endswith(" ") else [(mark, None)]
    )


def _names(names: Sequence[Name], style: Style, chance: random.Random, tongue: str) -> str:
    shown = list(names[:8])
    is_cut = len(names) > 2 and chance.random() < 0.12
    if is_cut:
        shown = shown[:1]
    turned = [
        _turned(name, style.name if at == 0 else style.later) for at, name in enumerate(shown)
    ]
    if is_cut:
        return turned[0] + chance.choice(WORDS[tongue]["team"])
    last = style.last if style.between == ", " or chance.random() < 0.3 else style.between
    if len(turned) == 1:
        return turned[0]
    return style.between.join(turned[:-1]) + last + turned[-1]


def _turned(name: Name, habit: str) -> str:
    given, family = name
    initials = [part[0] for part in given.replace(".", " ").replace("-", " ").split() if part]
    short = (
        " ".join(f"{one}." for one in initials)
        if habit != "F, gg"
        else "".join(f"{one}." for one in initials)
    )
    return {
        "F, g": f"{family}, {short}",
        "F, gg": f"{family}, {short}",
        "F g": f"{family} {''.join(initials)}",
        "g F": f"{short} {family}",
        "F, G": f"{family}, {given}",
        "G F": f"{given} {family}",
        "FF, g": f"{family.upper()}, {short}",
    }[habit]
