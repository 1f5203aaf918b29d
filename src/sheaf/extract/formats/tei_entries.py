"""People, dates and entries of lists of references, as TEI has them."""

from __future__ import annotations

from sheaf.extract.formats.entries import (
    KINDS,
    date_parts,
    kind_of_reference,
    page_range,
    printed_date,
)
from sheaf.extract.formats.markup import Markup, block, element, empty, optional
from sheaf.extract.formats.people import NameParts, name_of, names_of
from sheaf.records import Author, Paper, Reference

# What has a title of its own and no other work around it.
ALONE = frozenset({"book", "thesis", "techreport", "web", "preprint", "misc"})


def author(one: Author) -> Markup:
    return block(
        "author",
        person(name_of(one)),
        optional("email", one.email),
        *(element("affiliation", place) for place in one.affiliations),
        _address(one.address),
    )


def person(name: NameParts) -> Markup:
    if name.literal or not name.family:
        return element("name", name.in_order)
    return element(
        "persName",
        optional("forename", name.given),
        optional("nameLink", name.particle),
        element("surname", name.family),
        optional("genName", name.suffix),
    )


def _address(text: str | None) -> Markup | None:
    return element("address", element("addrLine", text)) if text else None


def dated(year: int | None, printed: str | None) -> Markup:
    """The date as printed, and as a machine reads it where it is one."""
    when, words = machine_date(year, printed), printed_date(year, printed)
    if when is None and not words:
        return empty("date")
    attributes = {"type": "published", "when": when}
    return element("date", words or when, attributes=attributes)


def machine_date(year: int | None, printed: str | None) -> str | None:
    found, month, day = date_parts(year, printed)
    if found is None:
        return None
    return f"{found:04}" + "".join(f"-{part:02}" for part in (month, day) if part)


def identifiers(
    doi: str | None, arxiv_id: str | None, url: str | None = None
) -> list[Markup | None]:
    return [
        optional("idno", doi, {"type": "DOI"}),
        optional("idno", arxiv_id, {"type": "arXiv"}),
        optional("idno", url, {"type": "URL"}),
    ]


def entry(one: Reference, number: int) -> Markup:
    """`number` counts from 0, as the markers in the text do."""
    stands_alone = kind_of_reference(one) in ALONE or not one.venue
    series = optional("title", one.series, {"level": "s"})
    return block(
        "biblStruct",
        *(_alone(one) if stands_alone else _part(one)),
        block("series", series) if series else None,
        optional("note", one.note),
        optional("note", one.raw, {"type": "raw_reference"}),
        attributes={"xml:id": f"b{number}", "n": one.marker, "type": _type(one.type)},
    )


def _alone(one: Reference) -> list[Markup]:
    titles = [
        optional("title", one.title, {"level": "m", "type": "main"}),
        optional("title", one.venue, {"level": "m"}),
    ]
    # The model asks for a title; an empty one says that none was read.
    found = titles if any(titles) else [empty("title")]
    links = identifiers(one.doi, one.arxiv_id, one.url)
    return [block("monogr", *_people(one), *_editors(one), *found, *links, _imprint(one))]


def _part(one: Reference) -> list[Markup]:
    """What stands in something else: a title within a title."""
    level = "j" if kind_of_reference(one) == "article" else "m"
    title = optional("title", one.title, {"level": "a", "type": "main"})
    links = identifiers(one.doi, one.arxiv_id, one.url)
    return [
        block("analytic", *_people(one), title or empty("title", {"level": "a"}), *links),
        block(
            "monogr",
            optional("title", one.venue, {"level": level}),
            *_editors(one),
            _imprint(one),
        ),
    ]


def _people(one: Reference) -> list[Markup]:
    return [element("author", person(name)) for name in names_of(one.authors)]


def _editors(one: Reference) -> list[Markup]:
    return [element("editor", person(name)) for name in names_of(one.editors)]


def _type(kind: str | None) -> str | None:
    """A word; whatever else stands there would not be valid."""
    return kind if kind in KINDS else None


def _imprint(one: Reference) -> Markup:
    return block(
        "imprint",
        optional("publisher", one.publisher or one.institution),
        optional("pubPlace", one.place),
        *place_within(one),
        dated(one.year, one.date),
    )


def place_within(one: Paper | Reference) -> list[Markup | None]:
    """Volume, issue and pages."""
    first, last = page_range(one.pages)
    pages = {"unit": "page", "from": first, "to": last} if last else {"unit": "page"}
    return [
        optional("biblScope", one.volume, {"unit": "volume"}),
        optional("biblScope", one.issue, {"unit": "issue"}),
        optional("biblScope", one.pages, pages),
    ]
