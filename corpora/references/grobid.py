"""The citation corpus of GROBID: TEI with the fields of a reference marked in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from lxml import etree

from corpora.references.annotated import Annotated, local_name, members, read_xml
from sheaf.extract.citation.spans import is_container
from sheaf.extract.citation.tokens import MARKUP

ENDINGS = re.compile(r"\.(?:training|header|tei|xml|references|citations)\b.*$")
LARGEST_DOCUMENT, PART = 120, 50  # references
LEVELS = {"a": "title", "j": "journal", "m": "book", "s": "series"}
SCOPES = {"vol": "volume", "volume": "volume", "issue": "issue", "pp": "pages", "page": "pages",
          "pages": "pages", "chapter": "note"}  # fmt: skip
PLAIN = {"author": "author", "date": "date", "pubPlace": "location", "pubplace": "location",
         "publisher": "publisher", "editor": "editor", "idno": "pubnum", "ptr": "web",
         "notes": "note"}  # fmt: skip


def references() -> Iterator[Annotated]:
    for name, data in members("grobid/citation/"):
        stem = ENDINGS.sub("", PurePosixPath(name).name)
        elements = list(read_xml(data).iter("{*}bibl"))
        for number, element in enumerate(elements):
            # A collection of many papers: its parts are the documents.
            part = f"#{number // PART}" if len(elements) > LARGEST_DOCUMENT else ""
            pieces = [(MARKUP.sub("", text), label) for text, label in _pieces(element, None)]
            if any(label for _, label in pieces):
                yield Annotated("grobid", stem + part, tuple(_settled(pieces)))


def _pieces(element: etree._Element, label: str | None) -> Iterator[tuple[str, str | None]]:
    if element.text:
        yield element.text, label
    for child in element:
        if local_name(child) == "lb":
            yield "\n", label
        else:
            yield from _pieces(child, _label(child) or label)
        if child.tail:
            yield child.tail, label


def _label(element: etree._Element) -> str | None:
    name, kind = local_name(element), element.get("type") or element.get("unit") or ""
    if name == "title":
        return LEVELS.get(element.get("level") or "a")
    if name in ("biblScope", "biblStruct"):
        return SCOPES.get(kind)
    if name == "note":
        return "tech" if kind == "report" else "note"
    if name == "orgName":
        return "collaboration" if kind == "collaboration" else "institution"
    return PLAIN.get(name)


def _settled(pieces: list[tuple[str, str | None]]) -> Iterator[tuple[str, str | None]]:
    """GROBID marks a book alike whether it is cited itself or holds what is cited. Here the first
    is a title, the second a book title."""
    has_title = any(label == "title" for _, label in pieces)
    before = ""
    for text, label in pieces:
        if label == "book":
            holds = has_title or is_container(before, text)
            yield text, "booktitle" if holds else "title"
            has_title = has_title or not holds
        else:
            yield text, label
        before += text
