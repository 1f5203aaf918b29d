"""TEI P5: the whole paper, in the shape that readers of GROBID's output know. What the reader is
not sure of has `cert="low"`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheaf.extract.formats.citing_places import MarkerFinder
from sheaf.extract.formats.entries import (
    KINDS,
    date_parts,
    kind_of_paper,
    kind_of_reference,
    page_range,
    printed_date,
)
from sheaf.extract.formats.markup import Markup, block, document, element, empty, optional, stack
from sheaf.extract.formats.model import (
    Json,
    OutlineNode,
    language_tag,
    nest_sections,
    read_paper,
    read_record,
    split_paragraphs,
    ways_back,
)
from sheaf.extract.formats.people import NameParts, split_name, split_names
from sheaf.extract.formats.tei_marks import Marks, TeiWishes
from sheaf.records import Author, Caption, Paper, Reference, is_uncertain

NAMESPACE = "http://www.tei-c.org/ns/1.0"


def write(paper: Json, wanted: TeiWishes = TeiWishes()) -> str:  # noqa: B008 - frozen
    read = read_paper(paper)
    marks = Marks(wanted, MarkerFinder(read.references), _link)
    return document(
        block(
            "TEI",
            _header(read, paper, marks),
            marks.facsimile(),
            block("text", _body(read, marks), _back(read, marks)),
            attributes={"xmlns": NAMESPACE, "xml:lang": language_tag(read)},
        )
    )


def write_citation(reference: Json) -> str:
    """One entry by itself."""
    return document(_entry(read_record(Reference, reference), 0))


def write_citations(
    references: Sequence[Json],
    wanted: TeiWishes = TeiWishes(),  # noqa: B008 - frozen
) -> str:
    """A list of references, in a document that says nothing else."""
    read = [read_record(Reference, one) for one in references]
    marks = Marks(wanted, MarkerFinder(()), _link)
    entries = [_entry(one, place, marks) for place, one in enumerate(read)]
    listed = block("div", block("listBibl", *entries), attributes={"type": "references"})
    title = block("titleStmt", empty("title"))
    source = block("sourceDesc", element("p", "Read from references by Sheaf."))
    published = block("publicationStmt", element("p", "Read by Sheaf."))
    return document(
        block(
            "TEI",
            block("teiHeader", block("fileDesc", title, published, source)),
            marks.facsimile(),
            block("text", block("body", block("div", empty("p"))), block("back", listed)),
            attributes={"xmlns": NAMESPACE},
        )
    )


# -- what is said about the paper ------------------------------------------------------------------


def _header(paper: Paper, json: Json, marks: Marks) -> Markup:
    return block("teiHeader", _file(paper, json, marks), _encoding(paper), _profile(paper, marks))


def _file(paper: Paper, json: Json, marks: Marks) -> Markup:
    title = _title_of_paper(paper, marks)
    return block(
        "fileDesc",
        block("titleStmt", title),
        block("publicationStmt", element("p", "Read from the document by Sheaf.")),
        block("sourceDesc", _source(paper, json, marks)),
    )


def _title_of_paper(paper: Paper, marks: Marks) -> Markup:
    place = marks.coords("title", paper.title, in_front=True)
    return element("title", paper.title, attributes={**_main_title(paper), **place})


def _source(paper: Paper, json: Json, marks: Marks) -> Markup:
    title = _title_of_paper(paper, marks)
    kind = kind_of_paper(paper)
    return block(
        "biblStruct",
        block(
            "analytic",
            *(_author(author, _doubt(paper, "authors"), marks) for author in paper.authors),
            title,
            *_identifiers(paper),
            # The document of the library that it was read from.
            *(element("idno", text, attributes={"type": kind}) for kind, text in ways_back(json)),
        ),
        block(
            "monogr",
            optional("title", paper.venue, {"level": "j", **_doubt(paper, "venue")}),
            block("imprint", *_place_within(paper), _date(paper)),
        ),
        attributes={"type": None if kind == "misc" else kind},
    )


def _encoding(paper: Paper) -> Markup:
    """Who read it, in which version: `version` of TEI takes numbers only, so ours is a label."""
    provenance = paper.provenance
    names = [provenance.get("extractor"), provenance.get("extractor_version")]
    label = " ".join(str(name) for name in names if name) or "sheaf"
    return block(
        "encodingDesc",
        block(
            "appInfo",
            block(
                "application",
                element("label", label),
                attributes={"ident": "sheaf", "version": "1.0"},
            ),
        ),
    )


def _profile(paper: Paper, marks: Marks) -> Markup | None:
    abstract = [marks.paragraph(paragraph) for paragraph in split_paragraphs(paper.abstract)]
    terms = [element("term", keyword) for keyword in paper.keywords]
    found = language_tag(paper)
    parts = (
        block("langUsage", empty("language", {"ident": found})) if found else None,
        block("textClass", block("keywords", *terms, attributes=_doubt(paper, "keywords")))
        if terms
        else None,
        block("abstract", *abstract, attributes=_doubt(paper, "abstract")) if abstract else None,
    )
    return block("profileDesc", *parts) if any(parts) else None


# -- what it says ----------------------------------------------------------------------------------


def _body(paper: Paper, marks: Marks) -> Markup:
    sections = [section for section in paper.sections if section.kind != "appendix"]
    divisions = _divisions(nest_sections(sections), marks)
    figures = (_figure(caption, marks) for caption in paper.captions)
    return block("body", *(divisions or [empty("p")]), *figures)


def _divisions(parts: Iterable[OutlineNode], marks: Marks) -> list[Markup]:
    return [_division(part, marks) for part in parts]


def _division(part: OutlineNode, marks: Marks) -> Markup:
    heading = part.section.heading
    content: list[Markup | None] = [optional("head", heading, marks.heading(heading))]
    content += [marks.paragraph(paragraph) for paragraph in split_paragraphs(part.section.text)]
    content += _divisions(part.parts, marks)
    return block("div", *(content if any(content) else [empty("p")]))


def _link(words: str, cited: tuple[int, ...], place: dict[str, str | None]) -> Markup:
    attributes = {"type": "bibr", "target": " ".join(f"#b{number}" for number in cited)}
    return element("ref", words, attributes={**attributes, **place})


def _figure(caption: Caption, marks: Marks) -> Markup:
    kind = {"type": "table" if caption.kind == "table" else None}
    kind |= marks.coords("figure", caption.text)
    description = element("figDesc", caption.text)
    return block("figure", optional("head", caption.label), description, attributes=kind)


def _back(paper: Paper, marks: Marks) -> Markup | None:
    thanks = [marks.paragraph(paragraph) for paragraph in split_paragraphs(paper.acknowledgement)]
    appended = [section for section in paper.sections if section.kind == "appendix"]
    appendix = _divisions(nest_sections(appended), marks)
    notes = [
        element(
            "note",
            element("p", text),
            attributes={"place": "foot", "n": str(number), **marks.coords("note", text)},
        )
        for number, text in enumerate(paper.footnotes, start=1)
    ]
    entries = [_entry(one, number, marks) for number, one in enumerate(paper.references)]
    parts = stack(
        _make_division("acknowledgement", thanks),
        _make_division("annex", appendix),
        _make_division("footnotes", notes),
        _make_division("references", [block("listBibl", *entries)] if entries else []),
    )
    return block("back", parts) if parts else None


def _make_division(kind: str, content: Sequence[Markup]) -> Markup | None:
    return block("div", *content, attributes={"type": kind}) if content else None


# What has a title of its own and no other work around it.
ALONE = frozenset({"book", "thesis", "techreport", "web", "preprint", "misc"})


def _doubt(work: Paper | Reference, field_name: str) -> dict[str, str | None]:
    return {"cert": "low"} if is_uncertain(work.confidence, field_name) else {}


def _main_title(work: Paper | Reference, level: str = "a") -> dict[str, str | None]:
    return {"level": level, "type": "main", **_doubt(work, "title")}


def _author(author: Author, doubt: dict[str, str | None], marks: Marks) -> Markup:
    workplaces = (
        element("affiliation", one, attributes=marks.coords("affiliation", one, in_front=True))
        for one in author.affiliations
    )
    return block(
        "author",
        _person(split_name(author), marks.coords("persName", author.name, in_front=True)),
        optional("email", author.email),
        *workplaces,
        _address(author.address),
        attributes=doubt,
    )


def _person(name: NameParts, place: dict[str, str | None] | None = None) -> Markup:
    if name.literal or not name.family:
        return element("name", name.in_order, attributes=place)
    return element(
        "persName",
        optional("forename", name.given),
        optional("nameLink", name.particle),
        element("surname", name.family),
        optional("genName", name.suffix),
        attributes=place,
    )


def _address(text: str | None) -> Markup | None:
    return element("address", element("addrLine", text)) if text else None


def _date(work: Paper | Reference) -> Markup:
    """The date as printed, and as a machine reads it where it is one."""
    when = _machine_date(work.year, work.date)
    words = printed_date(work.year, work.date)
    if when is None and not words:
        return empty("date")
    attributes = {"type": "published", "when": when, **_doubt(work, "year")}
    return element("date", words or when, attributes=attributes)


def _machine_date(year: int | None, printed: str | None) -> str | None:
    found, month, day = date_parts(year, printed)
    if found is None:
        return None
    return f"{found:04}" + "".join(f"-{part:02}" for part in (month, day) if part)


def _identifiers(work: Paper | Reference) -> list[Markup | None]:
    url = work.url if isinstance(work, Reference) else None
    return [
        optional("idno", work.doi, {"type": "DOI", **_doubt(work, "doi")}),
        optional("idno", work.arxiv_id, {"type": "arXiv", **_doubt(work, "arxiv_id")}),
        optional("idno", url, {"type": "URL", **_doubt(work, "url")}),
    ]


def _entry(reference: Reference, number: int, marks: Marks | None = None) -> Markup:
    """`number` counts from 0, as the markers in the text do."""
    place = marks.coords("biblStruct", reference.raw) if marks else {}
    raw = reference.raw if marks is None or marks.with_raw else ""
    stands_alone = kind_of_reference(reference) in ALONE or not reference.venue
    series = optional("title", reference.series, {"level": "s"})
    return block(
        "biblStruct",
        *(_stand_alone(reference) if stands_alone else _part_of_work(reference)),
        block("series", series) if series else None,
        optional("note", reference.note),
        optional("note", raw, {"type": "raw_reference"}),
        attributes={
            "xml:id": f"b{number}",
            "n": reference.marker,
            "type": _type(reference.type),
            **place,
        },
    )


def _stand_alone(reference: Reference) -> list[Markup]:
    titles = [
        optional("title", reference.title, _main_title(reference, "m")),
        optional("title", reference.venue, {"level": "m", **_doubt(reference, "venue")}),
    ]
    # The model asks for a title; an empty one says that none was read.
    found = titles if any(titles) else [empty("title")]
    links = _identifiers(reference)
    return [
        block(
            "monogr", *_people(reference), *_editors(reference), *found, *links, _imprint(reference)
        )
    ]


def _part_of_work(reference: Reference) -> list[Markup]:
    """What stands in something else: a title within a title."""
    level = "j" if kind_of_reference(reference) == "article" else "m"
    title = optional("title", reference.title, _main_title(reference))
    links = _identifiers(reference)
    return [
        block("analytic", *_people(reference), title or empty("title", {"level": "a"}), *links),
        block(
            "monogr",
            optional("title", reference.venue, {"level": level, **_doubt(reference, "venue")}),
            *_editors(reference),
            _imprint(reference),
        ),
    ]


def _people(reference: Reference) -> list[Markup]:
    doubt = _doubt(reference, "authors")
    names = split_names(reference.authors)
    return [element("author", _person(name), attributes=doubt) for name in names]


def _editors(reference: Reference) -> list[Markup]:
    doubt = _doubt(reference, "editors")
    names = split_names(reference.editors)
    return [element("editor", _person(name), attributes=doubt) for name in names]


def _type(kind: str | None) -> str | None:
    """A word; whatever else stands there would not be valid."""
    return kind if kind in KINDS else None


def _imprint(reference: Reference) -> Markup:
    return block(
        "imprint",
        optional("publisher", reference.publisher or reference.institution),
        optional("pubPlace", reference.place),
        *_place_within(reference),
        _date(reference),
    )


def _place_within(work: Paper | Reference) -> list[Markup | None]:
    """Volume, issue and pages."""
    first, last = page_range(work.pages)
    pages = {"unit": "page", "from": first, "to": last} if last else {"unit": "page"}
    return [
        optional("biblScope", work.volume, {"unit": "volume", **_doubt(work, "volume")}),
        optional("biblScope", work.issue, {"unit": "issue", **_doubt(work, "issue")}),
        optional("biblScope", work.pages, {**pages, **_doubt(work, "pages")}),
    ]
