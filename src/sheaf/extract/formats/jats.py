"""JATS 1.1, Journal Publishing: the whole paper.

Its model asks for numbers of a journal, and for a year, which papers do not print; these stand
empty then. It has no word for doubt: what the reader is not sure of is left out, and a reference
stands there as printed as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.extract.formats.citing_places import MarkerFinder, write_paragraph
from sheaf.extract.formats.entries import date_parts, kind_of_paper, kind_of_reference, page_range
from sheaf.extract.formats.markup import Markup, block, document, element, empty, optional, stack
from sheaf.extract.formats.model import (
    Json,
    OutlineNode,
    language_tag,
    leave_out_uncertain,
    nest_sections,
    read_paper,
    split_paragraphs,
    ways_back,
)
from sheaf.extract.formats.people import NameParts, split_name, split_names
from sheaf.records import Author, Caption, Paper, Person, Reference


def write(paper: Json) -> str:
    read = leave_out_uncertain(read_paper(paper))
    markers = MarkerFinder(read.references)
    kind = "dissertation" if kind_of_paper(read) == "thesis" else "research-article"
    attributes = {"dtd-version": "1.1", "article-type": kind}
    return document(
        block(
            "article",
            block("front", _journal(read), _article(read, paper)),
            _body(read, markers),
            _back(read, markers),
            attributes={**attributes, "xml:lang": language_tag(read)},
        )
    )


def _journal(paper: Paper) -> Markup:
    title = optional("journal-title", paper.venue)
    return block(
        "journal-meta",
        empty("journal-id"),
        block("journal-title-group", title) if title else None,
        empty("issn"),
    )


def _article(paper: Paper, json: Json) -> Markup:
    abstract = [element("p", paragraph) for paragraph in split_paragraphs(paper.abstract)]
    words = [element("kwd", keyword) for keyword in paper.keywords]
    people = [_contributor(author) for author in paper.authors]
    return block(
        "article-meta",
        optional("article-id", paper.doi, {"pub-id-type": "doi"}),
        optional("article-id", paper.arxiv_id, {"pub-id-type": "arxiv"}),
        # The document of the library that it was read from; JATS lists the types it knows.
        *(
            element("article-id", f"{kind}:{text}", attributes={"pub-id-type": "other"})
            for kind, text in ways_back(json)
        ),
        block("title-group", element("article-title", paper.title)),
        block("contrib-group", *people) if people else None,
        _date(paper),
        *_place_within(paper),
        block("abstract", *abstract) if abstract else None,
        block("kwd-group", *words, attributes={"kwd-group-type": "author"}) if words else None,
    )


def _contributor(author: Author) -> Markup:
    places = [element("aff", place) for place in author.affiliations]
    address = element("address", element("addr-line", author.address)) if author.address else None
    return block(
        "contrib",
        _person(split_name(author)),
        address,
        *places,
        optional("email", author.email),
        attributes={"contrib-type": "author"},
    )


def _date(paper: Paper) -> Markup:
    year, month, day = date_parts(paper.year, paper.date)
    return block(
        "pub-date",
        optional("day", str(day or "")),
        optional("month", str(month or "")),
        element("year", str(year or "")),
    )


def _body(paper: Paper, markers: MarkerFinder) -> Markup:
    sections = [section for section in paper.sections if section.kind != "appendix"]
    displays = [_display(caption) for caption in paper.captions]
    # Displays stand before the sections: after them the model has no place for any.
    return block("body", *displays, *_sections(nest_sections(sections), markers))


def _sections(parts: Iterable[OutlineNode], markers: MarkerFinder) -> list[Markup]:
    return [_section(part, markers) for part in parts]


def _section(part: OutlineNode, markers: MarkerFinder, name: str = "sec") -> Markup:
    return block(
        name,
        element("title", part.section.heading),
        *(
            write_paragraph(paragraph, markers, _link)
            for paragraph in split_paragraphs(part.section.text)
        ),
        *_sections(part.parts, markers),
    )


def _link(words: str, cited: tuple[int, ...]) -> Markup:
    attributes = {"ref-type": "bibr", "rid": " ".join(f"b{number}" for number in cited)}
    return element("xref", words, attributes=attributes)


def _display(caption: Caption) -> Markup:
    name = "table-wrap" if caption.kind == "table" else "fig"
    text = block("caption", element("p", caption.text))
    return block(name, optional("label", caption.label), text)


def _back(paper: Paper, markers: MarkerFinder) -> Markup | None:
    thanks = [element("p", paragraph) for paragraph in split_paragraphs(paper.acknowledgement)]
    appended = nest_sections([section for section in paper.sections if section.kind == "appendix"])
    appendix = [_section(part, markers, "app") for part in appended]
    notes = [element("fn", element("p", note)) for note in paper.footnotes]
    entries = [
        _reference(leave_out_uncertain(reference), number)
        for number, reference in enumerate(paper.references)
    ]
    parts = stack(
        block("ack", *thanks) if thanks else None,
        block("app-group", *appendix) if appendix else None,
        block("fn-group", *notes) if notes else None,
        block("ref-list", *entries) if entries else None,
    )
    return block("back", parts) if parts else None


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


def _person(name: NameParts) -> Markup:
    """A name in one piece may be that of a group; JATS has one element for both."""
    if name.literal or not name.family:
        return element("collab", name.in_order)
    return element(
        "name",
        element("surname", name.whole_family),
        optional("given-names", name.given),
        optional("suffix", name.suffix),
    )


def _reference(reference: Reference, number: int) -> Markup:
    """Both what was read and what is printed, as alternatives to each other."""
    kind = {"publication-type": TYPES.get(kind_of_reference(reference), "other")}
    parts = _citation_parts(reference)
    return block(
        "ref",
        optional("label", reference.marker),
        block(
            "citation-alternatives",
            block("element-citation", *parts, attributes=kind) if parts else None,
            element("mixed-citation", reference.raw, attributes=kind)
            if reference.raw or not parts
            else None,
        ),
        attributes={"id": f"b{number}"},
    )


def _citation_parts(reference: Reference) -> list[Markup]:
    year, month, day = date_parts(reference.year, reference.date)
    is_part = kind_of_reference(reference) in PARTS or (reference.venue is not None)
    parts = (
        _people(reference.authors, "author"),
        optional("article-title" if is_part else "source", reference.title),
        optional("source", reference.venue),
        _people(reference.editors, "editor"),
        optional("day", str(day or "")),
        optional("month", str(month or "")),
        optional("year", str(year or "")),
        *_place_within(reference),
        optional("series", reference.series),
        optional("institution", reference.institution),
        optional("publisher-name", reference.publisher),
        optional("publisher-loc", reference.place),
        optional("pub-id", reference.doi, {"pub-id-type": "doi"}),
        optional("pub-id", reference.arxiv_id, {"pub-id-type": "arxiv"}),
        optional("uri", reference.url),
        optional("comment", reference.note),
    )
    return [part for part in parts if part is not None]


def _place_within(work: Paper | Reference) -> list[Markup | None]:
    """Volume, issue and pages."""
    first, last = page_range(work.pages)
    return [
        optional("volume", work.volume),
        optional("issue", work.issue),
        optional("fpage", first),
        optional("lpage", last),
    ]


def _people(people: tuple[Person, ...], kind: str) -> Markup | None:
    names = [_person(name) for name in split_names(people)]
    attributes = {"person-group-type": kind}
    return block("person-group", *names, attributes=attributes) if names else None
