"""The formats there are, by name. A new one is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sheaf.errors import UsageError
from sheaf.extract.formats import (
    bibtex,
    citeseerx,
    csl,
    jats,
    json_text,
    markdown,
    plain_text,
    ris,
    tei,
)

Writer = Callable[[Mapping[str, Any], bool], str]


@dataclass(frozen=True, slots=True)
class Format:
    """`writer` makes the text. Where the format is a list of entries, asking for `references`
    adds one for every entry of the paper's own list; the others say all they can anyway."""

    name: str
    media_type: str
    extension: str
    about: str
    writer: Writer
    lists_entries: bool = False

    def write(self, paper: Mapping[str, Any], references: bool = False) -> str:
        return self.writer(paper, references)


_XML = "application/xml"
_ALL = (
    Format("json", "application/json", "json", "all that was read", json_text.write),
    Format("xml", _XML, "xml", "header and citations, as CiteSeerX has them", citeseerx.whole),
    Format("header-xml", _XML, "header.xml", "the header of CiteSeerX", citeseerx.header),
    Format("citations-xml", _XML, "citations.xml", "the citations of ParsCit", citeseerx.citations),
    Format("body-xml", _XML, "body.xml", "the body of CiteSeerExtractor", citeseerx.body),
    Format(
        "keyphrases-xml",
        _XML,
        "keyphrases.xml",
        "the keyphrases of CiteSeerExtractor",
        citeseerx.keyphrases,
    ),
    Format("tei", "application/tei+xml", "tei.xml", "TEI P5, the whole paper", tei.write),
    Format("jats", "application/jats+xml", "jats.xml", "JATS 1.1, the whole paper", jats.write),
    Format("bibtex", "application/x-bibtex", "bib", "a BibTeX entry", bibtex.write, True),
    Format("ris", "application/x-research-info-systems", "ris", "a RIS record", ris.write, True),
    Format(
        "csl", "application/vnd.citationstyles.csl+json", "csl.json", "CSL-JSON", csl.write, True
    ),
    Format("markdown", "text/markdown", "md", "the whole paper as Markdown", markdown.write),
    Format("text", "text/plain", "txt", "the whole paper for reading", plain_text.write),
)
FORMATS: dict[str, Format] = {one.name: one for one in _ALL}


def find_format(name: str) -> Format:
    """The format of that name; an unknown one is answered with those there are."""
    if name not in FORMATS:
        raise UsageError(f"There is no format called {name!r}. Known: {', '.join(FORMATS)}.")
    return FORMATS[name]


def write(paper: Mapping[str, Any], name: str, references: bool = False) -> str:
    return find_format(name).write(paper, references)
