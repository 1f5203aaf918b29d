"""TEI P5: the whole paper, in the shape that readers of GROBID's output know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheaf.extract.formats.cited import Markers, paragraph
from sheaf.extract.formats.entries import kind_of_paper
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
from sheaf.extract.formats.tei_entries import author, dated, entry, identifiers, place_within
from sheaf.records import Caption, Paper

NAMESPACE = "http://www.tei-c.org/ns/1.0"


def write(paper: Json) -> str:
    read = read_paper(paper)
    markers = Markers(read.references)
    return document(
        block(
            "TEI",
            _header(read),
            block("text", _body(read, markers), _back(read, markers)),
            attributes={"xmlns": NAMESPACE, "xml:lang": language_tag(read)},
        )
    )


# -- what is said about the paper ------------------------------------------------------------------


def _header(paper: Paper) -> Markup:
    return block("teiHeader", _file(paper), _encoding(paper), _profile(paper))


def _file(paper: Paper) -> Markup:
    title = element("title", paper.title, attributes={"level": "a", "type": "main"})
    return block(
        "fileDesc",
        block("titleStmt", title),
        block("publicationStmt", element("p", "Read from the document by Sheaf.")),
        block("sourceDesc", _source(paper)),
    )


def _source(paper: Paper) -> Markup:
    title = element("title", paper.title, attributes={"level": "a", "type": "main"})
    kind = kind_of_paper(paper)
    return block(
        "biblStruct",
        block(
            "analytic",
            *map(author, paper.authors),
            title,
            *identifiers(paper.doi, paper.arxiv_id),
        ),
        block(
            "monogr",
            element("title", paper.venue, attributes={"level": "j"}) if paper.venue else None,
            block("imprint", *place_within(paper), dated(paper.year, paper.date)),
        ),
        attributes={"type": None if kind == "misc" else kind},
    )


def _encoding(paper: Paper) -> Markup:
    """Who read it, in which version: `version` of TEI takes numbers only, so ours is a label."""
    told = paper.provenance
    names = [told.get("extractor"), told.get("extractor_version")]
    label = " ".join(str(one) for one in names if one) or "sheaf"
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


def _profile(paper: Paper) -> Markup | None:
    abstract = [element("p", one) for one in paragraphs(paper.abstract)]
    terms = [element("term", one) for one in paper.keywords]
    found = language_tag(paper)
    parts = (
        block("langUsage", empty("language", {"ident": found})) if found else None,
        block("textClass", block("keywords", *terms)) if terms else None,
        block("abstract", *abstract) if abstract else None,
    )
    return block("profileDesc", *parts) if any(parts) else None


# -- what it says ----------------------------------------------------------------------------------


def _body(paper: Paper, markers: Markers) -> Markup:
    sections = [one for one in paper.sections if one.kind != "appendix"]
    divisions = _divisions(outline(sections), markers)
    return block("body", *(divisions or [empty("p")]), *map(_figure, paper.captions))


def _divisions(parts: Iterable[Part], markers: Markers) -> list[Markup]:
    return [_division(part, markers) for part in parts]


def _division(part: Part, markers: Markers) -> Markup:
    content: list[Markup | None] = [optional("head", part.section.heading)]
    content += [paragraph(one, markers, _link) for one in paragraphs(part.section.text)]
    content += _divisions(part.parts, markers)
    return block("div", *(content if any(content) else [empty("p")]))


def _link(words: str, cited: tuple[int, ...]) -> Markup:
    attributes = {"type": "bibr", "target": " ".join(f"#b{one}" for one in cited)}
    return element("ref", words, attributes=attributes)


def _figure(caption: Caption) -> Markup:
    kind = {"type": "table"} if caption.kind == "table" else None
    description = element("figDesc", caption.text)
    return block("figure", optional("head", caption.label), description, attributes=kind)


def _back(paper: Paper, markers: Markers) -> Markup | None:
    thanks = [element("p", one) for one in paragraphs(paper.acknowledgement)]
    appended = [one for one in paper.sections if one.kind == "appendix"]
    appendix = _divisions(outline(appended), markers)
    notes = [
        element("note", element("p", text), attributes={"place": "foot", "n": str(number)})
        for number, text in enumerate(paper.footnotes, start=1)
    ]
    entries = [entry(one, number) for number, one in enumerate(paper.references)]
    parts = stacked(
        _typed("acknowledgement", thanks),
        _typed("annex", appendix),
        _typed("footnotes", notes),
        _typed("references", [block("listBibl", *entries)] if entries else []),
    )
    return block("back", parts) if parts else None


def _typed(kind: str, content: Sequence[Markup]) -> Markup | None:
    return block("div", *content, attributes={"type": kind}) if content else None
