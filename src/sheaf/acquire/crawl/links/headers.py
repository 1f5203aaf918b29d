"""Links in the header of an answer: Link (RFC 8288), Content-Location, Refresh."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sheaf.acquire.crawl.links.contract import LinkKind, Reference
from sheaf.acquire.crawl.links.metadata import refresh_reference, relation_kind

MOST = 100
LINKING = {b"link", b"content-location", b"refresh"}
VALUE = re.compile(r"""<([^<>]*+)>((?:[^<>",]++|"(?:[^"\\]|\\.)*+"|,(?!\s*+<))*+)""")
PARAMETER = re.compile(
    r""";\s*+([\w!#$&+^`|~*-]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^\s;,"]*+))"""
)


def header_references(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[Reference]:
    for name, value in headers:
        # Most headers are none of these, and lengths tell.
        if len(name) in {4, 7, 16} and name.lower() in LINKING:
            yield from _references(name.lower(), value.decode("utf-8", "replace").strip())


def _references(name: bytes, value: str) -> Iterator[Reference]:
    if name == b"content-location":
        yield Reference(value, LinkKind.HEADER, note="content-location")
    elif name == b"refresh":
        yield Reference(refresh_reference(value), LinkKind.REFRESH)
    else:
        for count, found in enumerate(VALUE.finditer(value)):
            if count == MOST:
                return
            parameters = _parameters(found[2])
            relation = parameters.get("rel", "")
            # A context of its own (anchor=) makes it the link of another page.
            if "anchor" not in parameters and relation_kind(relation, parameters.get("type", "")):
                yield Reference(
                    found[1].strip(), LinkKind.HEADER, parameters.get("title", ""), note=relation
                )


def _parameters(text: str) -> dict[str, str]:
    """Of two with the same name the first counts."""
    found = reversed(PARAMETER.findall(text))
    return {name.lower(): quoted or token for name, quoted, token in found}
