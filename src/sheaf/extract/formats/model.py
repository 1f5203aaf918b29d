"""The one model all formats are written from: a Paper made of its JSON, whichever version wrote it.

What is missing is empty, what is of another type than it should be is left out: these files may
have been edited, and no writer has to ask again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from sheaf.records import Author, Caption, Context, Paper, Person, Reference, Section

# What no format can hold: control characters, halves of surrogate pairs, and the two that XML
# forbids beside them. Tabs and line ends stay, as white space.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
DIGITS = frozenset("0123456789")

Made = TypeVar("Made")
Json = Mapping[str, Any]


def paper_of(json: Json) -> Paper:
    return Paper(
        title=line(json, "title"),
        authors=_each(json, "authors", _author),
        abstract=prose(json, "abstract"),
        keywords=strings(json, "keywords"),
        year=_year(json),
        date=line(json, "date"),
        venue=line(json, "venue"),
        volume=line(json, "volume"),
        issue=line(json, "issue"),
        pages=line(json, "pages"),
        doi=line(json, "doi"),
        arxiv_id=line(json, "arxiv_id"),
        language=line(json, "language"),
        sections=_each(json, "sections", _section),
        captions=_each(json, "captions", _caption),
        footnotes=strings(json, "footnotes"),
        references=_each(json, "references", reference_of),
        acknowledgement=prose(json, "acknowledgement"),
        extras=dict(_mapping(json.get("extras"))),
        provenance=dict(_mapping(json.get("provenance"))),
    )


def language_tag(paper: Paper) -> str | None:
    """The language as XML takes it; whatever else may stand there would not be valid."""
    found = paper.language or ""
    return found if LANGUAGE.fullmatch(found) else None


def _author(json: Json) -> Author:
    return Author(
        name=_name(json),
        given=line(json, "given"),
        family=line(json, "family"),
        email=line(json, "email"),
        affiliations=strings(json, "affiliations"),
        address=line(json, "address"),
    )


def _person(json: Json) -> Person:
    return Person(name=_name(json), given=line(json, "given"), family=line(json, "family"))


def _name(json: Json) -> str:
    """Whoever has no name as printed, but its halves, is called by these."""
    halves = (line(json, "given"), line(json, "family"))
    return line(json, "name") or " ".join(half for half in halves if half)


def _section(json: Json) -> Section:
    level = json.get("level")
    return Section(
        heading=line(json, "heading"),
        text=prose(json, "text") or "",
        level=level if isinstance(level, int) and level > 0 else 1,
        kind=line(json, "kind") or "body",
    )


def _caption(json: Json) -> Caption:
    return Caption(
        kind=line(json, "kind") or "figure",
        label=line(json, "label") or "",
        text=line(json, "text") or "",
    )


def reference_of(json: Json) -> Reference:
    return Reference(
        raw=line(json, "raw") or "",
        marker=line(json, "marker"),
        authors=_each(json, "authors", _person),
        title=line(json, "title"),
        venue=line(json, "venue"),
        year=_year(json),
        date=line(json, "date"),
        volume=line(json, "volume"),
        issue=line(json, "issue"),
        pages=line(json, "pages"),
        publisher=line(json, "publisher"),
        place=line(json, "place"),
        editors=_each(json, "editors", _person),
        institution=line(json, "institution"),
        series=line(json, "series"),
        note=line(json, "note"),
        doi=line(json, "doi"),
        arxiv_id=line(json, "arxiv_id"),
        url=line(json, "url"),
        type=line(json, "type"),
        contexts=_each(json, "contexts", _context),
    )


def _context(json: Json) -> Context:
    offset = json.get("offset")
    return Context(
        text=line(json, "text") or "",
        offset=offset if isinstance(offset, int) else 0,
        marker=line(json, "marker") or "",
    )


def _each(json: Json, name: str, make: Callable[[Json], Made]) -> tuple[Made, ...]:
    """Entries that are nothing but a string (a person, a reference) count as such."""
    return tuple(make(one) for one in _entries(json.get(name)))


def _entries(value: Any) -> Iterator[Json]:
    for one in value if isinstance(value, list | tuple) else ():
        if isinstance(one, Mapping):
            yield one
        elif isinstance(one, str):
            yield {"name": one, "raw": one, "text": one}


def _mapping(value: Any) -> Json:
    return value if isinstance(value, Mapping) else {}


def _year(json: Json) -> int | None:
    """Kept where it has four digits: no format has a place for others."""
    year = json.get("year")
    if isinstance(year, str) and len(year) == 4 and set(year) <= DIGITS:
        year = int(year)
    return year if isinstance(year, int) and 1000 <= year <= 9999 else None


def line(json: Json, name: str) -> str | None:
    value = json.get(name)
    return one_line(value) or None if isinstance(value, str) else None


def prose(json: Json, name: str) -> str | None:
    """Text with its paragraphs: parted by empty lines, each of them one line."""
    value = json.get(name)
    if not isinstance(value, str):
        return None
    paragraphs = [one_line(one) for one in re.split(r"\n[ \t]*\n", value)]
    return "\n\n".join(one for one in paragraphs if one) or None


def strings(json: Json, name: str) -> tuple[str, ...]:
    values = json.get(name)
    if not isinstance(values, list | tuple):
        return ()
    return tuple(text for one in values if isinstance(one, str) and (text := one_line(one)))


def one_line(text: str) -> str:
    """The words alone: without what no format can hold, white space as single spaces."""
    return " ".join(FORBIDDEN.sub("", " ".join(text.split())).split())
