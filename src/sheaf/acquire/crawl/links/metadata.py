"""Links in the head of a page: `meta` and `link` tags, and what they call the work."""

from __future__ import annotations

import re

from sheaf.acquire.crawl.links.contract import LinkKind

# `5; url=x` and what people make of it; only `5` is no link.
REFRESH = re.compile(
    r"""\s*+(?:[\d.]*+\s*+[;,\s]\s*+(?:url\s*+=)?+|url\s*+=)\s*+["']?+([^"']++)""", re.IGNORECASE
)

# The names that Google Scholar, Dublin Core, EPrints, bepress and PRISM gave to the address of a
# work. Those of the second list hold all sorts of things, and count where they hold an address.
ADDRESS_NAMES = frozenset(
    {
        "citation_pdf_url", "citation_abstract_html_url", "citation_fulltext_html_url",
        "citation_full_html_url", "citation_abstract_pdf_url", "citation_public_url",
        "bepress_citation_pdf_url", "bepress_citation_abstract_html_url",
        "eprints.document_url", "wkhealth_pdf_url", "og:url",
    }
)  # fmt: skip
MAYBE_ADDRESS = (
    "dc.identifier", "dcterms.identifier", "dc.relation", "dcterms.relation", "dc.source",
    "eprints.official_url", "eprints.related_url", "prism.url", "prism.link",
    "citation_doi", "citation_publisher_url",
)  # fmt: skip
TITLE_NAMES = frozenset(
    {"citation_title", "bepress_citation_title", "eprints.title", "dc.title", "dcterms.title"}
)

RELATIONS = {
    "canonical": LinkKind.CANONICAL,
    "alternate": LinkKind.ALTERNATE,
    "next": LinkKind.NEXT,
    "prev": LinkKind.PREVIOUS,
    "previous": LinkKind.PREVIOUS,
    **dict.fromkeys(
        ("item", "collection", "cite-as", "describedby", "author", "start", "contents", "toc",
         "index", "chapter", "section", "appendix", "up", "first", "last", "archives"),
        LinkKind.RELATED,
    ),
}  # fmt: skip
# Another form of the page that is worth having; there are forms for editors and players as well.
READABLE = ("html", "xml", "pdf", "postscript", "plain", "bibtex", "tex")


def refresh_reference(content: str) -> str:
    found = REFRESH.match(content)
    return found[1].strip() if found else ""


def holds_address(name: str, content: str) -> bool:
    """Whether the meta tag of that name (in lower case) holds an address of the work."""
    if name in ADDRESS_NAMES:
        return True
    return name.startswith(MAYBE_ADDRESS) and content.startswith(("http://", "https://"))


def relation_kind(relations: str, mime_type: str = "") -> LinkKind | None:
    """The kind of a `link` tag or header, None where nobody would follow it."""
    names = relations.lower().split()
    if "stylesheet" in names:
        return None
    kind = next((RELATIONS[name] for name in names if name in RELATIONS), None)
    if kind is LinkKind.ALTERNATE and mime_type and not mime_type.lower().endswith(READABLE):
        return None
    return kind
