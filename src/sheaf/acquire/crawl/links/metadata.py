"""What a page says about itself: `meta` and `link` tags, HTTP headers, and "do not follow"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sheaf.acquire.crawl.links.contract import LinkKind, RawLink

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
MOST_HEADER_LINKS = 100
LINKING_HEADERS = {b"link", b"content-location", b"refresh"}
LINK_VALUE = re.compile(r"""<([^<>]*+)>((?:[^<>",]++|"(?:[^"\\]|\\.)*+"|,(?!\s*+<))*+)""")
LINK_PARAMETER = re.compile(
    r""";\s*+([\w!#$&+^`|~*-]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^\s;,"]*+))"""
)
FORBIDDING_WORDS = frozenset({"nofollow", "none"})
# Rules that have a colon of their own; any other word before a colon names a crawler.
RULES_WITH_VALUES = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)
WORD_SEPARATORS = re.compile(r"[,;\s]+")


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


def header_references(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[RawLink]:
    for name, value in headers:
        # Most headers are none of these, and lengths tell.
        if len(name) in {4, 7, 16} and name.lower() in LINKING_HEADERS:
            yield from _header_references(name.lower(), value.decode("utf-8", "replace").strip())


def _header_references(name: bytes, value: str) -> Iterator[RawLink]:
    if name == b"content-location":
        yield RawLink(value, LinkKind.HEADER, note="content-location")
    elif name == b"refresh":
        yield RawLink(refresh_reference(value), LinkKind.REFRESH)
    else:
        for count, found in enumerate(LINK_VALUE.finditer(value)):
            if count == MOST_HEADER_LINKS:
                return
            parameters = _link_parameters(found[2])
            relation = parameters.get("rel", "")
            # A context of its own (anchor=) makes it the link of another page.
            if "anchor" not in parameters and relation_kind(relation, parameters.get("type", "")):
                yield RawLink(
                    found[1].strip(), LinkKind.HEADER, parameters.get("title", ""), note=relation
                )


def _link_parameters(text: str) -> dict[str, str]:
    """Of two with the same name the first counts."""
    found = reversed(LINK_PARAMETER.findall(text))
    return {name.lower(): quoted or token for name, quoted, token in found}


def forbids_following(content: str) -> bool:
    return not FORBIDDING_WORDS.isdisjoint(WORD_SEPARATORS.split(content.lower()))


def header_forbids_following(headers: Iterable[tuple[bytes, bytes]], agent: str) -> bool:
    """X-Robots-Tag, which may stand several times and may speak to one crawler alone."""
    return any(
        _tag_forbids_following(value.decode("latin-1").lower(), agent)
        for name, value in headers
        if len(name) == 12 and name.lower() == b"x-robots-tag"
    )


def _tag_forbids_following(value: str, agent: str) -> bool:
    spoken_to = ""
    for part in value.split(","):
        name, colon, rule = part.strip().partition(":")
        if colon and name not in RULES_WITH_VALUES:
            spoken_to = name.strip()
        else:
            rule = name
        if spoken_to in {"", agent, "*"} and forbids_following(rule.strip()):
            return True
    return False
