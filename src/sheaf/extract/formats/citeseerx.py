"""What CiteSeerExtractor answered with, and CiteSeerX ingests: header, citations, body, keyphrases.

Fragments as the original wrote them, one element a line; `whole` puts header and citations into
one document, in the wrapper of its REST service. Escaped once, where the original did not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheaf.extract.formats.citeseerx_citations import citation_list
from sheaf.extract.formats.citeseerx_header import header_parse
from sheaf.extract.formats.markup import DECLARATION, Markup, element, escaped
from sheaf.extract.formats.model import Json, read_paper, strings
from sheaf.records import Paper

# What stands for the body of a document without references.
NO_BODY = "0"


def whole(paper: Json) -> str:
    read = read_paper(paper)
    return reply(f"{header_parse(read)}\n{citation_list(read)}\n")


def header(paper: Json) -> str:
    return f"{header_parse(read_paper(paper))}\n"


def citations(paper: Json) -> str:
    return f"{citation_list(read_paper(paper))}\n"


def body(paper: Json) -> str:
    """The text up to the heading of the references, with it, as far as it was read."""
    read = read_paper(paper)
    text = "\n".join([*_lines(read), "References", ""]) if read.references else NO_BODY
    return f"<body>\n{escaped(text)}</body>\n"


def keyphrases(paper: Json) -> str:
    phrases = "".join(element("keyphrase", one) for one in phrases_of(read_paper(paper)))
    return element("keyphrases", Markup(phrases)) + "\n"


def reply(fragment: str) -> str:
    """A fragment, written by this module, as the REST service sent it."""
    return f"{DECLARATION}\n<CSXAPIMetadata>\n{fragment}</CSXAPIMetadata>\n"


def phrases_of(paper: Paper) -> tuple[str, ...]:
    """Those an annotator found, or else those the authors gave."""
    found = paper.extras.get("keyphrases")
    entries = found if isinstance(found, list | tuple) else []
    phrases = [one.get("phrase") for one in entries if isinstance(one, Mapping)]
    return strings({"phrases": phrases}, "phrases") or paper.keywords


def _lines(paper: Paper) -> list[str]:
    lines = [paper.title, ", ".join(one.name for one in paper.authors), paper.abstract]
    for section in paper.sections:
        lines += [section.heading, section.text]
    return [line for line in lines if line]
