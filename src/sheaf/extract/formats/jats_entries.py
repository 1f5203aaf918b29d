"""People and entries of lists of references, as JATS has them."""

from __future__ import annotations

from sheaf.extract.formats.entries import date_parts, kind_of_reference, page_range
from sheaf.extract.formats.markup import Markup, block, element, optional
from sheaf.extract.formats.people import NameParts, names_of
from sheaf.records import Paper, Person, Reference

TYPES = {
    "article": "journal",
    "inproceedings": "confproc",
    "incollection": "book",
    "book": "book",
    "thesis": "thesis",
    "techreport": "report",
    "web": "web",
    "preprint": "preprint",
}
# What is part of something else has a title within a source; the others are the source.
PARTS = frozenset({"article", "inproceedings", "incollection"})


def person(name: NameParts) -> Markup:
    """A name in one piece may be that of a group; JATS has one element for both."""
    if name.literal or not name.family:
        return element("collab", name.in_order)
    return element(
        "name",
        element("surname", name.whole_family),
        optional("given-names", name.given),
        optional("suffix", name.suffix),
    )


def reference(one: Reference, number: int) -> Markup:
    """Both what was read and what is printed, as alternatives to each other."""
    kind = {"publication-type": TYPES.get(kind_of_reference(one), "other")}
    parts = _parts(one)
    return block(
        "ref",
        optional("label", one.marker),
        block(
            "citation-alternatives",
            block("element-citation", *parts, attributes=kind) if parts else None,
            element("mixed-citation", one.raw, attributes=kind) if one.raw or not parts else None,
        ),
        attributes={"id": f"b{number}"},
    )


def _parts(one: Reference) -> list[Markup]:
    year, month, day = date_parts(one.year, one.date)
    is_part = kind_of_reference(one) in PARTS or (one.venue is not None)
    parts = (
        _people(one.authors, "author"),
        optional("article-title" if is_part else "source", one.title),
        optional("source", one.venue),
        _people(one.editors, "editor"),
        optional("day", str(day or "")),
        optional("month", str(month or "")),
        optional("year", str(year or "")),
        *place_within(one),
        optional("series", one.series),
        optional("institution", one.institution),
        optional("publisher-name", one.publisher),
        optional("publisher-loc", one.place),
        optional("pub-id", one.doi, {"pub-id-type": "doi"}),
        optional("pub-id", one.arxiv_id, {"pub-id-type": "arxiv"}),
        optional("uri", one.url),
        optional("comment", one.note),
    )
    return [part for part in parts if part is not None]


def place_within(one: Paper | Reference) -> list[Markup | None]:
    """Volume, issue and pages."""
    first, last = page_range(one.pages)
    return [
        optional("volume", one.volume),
        optional("issue", one.issue),
        optional("fpage", first),
        optional("lpage", last),
    ]


def _people(people: tuple[Person, ...], kind: str) -> Markup | None:
    names = [person(name) for name in names_of(people)]
    attributes = {"person-group-type": kind}
    return block("person-group", *names, attributes=attributes) if names else None
