"""JATS 1.1, Journal Publishing: the whole paper.

Its model asks for numbers of a journal, and for a year, which papers do not print; these stand
empty then.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.extract.formats.cited import Markers, paragraph
from sheaf.extract.formats.entries import date_parts, kind_of_paper
from sheaf.extract.formats.jats_entries import person, place_within, reference
from sheaf.extract.formats.markup import (
    Markup,
    block,
    document,
    element,
    empty,
    optional,
    stacked,
)
from sheaf.extract.formats.model import Json, language_tag, read_paper
from sheaf.extract.formats.outline import Part, outline, paragraphs
from sheaf.extract.formats.people import name_of
from sheaf.records import Author, Caption, Paper


def write(paper: Json) -> str:
    read = read_paper(paper)
    markers = Markers(read.references)
    kind = "dissertation" if kind_of_paper(read) == "thesis" else "research-article"
    attributes = {"dtd-version": "1.1", "article-type": kind}
    return document(
        block(
            "article",
            block("front", _journal(read), _about(read)),
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


def _about(paper: Paper) -> Markup:
    abstract = [element("p", one) for one in paragraphs(paper.abstract)]
    words = [element("kwd", one) for one in paper.keywords]
    people = [_contributor(one) for one in paper.authors]
    return block(
        "article-meta",
        optional("article-id", paper.doi, {"pub-id-type": "doi"}),
        optional("article-id", paper.arxiv_id, {"pub-id-type": "arxiv"}),
        block("title-group", element("article-title", paper.title)),
        block("contrib-group", *people) if people else None,
        _date(paper),
        *place_within(paper),
        block("abstract", *abstract) if abstract else None,
        block("kwd-group", *words, attributes={"kwd-group-type": "author"}) if words else None,
    )


def _contributor(author: Author) -> Markup:
    places = [element("aff", place) for place in author.affiliations]
    address = element("address", element("addr-line", author.address)) if author.address else None
    return block(
        "contrib",
        person(name_of(author)),
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


def _body(paper: Paper, markers: Markers) -> Markup:
    sections = [one for one in paper.sections if one.kind != "appendix"]
    displays = [_display(one) for one in paper.captions]
    # Displays stand before the sections: after them the model has no place for any.
    return block("body", *displays, *_sections(outline(sections), markers))


def _sections(parts: Iterable[Part], markers: Markers) -> list[Markup]:
    return [_section(part, markers) for part in parts]


def _section(part: Part, markers: Markers, name: str = "sec") -> Markup:
    return block(
        name,
        element("title", part.section.heading),
        *(paragraph(one, markers, _link) for one in paragraphs(part.section.text)),
        *_sections(part.parts, markers),
    )


def _link(words: str, cited: tuple[int, ...]) -> Markup:
    attributes = {"ref-type": "bibr", "rid": " ".join(f"b{one}" for one in cited)}
    return element("xref", words, attributes=attributes)


def _display(caption: Caption) -> Markup:
    name = "table-wrap" if caption.kind == "table" else "fig"
    text = block("caption", element("p", caption.text))
    return block(name, optional("label", caption.label), text)


def _back(paper: Paper, markers: Markers) -> Markup | None:
    thanks = [element("p", one) for one in paragraphs(paper.acknowledgement)]
    appended = outline([one for one in paper.sections if one.kind == "appendix"])
    appendix = [_section(part, markers, "app") for part in appended]
    notes = [element("fn", element("p", one)) for one in paper.footnotes]
    entries = [reference(one, number) for number, one in enumerate(paper.references)]
    parts = stacked(
        block("ack", *thanks) if thanks else None,
        block("app-group", *appendix) if appendix else None,
        block("fn-group", *notes) if notes else None,
        block("ref-list", *entries) if entries else None,
    )
    return block("back", parts) if parts else None
